"""Rows of several pay tables on common lines, by outcome."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pitboss.rulebook.model import PayRow, PayTable

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
    by_key = [_rows_by_key(table) for table in tables]
    lines = []
    for key in merge_orders([tuple(rows) for rows in by_key]):
        aligned = tuple(rows.get(key) for rows in by_key)
        first = next(row for row in aligned if row is not None)
        lines.append(
            AlignedRow(f"{first.name}, {first.column}" if first.column else first.name, aligned)
        )
    return tuple(lines)


def _rows_by_key(table: PayTable | None) -> dict[tuple[str, str], PayRow]:
    rows = table.rows if table else ()
    return {(row.outcome, row.column): row for row in rows if row.is_offered}


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
