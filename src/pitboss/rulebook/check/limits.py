"""Limits of wagers, by the document and by the law of a profile, and how the shoe is handled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.cards import DECKS
from pitboss.rulebook.check.tables import wager_hint
from pitboss.rulebook.house import House, Limits
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.rulebook.model import Game, OptionValue, PayTable
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, Odds, fixed_ratio, format_dollars
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.profiles import Profile

BREACH = "profile/exceeded"


def limit_problems(
    game: Game, limits: Mapping[str, Limits], used: Mapping[str, PayTable]
) -> Iterator[Problem]:
    """Yield limits that are not amounts, or exceed the document's."""
    known = tuple(wager.id for wager in game.wagers)
    for wager_id, limit in limits.items():
        key = f"limits.{wager_id}"
        if wager_id not in known:
            message = f"{game.id} has no wager {wager_id!r}; {wager_hint(game, wager_id)}"
            yield Problem(code="wager/not-offered", key=key, message=message)
            continue
        wager = game.wager(wager_id)
        for name in ("min", "max", "aggregate"):
            amount = getattr(limit, name)
            if amount is not None and not 1 <= amount <= CENTS_MAX:
                message = f"{amount} cents is not an amount; write from 1 to {CENTS_MAX:,} cents"
                message += ", or dollars in quotes, as in '$5'"
                yield Problem(code="option/invalid", key=f"{key}.{name}", message=message)
        if limit.min is not None and limit.max is not None and limit.min > limit.max:
            low, high = format_dollars(limit.min), format_dollars(limit.max)
            message = f"the minimum {low} is above the maximum {high}"
            yield Problem(code="option/invalid", key=key, message=message)
        yield from _use_problems(game, wager_id, limit)
        table = used.get(wager_id)
        if table and table.min_wager and limit.max is not None and limit.max < table.min_wager:
            message = f"pay table {table.id} needs at least {format_dollars(table.min_wager)}"
            yield Problem(code="option/invalid", key=key, message=message, cite=table.cite)
        for given in filter(None, (limit.min, limit.max)):
            for name, bound in (("minimum", wager.min), ("maximum", wager.max)):
                if bound is not None and (given < bound if name == "minimum" else given > bound):
                    message = f"the document's {name} is {format_dollars(bound)}; {_NARROWER}"
                    yield Problem(code="option/invalid", key=key, message=message, cite=wager.cite)


_NARROWER = "a house may narrow the approved limits, never widen them"


def bet_problems(
    game: Game, house: House, options: Mapping[str, OptionValue], used: Mapping[str, PayTable]
) -> Iterator[Problem]:
    """Yield limits at which no bet is possible: no amount is left for wagers that go together."""

    def amounts(wager_id: str) -> tuple[int, int]:
        wager, limit = game.wager(wager_id), house.limits.get(wager_id, Limits())
        table = used.get(wager_id)
        lows = (limit.min, wager.min, table.min_wager if table else None, 1)
        low = max(amount for amount in lows if amount is not None)
        high = min(limit.max or CENTS_MAX, wager.max or CENTS_MAX)
        return (-(-low // 100) * 100, high // 100 * 100) if wager.whole_dollars else (low, high)

    for wager in game.wagers:
        other = wager.equals
        if other is None or (game.tables_of(wager.id) and wager.id not in used):
            continue
        (low, high), (other_low, other_high) = amounts(wager.id), amounts(other)
        if max(low, other_low) > min(high, other_high) and {wager.id, other} & set(house.limits):
            message = f"{wager.id} must be as large as {other}, and no amount is allowed for both"
            key = f"limits.{wager.id if wager.id in house.limits else other}"
            yield Problem(code="option/conflict", key=key, message=message, cite=wager.cite)
    if options.get("poker") == "required" and "poker" in used:  # 2104(2)(b)
        least = amounts("main")[0] + amounts("poker")[0]
        most = amounts("main")[1]
        if least > most:
            message = f"main and poker together are at least {format_dollars(least)}"
            message += f", and may be at most {format_dollars(most)}"
            yield Problem(code="option/conflict", key="limits.main", message=message)


def _use_problems(game: Game, wager_id: str, limit: Limits) -> Iterator[Problem]:
    """Yield limits that cannot be kept: on pays that are not shared, or with no amount left."""
    wager, key = game.wager(wager_id), f"limits.{wager_id}"
    if limit.aggregate is not None and (wager.jackpot or not game.tables_of(wager_id)):
        message = "only a side wager that no meter pays may have an aggregate limit"
        yield Problem(code="option/conflict", key=f"{key}.aggregate", message=message)
    low, high = limit.min or 1, limit.max
    if wager.whole_dollars and high is not None and -(-low // 100) * 100 > high:
        amounts = f"{format_dollars(low)} to {format_dollars(high)}"
        message = f"the wager is whole dollars, and none lies from {amounts}"
        yield Problem(code="option/invalid", key=key, message=message, cite=wager.cite)


def small_amounts(house: House) -> Iterator[Problem]:
    """Yield stated amounts under a dollar: most were meant as dollars."""
    stated = {
        f"limits.{wager_id}.{name}": getattr(limit, name)
        for wager_id, limit in house.limits.items()
        for name in ("min", "max", "aggregate")
    }
    stated |= {
        f"jackpots.{wager_id}.wager": setup.wager for wager_id, setup in house.jackpots.items()
    }
    for key, amount in stated.items():
        if amount is not None and amount < CENTS_PER_DOLLAR:
            message = f"{format_dollars(amount)} is less than $1: a whole number is cents"
            message += f"; for dollars write '${amount}' in quotes"
            yield Problem(code="limit/small", key=key, message=message)


def shoe_problems(
    game: Game, house: House, options: Mapping[str, OptionValue]
) -> Iterator[Problem]:
    """Burned cards and those behind the cut card must leave half the shoe to deal from."""
    half = len(DECKS[game.deck].cards) * int(options.get("decks", 1)) // 2
    for name, count in (("burn", house.shoe.burn), ("cut", house.shoe.cut)):
        if count is not None and not 0 <= count <= half:
            message = f"{count} is not allowed; choose from 0 to {half} cards"
            yield Problem(code="option/invalid", key=f"shoe.{name}", message=message)


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
