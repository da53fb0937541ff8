"""The cost of each rule: the edge with one option changed at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pitboss.engine.setup import Setup, make_setup
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.kinds import house_edge as edge_of
from pitboss.exact.kinds import is_solved
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.defaults import add_compulsory_tables
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import RulesError


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One option with another value, all others as they are."""

    option: str
    given: OptionValue
    value: OptionValue
    house_edge: float
    change: float
    """How much the edge rises, as a fraction of the first wager or wagers."""


Choice = tuple[str, OptionValue]
"""An option and one of its values."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The effect of every other value of every option that is a rule of the main game."""

    changes: tuple[Effect, ...]
    refused: tuple[Choice, ...] = ()
    """Values that the rule book refuses with the other options."""
    unsolved: tuple[Choice, ...] = ()
    """Values whose game the solver does not know."""


def effects(
    house: House,
    house_edge: float,
    split_play: SplitPlay | None = None,
    report: Callable[[float], None] = lambda _: None,
) -> Effects:
    """Return the edge of the main game with one option changed at a time.

    *split_play* is the play of split hands that *house_edge* is for.

    Side wagers are removed first, with their options and limits: a pay table for one deck count
    would refuse a change that does not concern it. *report* takes the share of the work that is
    done.
    """
    base = configure(house)
    main = main_game(house)
    changes: list[Effect] = []
    refused: list[Choice] = []
    unsolved: list[Choice] = []
    others = [*_other_values(base)]
    for number, (option, given, value) in enumerate(others):
        report(number / len(others))
        changed = _change_option(main, option, value)
        if changed is None:
            refused.append((option, value))
        elif not is_solved(changed):
            unsolved.append((option, value))
        else:
            edge = edge_of(changed, split_play)
            change = edge - house_edge
            changes.append(
                Effect(option=option, given=given, value=value, house_edge=edge, change=change)
            )
    return Effects(tuple(changes), tuple(refused), tuple(unsolved))


def main_game(house: House) -> House:
    """Return *house* with the main game alone: only those of its options that are rules of it.

    An option that is not given stays open, because its value may follow from another.
    """
    rules = configure(house).main_options
    options = {name: value for name, value in house.options.items() if name in rules}
    return House(game=house.game, options=options, tables={})


def _other_values(base: ConfiguredGame) -> Iterator[tuple[str, OptionValue, OptionValue]]:
    """Yield every option that is a rule, its value, and each other value it can have."""
    for name, given in base.main_options.items():
        for value in base.game.option(name).values:
            if value != given:
                yield name, given, value


def _change_option(main: House, option: str, value: OptionValue) -> Setup | None:
    """Return the table with one option changed; None if the rule book refuses it."""
    house, _ = add_compulsory_tables(replace(main, options={**main.options, option: value}))
    try:
        return make_setup(configure(house))
    except RulesError:
        return None
