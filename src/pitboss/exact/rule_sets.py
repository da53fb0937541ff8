"""Every set of some rules of a main game, each solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Final

from pitboss.engine.setup import prepare
from pitboss.exact.effects import main_game
from pitboss.exact.kinds import house_edge as edge_of
from pitboss.exact.kinds import is_solved
from pitboss.rulebook.configured import configure
from pitboss.rulebook.defaults import add_compulsory_tables
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import Problem, RulesError

SETS_MAX: Final = 512
"""Each set is a game to be solved, which takes up to seconds."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The values of the options that changed, and the house edge with them."""

    options: Mapping[str, OptionValue]
    house_edge: float


@dataclass(frozen=True, slots=True)
class RuleSets:
    """Every set that can be played, and how many cannot."""

    sets: tuple[RuleSet, ...]
    refused: int


def rule_sets(
    house: House, names: tuple[str, ...], report: Callable[[float], None] = lambda _: None
) -> RuleSets:
    """Solve the main game with every value of some options; the others stay as they are."""
    base = configure(house)
    main = main_game(house)
    values = [base.game.listed_values(name) for name in names]
    count = prod(map(len, values))
    if count > SETS_MAX:
        message = f"{count:,} sets of these rules are too many to solve; at most {SETS_MAX}"
        raise RulesError([Problem(code="design/too-many", key="change", message=message)])
    found: list[RuleSet] = []
    for number, chosen in enumerate(product(*values)):
        report(number / count)
        options = dict(zip(names, chosen, strict=True))
        changed = replace(main, options={**main.options, **options})
        try:
            setup = prepare(add_compulsory_tables(changed)[0])
        except RulesError:
            continue  # the rule book does not allow these values together
        if is_solved(setup):
            found.append(RuleSet(options, edge_of(setup)))
    return RuleSets(tuple(found), count - len(found))
