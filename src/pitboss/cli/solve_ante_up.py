"""`pitboss solve co/ante-up-21`: the edges of both wagers, when to fold, how to play for both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from pitboss.cards import RANK_LETTERS
from pitboss.exact.ante_up import (
    JOINT_ERROR,
    POKER_ERROR,
    AnteUpSolution,
    Figures,
    FirstHand,
    Worth,
)
from pitboss.exact.ante_up_hands import RANKS
from pitboss.exact.ante_up_play import Aim
from pitboss.exact.solution import KIND_OF

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
_AIMS = {Aim.TWENTY_ONE: "for 21 alone", Aim.BOTH: "for both", Aim.POKER: "for poker alone"}
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
        "by_up_card": {_name(up): _against(solution, up) for up in UPS},
        "strategy": {
            "rules": list(fold_words(solution)),
            "fold": {_name(up): _hands(_folded(solution, up)) for up in UPS},
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
    mine = [hand for hand in solution.hands if hand.up == up]
    share = sum(hand.probability for hand in mine)
    value = sum(hand.probability * hand.worth(Aim.BOTH).both for hand in mine)
    return {"probability": share, "joint_edge": float(-value / share)}


def _first_hand(hand: FirstHand) -> dict[str, Any]:
    return {
        "up": _name(hand.up),
        "cards": _cards(hand),
        "probability": hand.probability,
        "bet": worth_record(hand.bet[Aim.BOTH]),
        "fold": worth_record(hand.fold),
        "best": "bet" if hand.bets(Aim.BOTH) else "fold",
        "action": _action(hand, Aim.BOTH),
        "action_for_21": _action(hand, Aim.TWENTY_ONE),
    }


def worth_record(worth: Worth) -> dict[str, float]:
    """Return a value and its two parts."""
    return {
        "value": float(worth.both),
        "value_of_21": float(worth.of_21),
        "value_of_poker": float(worth.of_poker),
    }


def _action(hand: FirstHand, aim: Aim) -> str | None:
    kind = KIND_OF.get(hand.action[aim])
    return None if kind is None else str(kind)


def _name(rank: int) -> str:
    return RANK_LETTERS[rank]


def _cards(hand: FirstHand) -> str:
    """The higher card first, an ace above all."""
    return "".join(_name(rank) for rank in sorted(hand.ranks, key=UPS.index, reverse=True))


def _hands(hands: Iterable[FirstHand]) -> list[str]:
    return [_cards(hand) for hand in hands]


def _folded(solution: AnteUpSolution, up: int) -> list[FirstHand]:
    return [h for h in solution.hands if h.up == up and not h.bets(Aim.BOTH)]


def fold_words(solution: AnteUpSolution) -> Iterator[str]:
    """Yield when to fold, up cards with the same hands together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for up in UPS:
        alike.setdefault(tuple(_hands(_folded(solution, up))), []).append(_name(up))
    for hands, ups in sorted(alike.items(), key=lambda each: len(each[0])):
        against = f"Against {', '.join(ups)}"
        yield f"{against} fold {', '.join(hands)}." if hands else f"{against} always bet."


def ante_up_lines(solution: AnteUpSolution) -> Iterator[str]:
    """Yield the same for people."""
    for name, text in _figure_lines(solution):
        yield f"  {name:<30}{text}"
    yield ""
    yield f"  {'played':<18}{'both wagers':>13}{'21':>13}{'ANTE + BET':>13}{'folded':>10}"
    for aim, words in _AIMS.items():
        each = solution.figures(aim)
        edges = f"{each.joint_edge:>13.4%}{each.house_edge:>13.4%}{each.poker_edge:>13.4%}"
        yield f"  {words:<18}{edges}{each.fold_probability:>10.2%}"
    yield ""
    yield "  How a round ends, played for both"
    for outcome, chance in solution.outcomes.items():
        yield f"    {outcome:<38}{chance:>12.6%}"
    yield ""
    yield "  When to fold"
    for words in fold_words(solution):
        yield from _wrapped(words)
    yield ""
    yield "  Bet, and played for both: what is done with the first two cards that is"
    yield "  not done for 21 alone"
    for up in UPS:
        yield from _wrapped(f"{_name(up)}: {_differences(solution, up)}")


def _figure_lines(solution: AnteUpSolution) -> Iterator[tuple[str, str]]:
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


def _differences(solution: AnteUpSolution, up: int) -> str:
    """What play for both does that play for 21 does not, action by action."""
    found: dict[str, list[str]] = {}
    for hand in solution.hands:
        both = _action(hand, Aim.BOTH)
        differs = both is not None and both != _action(hand, Aim.TWENTY_ONE)
        if hand.up == up and hand.bets(Aim.BOTH) and differs:
            found.setdefault(str(both), []).append(_cards(hand))
    return "; ".join(f"{kind} {', '.join(hands)}" for kind, hands in found.items()) or "nothing"


def _wrapped(text: str) -> list[str]:
    return wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="      ")
