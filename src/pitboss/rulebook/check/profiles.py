"""A house against the legal limits of a profile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.rulebook.house import House, Limits
from pitboss.rulebook.model import PayTable
from pitboss.rulebook.pays import Odds, fixed_ratio, format_dollars
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.profiles import Profile

BREACH = "profile/exceeded"


def profile_problems(
    profile: Profile, house: House, used: Mapping[str, PayTable]
) -> Iterator[Problem]:
    """Yield the limits of *house* that the law of *profile* does not allow."""
    most = profile.single_wager_max
    stated = {f"jackpots.{wager}.wager": setup.wager for wager, setup in house.jackpots.items()}
    for wager_id, limits in house.limits.items():
        stated |= {f"limits.{wager_id}.{name}": getattr(limits, name) for name in ("min", "max")}
        if limits.aggregate is not None and wager_id in used:
            yield from _aggregate_problems(profile, wager_id, limits, used[wager_id])
    yield from _count_problems(profile, house, used)
    for key, amount in stated.items():
        if most is not None and amount is not None and amount > most:
            message = f"{format_dollars(amount)} is more than a single wager may be"
            message += f": {format_dollars(most)} by profile {profile.id}"
            yield _breach(profile, key, message)


def _count_problems(
    profile: Profile, house: House, used: Mapping[str, PayTable]
) -> Iterator[Problem]:
    """WAC 230-15-040: so many separate wagers on one hand, and so many of them larger ones."""
    wagers = ("main", *used)
    most, large = profile.hand_wagers_max, profile.larger_wager
    if most is not None and len(wagers) > most:
        message = f"{len(wagers)} separate wagers ride on one hand: {most} by profile {profile.id}"
        yield _breach(profile, "tables", message)
    larger_most = profile.larger_wagers_max
    if larger_most is None or large is None:
        return
    larger = [
        wager for wager in wagers if (amount := _largest(house, wager)) is None or amount > large
    ]
    if len(larger) > larger_most:
        message = (
            f"{len(larger)} wagers of one hand may be more than {format_dollars(large)}"
            f": {larger_most} by profile {profile.id}"
        )
        yield _breach(profile, "limits", message)


def _largest(house: House, wager_id: str) -> int | None:
    """Return the most that a wager may be by the house; None: the house says nothing."""
    if wager_id in house.jackpots:
        return house.jackpots[wager_id].wager
    return house.limits[wager_id].max if wager_id in house.limits else None


def _aggregate_problems(
    profile: Profile, wager_id: str, limits: Limits, table: PayTable
) -> Iterator[Problem]:
    """An aggregate limit must pay the largest wager in full, at odds up to those of the profile."""
    key, counted = f"limits.{wager_id}.aggregate", profile.aggregate_odds
    if counted is None:
        return
    odds = max((fixed_ratio(row.pay) - _stake(row.pay) for row in table.rows), default=0)
    if odds < counted:
        message = f"an aggregate limit needs odds of {counted} to 1 or more in the pay table"
        yield _breach(profile, key, f"{message}; table {table.id} has none")
        return
    wager = limits.max if limits.max is not None else profile.single_wager_max
    assert limits.aggregate is not None
    if wager is not None and limits.aggregate < wager * counted:
        least = format_dollars(wager * counted)
        message = (
            f"{format_dollars(limits.aggregate)} is too low: the largest wager at {counted} to 1"
        )
        yield _breach(profile, key, f"{message} is {least}")


def _stake(pay: object) -> int:
    """Return the part of a pay that is the stake itself: "51 for 1" are odds of 50 to 1."""
    return 1 if isinstance(pay, Odds) and pay.for_one else 0


def _breach(profile: Profile, key: str, message: str) -> Problem:
    return Problem(code=BREACH, key=key, message=message, cite=profile.cite)
