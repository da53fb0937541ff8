"""`pitboss solve co/deuces-wild-xtreme`: the edge, the ends and the fold rule."""

from __future__ import annotations

from typing import Any

from pitboss.cards import format_cards
from pitboss.exact.wild_poker.fold_rule import FoldRule, fold_rule
from pitboss.exact.wild_poker.solution import Folding, WildSolution
from pitboss.report.games.wild_poker import CONVENTION, METHOD, group_words, rule_words
from pitboss.text.hands import rank_words


def wild_record(solution: WildSolution) -> dict[str, Any]:
    """Return the edges, the ends of rounds and when to fold."""
    without = solution.without_odds
    return {
        "convention": CONVENTION,
        "method": METHOD,
        **_folding(solution.with_odds),
        "house_edge_without_odds": float(without.house_edge),
        "house_edge_without_odds_fraction": str(without.house_edge),
        "without_odds": _folding(without),
    }


def _folding(folding: Folding) -> dict[str, Any]:
    edge, rule = folding.house_edge, fold_rule(folding)
    return {
        "house_edge": float(edge),
        "house_edge_fraction": str(edge),
        "standard_deviation": float(folding.variance) ** 0.5,
        "variance": float(folding.variance),
        "average_wager": float(folding.average_wager),
        "element_of_risk": float(edge / folding.average_wager),
        "by_wager": {
            wager: {"house_edge": float(share), "house_edge_fraction": str(share)}
            for wager, share in folding.by_wager.items()
        },
        "outcomes": [
            {"outcome": end, "probability": float(chance), "probability_fraction": str(chance)}
            for end, chance in folding.ends.items()
        ],
        "wins": [
            {"hand": rank_words(rank), "probability": float(chance)}
            for rank, chance in reversed(folding.wins.items())
        ],
        "distribution": [
            {
                "gain": float(gain),
                "probability": float(chance),
                "probability_fraction": str(chance),
            }
            for gain, chance in folding.distribution.items()
        ],
        "strategy": _strategy(folding, rule),
    }


def _strategy(folding: Folding, rule: FoldRule) -> dict[str, Any]:
    lowest = min(folding.met.value[folding.plays])
    place = int((folding.met.value == lowest).argmax())
    return {
        "rule": rule_words(rule),
        "play_from": group_words(rule.always.rank, rule.always.height),
        "play_some": [
            {
                "hand": group_words(each.group.rank, each.group.height),
                "no_other_card_below": each.lowest,
                "another_card_of_at_least": each.highest,
            }
            for each in rule.divided
        ],
        "lowest_hand_played": format_cards(folding.met.cards(place)),
    }
