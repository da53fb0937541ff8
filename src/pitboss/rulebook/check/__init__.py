"""A house configuration against the approved rules: every problem at once, with the clause."""

from __future__ import annotations

from pitboss.rulebook.check.jackpots import jackpot_problems
from pitboss.rulebook.check.limits import bet_problems, limit_problems, shoe_problems, small_amounts
from pitboss.rulebook.check.options import house_options, option_problems
from pitboss.rulebook.check.tables import offered_tables, pay_problems, table_problems, used_tables
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.library import game as game_of


def problems(house: House) -> tuple[Problem, ...]:
    """Return everything that keeps *house* from being an approved set-up of its game.

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
    )


def warnings(house: House) -> tuple[Problem, ...]:
    """Return what is allowed in *house* and yet is probably not meant.

    >>> from pitboss.rulebook.house import Limits
    >>> (warning,) = warnings(House(game="co/trilux", limits={"main": Limits(min=5, max=40000)}))
    >>> print(warning)
    limits.main.min: $0.05 is less than $1: a whole number is cents; for dollars write '$5' in \
quotes [limit/small]
    """
    return tuple(small_amounts(house))


def _stated_decks(house: House) -> dict[str, OptionValue]:
    """A deck count that is not allowed is still the one the tables are held against."""
    decks = house.options.get("decks")
    return {"decks": decks} if type(decks) is int else {}
