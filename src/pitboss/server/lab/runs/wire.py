"""Requests and answers about runs."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from pitboss.server.requests.wire import GameId, Word


class LabTableQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which table is meant."""

    game: GameId
    option: Annotated[
        list[Word],
        Meta(
            description="`key=value`, or `table.WAGER=TABLE`; `none` takes it off.", max_length=50
        ),
    ] = []


class LabChoice(Struct, frozen=True):
    """One choice of a house."""

    id: Annotated[str, Meta(description="The key before the `=`.")]
    title: str
    value: str
    values: list[str]
    words: Annotated[list[str], Meta(description="The values as people read them.")]


class LabSetup(Struct, frozen=True):
    """A table of the lab: what is chosen, and what may be."""

    game: str
    title: str
    digest: str
    options: list[LabChoice]
    wagers: Annotated[list[LabChoice], Meta(description="Side wagers and their pay tables.")]
    decks: int
    cards: int
    seats_max: int
    command: Annotated[
        list[str], Meta(description="The same table as words of a `pitboss` command.")
    ]
    why_not_counted: Annotated[str, Meta(description="Empty where a counter has an edge to find.")]
    cut: Annotated[int, Meta(description="Cards dealt before the cut card of the house.")]
    cut_stated: Annotated[
        bool, Meta(description="Whether the house states it, so that simulations deal to it.")
    ]
    systems: Annotated[list[str], Meta(description="Counts by name.")]


Count = Annotated[int, Meta(ge=-100, le=100)]
Units = Annotated[float, Meta(gt=0, le=1e9)]


class LabRiskQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A ramp, a cut card and a bank."""

    cube: Annotated[str, Meta(description="A job `cube` that is done.", max_length=100)]
    ramp: Annotated[str, Meta(description="`1-8`, `1@<=0 2@1 4@2`, or `best`.", max_length=200)] = (
        "best"
    )
    most: Annotated[int, Meta(description="Units of the best ramp, at most.", ge=1, le=1000)] = 8
    begin: Annotated[Count | None, Meta(description="Nothing is bet below this count.")] = None
    two_from: Annotated[Count | None, Meta(description="Two hands from this count on.")] = None
    cut: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(description="Cards before the cut card; none: as in the run."),
    ] = None
    bank: Annotated[Units, Meta(description="Units.")] = 500
    trip: Annotated[int, Meta(description="Rounds of a trip.", ge=1, le=10_000_000)] = 1000
    goal: Annotated[Units | None, Meta(description="Units to win.")] = None
    kelly: Annotated[float, Meta(description="Part of the Kelly bet.", ge=0.01, le=10)] = 1.0


class LabBets(Struct, frozen=True):
    """What a ramp wins: units, for a round that is dealt."""

    ramp: str
    average: float
    expectation: float
    standard_error: float
    sd: float
    sd_long_run: Annotated[
        float | None, Meta(description="null: for another cut card than the run's.")
    ]
    per_100: float
    score: float
    n0: Annotated[float | None, Meta(description="null: there is no edge.")]
    di: float


class LabCountRow(Struct, frozen=True):
    """The rounds of one count, with a bet of one unit, and what the ramp bets."""

    count: int
    rounds: int
    frequency: float
    mean: float
    standard_error: float
    variance: float
    units: float


class LabCutRow(Struct, frozen=True):
    """A cut card: the SCORE of the ramp, and of the best ramp of every spread."""

    cards: int
    score: float
    per_100: float
    n0: float | None
    best_4: float
    best_8: float
    best_12: float
    best_16: float


class LabCurve(Struct, frozen=True):
    """The heights of a curve at its places."""

    x: list[float]
    y: list[float]


class LabRiskCurves(Struct, frozen=True):
    """Ruin by the bank and by the rounds, and where the bank is on the way; none without a risk."""

    by_bank: Annotated[
        LabCurve | UnsetType | None, Meta(description="null: nothing is won in the long run.")
    ] = UNSET
    by_rounds: LabCurve | UnsetType = UNSET
    fan: Annotated[
        dict[str, list[float]] | UnsetType,
        Meta(description="x, and a line for each part."),
    ] = UNSET


class LabRisk(Struct, frozen=True):
    """What a ramp wins and risks; everything in units and rounds."""

    ramp: str
    command: Annotated[
        list[str], Meta(description="The same figures as words of a `pitboss` command.")
    ]
    bets: LabBets
    rounds: Annotated[int, Meta(description="Rounds of the run before the cut card.")]
    by_count: list[LabCountRow]
    by_cut: list[LabCutRow]
    risk: Annotated[
        dict[str, float | None], Meta(description="As `pitboss risk --json` prints it.")
    ]
    falls_to: dict[str, float]
    notes: list[str]
    curves: LabRiskCurves
