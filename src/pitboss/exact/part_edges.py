"""The exact edges that a simulation of the best play comes to: of the main game and of its parts.

Where one hand is played for several wagers, a part's edge is what it loses when all of them are
played for together, which is more than it would lose by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.engine.setup import Setup
from pitboss.exact.ante_up.solution import solved_ante_up
from pitboss.exact.edges import house_edge
from pitboss.exact.holdem.solution import solved_poker
from pitboss.exact.three_card_21.solution import solved_three_card
from pitboss.exact.wild_poker.solution import solved_wild
from pitboss.rulebook.model import RoundKind

Edges = Mapping[str, float]
"""Part -> its edge, as `simulate.tally.Part` names and counts it."""
MAIN = "main"


def part_edges(setup: Setup) -> Edges:
    """Solve a table and return the edge of every part of its main game.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> part_edges(prepare(House(game="co/pai-jack")))
    {'main': 0.016763396...}
    """
    return _PARTS.get(setup.round, _one)(setup)


def _one(setup: Setup) -> Edges:
    return {MAIN: house_edge(setup)}


def _holdem(setup: Setup) -> Edges:
    return {MAIN: house_edge(setup), "poker": float(solved_poker(setup).poker_edge)}


def _ante_up(setup: Setup) -> Edges:
    both = solved_ante_up(setup).joint
    return {MAIN: both.house_edge, "poker": both.poker_edge, "both": both.joint_edge}


def _three_card(setup: Setup) -> Edges:
    solution = solved_three_card(setup)
    together = solution.together(solution.posted).house_edge
    return {MAIN: solution.house_edge, "with-bonus": together}


def _wild(setup: Setup) -> Edges:
    folding = solved_wild(setup).with_odds
    parts = {wager: float(edge) for wager, edge in folding.by_wager.items()}
    return {MAIN: float(folding.house_edge)} | parts


_PARTS: Mapping[RoundKind, Callable[[Setup], Edges]] = {
    RoundKind.HOLDEM: _holdem,
    RoundKind.ANTE_UP: _ante_up,
    RoundKind.THREE_CARD: _three_card,
    RoundKind.WILD_POKER: _wild,
}
