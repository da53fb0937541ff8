"""The size of the main wager: its limits, and the table for figures of one wager.

GR8, ruling W16: with double-double down each double adds at most the table's maximum. A wager above
a quarter of the maximum reaches that cap, so its figures and its best play are its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitboss.engine.setup import Setup
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.problems import Problem


def at_wager(setup: Setup, cents: int | None) -> Setup:
    """Return the table for figures of one main wager; itself where no cap reaches that wager."""
    largest = uncapped_most(setup)
    if cents is None or largest is None or cents <= largest:
        return setup
    return replace(setup, main_wager=cents)


def uncapped_most(setup: Setup) -> int | None:
    """Return the highest main wager whose doubles the maximum does not cap; None: every wager.

    The last double adds all that is on the hand by then.
    """
    rules = setup.blackjack
    if rules is None or not rules.redouble or setup.main_max is None:
        return None
    return setup.main_max >> max(0, rules.doublings - 1)


def wager_problems(setup: Setup, cents: int | None, key: str = "wager") -> Iterator[Problem]:
    """Yield a main wager that this table does not take."""
    low, high = setup.main_min, setup.main_max
    if cents is not None and (cents < low or (high is not None and cents > high)):
        most = "" if high is None else f" to {format_dollars(high)}"
        message = f"the main wager is from {format_dollars(low)}{most} here"
        yield Problem(code="wager/off-limits", key=key, message=message)
