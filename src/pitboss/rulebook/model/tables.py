"""Pay tables, row by row as a document prints them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pitboss.rulebook.model.options import OptionValue
from pitboss.rulebook.model.wagers import Moment
from pitboss.rulebook.pays import Pay, Plain
from pitboss.rulebook.phrases import deck_counts
from pitboss.rulebook.tabular import Row, Tabular


@dataclass(frozen=True, slots=True, kw_only=True)
class PayRow:
    """One cell of a felt: an outcome and what it pays."""

    name: str
    """As printed, without asterisks."""
    outcome: str
    """From the table's family in `outcomes.FAMILIES`."""
    column: str = ""
    """The printed column, where a table has several."""
    pay: Pay
    text: str
    """The pay as the document writes it ("2.5 to 1")."""
    envy: int | None = None
    """Cents paid to the dealer or to the other players on this outcome."""
    printed: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Figures the document prints beside the row."""
    from_jackpot: bool = False
    """An operator-set prize that comes out of the meter rather than from the house."""

    @property
    def title(self) -> str:
        """The row as a felt names it: the outcome, and the column where there are several."""
        return f"{self.name}, {self.column}" if self.column else self.name

    @property
    def is_offered(self) -> bool:
        """Whether this table has the row."""
        return self.pay is not Plain.NOT_OFFERED


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PayTable(Tabular):
    """One pay table the house may post.

    >>> import pitboss
    >>> pitboss.game("wa/spanish-21").tables[0]
    <PayTable bonus-21 of main: Bonus 21, 4, 5, 6 or 8 decks, 9 rows>
    """

    id: str
    title: str
    wagers: tuple[str, ...]
    family: str
    decks: tuple[int, ...]
    """The deck counts of the game it may be used with."""
    rows: tuple[PayRow, ...]
    automatic: bool = False
    """It applies always and is not chosen (Bonus 21)."""
    settled: Moment | None = None
    """When it is settled, where that differs from its wager."""
    alternate_for: tuple[str, ...] = ()
    """Patterns of the table ids into which it may be put; then it is not a table of its own."""
    replaces: tuple[str, ...] = ()
    """The outcomes it replaces there."""
    envy_to: Literal["dealer", "players"] | None = None
    envy_scales: bool = False
    """Envy pays are for each $1 of wager rather than flat."""
    needs_options: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict, hash=False)
    """Option values this table needs (approved equipment)."""
    base_wager: int | None = None
    """The wager in cents for which seed and fixed dollars are printed."""
    min_wager: int | None = None
    seed: str | None = None
    increment: str | None = None
    printed: Mapping[str, str] = field(default_factory=dict, hash=False)
    printed_for: tuple[int, ...] = ()
    """The deck counts of the printed figures; none: all of the table's."""
    note: str = ""
    cite: str

    def __repr__(self) -> str:
        """Name the table, its wagers and deck counts."""
        decks = deck_counts(self.decks)
        wagers = " and ".join((*self.wagers[:2], *(["others"] if len(self.wagers) > 2 else [])))
        return f"<PayTable {self.id} of {wagers}: {self.title}, {decks}, {len(self.rows)} rows>"

    def as_rows(self) -> list[Row]:
        """Return a row for each outcome: its name and what it pays."""
        return [
            {"row": row.name, "column": row.column, "outcome": row.outcome, "pays": row.text}
            for row in self.rows
        ]

    def _caption(self) -> str:
        return f"{self.title}, table {self.id}"

    @property
    def operator_rows(self) -> tuple[PayRow, ...]:
        """The rows whose prize the house must set."""
        return tuple(row for row in self.rows if row.pay is Plain.OPERATOR_SET)
