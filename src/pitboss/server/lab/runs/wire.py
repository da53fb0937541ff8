"""Requests and answers about runs."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

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


class LabRisk(Struct, frozen=True):
    """What a ramp wins and risks; everything in units and rounds."""

    ramp: str
    command: Annotated[
        list[str], Meta(description="The same figures as words of a `pitboss` command.")
    ]
    bets: dict[str, Any]
    rounds: Annotated[int, Meta(description="Rounds of the run before the cut card.")]
    by_count: list[dict[str, Any]]
    by_cut: list[dict[str, Any]]
    risk: Annotated[dict[str, Any], Meta(description="As `pitboss risk --json` prints it.")]
    falls_to: dict[str, float]
    notes: list[str]
    curves: dict[str, Any]
