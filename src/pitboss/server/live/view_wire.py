"""The shape of a table's answers: what `pit.frames` and `live.layout` write, for the document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from pitboss.server.jackpots.wire import PendingHit

CardTexts = Annotated[str, Meta(description='Cards with one space between them: "7h Ts".')]


class LegalChoice(Struct, frozen=True, omit_defaults=True):
    """One thing that the seat may do now."""

    kind: Annotated[str, Meta(description="The `action` to send: hit, stand, double ...")]
    low: Annotated[int | None, Meta(description="The least `amount`, in cents.")] = None
    high: int | None = None
    default: Annotated[int | None, Meta(description="The usual amount.")] = None
    step: int = 1
    tip: Annotated[int | None, Meta(description="The least tip for the dealer.")] = None
    tip_max: int | None = None
    lows: Annotated[list[CardTexts], Meta(description="The low hands that may be set.")] = []
    fouls: Annotated[list[CardTexts], Meta(description="Those that lose by foul.")] = []


class OpenQuestion(Struct, frozen=True, omit_defaults=True):
    """The open question."""

    n: Annotated[int, Meta(description="Send it with `act`.")]
    seat: int
    hand: int
    wager: Annotated[str, Meta(description="The wager it is about, where it is not a hand.")] = ""
    ms: Annotated[int | None, Meta(description="Time left; without it there is no clock.")] = None
    choices: Annotated[list[LegalChoice] | None, Meta(description="Of your own seats only.")] = None


class TableSeat(Struct, frozen=True, omit_defaults=True):
    """A seat that is taken."""

    seat: int
    name: str
    bets: Annotated[dict[str, int], Meta(description="Wager -> cents.")]
    ready: bool = False
    out: Annotated[bool, Meta(description="It sits out.")] = False
    leaving: bool = False
    gone: Annotated[bool, Meta(description="Its player is not connected.")] = False
    closed: Annotated[
        dict[str, str], Meta(description="Wager -> why it cannot be made before the next shuffle.")
    ] = {}


class FeltHand(Struct, frozen=True, omit_defaults=True):
    """A hand as you may see it; what is 0, false or empty is left out."""

    number: int
    status: str = ""
    cards: CardTexts = ""
    total: int = 0
    soft: bool = False
    stake: int = 0
    doublings: int = 0
    units: list[str] = []
    free: int = 0
    made_free: bool = False
    split: bool = False
    switched: bool = False
    blackjack: bool = False
    face_down: int = 0
    low: CardTexts = ""


class FeltSeat(Struct, frozen=True, omit_defaults=True):
    """A seat in the round."""

    hands: Sequence[FeltHand]
    number: int
    wagers: dict[str, int]
    insured: dict[str, int]
    late: Annotated[dict[str, int], Meta(description="Wagers offered during the round.")]
    lammers: int = 0
    poker: CardTexts = ""
    poker_face_down: int = 0
    folded: bool = False
    ruled_out: str = ""


class SettledLine(Struct, frozen=True, omit_defaults=True):
    """A settled wager."""

    seat: int
    hand: int
    wager: str
    stake: int
    outcome: str
    net: Annotated[int, Meta(description="Cents won; negative is lost.")]
    remainder: str = ""
    dealer: bool = False


class Felt(Struct, frozen=True, omit_defaults=True):
    """The current round, or the last one; what is 0, false or empty is left out."""

    game: str
    round: Annotated[str, Meta(description="The kind of round.")]
    seats: Sequence[FeltSeat]
    settled: Sequence[SettledLine]
    meters: dict[str, str]
    phase: str = ""
    dealer: CardTexts = ""
    dealer_total: int = 0
    dealer_soft: bool = False
    face_down: int = 0
    dealer_low: CardTexts = ""
    bonus: CardTexts = ""
    community: CardTexts = ""
    replacement: str = ""
    turn: Annotated[
        tuple[int, int] | UnsetType, Meta(description="The seat and the hand that decide.")
    ] = UNSET
    rulings: list[dict[str, Any]] = []


class BeaconValue(Struct, frozen=True):
    """A number of a public beacon."""

    name: str
    round: int
    value: str


class BeaconWait(Struct, frozen=True):
    """A round of a public beacon that is yet to come."""

    name: str
    round: int
    published_ms: int


class CutSet(Struct, frozen=True, omit_defaults=True):
    """The commitments of the players, fixed before any random number is shown."""

    shuffle: int
    promised: list[str]
    attempt: int
    commitments: Annotated[
        list[tuple[int, str]], Meta(description="The seat and the commitment, in hex.")
    ]
    withheld: list[list[int]]
    beacon: BeaconValue | None = None
    digest: str = ""


class RevealedTerms(Struct, frozen=True):
    """One shuffle of one table."""

    table: str
    shuffle: int
    deck: str
    decks: int
    burn: Annotated[int, Meta(description="Cards burned before the first is dealt.")]
    rules: Annotated[str, Meta(description="The digest of the table's rules.")]


class RevealedShoe(Struct, frozen=True):
    """A finished shuffle with everything that deals its cards again."""

    format: str
    terms: RevealedTerms
    commitment: Annotated[str, Meta(description="As it was published before the first wager.")]
    seeds: Annotated[list[str], Meta(description="What the players sent, in seat order.")]
    cut: str
    entropy: str
    dealt: Annotated[str, Meta(description="Every card that left the shoe, burned ones first.")]
    set: Annotated[
        CutSet | UnsetType,
        Meta(description="Commitments to the seeds; without it, these were sent in the open."),
    ] = UNSET
    of: Annotated[
        str | UnsetType, Meta(description="The cards that were shuffled, if not the whole shoe.")
    ] = UNSET


class CutState(Struct, frozen=True, omit_defaults=True):
    """The cut that players commit to."""

    shuffle: int
    attempt: int
    fixed: bool
    commitments: Annotated[dict[str, str], Meta(description="Seat -> the commitment, in hex.")]
    revealed: list[int]
    set: CutSet | None = None
    withheld: Annotated[
        list[list[int]], Meta(description="Attempt by attempt, the seats that sent no number.")
    ] = []
    beacon: Annotated[
        BeaconWait | None, Meta(description="The round of the public beacon that is waited for.")
    ] = None


class ShuffleState(Struct, frozen=True):
    """The commitments to the shoe, and the cut of the next one."""

    current: int
    promised: Annotated[dict[str, str], Meta(description="Shuffle -> the commitment, in hex.")]
    seeds: list[str]
    cut: CutState
    cards: int
    left: int


class JackpotState(Struct, frozen=True, omit_defaults=True):
    """A jackpot that tables share."""

    id: str
    title: str
    open: bool
    stale: bool = False
    pending: list[PendingHit] = []
    disclosures: list[str] = []


class TableAnswer(Struct, frozen=True, omit_defaults=True):
    """A table with everything that you may see; the frame `view` of the WebSocket."""

    t: Literal["view"]
    table: str
    v: Annotated[int, Meta(description="The version of the table; it grows with every change.")]
    round: int
    seats: list[TableSeat]
    stacks: Annotated[dict[str, int], Meta(description="Your seats -> their chips in cents.")]
    meters: Annotated[dict[str, str], Meta(description="Wager -> dollars on its meter.")]
    shuffles: ShuffleState
    paused: bool
    closed: bool
    stopped: Annotated[bool, Meta(description="The jackpot wagers are stopped.")]
    felt: Felt | None
    stage: Literal["betting", "cutting", "deciding"]
    ask: OpenQuestion | None
    ms: Annotated[int | None, Meta(description="Time left to bet or to cut.")] = None
    jackpots: dict[str, JackpotState] = {}
    events: Annotated[
        list[dict[str, Any]], Meta(description="Of the open round, as a round record has them.")
    ] = []


class LayoutWager(Struct, frozen=True):
    """A wager of the felt."""

    id: str
    title: str
    group: Literal["main", "side"]
    made: Annotated[str, Meta(description="The moment at which it is made.")]
    early: bool
    low: int
    high: int | None
    step: int
    needed: bool
    equals: str | None
    needs: Annotated[list[str], Meta(description="Wagers that it is made beside: one of them.")]
    one_seat: bool
    limits: str
    pays: list[tuple[str, str]]
    meter: bool
    tip: bool
    tip_high: int | None
    note: str
    edge: Annotated[
        float | UnsetType, Meta(description="The house edge, where the pay table decides alone.")
    ] = UNSET
    hits: Annotated[
        float | UnsetType, Meta(description="How often it wins, where there is an edge.")
    ] = UNSET


class LayoutAction(Struct, frozen=True):
    """How a decision is shown."""

    label: str
    key: str
    meaning: str


class BuyInRange(Struct, frozen=True):
    """What a seat may buy, in cents."""

    low: int
    high: int
    usual: int


class HowToPlay(Struct, frozen=True):
    """A part of the page that explains the game."""

    title: str
    lines: list[str]


class LayoutIrregularity(Struct, frozen=True):
    """Something that goes wrong at a table."""

    kind: str
    title: str


class LayoutClocks(Struct, frozen=True):
    """The time of a player."""

    betting_ms: int
    decision_ms: int
    bank_ms: int


class SetupLayout(Struct, frozen=True, kw_only=True):
    """What the rules give a table: felt, wagers, chips and decisions."""

    game: str
    title: str
    kind: str
    digest: str
    print: list[str]
    rules: list[str]
    how: list[HowToPlay]
    wagers: list[LayoutWager]
    mains: list[str]
    least_wagers: dict[str, int]
    chips: list[int]
    actions: dict[str, LayoutAction]
    irregularities: Annotated[
        list[LayoutIrregularity],
        Meta(description="What a supervisor may rule on in an open round."),
    ]
    buy_in: BuyInRange
    decks: int
    cards: int
    kinds: Annotated[list[str], Meta(description="The kinds of cards in the shoe.")]


class TableLayout(SetupLayout, frozen=True, kw_only=True):
    """Everything constant that a page draws of a table."""

    id: str
    name: str
    seats: int
    practice: bool
    own_chips: Annotated[bool, Meta(description="Its chips are worth nothing elsewhere.")]
    clocks: Annotated[LayoutClocks | None, Meta(description="Null: no clock.")]
    absent: str


# -- scenes: the same with words, for pages that know no rules -------------------------------------


class SceneChoice(LegalChoice, frozen=True, omit_defaults=True):
    """A choice with its words; one that is sent to others than the page has none."""

    label: Annotated[str, Meta(description="Its name.")] = ""
    button: Annotated[str, Meta(description="The words on its button.")] = ""
    key: str = ""
    brings: Annotated[str, Meta(description="What it leads to: the hands after a switch.")] = ""
    range: Annotated[str | UnsetType, Meta(description="The amounts that may be put down.")] = UNSET
    amount: Annotated[
        int | UnsetType | None,
        Meta(description="What the button puts down; null: an amount must be typed."),
    ] = UNSET
    settings: Annotated[
        dict[str, str], Meta(description="A low hand -> the name of both hands, so set.")
    ] = {}
    house_way: Annotated[CardTexts, Meta(description="The low hand of the house way.")] = ""


class AskedQuestion(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A question in words."""

    seat: int
    hand: int
    wager: str = ""
    words: str = ""
    title: Annotated[str, Meta(description="The wager that is offered.")] = ""
    offer: Annotated[str, Meta(description="What it pays.")] = ""
    choices: list[SceneChoice] | None = None


class SceneQuestion(AskedQuestion, frozen=True, omit_defaults=True, kw_only=True):
    """The open question of a live table."""

    n: Annotated[int, Meta(description="Send it with `act`.")]
    ms: Annotated[int | None, Meta(description="Time left; without it there is no clock.")] = None


class SceneHand(FeltHand, frozen=True, omit_defaults=True):
    """A hand in words."""

    words: str = ""


class SceneSeat(FeltSeat, frozen=True, omit_defaults=True, kw_only=True):
    """A seat in words."""

    hands: list[SceneHand]
    poker_words: str = ""
    net: int | None = None
    tips: int = 0


class SceneSettled(SettledLine, frozen=True, omit_defaults=True):
    """A settled wager in words."""

    pays: str = ""
    words: str = ""
    title: Annotated[str, Meta(description="The wager's name on the felt.")] = ""
    rows: Annotated[
        list[tuple[str, str]], Meta(description="The rows of pay tables that it hit: wager, row.")
    ] = []


class SceneResult(Struct, frozen=True):
    """What a round brought the player, the same sum as in the books."""

    net: int
    tips: int
    words: str


class Scene(Felt, frozen=True, omit_defaults=True, kw_only=True):
    """What lies on the felt, in words."""

    seats: list[SceneSeat]
    settled: list[SceneSettled]
    dealer_words: str = ""
    yours: Annotated[
        list[int], Meta(description="Your seats in this round; somebody else may have had them.")
    ] = []
    result: SceneResult | None = None


class SceneLine(Struct, frozen=True, omit_defaults=True):
    """A line that tells what happened; that of a settled wager has its seat and its net."""

    text: str
    seat: int = 0
    net: int | None = None


class LimitsComing(Struct, frozen=True):
    """Limits that are announced."""

    ms: int
    words: str


class LimitsNews(Struct, frozen=True, omit_defaults=True):
    """The limits in force after a change."""

    digest: str
    words: str
    coming: LimitsComing | None = None


class TableFrame(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something about a table changed, over the WebSocket; a `view` has everything."""

    t: Literal["view", "ev"]
    table: str
    v: Annotated[int, Meta(description="The version of the table; it grows with every change.")]
    stage: Literal["betting", "cutting", "deciding"]
    ask: SceneQuestion | None
    round: int = 0
    ms: int | None = None
    seats: list[TableSeat] | None = None
    stacks: dict[str, int] | None = None
    meters: dict[str, str] | None = None
    jackpots: dict[str, JackpotState] | None = None
    shuffles: ShuffleState | None = None
    paused: bool | None = None
    closed: bool | None = None
    stopped: bool | None = None
    limits: LimitsNews | None = None
    events: list[dict[str, Any]] | None = None
    shown: str = ""
    autoplay: Annotated[str, Meta(description="What the house does for one who is away.")] = ""
    void: dict[str, Any] | None = None
    felt: Felt | None = None
    scene: Scene | UnsetType | None = UNSET
    say: list[SceneLine] = []
    aloud: str = ""


class BooksFrame(Struct, frozen=True):
    """Whether the books of the floor answer."""

    t: Literal["books"]
    answer: bool
    stale: bool
    message: str


class ReplayFrame(Struct, frozen=True, omit_defaults=True):
    """A step of a round that is over."""

    scene: Scene
    say: list[SceneLine]
    aloud: str = ""
    ask: AskedQuestion | None = None


class RoundReplay(Struct, frozen=True, omit_defaults=True):
    """A round step by step."""

    frames: list[ReplayFrame]
    seats: Annotated[list[int], Meta(description="Your own seats.")]
    layout: Annotated[
        SetupLayout | None, Meta(description="Where it is no round of a table that is known.")
    ] = None


FRAMES = (TableFrame, BooksFrame, RoundReplay)
"""What the page reads besides the answers of routes."""
