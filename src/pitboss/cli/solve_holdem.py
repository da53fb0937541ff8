"""`pitboss solve co/21-holdem`: the poker part after the blackjack, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.cards import RANK_LETTERS, format_cards, rank_of, suit_of
from pitboss.cli.holdem_words import bet_words
from pitboss.engine.setup import Setup
from pitboss.exact.holdem import Community, PokerSolution, solved_poker
from pitboss.exact.holdem_rules import NEVER, FoldRules
from pitboss.patterns.five_card import height_of

CONVENTION = "the poker part per unit of PK"
METHOD = "exact: every pair of community cards with every three cards that may follow"
_AFTER = {1: "after_first_card", 2: "after_second_card"}


def poker_record(setup: Setup) -> dict[str, Any]:
    """Return what is added to the JSON of the blackjack part."""
    solution = solved_poker(setup)
    rules = FoldRules(solution)
    return {
        "poker_convention": CONVENTION,
        "poker_method": METHOD,
        "poker_edge": float(solution.poker_edge),
        "poker_edge_fraction": str(solution.poker_edge),
        "poker_edge_never_folding": float(solution.poker_edge_never_folding),
        "poker_edge_never_folding_fraction": str(solution.poker_edge_never_folding),
        "poker_standard_deviation": solution.standard_deviation,
        "poker_average_wager": float(solution.average_wager),
        "poker_outcomes": [
            {
                "outcome": outcome,
                "gain": float(gain),
                "probability": float(chance),
                "probability_fraction": str(chance),
            }
            for outcome, (chance, gain) in solution.outcomes.items()
        ],
        "poker_strategy": _strategy(rules),
        "poker_by_community": [_community(each) for each in solution.communities],
    }


def _strategy(rules: FoldRules) -> dict[str, Any]:
    said: dict[str, Any] = {"poker_edge_by_rules": float(rules.poker_edge)}
    for held, least in enumerate(rules.least_straights, start=1):
        said[_AFTER[held]] = {
            "bet_with": list(bet_words(rules, held)),
            "decided_otherwise": rules.wrong[held - 1],
            "least_straights": [
                {
                    "made": str(kind.made),
                    "one_suit": kind.one_suit,
                    "high_cards": kind.high_count,
                    "straights": straights,
                }
                for kind, straights in least.items()
                if straights < NEVER
            ],
        }
    return said


def _community(each: Community) -> dict[str, Any]:
    one, two = each.cards
    folds = [card for card, bets in zip(each.left, each.bets_first, strict=True) if not bets]
    return {
        "community": format_cards(each.cards),
        "one_suit": suit_of(one) == suit_of(two),
        "pair": rank_of(one) == rank_of(two),
        "pairs_of_cards": each.ways,
        "poker_edge": -float(each.value),
        "poker_edge_fraction": str(-each.value),
        "fold_after_first": format_cards(folds),
    }


def poker_lines(setup: Setup) -> Iterator[str]:
    """Yield the same for people."""
    solution = solved_poker(setup)
    rules = FoldRules(solution)
    yield "  The poker part, in units of PK"
    for name, text in _figures(solution, rules):
        yield f"  {name:<30}{text}"
    yield ""
    yield f"  {'outcome':<32}{'gains':>7}{'probability':>16}"
    for outcome, (chance, gain) in solution.outcomes.items():
        yield f"  {outcome:<32}{float(gain):>+7g}{float(chance):>16.8%}"
    yield ""
    for held, title in ((1, "After the first card"), (2, "After the second card")):
        yield f"  {title} bet on with any of these, else fold"
        yield from (f"    {words}" for words in bet_words(rules, held))
    yield ""
    yield from _edge_table(solution)


def _figures(solution: PokerSolution, rules: FoldRules) -> Iterator[tuple[str, str]]:
    never = float(solution.poker_edge_never_folding)
    yield "house edge", f"{float(solution.poker_edge):.6%} of PK, {solution.poker_edge}"
    yield "never folding", f"{never:.6%} of PK"
    yield "folding by the rules below", f"{float(rules.poker_edge):.6%} of PK"
    yield "average wager", f"{float(solution.average_wager):.6f} PK wagers"
    yield "standard deviation", f"{solution.standard_deviation:.6f} PK wagers"


def _edge_table(solution: PokerSolution) -> Iterator[str]:
    """One row and one column for each rank; above the diagonal the pairs of one suit."""
    edges = {}
    for each in solution.communities:
        high, low = sorted(map(height_of, each.cards), reverse=True)
        suited = len({suit_of(card) for card in each.cards}) == 1
        edges[(high, low) if suited else (low, high)] = -float(each.value)
    heights = sorted({height for pair in edges for height in pair}, reverse=True)
    yield "  Edge by community cards, %: of one suit right of the diagonal, else left"
    yield "    " + "".join(f"{_letter(height):>5}" for height in heights)
    for row in heights:
        cells = "".join(f"{100 * edges[row, column]:>5.0f}" for column in heights)
        yield f"  {_letter(row):<2}{cells}"


def _letter(height: int) -> str:
    return RANK_LETTERS[(height - 1) % len(RANK_LETTERS)]
