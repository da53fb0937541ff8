"""Ante Up 21 in words: its figures, when to fold, and what is played otherwise for both wagers."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.ante_up.play import Aim
from pitboss.exact.ante_up.solution import JOINT_ERROR, POKER_ERROR, AnteUpSolution
from pitboss.exact.ante_up.strategy_text import action_of, cards_of

AIMS = {Aim.TWENTY_ONE: "for 21 alone", Aim.BOTH: "for both", Aim.POKER: "for poker alone"}
ENDS = "How a round ends, played for both"
FOLD = "When to fold"
OTHERWISE = (
    "Bet, and played for both: what is done with the first two cards that is not done for 21 alone"
)


def ante_up_figures(solution: AnteUpSolution) -> Iterator[tuple[str, str]]:
    """Yield the figures by their names."""
    joint = solution.joint.joint_edge
    alone, poker = solution.figures(Aim.TWENTY_ONE), solution.figures(Aim.POKER)
    yield "joint edge", f"{joint:.4%} of the ANTE, with a 21 wager as large"
    yield "house edge", f"{solution.house_edge:.6%} of the 21 wager, played for alone"
    yield "poker edge", f"{poker.poker_edge:.4%} of the ANTE, played for alone"
    yield "playing for 21 alone costs", f"{alone.joint_edge - joint:.4%} of the ANTE more"
    yield "playing for poker alone costs", f"{poker.joint_edge - joint:.4%} of the ANTE more"
    yield (
        "error, from splits alone",
        f"below {JOINT_ERROR:.2%}; of the poker edge {POKER_ERROR:.1%}",
    )
    yield "standard deviation", f"{solution.standard_deviation:.4f} ANTEs, both wagers together"


def differences(solution: AnteUpSolution, up: int) -> str:
    """Say what play for both does that play for 21 does not, action by action."""
    found: dict[str, list[str]] = {}
    for hand in solution.hands:
        both = action_of(hand, Aim.BOTH)
        differs = both is not None and both != action_of(hand, Aim.TWENTY_ONE)
        if hand.up == up and hand.bets(Aim.BOTH) and differs:
            found.setdefault(str(both), []).append(cards_of(hand))
    return "; ".join(f"{kind} {', '.join(hands)}" for kind, hands in found.items()) or "nothing"
