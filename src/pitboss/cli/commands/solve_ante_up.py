"""`pitboss solve co/ante-up-21`: the edges of both wagers, when to fold, how to play for both."""

from __future__ import annotations

from typing import Any

from pitboss.exact.ante_up.play import Aim
from pitboss.exact.ante_up.solution import (
    JOINT_ERROR,
    POKER_ERROR,
    AnteUpSolution,
    Figures,
    FirstHand,
    Worth,
)
from pitboss.report.games.ante_up import (
    CONVENTION,
    METHOD,
    UPS,
    action_of,
    against_up,
    cards_of,
    fold_words,
    folded_hands,
    rank_name,
)


def ante_up_record(solution: AnteUpSolution) -> dict[str, Any]:
    """Return the edges, what each way of playing costs, and the strategy."""
    joint, alone = solution.joint, solution.figures(Aim.TWENTY_ONE)
    poker = solution.figures(Aim.POKER)
    return {
        "convention": CONVENTION,
        "method": METHOD,
        "error": {"joint_edge": JOINT_ERROR, "poker_edge": POKER_ERROR},
        "house_edge": solution.house_edge,
        "poker_edge": poker.poker_edge,
        "joint_edge": joint.joint_edge,
        "standard_deviation": solution.standard_deviation,
        "variance": solution.variance,
        "played_for_both": _figures(joint),
        "played_for_21": _figures(alone) | {"cost": alone.joint_edge - joint.joint_edge},
        "played_for_poker": _figures(poker) | {"cost": poker.joint_edge - joint.joint_edge},
        "outcomes": [
            {"outcome": outcome, "probability": chance}
            for outcome, chance in solution.outcomes.items()
        ],
        "by_up_card": {rank_name(up): _against(solution, up) for up in UPS},
        "strategy": {
            "rules": list(fold_words(solution)),
            "fold": {rank_name(up): folded_hands(solution, up) for up in UPS},
        },
        "by_first_cards": [_first_hand(hand) for hand in solution.hands],
    }


def _figures(figures: Figures) -> dict[str, float]:
    return {
        "joint_edge": figures.joint_edge,
        "house_edge": figures.house_edge,
        "poker_edge": figures.poker_edge,
        "fold_probability": figures.fold_probability,
    }


def _against(solution: AnteUpSolution, up: int) -> dict[str, float]:
    share, edge = against_up(solution, up)
    return {"probability": share, "joint_edge": edge}


def _first_hand(hand: FirstHand) -> dict[str, Any]:
    return {
        "up": rank_name(hand.up),
        "cards": cards_of(hand),
        "probability": hand.probability,
        "bet": worth_record(hand.bet[Aim.BOTH]),
        "fold": worth_record(hand.fold),
        "best": "bet" if hand.bets(Aim.BOTH) else "fold",
        "action": action_of(hand, Aim.BOTH),
        "action_for_21": action_of(hand, Aim.TWENTY_ONE),
    }


def worth_record(worth: Worth) -> dict[str, float]:
    """Return a value and its two parts."""
    return {
        "value": float(worth.both),
        "value_of_21": float(worth.of_21),
        "value_of_poker": float(worth.of_poker),
    }
