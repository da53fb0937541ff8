"""From the class of a hand to the rows of a pay table that pay it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

from pitboss.patterns.families import FAMILIES, DecidedBy, Hit, families_decided_by
from pitboss.rulebook.model import PayRow, PayTable
from pitboss.rulebook.pays import Odds

ByClass = Mapping[int, PayRow]
"""The class a pattern returns -> the row it is paid on; classes that lose are not there."""

OF_THE_DEALER = families_decided_by(DecidedBy.DEALER)
"""Families that the dealer's completed hand decides."""


def rows_by_class(table: PayTable) -> tuple[ByClass, ...]:
    """Return the row each class is paid on: the first of its outcomes that the table offers."""
    rows = {row.outcome: row for row in table.rows if row.is_offered}
    by_class = []
    for classes in FAMILIES[table.family].outcomes:
        paid = {}
        for name, outcomes in classes.items():
            row = next((rows[outcome] for outcome in outcomes if outcome in rows), None)
            if row is not None:
                paid[int(name)] = row
        by_class.append(MappingProxyType(paid))
    return tuple(by_class)


def paid_rows(
    family: str, by_class: tuple[ByClass, ...], hits: Iterable[Hit]
) -> tuple[PayRow, ...]:
    """Return the rows that *hits* are paid on, in order."""
    alone = FAMILIES[family].alone
    rows: list[PayRow] = []
    for place, hit in hits:
        row = by_class[place].get(hit)
        if row is not None:
            rows.append(row)
            if place == 0 and hit in alone:
                break
    return tuple(rows)


def unpaid_outcome(family: str, hits: Iterable[Hit]) -> str:
    """Return the strongest outcome of *hits* that no row pays, "" if they hold nothing.

    >>> from pitboss.patterns.three_card import ThreeCard
    >>> unpaid_outcome("three-card-poker", [(0, ThreeCard.PAIR_AND_FLUSH)])
    'pair-and-flush'
    >>> unpaid_outcome("three-card-poker", [(0, ThreeCard.OTHER)])
    ''
    """
    for place, hit in hits:
        for outcome in FAMILIES[family].outcomes[place].get(hit, ()):
            if not outcome.endswith(_ANYTHING_ELSE):
                return outcome
    return ""


def unpaid_names(table: PayTable) -> tuple[str, ...]:
    """Return the strongest outcome of each class that no row of *table* pays, each once."""
    family = FAMILIES[table.family]
    names = dict[str, None]()
    for place, paid in enumerate(rows_by_class(table)):
        for kind in family.outcomes[place]:
            if kind not in paid:
                names[unpaid_outcome(table.family, [(place, kind)])] = None
    names.pop("", None)
    return tuple(names)


def underpaid_rows(table: PayTable) -> tuple[tuple[PayRow, PayRow], ...]:
    """Return each row that pays a stronger hand less than a row for a weaker one, and that row.

    A hand is paid on the row that names its strongest outcome, whatever the rows pay. Only odds are
    compared: what the house sets, and shares of a meter, are not known here.
    """
    rows = {row.outcome: row for row in table.rows if row.is_offered and isinstance(row.pay, Odds)}
    pairs = dict[tuple[str, str], tuple[PayRow, PayRow]]()
    for classes in FAMILIES[table.family].outcomes:
        for outcomes in classes.values():
            fitting = [rows[name] for name in outcomes if name in rows]
            for paid, other in ((fitting[0], other) for other in fitting[1:]):
                if _gain(paid) < _gain(other):
                    pairs.setdefault((paid.name, other.name), (paid, other))
    return tuple(pairs.values())


def _gain(row: PayRow) -> Fraction:
    assert isinstance(row.pay, Odds)
    return row.pay.ratio - row.pay.for_one


_ANYTHING_ELSE = ("other", "not-22")
"""Ends of outcomes that are no hands but the lack of one."""
