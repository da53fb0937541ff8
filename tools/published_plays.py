"""Our values of published index plays, of insurance by the count and of playing efficiencies."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pitboss
from pitboss.advantage.indices.plays import index_plays
from pitboss.advantage.insurance import insurance_index
from pitboss.cards import parse_cards
from pitboss.counts import find_system
from pitboss.engine.setup import Setup, make_setup, prepare
from pitboss.exact.kinds import house_edge_as_unsplit
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from tools.playing_efficiency import playing_efficiency

PRINTED_DEPTH = 0.75
"""What the printed tables of index plays assume of the cut card, where they say it."""


def _table(arguments: Mapping[str, Any]) -> Setup:
    return prepare(House(game=arguments["game"], options=dict(arguments.get("options", {}))))


def _index(arguments: Mapping[str, Any]) -> int:
    """Return the index of one play."""
    wanted = arguments["hand"], arguments["up"], arguments["action"]
    system = find_system(arguments["system"])
    plays = index_plays(_table(arguments), system, dealt=PRINTED_DEPTH)
    return next(play.index for play in plays if (play.hand, play.up, play.action.value) == wanted)


def _insurance(arguments: Mapping[str, Any]) -> int:
    """Return the unseen cards at or below which insurance gains."""
    setup = _table(arguments)
    gone = parse_cards(arguments["gone"])
    index = insurance_index(find_system(arguments["system"]), setup.shoe, gone)
    return index[Fraction(arguments["running"])]


def _efficiency(arguments: Mapping[str, Any]) -> float:
    two_cards = arguments.get("two_cards", False)
    system = find_system(arguments["system"])
    return playing_efficiency(_table(arguments), system, two_cards=two_cards).share


def _choice(arguments: Mapping[str, Any]) -> float:
    """Return the expected value of one choice with a hand."""
    table = pitboss.table(arguments["game"], **arguments.get("options", {}))
    advice = table.advise(arguments["hand"], up=arguments["up"])
    return float(next(row.value for row in advice if row.action == arguments["action"]))


def _rule_cost(arguments: Mapping[str, Any]) -> float:
    """Return what a change of the rules, or of an option, adds to the house edge."""
    options = dict(arguments.get("options", {}))
    before = configure(House(game=arguments["game"], options=options))
    changed = options | dict(arguments.get("changed", {}))
    after = configure(House(game=arguments["game"], options=changed))
    assert after.rules is not None, "a game of blackjack hands"
    rules = replace(after.rules, **arguments.get("rules", {}))
    edges = (make_setup(table) for table in (before, replace(after, rules=rules)))
    less, more = map(house_edge_as_unsplit, edges)
    return more - less


def _cut_card(arguments: Mapping[str, Any]) -> float:
    """Return the simulated edge of shoes that are dealt to a cut card."""
    table = pitboss.table(arguments["game"], **arguments.get("options", {}))
    run = table.simulate(
        rounds=arguments["rounds"], seed=1, penetration=arguments["penetration"], strategy="chart"
    )
    return float(run.house_edge.mean)


PLAY_MEASURES: Mapping[str, Callable[[Mapping[str, Any]], float]] = {
    "index": _index,
    "insurance-unseen": _insurance,
    "playing-efficiency": _efficiency,
    "choice": _choice,
    "rule-cost": _rule_cost,
    "cut-card": _cut_card,
}
