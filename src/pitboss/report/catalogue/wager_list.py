"""Every pay table of the rule book in one list, with its kept figures and the printed one.

A pay table has a line for each deck count and set of options; wagers with equal figures share it. A
pay table that has no odds of its own is in the list too, with the reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pitboss.report.catalogue.pay_tables import PayTableEdge, pay_table_edges
from pitboss.report.documents.check_file import checked_documents
from pitboss.rulebook.check.tables import ALTERNATE
from pitboss.rulebook.model import Game, PayTable
from pitboss.rulebook.reading.library import games

_ADVANTAGE = "house_advantage"
_ALTERNATE = f"{ALTERNATE}="


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedEdge:
    """A printed figure of a pay table beside the exact one."""

    text: str
    name: str
    """The printed figure: the house advantage, or else another one."""
    exact: str
    """Ours with three digits more."""
    agrees: bool
    """Whether every figure that is printed beside the table is reproduced."""
    figures: int
    """How many are printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PayTableLine:
    """One pay table at a deck count."""

    game: str
    wagers: tuple[str, ...]
    title: str
    """Of the wagers."""
    table: str
    decks: int
    """0 for a table without odds of its own."""
    options: str = ""
    alternates: tuple[str, ...] = ()
    """Alternate pays with which every figure is the same."""
    edge: float | None = None
    long_run_edge: float | None = None
    hit_frequency: float | None = None
    standard_deviation: float | None = None
    play: str = ""
    progressive: bool = False
    printed: PrintedEdge | None = None
    note: str = ""
    """Why it has no odds of its own."""


@cache
def pay_table_lines() -> tuple[PayTableLine, ...]:
    """Return every line, game by game in the order of the rule book.

    >>> lines = pay_table_lines()
    >>> line = next(line for line in lines if line.table == "3c-5")
    >>> line.wagers, f"{line.long_run_edge:.4%}", line.printed.text, line.printed.agrees
    (('jackpot-1', 'jackpot-2'), '10.4490%', '10.45%', True)
    """
    printed = _printed_figures()
    by_game = defaultdict[str, list[PayTableEdge]](list)
    for edge in pay_table_edges():
        by_game[edge.game].append(edge)
    return tuple(line for game in games() for line in _game_lines(game, by_game[game.id], printed))


def _game_lines(game: Game, edges: list[PayTableEdge], printed: _Printed) -> Iterator[PayTableLine]:
    wagers_of: dict[PayTableEdge, list[str]] = {}
    for line in edges:
        wagers_of.setdefault(replace(line, wager=""), []).append(line.wager)
    alternates = {line: _equal_alternates(line, wagers_of) for line in wagers_of}
    same = {other for others in alternates.values() for other in others}
    meters = {(w.id, t.id) for w in game.wagers if w.jackpot for t in game.tables_of(w.id)}
    for line, wagers in wagers_of.items():
        if line in same:
            continue
        title = game.wager(wagers[0]).title
        more = len(wagers) - 1
        yield PayTableLine(
            game=game.id,
            wagers=tuple(wagers),
            title=title + (f" and {more} more" if more else ""),
            table=line.table,
            decks=line.decks,
            options=line.options,
            alternates=tuple(other.options.removeprefix(_ALTERNATE) for other in alternates[line]),
            edge=line.edge,
            long_run_edge=line.long_run_edge,
            hit_frequency=line.hit_frequency,
            standard_deviation=line.standard_deviation,
            play=line.play,
            progressive=(wagers[0], line.table) in meters,
            printed=printed.get((game.id, line.table, line.decks)) if not line.options else None,
        )
    priced = {line.table for line in edges}
    for table in game.tables:
        if table.id not in priced:
            yield PayTableLine(
                game=game.id,
                wagers=table.wagers,
                title=table.title,
                table=table.id,
                decks=0,
                note=_note(table),
            )


def _equal_alternates(
    line: PayTableEdge, others: Iterable[PayTableEdge]
) -> tuple[PayTableEdge, ...]:
    """Return the lines that differ from a table without options in their alternate alone."""
    if line.options:
        return ()
    return tuple(
        other
        for other in others
        if other.options.startswith(_ALTERNATE) and replace(other, options="") == line
    )


def _note(table: PayTable) -> str:
    if table.automatic:
        return "paid with the main wager; its edge is the game's"
    if table.alternate_for:
        return "takes the place of rows of a jackpot table; see those with this alternate"
    return "decided by the play of the main game; its edge is the game's"


_Printed = Mapping[tuple[str, str, int], PrintedEdge]


def _printed_figures() -> _Printed:
    """Return the figures that documents print: game, table and decks -> the chief one."""
    by_place: dict[tuple[str, str, int], list[dict[str, Any]]] = {}
    for figure in checked_documents()["figures"]:
        if figure["table"]:
            place = (figure["game"], figure["table"], figure["decks"])
            by_place.setdefault(place, []).append(figure)
    return {place: _chief(figures) for place, figures in by_place.items()}


def _chief(figures: list[dict[str, Any]]) -> PrintedEdge:
    chief = next((figure for figure in figures if figure["figure"] == _ADVANTAGE), figures[0])
    return PrintedEdge(
        text=chief["printed"],
        name=chief["name"],
        exact=chief["exact_text"],
        agrees=all(figure["agrees"] for figure in figures),
        figures=len({(figure["figure"], figure["row"]) for figure in figures}),
    )
