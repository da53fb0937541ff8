"""The edge of every pay table of the rule book at every deck count, computed beforehand."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import asdict, astuple, dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterValue, WagerOdds
from pitboss.exact.odds.wagers import odds
from pitboss.report.catalogue.edges import DIGITS
from pitboss.report.catalogue.processes import process_pool
from pitboss.rulebook.reading.library import game_ids
from pitboss.text.spreadsheets import safe_cell

FILE = files("pitboss.report.catalogue") / "pay_tables.csv"
"""Computed by `tools/generate_pay_tables.py`, because it takes a minute; tests compute it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PayTableEdge:
    """One pay table of one wager at a deck count."""

    game: str
    wager: str
    table: str
    decks: int
    options: str
    """Further options, as `soft17=hit alternate=4-alt`."""
    edge: float
    """The house edge of the fixed pays."""
    long_run_edge: float | None
    """The edge after everything that feeds the meter is won; None if it is not known."""
    hit_frequency: float
    standard_deviation: float
    play: str
    """The aim of the play, or the bound, if the play decides."""

    @property
    def cost(self) -> float:
        """The edge that an operator compares: the long-run edge if there is one."""
        return self.edge if self.long_run_edge is None else self.long_run_edge

    def as_json(self) -> dict[str, Any]:
        """Return the record of `pitboss find --json`."""
        return asdict(self)


@cache
def pay_table_edges() -> tuple[PayTableEdge, ...]:
    """Return every pay table of the catalogue, computed beforehand.

    >>> jackpot = next(line for line in pay_table_edges() if line.table == "3c-5")
    >>> f"{jackpot.edge:.4%}", f"{jackpot.cost:.4%}"
    ('31.4490%', '10.4490%')
    """
    return read(FILE.read_text(encoding="utf-8"))


def edge_line(item: WagerOdds) -> PayTableEdge:
    """Return the line of one wager at one pay table and deck count."""
    meter = None if item.meter is None else meter_value(item, MeterValue())
    long_run = None if meter is None else meter.long_run_edge
    return PayTableEdge(
        game=item.game,
        wager=item.wager,
        table=item.table,
        decks=item.decks,
        options=" ".join(f"{name}={value}" for name, value in item.options.items()),
        edge=round(float(item.edge), DIGITS),
        long_run_edge=None if long_run is None else round(float(long_run), DIGITS),
        hit_frequency=round(float(item.hit_frequency), DIGITS),
        standard_deviation=round(item.standard_deviation, DIGITS),
        play=item.play or item.bound,
    )


def compute_edges() -> tuple[PayTableEdge, ...]:
    """Compute every pay table again; main games are solved if play decides a wager."""
    with process_pool() as pool:
        by_game = pool.map(game_edges, game_ids(), chunksize=1)
        return tuple(line for lines in by_game for line in lines)


def game_edges(game_id: str, *, solved: bool = True) -> tuple[PayTableEdge, ...]:
    """Compute the pay tables of one game; without *solved*, with bounds instead of play."""
    return tuple(best_play(edge_line(item) for item in odds(game_id, solved=solved) if item.table))


def best_play(lines: Iterable[PayTableEdge]) -> Iterator[PayTableEdge]:
    """Yield the lines without bounds where optimal play is known."""
    every = tuple(lines)
    known = {_place(line) for line in every if line.play and not is_bound(line)}
    for line in every:
        if not is_bound(line) or _place(line) not in known:
            yield line


def is_bound(line: PayTableEdge) -> bool:
    """Return whether a line is only a bound of optimal play."""
    return line.play.startswith("bound")


def _place(line: PayTableEdge) -> tuple[str, str, str, int]:
    return line.game, line.wager, line.table, line.decks


def read(text: str) -> tuple[PayTableEdge, ...]:
    """Return the lines of a file."""
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return tuple(_line(row) for row in rows)


def pay_tables_file(lines: Iterable[PayTableEdge]) -> str:
    """Return lines as text for the file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(field.name for field in fields(PayTableEdge))
    for line in lines:
        writer.writerow("" if cell is None else safe_cell(cell) for cell in astuple(line))
    return text.getvalue()


def _line(row: dict[str, str]) -> PayTableEdge:
    numbers: dict[str, Any] = {
        name: float(row[name]) for name in ("edge", "hit_frequency", "standard_deviation")
    }
    numbers["long_run_edge"] = float(row["long_run_edge"]) if row["long_run_edge"] else None
    return PayTableEdge(**{**row, **numbers, "decks": int(row["decks"])})
