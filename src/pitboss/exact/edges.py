"""The house edge of a table's main game, whatever kind of round it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.cache import Keep, cached
from pitboss.exact.pai_jack.solution import solved_pai_jack
from pitboss.exact.switch.play import switch_is_solved
from pitboss.exact.switch.solution import solved_switch
from pitboss.exact.three_card_21.solution import solved_three_card
from pitboss.exact.wild_poker.solution import solved_wild
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.pays import format_pay

SOLVED = frozenset({RoundKind.BLACKJACK, RoundKind.HOLDEM})
"""Rounds whose main wager is one blackjack hand, played by itself."""

OTHERS: Mapping[RoundKind, Callable[[Setup], float]] = {
    RoundKind.ANTE_UP: lambda setup: solve(setup, Keep.NOWHERE).house_edge,
    RoundKind.PAI_JACK: lambda setup: float(solved_pai_jack(setup).house_edge),
    RoundKind.THREE_CARD: lambda setup: solved_three_card(setup, Keep.NOWHERE).house_edge,
    RoundKind.WILD_POKER: lambda setup: float(solved_wild(setup).house_edge),
}
"""Rounds of another kind, each with its own solver: the edge of their main wager."""


def is_charted(setup: Setup) -> bool:
    """Whether the main game is solved as blackjack: hands played by a chart, two may switch."""
    if setup.round == RoundKind.SWITCH:
        return switch_is_solved(setup)
    return setup.round in SOLVED


def is_solved(setup: Setup) -> bool:
    """Whether the main game of a table can be solved."""
    return setup.round in OTHERS or is_charted(setup)


def house_edge(setup: Setup) -> float:
    """Return the edge of a game, solved or cached; Blackjack Switch has one of both wagers.

    Where only the edge is needed, it alone is cached: a solution takes a thousand times the room.
    """
    return cached(setup, "edge", lambda: _house_edge(setup))


def _house_edge(setup: Setup) -> float:
    if setup.round in OTHERS:
        return OTHERS[setup.round](setup)
    if setup.round == RoundKind.SWITCH:
        return solved_switch(setup, Keep.NOWHERE).house_edge
    return solve(setup, Keep.NOWHERE).house_edge


def main_rules(setup: Setup) -> Hashable:
    """Return what the main game is solved by: tables of which it is the same are solved alike.

    Many games are the same blackjack with other wagers beside it, and solving one solves them all.
    A round of another kind is only the same as itself.
    """
    game = setup.configured.game
    if setup.round != RoundKind.BLACKJACK:
        return game.id
    bonuses = frozenset((kind, format_pay(row.pay)) for kind, row in setup.bonus_21.items())
    return game.deck, setup.rules, bonuses
