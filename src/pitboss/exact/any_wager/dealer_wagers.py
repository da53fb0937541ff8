"""Wagers on the dealer's completed hand, for any cards left in the shoe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm

from pitboss.cards import Card
from pitboss.cards.unseen import Unseen
from pitboss.compiled.dealer_graph import drawn_hands
from pitboss.compiled.hand_graph import VALUES
from pitboss.exact.any_wager.draws import (
    EVERY,
    GROUPS,
    SUITS,
    WEIGHT_OF_GROUP,
    Counts,
    Draws,
    Held,
    arrange_draws,
    counts_by_value,
    ways_by_cards,
)
from pitboss.exact.any_wager.parts import Parts
from pitboss.exact.counting.dealer import FinalHand
from pitboss.exact.counting.distributions import DEALER_CLASS, is_made_after_peek
from pitboss.patterns.busts import Suits, color
from pitboss.patterns.totals import best_total, value

Gain = Callable[[int], int]
"""The gain of one unit for each class of the dealer's hand, in whole parts."""
_EIGHT = 8
_WORTHS = range(1, VALUES + 1)


@dataclass(frozen=True)
class DealerDraws:
    """The dealer's draws, weighted by the gain of a wager."""

    family: str
    hits_soft_17: bool
    gain: Gain
    parts: int
    """A unit in the parts of the gains."""

    @cached_property
    def before_deal(self) -> tuple[Draws, ...]:
        """Gain and chance, with the up card among the cards that are dealt."""
        return self._draws([row for up in _WORTHS for row in self._hands(up)])

    def after_up_card(self, up: int) -> tuple[Draws, ...]:
        """Gain and chance of the cards drawn to an up card of a value."""
        if up not in self._by_up:
            rows = ((_without(held, up), hand, orders) for held, hand, orders in self._hands(up))
            self._by_up[up] = self._draws(list(rows))
        return self._by_up[up]

    @cached_property
    def _by_up(self) -> dict[int, tuple[Draws, ...]]:
        return {}

    def average(self, unseen: Unseen, up: Card | None = None) -> Parts:
        """Return the average parts of the wager; *up* is an up card that is no longer unseen."""
        if up is None:
            gain, chance = (_expect(draws, unseen) for draws in self.before_deal)
        else:
            draws = self.after_up_card(value(up))
            gain, chance = (_expect(part, unseen, up) for part in draws)
        return Parts(gain / self.parts, chance=chance)

    def _hands(self, up: int) -> Iterator[tuple[Held, FinalHand, int]]:
        """Yield the hands that decide the wager: all their cards, a hand, and the orders."""
        for drawn, orders in drawn_hands(up, hits_soft_17=self.hits_soft_17).items():
            held = (*drawn[: up - 1], drawn[up - 1] + 1, *drawn[up:])
            count = sum(held)
            hard = sum(worth * times for worth, times in zip(_WORTHS, held, strict=True))
            eights = count == 3 and held[_EIGHT - 1] == 3
            hand = FinalHand(up, best_total(hard, held[0] > 0), count, eights, Suits.MIXED)
            if not (hand.blackjack and is_made_after_peek(self.family)):
                yield held, hand, orders

    def _draws(self, rows: list[tuple[Held, FinalHand, int]]) -> tuple[Draws, ...]:
        gains = arrange_draws((held, self._weights(hand, orders)) for held, hand, orders in rows)
        return gains, arrange_draws((held, (orders, 0, 0)) for held, _, orders in rows)

    def _weights(self, hand: FinalHand, orders: int) -> tuple[int, int, int]:
        """Return the weights for all ways to deal a hand, those in one colour and in one suit."""

        def suit_gain(suits: Suits) -> int:
            facts = (hand.up_value, hand.total, hand.count, hand.three_eights)
            return self.gain(DEALER_CLASS[self.family](FinalHand(*facts, suits)))

        mixed, one_color, one_suit = map(suit_gain, (Suits.MIXED, Suits.ONE_COLOR, Suits.ONE_SUIT))
        return orders * mixed, orders * (one_color - mixed), orders * (one_suit - one_color)


def _without(held: Held, up: int) -> Held:
    return (*held[: up - 1], held[up - 1] - 1, *held[up:])


def _expect(draws: Draws, unseen: Unseen, up: Card | None = None) -> Fraction:
    """Return the average weight of the hands dealt from the cards that are left."""
    total, size = Fraction(0), unseen.size
    for counts, kind in _groups(draws, unseen, up):
        for cards, ways in ways_by_cards(draws, counts, kind).items():
            if ways:
                total += Fraction(ways, perm(size, cards))
    return total


def _groups(draws: Draws, unseen: Unseen, up: Card | None) -> Iterator[tuple[Counts, int]]:
    """Yield the cards that hands are dealt from: all, one colour, one suit."""
    for suits, kind in zip(GROUPS, WEIGHT_OF_GROUP, strict=True):
        if kind != EVERY and not draws.looks_at_suits:
            return
        if up is None or kind == EVERY or _has(suits, up, kind):
            yield counts_by_value(unseen, suits), kind


def _has(suits: tuple[int, ...], up: Card, kind: int) -> bool:
    """Return whether an up card is of a suit, or of a colour."""
    return up & 3 in suits if kind == SUITS else color(suits[0]) == color(up)
