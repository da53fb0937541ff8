"""The results of the lab's jobs, as far as the page reads them: its types are written from these.

A job answers with what a command prints as JSON, and with more; a reader takes the fields that it
knows. What is named here is in every answer, of the type that is said: tests hold real answers
against it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from pitboss.server.practice.wire import ChartPart, ChartRules

Curve = dict[str, list[float]]


class LabOutcome(Struct, frozen=True):
    """A row of a pay table with its exact probability."""

    name: str
    probability: str
    pay: str
    column: str | UnsetType = UNSET


class LabMeter(Struct, frozen=True):
    """A progressive at its meter; fractions are text."""

    wager: int
    share: str
    per_thousand: str
    break_even_meter: str
    edge_at_meter: str | None
    mean_meter: str | None
    long_run_edge: str | None
    contribution: str | None
    contribution_from: str | None
    seed: int | None
    seed_from: str | None


class LabOdds(Struct, frozen=True):
    """A pay table as `pitboss odds --json` prints it; fractions are text."""

    game: str
    wager: str
    table: str
    decks: int
    edge: str
    edge_float: float
    hit_frequency: str
    standard_deviation: float
    printed: dict[str, str]
    agrees: bool | None
    method: str
    outcomes: list[LabOutcome]
    play: str | UnsetType = UNSET
    bound: str | UnsetType = UNSET
    main_given_up: float | UnsetType = UNSET
    by_up_card: dict[str, str] | UnsetType = UNSET
    unpaid: dict[str, str] | UnsetType = UNSET
    """Named hands that no row pays."""
    progressive: LabMeter | UnsetType = UNSET


class LabPricedRow(Struct, frozen=True):
    """One row of pay tables side by side."""

    name: str
    differs: bool
    pays: list[str | None]
    probabilities: list[str | None]


class LabPriced(Struct, frozen=True):
    """Pay tables, priced and side by side."""

    tables: list[LabOdds]
    rows: list[LabPricedRow]
    commands: list[list[str]]
    """For each table the words of the command that prints its odds."""


class LabExposure(Struct, frozen=True):
    """The most that one wager can win."""

    wager: str
    most: int


class LabOperation(Struct, frozen=True):
    """What a table wins as it is run; cents."""

    win_per_round: float
    win_per_hour: int
    win_per_shift: int
    handle_per_hour: int
    deviation_per_shift: int
    band_95_per_shift: tuple[int, int]
    edge: float
    shift_hours: float
    exposure: LabExposure | None


class LabWagerWin(Struct, frozen=True):
    """What one wager of a table wins."""

    name: str
    stake_cents: int
    share: float
    edge: float
    win_per_hand_cents: float
    win_per_hour_cents: float


class LabWin(Struct, frozen=True):
    """The theoretical win of a table."""

    operation: LabOperation | None
    """null: no edge of its wagers is known."""
    wagers: list[LabWagerWin]


class LabFile(Struct, frozen=True):
    """A file that was made."""

    name: str
    type: str
    base64: str


class LabLookedEdge(Struct, frozen=True):
    """Estimates of one edge on the way."""

    mean: list[float]
    error: list[float]


class LabLooks(Struct, frozen=True):
    """Estimates on the way: the rounds, and every edge with its standard errors."""

    rounds: list[int]
    edges: dict[str, LabLookedEdge]


class LabSimulatedPart(Struct, frozen=True):
    """A simulation that still runs."""

    names: dict[str, str]
    exact: dict[str, float]
    looks: LabLooks


class LabComparison(Struct, frozen=True):
    """A simulated edge beside the exact one."""

    subject: str
    title: str
    which: str
    times: int
    simulated: float
    standard_error: float
    exact: float | None
    errors: float | None
    """The difference in standard errors."""


class LabGain(Struct, frozen=True):
    """How often a round gained so much."""

    gain: float
    count: int
    frequency: float


class LabCounted(Struct, frozen=True):
    """How often something happened."""

    count: int
    frequency: float


class LabSimulatedWager(Struct, frozen=True):
    """A simulated side wager."""

    id: str
    hit_frequency: float
    made: int


class LabSimulation(Struct, frozen=True):
    """A simulation as `pitboss simulate --json` prints it."""

    rounds: int
    house_edge: float
    standard_error: float
    standard_deviation: float
    average_wager: float
    element_of_risk: float
    rounds_per_second: float
    seconds: float
    seed: int
    digest: str
    histogram: list[LabGain]
    events: dict[str, LabCounted]
    wagers: list[LabSimulatedWager]


class LabSimulated(LabSimulatedPart, frozen=True):
    """A simulation that is over."""

    comparisons: list[LabComparison]
    command: list[str]
    simulation: LabSimulation


class LabProtectedWager(Struct, frozen=True):
    """What a counter wins with a side wager; units and cents."""

    wager: str
    table: str | None
    edge: float
    count: str | None
    trigger: float | None
    correlation: float | None
    below: bool | None
    frequency: float | None
    edge_when_bet: float | None
    per_100: float
    per_hour: float
    perfect_per_hour: float | None
    vulnerability: str = field(name="class")
    reason: str | None


class LabProtectedMain(Struct, frozen=True):
    """What a counter wins at the main game with one spread."""

    count: str
    play: str
    spread: str
    ramp: str
    per_100: float
    standard_error: float
    per_hour: float
    score: float
    vulnerability: str = field(name="class")


class LabProtectedCut(LabProtectedMain, frozen=True):
    """The same with a cut card after a part of the shoe."""

    penetration: float


class LabMeasure(Struct, frozen=True):
    """A counter-measure: what it takes from a counter, and what it costs."""

    measure: str
    subject: str
    per_100: float
    per_hour: float
    change: float
    price: float | None
    note: str | None


class LabTellingPlay(Struct, frozen=True):
    """An index play to watch."""

    hand: str
    up: str
    action: str
    index: float
    below: bool
    otherwise: str


class LabTells(Struct, frozen=True):
    """What betrays a counter."""

    rises_at: int | None
    full_shoe: float
    plays: list[LabTellingPlay]
    shoes_to_tell: int | None
    rounds_to_tell: int | None


class LabProtection(Struct, frozen=True):
    """A table held against counters, as `pitboss protect --json` prints it."""

    wagers: list[LabProtectedWager]
    main_reason: str | None
    main: list[LabProtectedMain]
    main_by_cut: list[LabProtectedCut]
    measures: list[LabMeasure]
    tells: LabTells | None


class LabProtected(Struct, frozen=True):
    """A protection with the words that the page needs."""

    protection: LabProtection
    titles: dict[str, str]
    command: list[str]


class LabEdgeLine(Struct, frozen=True):
    """One edge of a main game."""

    wager: str
    edge: float
    exact: str | None
    deviation: float
    unit: str
    method: str
    least: bool


class LabIndexPlay(Struct, frozen=True):
    """One index play."""

    hand: str
    up: str
    action: str
    index: str
    otherwise: str
    even_at: float | None
    one_in: float | None
    gain: float


class LabIndexPlays(Struct, frozen=True):
    """The index plays of a game by a count, the most gainful first."""

    system: str
    name: str
    plays: list[LabIndexPlay]
    cells: dict[str, dict[str, dict[str, str]]]
    """Part -> row -> up card -> what a chart shows there."""
    notes: list[str]


class LabStrategyChart(Struct, frozen=True):
    """How to play a game, without the names of its table."""

    charted: bool
    ups: list[str]
    parts: list[ChartPart]
    meanings: dict[str, str]
    doubled_meanings: dict[str, str]
    legend: dict[str, str]
    rules: list[ChartRules]


class LabSolution(Struct, frozen=True):
    """A main game, solved."""

    edge: float
    deviation: float
    least_edge: float
    lines: list[LabEdgeLine]
    chart: LabStrategyChart
    house_edge_with_super_bonus: float | UnsetType = UNSET
    """Of one main wager, with its Super Bonus."""
    house_edge_with_super_bonus_and_envy: float | UnsetType = UNSET
    plays: LabIndexPlays | UnsetType = UNSET


class LabEffect(Struct, frozen=True):
    """What another value of a rule does to the edge."""

    option: str
    value: str | int | bool
    edge: float
    change: float


class LabEffects(Struct, frozen=True):
    """What every other value of every rule does."""

    changes: list[LabEffect]


class LabCut(Struct, frozen=True):
    """Where the cut card of a counted run lies."""

    cut: int


class LabCube(Struct, frozen=True):
    """A counted run; questions about risk name it by its key."""

    key: str
    decks: int
    cards: int
    rounds: int
    seed: int
    system: str
    counts: Literal["true", "running"]
    plays: int
    command: list[str]
    cube: LabCut
