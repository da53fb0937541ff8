"""What switching and keeping are worth with four given cards, given no dealer blackjack."""

from __future__ import annotations

from collections import Counter

from pitboss.cards import Card
from pitboss.compiled.hand_graph import VALUES
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Number
from pitboss.exact.blackjack.solver import Rules, UpCard
from pitboss.exact.switch.play import SwitchUpCard, TwoCards
from pitboss.exact.switch.solver import together
from pitboss.exact.worth import Advice
from pitboss.patterns.totals import value as value_of

Cards = tuple[Card, Card]


def exchanged(first: Cards, second: Cards) -> tuple[Cards, Cards]:
    """Return the two hands that a switch makes: their second cards change places (2105(8)(b))."""
    return (first[0], second[1]), (second[0], first[1])


def advise_switch(
    setup: Setup, first: Cards, second: Cards, up: Card, arithmetic: Arithmetic = FLOATS
) -> list[Advice]:
    """Return what both hands together are worth, in units of one of the two wagers, best first.

    Each hand is then played for the best by its own cards, the cards of the other gone.
    """
    return advise_against(_up_card(setup, up, arithmetic), first, second)


def advise_against(up: UpCard, first: Cards, second: Cards) -> list[Advice]:
    """Return the same against an up card that has been solved."""
    kept, made = (_values(first), _values(second)), tuple(map(_values, exchanged(first, second)))
    solved = SwitchUpCard(up, others={*kept, *made})
    values: dict[ActionKind, Number] = {
        ActionKind.KEEP: together(solved.kept, *kept),
        ActionKind.SWITCH: together(solved.switched, *made),
    }
    found = [Advice(choice.kind, values[choice.kind]) for choice in legal.SWITCH_CHOICES]
    # Where it is all the same the hands are kept, as the solver keeps them.
    return sorted(found, key=lambda each: (-each.value, each.action is ActionKind.SWITCH))


def _values(hand: Cards) -> TwoCards:
    low, high = sorted(map(value_of, hand))
    return low, high


def _up_card(setup: Setup, up: Card, arithmetic: Arithmetic) -> UpCard:
    cards = Counter(map(value_of, setup.shoe.cards()))
    cards[value_of(up)] -= 1
    left = arithmetic.counts([cards[value] for value in range(1, VALUES + 1)])
    return UpCard(Rules.of(setup), left, value_of(up), arithmetic)
