"""Requests and answers of the lab."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

Word = Annotated[str, Meta(max_length=100)]


class LabJob(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that takes seconds: solving, simulating, protecting."""

    kind: Annotated[Word, Meta(description="What to do: solve ...", examples=["solve"])]
    game: Annotated[str, Meta(max_length=200)] = ""
    option: Annotated[
        list[Word], Meta(description="House options as `key=value`.", max_length=50)
    ] = []
    house: Annotated[
        dict[str, Any], Meta(description="A set-up, as a house file has it.", max_length=20)
    ] = {}
    terms: Annotated[
        dict[str, Any], Meta(description="The settings of this kind of job.", max_length=50)
    ] = {}


class LabProblem(Struct, frozen=True, omit_defaults=True):
    """Why a job failed."""

    code: str
    message: str
    key: str = ""


class LabJobState(Struct, frozen=True):
    """How far a job is."""

    id: Annotated[str, Meta(description="Equal questions are one job.")]
    kind: str
    state: Annotated[str, Meta(description="queued, running, done or failed.")]
    progress: Annotated[float, Meta(description="0 to 1.")]
    partial: Annotated[Any, Meta(description="A first result, where the job has one.")] = None
    result: Annotated[Raw | None, Meta(description="The result, where it is done.")] = None
    problems: Annotated[list[LabProblem], Meta(description="Why it failed.")] = []


class LabGame(Struct, frozen=True):
    """A game, and what it costs."""

    id: str
    title: str
    summary: str
    document: str
    decks: list[int]
    wagers: int
    tables: Annotated[int, Meta(description="How many pay tables it has.")]
    edge: Annotated[
        float | None,
        Meta(description="Of the least wager before the deal, at the game's ready table."),
    ]


class LabGames(Struct, frozen=True):
    """Every game of the lab."""

    games: list[LabGame]
