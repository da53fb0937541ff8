"""What each rule costs: the edge with one option changed at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pitboss.engine.setup import Setup, setup_of
from pitboss.exact.kinds import house_edge as edge_of
from pitboss.exact.kinds import is_solved
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.defaults import add_compulsory_tables
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game as game_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One option with another value, all others as they are."""

    option: str
    given: OptionValue
    value: OptionValue
    house_edge: float
    change: float
    """How much the edge rises, as a fraction of the first wager or wagers."""


def effects(house: House, house_edge: float) -> Iterator[Effect]:
    """Yield what every other value of every option that changes a rule does to the edge.

    What the rule book refuses beside the other options is left out, and so are options that are no
    rule of the main game: they leave its rules as they are.
    """
    base = configure(house)
    for option in game_of(house.game).options:
        given = base.options[option.id]
        for value in option.values:
            changed = _changed(house, base, option.id, value)
            if value != given and changed is not None:
                edge = edge_of(changed)
                yield Effect(
                    option=option.id,
                    given=given,
                    value=value,
                    house_edge=edge,
                    change=edge - house_edge,
                )


def _changed(house: House, base: ConfiguredGame, option: str, value: OptionValue) -> Setup | None:
    """The table with one option changed; None where that is refused, not solved, or no rule.

    Only the main wager is solved: pay tables of other wagers, some of them for one deck count only,
    would refuse a change that has nothing to do with them.
    """
    bare = replace(house, options={**house.options, option: value}, tables={}, pays={}, jackpots={})
    other, _ = add_compulsory_tables(bare)
    try:
        configured = configure(other)
    except RulesError:
        return None
    if (configured.rules, configured.automatic) == (base.rules, base.automatic):
        return None
    setup = setup_of(configured)
    return setup if is_solved(setup) else None
