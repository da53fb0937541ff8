"""What questions about runs and their answers are made of."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.server.lab.wire import Word


class LabTableQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which table is meant."""

    game: Annotated[str, Meta(max_length=200)]
    option: Annotated[
        list[Word],
        Meta(
            description="`key=value`, or `table.WAGER=TABLE`; `none` takes it off.", max_length=50
        ),
    ] = []


class LabChoice(Struct, frozen=True):
    """One choice of a house."""

    id: Annotated[str, Meta(description="What stands before the `=`.")]
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
    command: Annotated[list[str], Meta(description="The same for `pitboss`, word by word.")]
    why_not_counted: Annotated[str, Meta(description="Empty where a counter has an edge to find.")]
    systems: Annotated[list[str], Meta(description="Counts by name.")]
