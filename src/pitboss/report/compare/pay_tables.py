"""Pay tables side by side: their pays by outcome, the probabilities, and the edges."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterValue, WagerOdds
from pitboss.exact.odds.wagers import odds
from pitboss.report.document.blocks import Block, Cell, Document, Grid, Heading, Paragraph
from pitboss.rulebook.check.tables import ALTERNATE, with_alternate
from pitboss.rulebook.model import OptionValue, PayRow, PayTable
from pitboss.rulebook.pays import Plain
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.text.numbers import one_in, percent
from pitboss.version import __version__

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """One outcome, and the row that each table has for it."""

    name: str
    rows: tuple[PayRow | None, ...]

    @property
    def differs(self) -> bool:
        """Whether the tables pay it differently."""
        return len({None if row is None else (row.pay, row.envy) for row in self.rows}) > 1


def align_rows(tables: Sequence[PayTable | None]) -> tuple[AlignedRow, ...]:
    """Return a line for every outcome that any of *tables* pays, in the order of the felts.

    >>> from pitboss.rulebook.reading.library import game
    >>> up = game("wa/spanish-21").tables_of("jackpot-1")
    >>> lines = align_rows([table for table in up if table.id in ("3c-5", "3c-7")])
    >>> [(line.name, line.differs) for line in lines][2:4]
    [('1 Non-Suited & 1 Suited Match', True), ('1 Suited match', True)]
    """
    by_key = [
        {(row.outcome, row.column): row for row in table.rows if row.is_offered} if table else {}
        for table in tables
    ]
    lines = []
    for key in merge_orders([tuple(rows) for rows in by_key]):
        aligned = tuple(rows.get(key) for rows in by_key)
        first = next(row for row in aligned if row is not None)
        lines.append(
            AlignedRow(f"{first.name}, {first.column}" if first.column else first.name, aligned)
        )
    return tuple(lines)


def merge_orders(orders: Iterable[Sequence[T]]) -> list[T]:
    """Return every item once; an added one comes before the next known one.

    >>> merge_orders(["abd", "acd"])
    ['a', 'b', 'c', 'd']
    """
    merged: list[T] = []
    for order in orders:
        known = set(merged)
        for place, item in enumerate(order):
            if item not in known:
                following = next((other for other in order[place:] if other in known), None)
                merged.insert(len(merged) if following is None else merged.index(following), item)
    return merged


EDGE = "edge"
LONG_RUN = "long-run edge"
HITS = "hits"
SPREAD = "standard deviation"


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerFigures:
    """The figures of one wager at one table."""

    edge: Fraction
    """The house edge of the fixed pays."""
    long_run_edge: Fraction | None
    """The edge after everything that feeds a meter is won; None without a meter."""
    hit_frequency: Fraction
    standard_deviation: float
    """For one unit wagered, without the meter."""
    play: str = ""
    """The aim of the play, if the play decides."""

    @property
    def texts(self) -> Mapping[str, str]:
        """Name -> the figure for people."""
        long_run = self.long_run_edge
        return {
            EDGE: percent(self.edge),
            LONG_RUN: "" if long_run is None else percent(long_run),
            HITS: f"{percent(self.hit_frequency, 2)}, 1 in {one_in(self.hit_frequency)}",
            SPREAD: f"{self.standard_deviation:.4f}",
        }

    def as_json(self) -> dict[str, Any]:
        """Return the figures with their fractions."""
        long_run = self.long_run_edge
        return {
            "edge": str(self.edge),
            "edge_float": float(self.edge),
            "long_run_edge": None if long_run is None else str(long_run),
            "long_run_edge_float": None if long_run is None else float(long_run),
            "hit_frequency": str(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "play": self.play,
        }


@dataclass(frozen=True, kw_only=True)
class PricedTable:
    """One pay table of a wager at a deck count, with its exact odds."""

    label: str
    """The head of its column."""
    odds: WagerOdds
    table: PayTable

    @cached_property
    def figures(self) -> WagerFigures:
        """Edge, hits and spread."""
        meter = None if self.odds.meter is None else meter_value(self.odds, MeterValue())
        return WagerFigures(
            edge=self.odds.edge,
            long_run_edge=None if meter is None else meter.long_run_edge,
            hit_frequency=self.odds.hit_frequency,
            standard_deviation=self.odds.standard_deviation,
            play=self.odds.play or self.odds.bound,
        )

    def chance(self, row: PayRow | None) -> Fraction | None:
        """Return the probability of a row; None if it has none."""
        by_row = {(r.name, r.column): r.probability for r in self.odds.rows}
        return by_row.get((row.name, row.column)) if row else None

    def as_json(self) -> dict[str, Any]:
        """Return the table as one subject of a comparison."""
        return {
            "game": self.odds.game,
            "wager": self.odds.wager,
            "table": self.odds.table,
            "decks": self.odds.decks,
            "options": dict(self.odds.options),
            "printed": dict(self.odds.printed),
            **self.figures.as_json(),
        }


def price_table(
    game_id: str,
    wager: str,
    table_id: str,
    *,
    decks: int,
    options: Mapping[str, OptionValue],
    label: str = "",
    play: str = "",
    value: MeterValue | None = None,
) -> PricedTable:
    """Return the odds of one pay table.

    If play decides, it is optimal play of the main game, unless *play* names another aim, which
    may depend on the *value* of a meter; without *options* the usual soft-17 rule holds.
    """
    game = game_of(game_id)
    usual = {option.id: option.usual for option in game.options if option.id == "soft17"}
    chosen = {**usual, **options}
    items = odds(game_id, wager=wager, table=table_id, decks=decks, options=chosen, value=value)
    if not items:
        message = f"pay table {table_id!r} has no odds of its own: play decides it"
        raise RulesError([Problem(code="option/conflict", key="table", message=message)])
    best = next((item for item in items if item.play), items[0])
    best = next((item for item in items if play and _aim(item.play) == _aim(play)), best)
    named = (table for table in game.tables_of(wager) if table.id == best.table)
    table = next(table for table in named if decks in table.decks)
    alternate = options.get(ALTERNATE)
    used = with_alternate(game, table, None if alternate is None else str(alternate))
    return PricedTable(label=label or table_id, odds=best, table=used)


def _aim(play: str) -> str:
    """Return the aim of the play, without the words about a meter."""
    return play.partition(",")[0]


@dataclass(frozen=True, kw_only=True)
class TableComparison:
    """Pay tables side by side."""

    tables: tuple[PricedTable, ...]

    @cached_property
    def lines(self) -> tuple[AlignedRow, ...]:
        """The outcomes, each with the rows of all tables."""
        lines = align_rows([priced.table for priced in self.tables])
        return tuple(
            line for line in lines if any(row and row.pay is not Plain.LOSS for row in line.rows)
        )

    @property
    def facts(self) -> Mapping[str, tuple[str, ...]]:
        """Facts of the tables, name -> a text for each."""
        return {
            "game": tuple(priced.odds.game for priced in self.tables),
            "wager": tuple(priced.odds.wager for priced in self.tables),
            "decks": tuple(str(priced.odds.decks) for priced in self.tables),
            "soft 17": tuple(str(priced.odds.options.get("soft17", "")) for priced in self.tables),
            "seed": tuple(priced.table.seed or "" for priced in self.tables),
            "feeds the meter": tuple(priced.table.increment or "" for priced in self.tables),
            **{
                f"printed {name.replace('_', ' ')}": tuple(
                    p.odds.printed.get(name, "") for p in self.tables
                )
                for name in dict.fromkeys(n for p in self.tables for n in p.odds.printed)
            },
        }

    def as_json(self) -> dict[str, Any]:
        """Return the record of `pitboss compare --json`."""
        return {
            "compared": "pay tables",
            "subjects": [priced.as_json() for priced in self.tables],
            "differences": [
                {"what": name, "values": list(texts)}
                for name, texts in self.facts.items()
                if len(set(texts)) > 1
            ],
            "rows": [
                {
                    "name": line.name,
                    "differs": line.differs,
                    "pays": [None if row is None else row.text for row in line.rows],
                    "probabilities": [
                        None if chance is None else str(chance)
                        for chance in map(PricedTable.chance, self.tables, line.rows)
                    ],
                }
                for line in self.lines
            ],
        }


def table_page(comparison: TableComparison, *, date: str) -> Document:
    """Return the comparison as a document, differences first."""
    tables = comparison.tables
    title = " and ".join((", ".join(t.label for t in tables[:-1]), tables[-1].label))
    return Document(
        title=f"Pay tables {title}",
        subtitle="; ".join(dict.fromkeys(_place(priced) for priced in tables)),
        head=f"Pay tables {title}",
        foot=f"Pitboss {__version__}, exact odds",
        date=date,
        blocks=tuple(_blocks(comparison)),
    )


def _place(priced: PricedTable) -> str:
    game = game_of(priced.odds.game)
    return f"{game.title} ({game.id}), {game.wager(priced.odds.wager).title}"


def _blocks(comparison: TableComparison) -> Iterator[Block]:
    heads = tuple(priced.label for priced in comparison.tables)
    yield Heading(1, "", "What they cost")
    yield grid(heads, tuple(_figure_rows(comparison)))
    if any(priced.figures.long_run_edge is not None for priced in comparison.tables):
        yield Paragraph(LONG_RUN_NOTE, "note")
    for title, lines in (
        ("Pays that differ", [line for line in comparison.lines if line.differs]),
        ("Pays that are the same", [line for line in comparison.lines if not line.differs]),
    ):
        if lines:
            yield Heading(1, "", title)
            rows = tuple((line.name, *map(_pay, comparison.tables, line.rows)) for line in lines)
            yield grid(heads, rows, "Outcome")


LONG_RUN_NOTE = (
    "The edge is that of the fixed pays alone. The long-run edge is that when everything which"
    " feeds the meter has been won."
)


def _figure_rows(comparison: TableComparison) -> Iterator[tuple[Cell, ...]]:
    texts = [priced.figures.texts for priced in comparison.tables]
    for name in (EDGE, LONG_RUN, HITS, SPREAD):
        if any(column[name] for column in texts):
            yield (name, *(column[name] for column in texts))
    for name, values in comparison.facts.items():
        if len(set(values)) > 1 or (any(values) and name not in {"game", "wager"}):
            yield (name, *values)


def _pay(priced: PricedTable, row: PayRow | None) -> Cell:
    if row is None:
        return "–"
    chance = priced.chance(row)
    often = "" if chance is None else f"1 in {one_in(chance)}" if chance else "never"
    return row.text, often


def grid(heads: Sequence[str], rows: tuple[tuple[Cell, ...], ...], first: str = "") -> Grid:
    """Return a table with a column for each subject."""
    return Grid(heads=(first, *heads), rows=rows, align="l" + "r" * len(heads))
