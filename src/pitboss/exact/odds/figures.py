"""Printed figures against exact ones, at the precision they are printed with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Protocol

from pitboss.rulebook.model import PayRow, PayTable
from pitboss.rulebook.pays import fixed_ratio

JACKPOT_CONTRIBUTION = Fraction(21, 100)
"""Ruling W1: the share for the meter that the printed jackpot advantages subtract."""
_PERCENT = 100


class Happening(Protocol):
    """An outcome of a wager: its probability, and the rows that are paid."""

    @property
    def probability(self) -> Fraction: ...  # noqa: D102
    @property
    def rows(self) -> tuple[PayRow, ...]: ...  # noqa: D102


def printed_value(text: str) -> tuple[Fraction, Fraction]:
    """Return a printed figure and half a unit of its last digit.

    >>> printed_value("22.79%")
    (Fraction(2279, 10000), Fraction(1, 20000))
    >>> printed_value(".000244")
    (Fraction(61, 250000), Fraction(1, 2000000))
    """
    number = text.removesuffix("%")
    scale = Fraction(1, _PERCENT) if text.endswith("%") else Fraction(1)
    digits = len(number.partition(".")[2])
    return Fraction(f"0{number}") * scale, Fraction(1, 2 * 10**digits) * scale


def agrees_with(text: str, exact: Fraction) -> bool:
    """Return whether *exact* rounds to the printed figure.

    >>> agrees_with("3.06%", Fraction(114, 3731)), agrees_with("3.05%", Fraction(114, 3731))
    (True, False)
    """
    value, half = printed_value(text)
    return abs(exact - value) <= half


def exact_figures(
    table: PayTable, edge: Fraction, hit_frequency: Fraction, happenings: Iterable[Happening]
) -> Iterator[tuple[str, str, str, Fraction]]:
    """Yield name, row, printed text and the exact value of each figure beside a pay table."""
    is_jackpot = table.family.startswith("jackpot-")
    for name, text in table.printed.items():
        if name == "house_advantage":
            yield name, "", text, edge - (JACKPOT_CONTRIBUTION if is_jackpot else 0)
        elif name == "win_frequency":
            yield name, "", text, hit_frequency
        elif name == "win_one_in":
            yield name, "", text, 1 / hit_frequency
    for row in table.rows:
        if row.printed:
            probability = sum((r.probability for r in happenings if row in r.rows), Fraction(0))
            for name, text in row.printed.items():
                exact = probability if name == "probability" else probability * fixed_ratio(row.pay)
                yield name, row.name, text, exact


def agreement(
    table: PayTable, edge: Fraction, hit_frequency: Fraction, happenings: Iterable[Happening]
) -> bool | None:
    """Return whether every printed figure is reproduced; None if none is printed."""
    checks = [
        agrees_with(text, exact)
        for _, _, text, exact in exact_figures(table, edge, hit_frequency, happenings)
    ]
    return all(checks) if checks else None
