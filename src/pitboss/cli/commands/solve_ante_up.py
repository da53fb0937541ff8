"""`pitboss solve co/ante-up-21`: the edges of both wagers, when to fold, how to play for both."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
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
from pitboss.report.games.ante_up_words import (
    AIMS,
    CONVENTION,
    ENDS,
    FOLD,
    METHOD,
    OTHERWISE,
    UPS,
    action_of,
    against_up,
    ante_up_figures,
    cards_of,
    differences,
    fold_words,
    folded_hands,
    rank_name,
)

_WIDTH = 76


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


def ante_up_lines(solution: AnteUpSolution) -> Iterator[str]:
    """Yield the same for people."""
    for name, text in ante_up_figures(solution):
        yield f"  {name:<30}{text}"
    yield ""
    yield f"  {'played':<18}{'both wagers':>13}{'21':>13}{'ANTE + BET':>13}{'folded':>10}"
    for aim, words in AIMS.items():
        each = solution.figures(aim)
        edges = f"{each.joint_edge:>13.4%}{each.house_edge:>13.4%}{each.poker_edge:>13.4%}"
        yield f"  {words:<18}{edges}{each.fold_probability:>10.2%}"
    yield ""
    yield f"  {ENDS}"
    for outcome, chance in solution.outcomes.items():
        yield f"    {outcome:<38}{chance:>12.6%}"
    yield ""
    yield f"  {FOLD}"
    for words in fold_words(solution):
        yield from _wrapped(words)
    yield ""
    yield from wrap(OTHERWISE, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    for up in UPS:
        yield from _wrapped(f"{rank_name(up)}: {differences(solution, up)}")


def _wrapped(text: str) -> list[str]:
    return wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="      ")
