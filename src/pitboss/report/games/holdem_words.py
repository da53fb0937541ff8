"""The poker part of 21-Hold 'em in words: its figures, and when to bet on."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import RANK_LETTERS, suit_of
from pitboss.exact.holdem.fold_rules import FoldRules
from pitboss.exact.holdem.poker import PokerSolution
from pitboss.patterns.five_card import height_of

TITLE = "The poker part"
DECISIONS = {1: "After the first card", 2: "After the second card"}
"""Cards of one's own -> when it is decided."""
BET_WITH = "bet on with any of these, else fold"
BY_COMMUNITY = "Edge by community cards, %: of one suit right of the diagonal, else left"


def poker_figures(solution: PokerSolution, rules: FoldRules) -> Iterator[tuple[str, str]]:
    """Yield the figures by their names."""
    never = float(solution.poker_edge_never_folding)
    yield "house edge", f"{float(solution.poker_edge):.6%} of PK, {solution.poker_edge}"
    yield "never folding", f"{never:.6%} of PK"
    yield "folding by the rules below", f"{float(rules.poker_edge):.6%} of PK"
    yield "average wager", f"{float(solution.average_wager):.6f} PK wagers"
    yield "standard deviation", f"{solution.standard_deviation:.6f} PK wagers"


def community_rows(solution: PokerSolution) -> Iterator[tuple[str, ...]]:
    """Yield one row and one column for each rank, the names of the ranks first."""
    edges = {}
    for each in solution.communities:
        high, low = sorted(map(height_of, each.cards), reverse=True)
        suited = len({suit_of(card) for card in each.cards}) == 1
        edges[(high, low) if suited else (low, high)] = -float(each.value)
    heights = sorted({height for pair in edges for height in pair}, reverse=True)
    yield "", *map(_letter, heights)
    for row in heights:
        yield _letter(row), *(f"{100 * edges[row, column]:.0f}" for column in heights)


def _letter(height: int) -> str:
    return RANK_LETTERS[(height - 1) % len(RANK_LETTERS)]
