"""The poker part of 21-Hold 'em in words: its figures, and when to bet on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.cards import RANK_LETTERS, suit_of
from pitboss.exact.holdem.fold_rules import NEVER, FoldRules, Kind, Made
from pitboss.exact.holdem.solution import PokerSolution
from pitboss.patterns.five_card import height_of

CONVENTION = "the poker part per unit of PK"
METHOD = "exact: every pair of community cards with every three cards that may follow"
TITLE = "The poker part"
DECISIONS = {1: "After the first card", 2: "After the second card"}
"""Cards of one's own -> when it is decided."""
BET_WITH = "bet on with any of these, else fold"
BY_COMMUNITY = "Edge by community cards, %: of one suit right of the diagonal, else left"
_NUMBERS = ("no", "one", "two", "three", "four")
_COMMUNITY = 2


def bet_words(rules: FoldRules, held: int) -> Iterator[str]:
    """Yield the cards to bet on with, with one card of one's own or two; all others are folded."""
    seen = _NUMBERS[_COMMUNITY + held]
    groups = {
        (Made.PAID, False): "a hand that is paid already",
        (Made.PAIR, False): "any other pair",
        (Made.NOTHING, True): f"{seen} cards of one suit",
        (Made.NOTHING, False): f"{seen} cards",
    }
    for (made, one_suit), name in groups.items():
        least = {
            kind.high_count: straights
            for kind, straights in rules.least_straights[held - 1].items()
            if (kind.made, kind.one_suit) == (made, one_suit)
        }
        kinds = [Kind(made, one_suit, count) for count in least]
        if all(rules.is_always_bet(held, kind) for kind in kinds):
            yield name
        else:
            yield from (f"{name}{words}" for words in _conditions(least, _high(rules)))


def _conditions(least: Mapping[int, int], high: str) -> Iterator[str]:
    """Yield what cards must be: so many high ones, or fewer that fit into straights."""
    enough = max(count for count, straights in least.items() if straights) + 1
    if enough in least:
        yield f" of {high}" if enough == max(least) else f", {_NUMBERS[enough]} or more {high}"
    for straights in sorted({each for each in least.values() if 0 < each < NEVER}):
        count = min(count for count, each in least.items() if each == straights)
        some = "" if count == min(least) else f", {_NUMBERS[count]} of them {high},"
        run = "a straight" if straights == 1 else f"{_NUMBERS[straights]} straights or more"
        yield f"{some} that fit into {run}"


def _high(rules: FoldRules) -> str:
    """Name the cards that would be paid as a pair."""
    lowest = min(rules.shapes.high, key=lambda rank: height_of(rank << 2), default=0)
    return f"{RANK_LETTERS[lowest]} or better"


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
