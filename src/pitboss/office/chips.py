"""Chips and notes by denomination: their value, and whether they exist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pitboss.engine.actions import Refusal
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.rulebook.limits import CENTS_MAX

COUNT_MAX: Final = 1_000_000
"""Chips or notes of one denomination in one count."""


def count_units(chips: Mapping[int, int]) -> int:
    """Return the value of chips in units.

    >>> count_units({500: 3, 25: 1})
    152500
    """
    return sum(cents * count for cents, count in chips.items()) * UNITS_PER_CENT


def without_none(chips: Mapping[int, int]) -> dict[int, int]:
    """Return a count sorted by denomination, without empty ones."""
    return {cents: count for cents, count in sorted(chips.items()) if count}


def chips_problem(chips: Mapping[int, int], denominations: Iterable[int]) -> Refusal | None:
    """Return why a count is impossible; None: it is possible."""
    known = frozenset(denominations)
    if unknown := sorted(set(chips) - known):
        named = ", ".join(map(str, unknown))
        allowed = ", ".join(map(str, sorted(known)))
        message = f"there are no chips or notes of {named} cents; there are {allowed}"
        return Refusal("count/denomination", message)
    if any(not 0 <= count <= COUNT_MAX for count in chips.values()):
        return Refusal("count/number", f"a count has 0 to {COUNT_MAX:,} of each denomination")
    if count_units(chips) > CENTS_MAX * UNITS_PER_CENT:
        return Refusal("count/number", "this is more than any count may be worth")
    return None


def chips_of_cents(cents: int, denominations: Iterable[int]) -> dict[int, int]:
    """Return the fewest chips that make up an amount, largest first.

    >>> chips_of_cents(1_275, (500, 100, 25))
    {25: 3, 100: 2, 500: 2}
    """
    chips = {}
    for denomination in sorted(denominations, reverse=True):
        chips[denomination], cents = divmod(cents, denomination)
    return without_none(chips)
