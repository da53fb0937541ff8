"""Pitboss: the rule book, the table and the mathematics laboratory for the blackjack family.

>>> import pitboss
>>> table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
>>> table.odds("match-up").edge
Fraction(114, 3731)

Every public name is listed in `__all__` and documented in docs/reference/api.md. A name is
imported when it is first used, so that `import pitboss` is quick.
"""

from __future__ import annotations

from importlib import import_module

from pitboss.version import __version__

TYPE_CHECKING = False  # type checkers read it as True; importing typing would take most of the time
if TYPE_CHECKING:
    from pitboss.advantage.hunting.terms import HuntSettings
    from pitboss.api.advice import Advice, AdviceRow
    from pitboss.api.catalogue import Replay, check, game, games, load_game, read_rounds, replay
    from pitboss.api.counting import CountResult
    from pitboss.api.finding import Comparison, FoundTables, compare, find
    from pitboss.api.pricing import WagerOdds
    from pitboss.api.protection import Protection
    from pitboss.api.risk import Risk, risk
    from pitboss.api.rounds import Round
    from pitboss.api.settlement import Settlement
    from pitboss.api.shortcuts import advise, count, odds, simulate, solve, table
    from pitboss.api.solutions import Solution
    from pitboss.api.tables import Table
    from pitboss.cards import Card, NotationError, format_cards, parse_cards
    from pitboss.engine.actions import IllegalAction, RefusedError
    from pitboss.questions.play import ChartHand
    from pitboss.questions.runs import CounterSettings
    from pitboss.rulebook.house import House
    from pitboss.rulebook.model import Game
    from pitboss.rulebook.pays import Odds
    from pitboss.rulebook.problems import Problem, RulesError
    from pitboss.simulator.result import Simulation

_HOMES = {
    name: module
    for module, names in {
        "pitboss.advantage.hunting.terms": "HuntSettings",
        "pitboss.api.advice": "Advice AdviceRow",
        "pitboss.api.catalogue": "Replay check game games load_game read_rounds replay",
        "pitboss.api.counting": "CountResult",
        "pitboss.api.finding": "Comparison FoundTables compare find",
        "pitboss.api.pricing": "WagerOdds",
        "pitboss.api.protection": "Protection",
        "pitboss.api.risk": "Risk risk",
        "pitboss.api.rounds": "Round",
        "pitboss.api.settlement": "Settlement",
        "pitboss.api.shortcuts": "advise count odds simulate solve table",
        "pitboss.api.solutions": "Solution",
        "pitboss.api.tables": "Table",
        "pitboss.cards": "Card NotationError format_cards parse_cards",
        "pitboss.engine.actions": "IllegalAction RefusedError",
        "pitboss.questions.play": "ChartHand",
        "pitboss.questions.runs": "CounterSettings",
        "pitboss.rulebook.house": "House",
        "pitboss.rulebook.model": "Game",
        "pitboss.rulebook.pays": "Odds",
        "pitboss.rulebook.problems": "Problem RulesError",
        "pitboss.simulator.result": "Simulation",
    }.items()
    for name in names.split()
}
"""Public name -> the module that defines it."""

__all__ = [
    "Advice",
    "AdviceRow",
    "Card",
    "ChartHand",
    "Comparison",
    "CountResult",
    "CounterSettings",
    "FoundTables",
    "Game",
    "House",
    "HuntSettings",
    "IllegalAction",
    "NotationError",
    "Odds",
    "Problem",
    "Protection",
    "RefusedError",
    "Replay",
    "Risk",
    "Round",
    "RulesError",
    "Settlement",
    "Simulation",
    "Solution",
    "Table",
    "WagerOdds",
    "__version__",
    "advise",
    "check",
    "compare",
    "count",
    "find",
    "format_cards",
    "game",
    "games",
    "load_game",
    "odds",
    "parse_cards",
    "read_rounds",
    "replay",
    "risk",
    "simulate",
    "solve",
    "table",
]


if not TYPE_CHECKING:  # a type checker that saw it would believe in any name at all

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used."""
        if name not in _HOMES:
            raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """Show only what is public."""
    return sorted(__all__)
