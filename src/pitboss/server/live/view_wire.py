"""The shape of a table's answers: what `pit.frames` and `live.layout` write, for the document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

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
    closed: Annotated[Any, Meta(description="Wagers that it may not make now, and why.")] = None


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

    hands: list[FeltHand]
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
    dealer: Any = None


class Felt(Struct, frozen=True, omit_defaults=True):
    """The current round, or the last one; what is 0, false or empty is left out."""

    game: str
    round: Annotated[str, Meta(description="The kind of round.")]
    seats: list[FeltSeat]
    settled: list[SettledLine]
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
    turn: Annotated[list[int], Meta(description="The seat and the hand that decide.")] = []
    rulings: list[dict[str, Any]] = []


class CutState(Struct, frozen=True, omit_defaults=True):
    """The cut that players commit to."""

    shuffle: int
    attempt: int
    fixed: bool
    commitments: Annotated[dict[str, str], Meta(description="Seat -> the commitment, in hex.")]
    revealed: list[int]
    set: dict[str, Any] | None = None
    withheld: list[list[int]] = []
    beacon: dict[str, Any] | None = None


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
    pending: list[dict[str, Any]] = []
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
    needs: Any
    one_seat: bool
    limits: Any
    pays: Any
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


class SetupLayout(Struct, frozen=True, kw_only=True):
    """What the rules give a table: felt, wagers, chips and decisions."""

    game: str
    title: str
    kind: str
    digest: str
    print: Any
    rules: Any
    how: Any
    wagers: list[LayoutWager]
    mains: list[str]
    least_wagers: dict[str, int]
    chips: list[int]
    actions: dict[str, LayoutAction]
    irregularities: list[dict[str, str]]
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
    clocks: Annotated[dict[str, int] | None, Meta(description="In ms; null: no clock.")]
    absent: str
