"""Pai Jack as one of the kinds of round that are solved: every setting of five cards (2112(6)).

Fouls are among them where the house takes them.
"""

from __future__ import annotations

from typing import Any

from pitboss.cards import Card, Unseen, format_cards
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind, Question, RefusedError
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic
from pitboss.exact.pai_jack.settings import LOSE, Chances, SetHand
from pitboss.exact.pai_jack.solution import pai_jack_solution
from pitboss.exact.solved_kind import SolvedKind
from pitboss.exact.worth import Advice, Worth, best_first
from pitboss.patterns.pai_jack import high_and_low, is_legal_setting, pai_jack


class PaiJackDecisions:
    """Values the decisions of one table; they are exact in any arithmetic."""

    def __init__(self, setup: Setup, _: Arithmetic = FLOATS, __: Unseen | None = None) -> None:
        """Value the decisions at the table of *setup*; every round has a whole deck."""
        self.setup = setup

    def worth(self, state: State, question: Question) -> Worth:
        """Return the expected value of every low hand that may be set."""
        hand = state.seat(question.seat).hand(question.hand)
        return Worth(
            values=advise_setting(self.setup, hand.cards),
            unit=hand.stake,
            of="the main wager",
            by="your five cards",
        )


def advise_setting(setup: Setup, cards: tuple[Card, ...]) -> tuple[Advice, ...]:
    """Return every legal setting, the best first; raise `RefusedError` if there is no decision.

    Of settings with equal values, the house way comes first.
    """
    if pai_jack(cards):
        message = "a Pai Jack is paid at once: there is nothing to set"
        raise RefusedError("hand/nothing-asked", message)
    hand = pai_jack_solution(setup).hand(cards)
    if hand is None:
        message = "no setting of these cards is legal: the hand is a bust"
        raise RefusedError("hand/nothing-asked", message)
    (choice,) = legal.settings(setup, cards)
    settings = (_setting(setup, hand, cards, low) for low in choice.lows)
    in_order = sorted(settings, key=lambda s: (s.facts["foul"], not s.facts["house_way"]))
    return best_first(in_order)


def _setting(setup: Setup, hand: SetHand, cards: tuple[Card, ...], low: tuple[Card, ...]) -> Advice:
    """Return the choice of a low hand, with its result against the dealer's hands."""
    packed = legal.count_setting(setup, cards, low)
    high_total, low_total = high_and_low(packed)
    is_foul = not is_legal_setting(packed)
    counts = _foul(setup, hand) if is_foul else hand.settings[packed]
    value = pai_jack_solution(setup).pays[LOSE] if counts is None else counts.value
    facts: dict[str, Any] = {
        "low": format_cards(low),
        "high": format_cards(card for card in cards if card not in low),
        "low_total": low_total,
        "high_total": high_total,
        "value_fraction": str(value),
        "house_way": packed == hand.house_way,
        "foul": is_foul,
    }
    if counts is not None:
        facts |= {"win": counts.win, "push": counts.push, "lose": counts.lose}
    return Advice(ActionKind.SET, value, low, facts)


def _foul(setup: Setup, hand: SetHand) -> Chances | None:
    """2112(11)(i): the house lets a foul lose, which is None, or sets it the house way."""
    lost = setup.configured.options["foul"] == "lose"
    return None if lost else hand.settings[hand.house_way]


KIND = SolvedKind(solve=pai_jack_solution, decisions=PaiJackDecisions)
