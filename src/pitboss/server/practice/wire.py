"""Requests and answers of practice."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from pitboss.rulebook.limits import COUNTDOWN_GROUP_MAX
from pitboss.server.live.view_wire import (
    AskedQuestion,
    Scene,
    SceneLine,
    SceneSettled,
    SetupLayout,
)
from pitboss.server.requests.limits import DECISIONS_MAX, GIVEN_CARDS_MAX
from pitboss.server.requests.wire import Cents, GameId, Options, SetUpData, Word
from pitboss.sitting.bets import SEATS_MAX
from pitboss.sitting.practice import SHUFFLES_MAX

Seat = Annotated[int, Meta(ge=1, le=SEATS_MAX)]
Cards = Annotated[str, Meta(max_length=GIVEN_CARDS_MAX)]
Dollars = Annotated[str, Meta(max_length=40)]


class PracticeTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which table: any game, any legal set-up; without one, the ready table of the game."""

    game: GameId
    house: SetUpData = {}
    option: Options = []


class PracticeDecision(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One decision, as a round record has it."""

    action: Word
    seat: Seat = 1
    hand: Annotated[int, Meta(ge=1, le=1000)] = 1
    amount: Cents | None = None
    tip: Cents | None = None
    low: Annotated[Cards, Meta(description="The cards of the low hand, where one is set.")] = ""
    wager: Annotated[Word, Meta(description="The wager that the question is about.")] = ""


class PracticeRound(PracticeTable, frozen=True, kw_only=True):
    """A whole round: the same body is the same round."""

    bets: Annotated[
        dict[str, Annotated[dict[str, Cents], Meta(max_length=100)]],
        Meta(max_length=SEATS_MAX, description='Seat -> wager -> cents; "tip:main" is a tip.'),
    ]
    bots: Annotated[
        list[Seat], Meta(description="The seats of automatic players.", max_length=7)
    ] = []
    seed: Annotated[Word, Meta(description="The same text deals the same shoes.")] = ""
    shoe: Annotated[int, Meta(ge=1, le=SHUFFLES_MAX, description="Which shoe of the seed.")] = 1
    dealt: Annotated[int, Meta(ge=0, description="How many of its cards are gone.")] = 0
    entered: Annotated[
        list[Word],
        Meta(
            max_length=20,
            description="Where the house forbids mid-deck entry: the wagers that the player made "
            "on the first hand of this shoe.",
        ),
    ] = []
    cards: Annotated[
        dict[Word, Cards],
        Meta(
            max_length=30,
            description='A given hand: place -> cards. Places: "1" (the first hand of seat 1), '
            '"1/2" (its second), "1/poker", "dealer", "bonus", "replacement"; '
            '"next" is wherever the next card goes.',
        ),
    ] = {}
    meters: Annotated[
        dict[Word, Dollars], Meta(max_length=20, description="Jackpots before the round.")
    ] = {}
    reserves: Annotated[dict[Word, Dollars], Meta(max_length=20)] = {}
    bankroll: Annotated[
        Cents | None, Meta(description="The money before the round; null: unlimited.")
    ] = None
    decisions: Annotated[list[PracticeDecision], Meta(max_length=DECISIONS_MAX)] = []


class PracticeNext(Struct, frozen=True):
    """What to send with the next round, to continue this shoe and its jackpots."""

    shoe: int
    dealt: int
    meters: dict[str, str]
    reserves: dict[str, str]
    entered: Annotated[
        list[str], Meta(description="What to send as `entered` with the next round.")
    ] = []


class PracticeCount(Struct, frozen=True):
    """The count of the cards of the shoe that were seen."""

    system: str
    running: float
    true: float
    unseen: Annotated[int, Meta(description="Cards that nobody has seen.")]
    words: str


class PracticeShoe(Struct, frozen=True):
    """The shoe of a practice table."""

    number: int
    cards: int
    left: int
    last: Annotated[bool, Meta(description="It ends with this round.")]


class PracticeFrame(Struct, frozen=True):
    """A round after its decisions, as its player may see it."""

    game: str
    digest: Annotated[str, Meta(description="Of the rules: equal rules, equal digest.")]
    assumed: Annotated[list[str], Meta(description="Options that were filled in.")]
    seats: Annotated[list[int], Meta(description="The player's own seats.")]
    players: Annotated[dict[str, str], Meta(description="Seat -> player.")]
    n: Annotated[int, Meta(description="How many decisions were taken.")]
    scene: Annotated[Scene, Meta(description="What lies on the felt, in words.")]
    say: Annotated[list[SceneLine], Meta(description="The whole round, line by line.")]
    aloud: Annotated[str, Meta(description="What is new, in sentences for a screen reader.")]
    ask: Annotated[AskedQuestion | None, Meta(description="The open question.")]
    settled: list[SceneSettled]
    over: bool
    net: Annotated[int, Meta(description="The player's net result so far, in cents, without tips.")]
    tips: int
    in_play: Annotated[int, Meta(description="The player's wagers on the table, in cents.")]
    bankroll: Annotated[int | None, Meta(description="The player's money now.")]
    meters: Annotated[dict[str, str], Meta(description="Jackpots now, in dollars.")]
    dealt: Annotated[int, Meta(description="How many cards of the shoe are gone.")]
    shoe: PracticeShoe
    count: Annotated[
        PracticeCount | None,
        Meta(description="By Hi-Lo; null where every round is shuffled, and with given cards."),
    ]
    next: Annotated[
        PracticeNext | None,
        Meta(description="What to send with the next round, when this one is over."),
    ]
    closed: Annotated[
        dict[str, str],
        Meta(description="Once it is over: wager -> why the next round does not take it."),
    ]
    record: Annotated[
        dict[str, Any] | None, Meta(description="Once it is over: `pitboss replay` reads it.")
    ]


class GivenPlace(Struct, frozen=True):
    """A place of the deal that cards can be given to."""

    key: str
    title: str
    cards: Annotated[int, Meta(description="How many of the first cards go there.")]


class PracticeLayout(SetupLayout, frozen=True, kw_only=True):
    """Everything constant that a page draws of a practice table."""

    id: str
    name: str
    seats: int
    own_seats: Annotated[int, Meta(description="How many seats one player may have.")]
    practice: bool
    clocks: None
    house: Annotated[dict[str, Any], Meta(description="The whole set-up that it plays by.")]
    assumed: Annotated[list[str], Meta(description="Options that were filled in.")]
    given: Annotated[list[GivenPlace], Meta(description="The places of the first deal at seat 1.")]


class ValuedChoice(Struct, frozen=True):
    """A choice with its expected value."""

    kind: str
    value: Annotated[float, Meta(description="In units of the first wager.")]
    cents: float
    cost: float
    best: bool
    low: Annotated[str | UnsetType, Meta(description="The low hand, where one is set.")] = UNSET


class JudgedChoice(Struct, frozen=True, kw_only=True):
    """What a decision cost, and the best one."""

    mistake: bool | UnsetType = UNSET
    cost: float | UnsetType = UNSET
    cents: float | UnsetType = UNSET
    value: float | UnsetType = UNSET
    best: str | UnsetType = UNSET
    low: str | UnsetType = UNSET
    verdict: str | UnsetType = UNSET
    unknown: Annotated[
        str | UnsetType, Meta(description="Why it has no value, where it has none.")
    ] = UNSET


class MadeDecision(JudgedChoice, frozen=True, kw_only=True):
    """A decision that was taken, and what it cost."""

    decision: int
    seat: int
    hand: int
    action: str
    words: str


class ChartPlace(Struct, frozen=True):
    """A cell of the chart."""

    part: str
    row: str
    up: str


class ChoiceShares(Struct, frozen=True):
    """How often a choice wins, pushes and loses, if the best play follows."""

    kind: str
    win: float
    push: float
    lose: float


class WhyBest(Struct, frozen=True):
    """Why the best choice is the best."""

    words: str
    dealer: Annotated[
        list[tuple[str, float]], Meta(description="How often each of the dealer's hands comes.")
    ]
    choices: Annotated[
        list[ChoiceShares], Meta(description="Those that are followed to their ends.")
    ]


class PracticeAdvice(Struct, frozen=True):
    """The value of each choice of the open question, and the cost of earlier decisions."""

    choices: Annotated[list[ValuedChoice], Meta(description="The best first.")]
    unit_cents: Annotated[int, Meta(description="One unit, in cents.")]
    words: Annotated[list[list[str]], Meta(description="The same in the coach's words.")]
    assumes: Annotated[str, Meta(description="What the values depend on.")]
    unknown: Annotated[str, Meta(description="Why there are no values, where there are none.")]
    why: WhyBest | None
    cell: Annotated[ChartPlace | None, Meta(description="Its place in the chart.")]
    made: list[MadeDecision]
    cost: Annotated[float, Meta(description="Of all mistakes, in units.")]
    cost_cents: float
    mistakes: int
    summary: Annotated[list[str], Meta(description="The round as the coach sums it up.")]


class DrillAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to the last question of a drill, with the `deal` that came with it."""

    cards: Cards
    action: Word
    decisions: Annotated[list[Word], Meta(max_length=100)] = []
    low: Cards = ""


class PracticeDrill(PracticeTable, frozen=True, kw_only=True):
    """One step of a drill: the last answer, and the progress that the page keeps."""

    seed: Annotated[
        Word, Meta(description="The same seed and progress give the same questions.")
    ] = ""
    theme: Annotated[Word, Meta(description="Decisions of one kind alone.")] = "all"
    day: Annotated[
        str,
        Meta(
            pattern="^(|[0-9]{4}-[0-9]{2}-[0-9]{2})$", description="Today; the server's if empty."
        ),
    ] = ""
    fresh: Annotated[bool, Meta(description="A new session begins.")] = False
    progress: Annotated[
        dict[str, Any] | None, Meta(description="As the last step gave it; null: none yet.")
    ] = None
    answer: DrillAnswer | None = None


class DrillVerdict(JudgedChoice, frozen=True, kw_only=True):
    """Whether an answer of a drill was right, what it cost and why."""

    right: bool
    action: str
    question: str
    words: str
    choices: list[ValuedChoice]
    rows: Annotated[list[list[str]], Meta(description="The choices in the coach's words.")]
    unit_cents: int
    cell: ChartPlace | None
    why: Annotated[list[str], Meta(description="What the values depend on.")]
    reason: WhyBest


class DrillDeal(Struct, frozen=True):
    """The deal of a question, to send back with the answer."""

    cards: str
    decisions: list[str]


class DrillSituation(Struct, frozen=True):
    """A decision to train."""

    words: str
    aloud: Annotated[str, Meta(description="The same in sentences, for those who hear it.")]
    theme: str
    scene: Scene
    ask: AskedQuestion
    cell: ChartPlace | None
    owed: Annotated[
        int, Meta(description="Right answers still owed for a decision that was missed before.")
    ]
    deal: DrillDeal


class DrillCounts(Struct, frozen=True, kw_only=True):
    """What was asked, what was wrong, and what it cost in units."""

    asked: int
    wrong: int
    loss: int | float


class DrillSession(DrillCounts, frozen=True, kw_only=True):
    """The training of today's sitting."""

    best_streak: int
    streak: int


class DrillTotal(DrillCounts, frozen=True, kw_only=True):
    """The training of all days."""

    sessions: int
    owed: int


class DrillDay(DrillCounts, frozen=True, kw_only=True):
    """The training of one day."""

    day: str


class DrillMissed(Struct, frozen=True):
    """A decision that was missed."""

    words: str
    wrong: int
    owed: int


class DrillScore(Struct, frozen=True):
    """The score of a training, for display."""

    session: DrillSession
    total: DrillTotal
    days: list[DrillDay]
    missed: list[DrillMissed]
    words: list[str]


class DrillStep(Struct, frozen=True):
    """The verdict on the last answer, the next decision, and the progress to keep."""

    game: str
    digest: str
    themes: Annotated[list[tuple[str, str]], Meta(description="Name and title of each theme.")]
    verdict: DrillVerdict | None
    situation: DrillSituation
    score: DrillScore
    progress: Annotated[dict[str, Any], Meta(description="To keep, and to send back.")]


class CountAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to the last question of a counting drill."""

    text: Annotated[str, Meta(max_length=40, description="A number, or a decision in a word.")]
    seconds: Annotated[float, Meta(ge=0, le=3600, description="How long it took.")] = 0.0


class PracticeCountDrill(PracticeTable, frozen=True, kw_only=True):
    """One step of a counting drill: the last answer, and the progress that the page keeps."""

    theme: Annotated[Word, Meta(description="One of `themes` of the answer.")] = "countdown"
    system: Annotated[str, Meta(max_length=200, description="A count, as for `--system`.")] = (
        "hi-lo"
    )
    seed: Annotated[
        Word, Meta(description="The same seed and progress give the same questions.")
    ] = ""
    group: Annotated[int, Meta(ge=1, le=COUNTDOWN_GROUP_MAX)] = 1
    fresh: Annotated[bool, Meta(description="A new session begins.")] = False
    progress: Annotated[
        dict[str, Any] | None, Meta(description="As the last step gave it; null: none yet.")
    ] = None
    answer: CountAnswer | None = None


class CountDrillStep(Struct, frozen=True):
    """The verdict on the last answer, the next question, and the progress to keep."""

    game: str
    system: str
    themes: Annotated[list[list[str]], Meta(description="Name and title of each drill.")]
    verdict: Annotated[dict[str, Any] | None, Meta(description="right and words.")]
    question: Annotated[
        dict[str, Any],
        Meta(description="words, facts, groups of cards, hand, up, tray, choices; no answer."),
    ]
    score: Annotated[dict[str, Any], Meta(description="session, total, words: for display.")]
    progress: Annotated[dict[str, Any], Meta(description="To keep, and to send back.")]
    lesson: Annotated[str, Meta(description="The title of the lesson that this is.")] = ""


class Lesson(Struct, frozen=True):
    """One thing to learn of a game."""

    title: Annotated[str, Meta(description="Its name in what is kept of it, in English.")]
    kind: Annotated[str, Meta(description='"rules", "train", "count" or "play".')]
    theme: Annotated[str, Meta(description="What to ask the trainer or the drill for.")]
    words: str
    goal: Annotated[int, Meta(description="Of so many answers in a row ...")]
    right: Annotated[int, Meta(description="... so many must be right.")]
    name: Annotated[str, Meta(description="Its title in the language of the reader.")] = ""


class Lessons(Struct, frozen=True):
    """What to learn of a game, one thing after the other."""

    game: str
    title: str
    lessons: list[Lesson]


class HandOfTheDay(Struct, frozen=True):
    """The same hand for everybody, for one day."""

    day: str
    game: str
    title: str
    words: Annotated[str, Meta(description="What is to be decided.")]
    link: Annotated[str, Meta(description="Its address on the page.")]


class ChartRow(Struct, frozen=True):
    """A row of a chart: a name, and a cell for each column."""

    name: str
    cells: list[str]


class ChartPart(Struct, frozen=True):
    """A part of a chart."""

    id: str
    title: str
    rows: list[ChartRow]


class ChartBlock(Struct, frozen=True):
    """A block of play in words: a heading, a text, facts, or a table."""

    heading: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    facts: list[tuple[str, str, str]] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    heads: list[str] | UnsetType = UNSET
    rows: list[list[str]] | UnsetType = UNSET


class ChartRules(Struct, frozen=True):
    """Play in words."""

    title: str
    blocks: list[ChartBlock]


class StrategyChart(Struct, frozen=True):
    """How to play a game: a chart by up card, rules in words, or both."""

    game: str
    title: str
    digest: str
    assumed: list[str]
    charted: bool
    ups: Annotated[list[str], Meta(description="The columns.")]
    parts: list[ChartPart]
    meanings: Annotated[dict[str, str], Meta(description="Cell -> what it means.")]
    doubled_meanings: Annotated[dict[str, str], Meta(description="The same for doubled hands.")]
    legend: Annotated[dict[str, str], Meta(description="The same in short.")]
    rules: Annotated[list[ChartRules], Meta(description="Play in words.")]


class PracticeLink(Struct, frozen=True):
    """A practice round as one word for an address."""

    link: str
