"""`pitboss solve co/21-holdem`: the poker part after the blackjack, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.cards import format_cards, rank_of, suit_of
from pitboss.engine.setup import Setup
from pitboss.exact.holdem.fold_rules import NEVER, FoldRules, fold_rules
from pitboss.exact.holdem.solution import Community, solved_poker
from pitboss.report.games.holdem_words import (
    BET_WITH,
    BY_COMMUNITY,
    CONVENTION,
    DECISIONS,
    METHOD,
    TITLE,
    bet_words,
    community_rows,
    poker_figures,
)

_AFTER = {1: "after_first_card", 2: "after_second_card"}


def poker_record(setup: Setup) -> dict[str, Any]:
    """Return what is added to the JSON of the blackjack part."""
    solution = solved_poker(setup)
    rules = fold_rules(solution)
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
    rules = fold_rules(solution)
    yield f"  {TITLE}, in units of PK"
    for name, text in poker_figures(solution, rules):
        yield f"  {name:<30}{text}"
    yield ""
    yield f"  {'outcome':<32}{'gains':>7}{'probability':>16}"
    for outcome, (chance, gain) in solution.outcomes.items():
        yield f"  {outcome:<32}{float(gain):>+7g}{float(chance):>16.8%}"
    yield ""
    for held, title in DECISIONS.items():
        yield f"  {title} {BET_WITH}"
        yield from (f"    {words}" for words in bet_words(rules, held))
    yield ""
    yield f"  {BY_COMMUNITY}"
    for name, *cells in community_rows(solution):
        yield f"  {name:<2}" + "".join(f"{cell:>5}" for cell in cells)
