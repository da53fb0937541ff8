"""The house edge of a table's main game, whatever kind of round it is."""

from __future__ import annotations

from pitboss.engine.setup import Setup
from pitboss.exact.solution import solve
from pitboss.exact.switch import solve_switch
from pitboss.exact.switch_play import switch_is_solved
from pitboss.rulebook.model import RoundKind

SOLVED = frozenset({RoundKind.BLACKJACK, RoundKind.HOLDEM})
"""Rounds whose main wager is one blackjack hand, played by itself."""


def is_solved(setup: Setup) -> bool:
    """Whether the main game of a table can be solved."""
    if setup.round == RoundKind.SWITCH:
        return switch_is_solved(setup)
    return setup.round in SOLVED


def house_edge(setup: Setup) -> float:
    """Solve a game and return its edge; that of Blackjack Switch is of both wagers together."""
    if setup.round == RoundKind.SWITCH:
        return float(solve_switch(setup).edge)
    return solve(setup).house_edge
