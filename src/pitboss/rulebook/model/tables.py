"""Pay tables, row by row as a document prints them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pitboss.rulebook.model.options import OptionValue
from pitboss.rulebook.model.wagers import Moment
from pitboss.rulebook.pays import Pay, Plain


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
    printed: Mapping[str, str] = field(default_factory=dict)
    """Figures the document prints beside the row."""
    from_jackpot: bool = False
    """An operator-set prize that comes out of the meter rather than from the house."""

    @property
    def offered(self) -> bool:
        """Whether this table has the row at all."""
        return self.pay is not Plain.NOT_OFFERED


@dataclass(frozen=True, slots=True, kw_only=True)
class PayTable:
    """One pay table the house may post."""

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
    """Patterns of the table ids into which it may be put; then it is no table of its own."""
    replaces: tuple[str, ...] = ()
    """The outcomes it replaces there."""
    envy_to: Literal["dealer", "players"] | None = None
    envy_scales: bool = False
    """Envy pays are for each $1 of wager rather than flat."""
    needs_options: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    """Option values this table needs (approved equipment)."""
    base_wager: int | None = None
    """The wager in cents for which seed and fixed dollars are printed."""
    min_wager: int | None = None
    seed: str | None = None
    increment: str | None = None
    printed: Mapping[str, str] = field(default_factory=dict)
    printed_for: tuple[int, ...] = ()
    """The deck counts the printed figures are about; none: all the table's."""
    note: str = ""
    cite: str

    @property
    def operator_rows(self) -> tuple[PayRow, ...]:
        """The rows whose prize the house must set."""
        return tuple(row for row in self.rows if row.pay is Plain.OPERATOR_SET)
