"""Ante Up 21 in words: its figures, when to fold, and what is played otherwise for both wagers."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import RANK_LETTERS
from pitboss.exact.ante_up.hands import RANKS
from pitboss.exact.ante_up.play import Aim
from pitboss.exact.ante_up.solution import JOINT_ERROR, POKER_ERROR, AnteUpSolution, FirstHand
from pitboss.exact.blackjack.solution import KIND_OF

CONVENTION = (
    "house_edge per unit of the 21 wager, played for alone; poker_edge per unit of the ANTE, ANTE"
    " and BET played for alone; joint_edge per unit of the ANTE, with a 21 wager as large, played"
    " for both"
)
METHOD = (
    "every hand by its ranks against every hand of the dealer, in floating point; of the cards"
    " drawn after a split only the highest pair and the ranks above it are remembered, and what"
    " that does to the 21 wager is put right by the exact value of the split"
)
UPS = (*range(1, RANKS), 0)
"""Up cards as they are read: from the two to the ace."""
AIMS = {Aim.TWENTY_ONE: "for 21 alone", Aim.BOTH: "for both", Aim.POKER: "for poker alone"}
ENDS = "How a round ends, played for both"
FOLD = "When to fold"
OTHERWISE = (
    "Bet, and played for both: what is done with the first two cards that is not done for 21 alone"
)


def action_of(hand: FirstHand, aim: Aim) -> str | None:
    """Name the first thing that is done with a hand; None where nothing is asked."""
    kind = KIND_OF.get(hand.action[aim])
    return None if kind is None else str(kind)


def rank_name(rank: int) -> str:
    """Name a rank with one letter."""
    return RANK_LETTERS[rank]


def cards_of(hand: FirstHand) -> str:
    """Name two cards, the higher first, an ace above all."""
    return "".join(rank_name(rank) for rank in sorted(hand.ranks, key=UPS.index, reverse=True))


def folded_hands(solution: AnteUpSolution, up: int) -> list[str]:
    """Name the hands that are folded against an up card."""
    return [cards_of(h) for h in solution.hands if h.up == up and not h.bets(Aim.BOTH)]


def against_up(solution: AnteUpSolution, up: int) -> tuple[float, float]:
    """Return how often an up card comes, and what both wagers lose against it."""
    mine = [hand for hand in solution.hands if hand.up == up]
    share = sum(hand.probability for hand in mine)
    value = sum(hand.probability * hand.worth(Aim.BOTH).both for hand in mine)
    return share, float(-value / share)


def fold_words(solution: AnteUpSolution) -> Iterator[str]:
    """Yield when to fold, up cards with the same hands together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for up in UPS:
        alike.setdefault(tuple(folded_hands(solution, up)), []).append(rank_name(up))
    for hands, ups in sorted(alike.items(), key=lambda each: len(each[0])):
        against = f"Against {', '.join(ups)}"
        yield f"{against} fold {', '.join(hands)}." if hands else f"{against} always bet."


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
