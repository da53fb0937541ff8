"""Every pay table for the lab: the list with kept figures, and exact odds on request."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct, convert, json

from pitboss.report.catalogue.wager_list import PayTableLine, pay_table_lines
from pitboss.rulebook.reading import library
from pitboss.server.requests.routes import Access, Call, Routes, Text


class LabPrinted(Struct, frozen=True):
    """What a document prints about a pay table."""

    text: str
    name: str
    exact: Annotated[str, Meta(description="Ours, with three digits more.")]
    agrees: Annotated[bool, Meta(description="Whether every printed figure is reproduced.")]
    figures: Annotated[int, Meta(description="How many figures are printed.")]


class LabPayTable(Struct, frozen=True, omit_defaults=True):
    """A pay table at a deck count, with its figures."""

    game: str
    wagers: list[str]
    title: str
    table: str
    decks: Annotated[int, Meta(description="0: it has no odds of its own.")]
    options: Annotated[str, Meta(description="Further options: `soft17=hit`.")] = ""
    alternates: Annotated[
        list[str], Meta(description="Alternate pays with which every figure is the same.")
    ] = []
    edge: Annotated[float | None, Meta(description="Of the fixed pays.")] = None
    long_run_edge: Annotated[
        float | None, Meta(description="When everything that feeds the meter is won.")
    ] = None
    hit_frequency: float | None = None
    standard_deviation: float | None = None
    play: Annotated[str, Meta(description="What is played for, where play decides.")] = ""
    progressive: bool = False
    printed: LabPrinted | None = None
    note: Annotated[str, Meta(description="Why it has no odds of its own.")] = ""


class LabPayTables(Struct, frozen=True):
    """Every pay table of every game."""

    tables: Annotated[int, Meta(description="How many pay tables the rule book has.")]
    lines: list[LabPayTable]


WAGER_ROUTES = Routes("lab")
"""Every pay table."""


@WAGER_ROUTES.get("/lab/wagers", answer=LabPayTables, access=Access.ANYONE, rate="lab")
async def lab_wagers(_: Call) -> Text:
    """Return every pay table of every game with its figures."""
    return Text(await asyncio.to_thread(wagers_json))


@cache
def wagers_json() -> bytes:
    """Return every pay table as JSON."""
    tables = sum(len(game.tables) for game in library.games())
    return json.encode(LabPayTables(tables, [_line(line) for line in pay_table_lines()]))


def _line(line: PayTableLine) -> LabPayTable:
    return convert(line, LabPayTable, from_attributes=True)
