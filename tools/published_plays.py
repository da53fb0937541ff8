"""Our values of published index plays, of insurance by the count and of playing efficiencies."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.advantage.indices.plays import index_plays
from pitboss.advantage.insurance import insurance_index
from pitboss.cards import parse_cards
from pitboss.counts import find_system
from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.house import House
from tools.playing_efficiency import playing_efficiency


def _table(arguments: Mapping[str, Any]) -> Setup:
    return prepare(House(game=arguments["game"], options=dict(arguments.get("options", {}))))


def _index(arguments: Mapping[str, Any]) -> int:
    """Return the index of one play."""
    wanted = arguments["hand"], arguments["up"], arguments["action"]
    plays = index_plays(_table(arguments), find_system(arguments["system"]))
    return next(play.index for play in plays if (play.hand, play.up, play.action.value) == wanted)


def _insurance(arguments: Mapping[str, Any]) -> int:
    """Return the unseen cards at or below which insurance gains."""
    setup, gone = _table(arguments), parse_cards(arguments["gone"])
    index = insurance_index(find_system(arguments["system"]), setup.shoe, gone)
    return index[Fraction(arguments["running"])]


def _efficiency(arguments: Mapping[str, Any]) -> float:
    two_cards = arguments.get("two_cards", False)
    system = find_system(arguments["system"])
    return playing_efficiency(_table(arguments), system, two_cards=two_cards).share


PLAY_MEASURES: Mapping[str, Callable[[Mapping[str, Any]], float]] = {
    "index": _index,
    "insurance-unseen": _insurance,
    "playing-efficiency": _efficiency,
}
