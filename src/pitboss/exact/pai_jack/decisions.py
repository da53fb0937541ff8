"""Values every setting of five cards, and fouls where the house takes them (2112(6))."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.cards import Card, Unseen, format_cards
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind, Question, RefusedError
from pitboss.engine.rounds.pai_jack import totals
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic
from pitboss.exact.pai_jack.settings import LOSE, Chances, SetHand
from pitboss.exact.pai_jack.solution import pai_jack_solution
from pitboss.exact.worth import Advice, Worth
from pitboss.patterns.pai_jack import pai_jack

_TOTAL_BITS = 5


class PaiJackDecisions:
    """Values the decisions of one table; they are exact in any arithmetic."""

    def __init__(self, setup: Setup, _: Arithmetic = FLOATS, __: Unseen | None = None) -> None:
        """Value the decisions at the table of *setup*; every round has a whole deck."""
        self.setup = setup

    def worth(self, state: State, question: Question) -> Worth:
        """Return the expected value of every low hand that may be set."""
        hand = state.seat(question.seat).hand(question.hand)
        settings = advise_setting(self.setup, hand.cards)
        return Worth(
            values=tuple(setting.as_advice() for setting in settings),
            unit=hand.stake,
            of="the main wager",
            by="your five cards",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Two cards set as the low hand, and the result."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]
    low_total: int
    high_total: int
    value: Fraction
    """In units of the main wager."""
    chances: Chances | None
    """Against the dealer's hands; None if a foul loses at once."""
    is_foul: bool
    is_house_way: bool
    """Whether it has the totals of the house way."""

    def as_advice(self) -> Advice:
        """Return the choice of this low hand, with its result."""
        facts: dict[str, Any] = {
            "low": format_cards(self.low),
            "high": format_cards(self.high),
            "low_total": self.low_total,
            "high_total": self.high_total,
            "value_fraction": str(self.value),
            "house_way": self.is_house_way,
            "foul": self.is_foul,
        }
        if self.chances is not None:
            counts = self.chances
            facts |= {"win": counts.win, "push": counts.push, "lose": counts.lose}
        return Advice(ActionKind.SET, self.value, self.low, facts)


def advise_setting(setup: Setup, cards: tuple[Card, ...]) -> list[Setting]:
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
    settings = [_setting(setup, hand, cards, low) for low in choice.lows]
    return sorted(
        settings, key=lambda setting: (-setting.value, setting.is_foul, not setting.is_house_way)
    )


def _setting(
    setup: Setup, hand: SetHand, cards: tuple[Card, ...], low: tuple[Card, ...]
) -> Setting:
    high_total, low_total = totals(cards, low)
    packed = (high_total << _TOTAL_BITS) + low_total
    is_foul = legal.is_foul(cards, low)
    chances = _foul(setup, hand) if is_foul else hand.settings[packed]
    pays = pai_jack_solution(setup).pays
    return Setting(
        low=low,
        high=tuple(card for card in cards if card not in low),
        low_total=low_total,
        high_total=high_total,
        value=pays[LOSE] if chances is None else chances.value,
        chances=chances,
        is_foul=is_foul,
        is_house_way=packed == hand.house_way,
    )


def _foul(setup: Setup, hand: SetHand) -> Chances | None:
    """2112(11)(i): the house lets a foul lose, or sets it the house way."""
    lost = setup.configured.options["foul"] == "lose"
    return None if lost else hand.settings[hand.house_way]
