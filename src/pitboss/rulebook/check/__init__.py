"""A house configuration against the approved rules: every problem at once, with the clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.rulebook.check.jackpots import jackpot_problems
from pitboss.rulebook.check.limits import (
    bet_problems,
    limit_problems,
    pace_problems,
    profile_problems,
    shoe_problems,
    small_amounts,
)
from pitboss.rulebook.check.options import house_options, option_problems
from pitboss.rulebook.check.tables import offered_tables, pay_problems, table_problems, used_tables
from pitboss.rulebook.house import House, readable_part
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.profiles import find_profile


def problems(house: House) -> tuple[Problem, ...]:
    """Return everything that prevents *house* from being an approved set-up of its game.

    >>> bad = House(game="wa/spanish-21", options={"decks": 7, "soft17": "stand", "redouble": True})
    >>> for problem in problems(bad):
    ...     print(problem)
    options.decks: 7 is not allowed; choose 2, 4, 5, 6 or 8 (GR2) [option/invalid]
    options.redouble: double-double down is allowed only where the dealer hits soft 17 (GR8, DP6) \
[option/conflict]
    """
    game = game_of(house.game)
    options = house_options(game, house)
    tables = offered_tables(game, house, options)
    used = used_tables(game, house, tables)
    off_limits = tuple(limit_problems(game, house.limits, used))
    return (
        *option_problems(game, house, options, tables),
        *table_problems(game, options | _stated_decks(house), tables),
        *pay_problems(game, house, tables),
        *jackpot_problems(game, house, tables),
        *(off_limits or bet_problems(game, house, options, used)),
        *shoe_problems(game, house, options),
        *pace_problems(game, house),
    )


def judge(house: House) -> tuple[Problem, ...]:
    """Return every problem of *house* by the rules of its game and by its legal profile.

    >>> from pitboss.rulebook.house import Limits
    >>> options = {"decks": 6, "soft17": "hit"}
    >>> limits = {"main": Limits(min=500, max=1000000)}
    >>> (problem,) = judge(House(game="wa/spanish-21", options=options, limits=limits))
    >>> print(problem)
    limits.main.max: $10000 is more than a single wager may be: $400 by profile wa-2023 \
(WAC 230-15-140, 230-15-490) [profile/exceeded]
    """
    return (*problems(house), *law_problems(house))


def law_problems(house: House) -> tuple[Problem, ...]:
    """Return every limit of *house* that the law of its profile does not allow."""
    try:
        profile = find_profile(house.game, house.profile)
    except RulesError as error:
        return tuple(error.problems)
    if profile is None:
        return ()
    game = game_of(house.game)
    used = used_tables(game, house, offered_tables(game, house, house_options(game, house)))
    return tuple(profile_problems(profile, house, used))


def data_problems(data: Mapping[str, Any]) -> tuple[House | None, tuple[Problem, ...]]:
    """Judge a configuration decoded from TOML or JSON: unreadable values come first.

    Return the house, as far as it can be read, and every problem of it. Problems that only follow
    from an unreadable value are left out.

    >>> data = {"game": "co/trilux", "options": {"decks": "6"}, "limits": {"main": {"min": 5.5}}}
    >>> [problem.key for problem in data_problems(data)[1]]
    ['limits.main.min', 'options.decks']
    """
    house, unread, missing = readable_part(data)
    if house is None:
        return None, unread
    try:
        judged = judge(house)
    except RulesError as error:
        return house, (*unread, *error.problems)
    return house, (*unread, *(p for p in judged if not _follows(p.key, missing)))


def _follows(key: str, missing: Iterable[str]) -> bool:
    """Return whether a problem may only follow from one of the *missing* values."""
    return any(
        key == other or key.startswith(f"{other}.") or other.startswith(f"{key}.")
        for other in missing
    )


def warnings(house: House) -> tuple[Problem, ...]:
    """Return what is allowed in *house* but probably not meant.

    >>> from pitboss.rulebook.house import Limits
    >>> (warning,) = warnings(House(game="co/trilux", limits={"main": Limits(min=5, max=40000)}))
    >>> print(warning)
    limits.main.min: $0.05 is less than $1: a whole number is cents; for dollars write '$5' in \
quotes [limit/small]
    """
    return tuple(small_amounts(house))


def _stated_decks(house: House) -> dict[str, OptionValue]:
    """Return the stated deck count, for the checks of tables, even if it is not allowed."""
    decks = house.options.get("decks")
    return {"decks": decks} if type(decks) is int else {}
