"""Wagers on the dealer's completed hand, for any cards left in the shoe.

The dealer draws by value alone. The ways to deal a hand are a product over its values; hands with
the same beginning share that part of the product. Ways within one suit, or within one colour, are
the same product over the cards of the suit or the colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import Card
from pitboss.cards.unseen import Unseen
from pitboss.compiled.dealer_graph import drawn_hands
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Integer, Number, jit_cached, jit_linked
from pitboss.exact.any_wager.pays import Parts
from pitboss.exact.counting.distributions import DEALER_CLASS, FinalHand, is_made_after_peek
from pitboss.patterns.busts import Suits, color
from pitboss.patterns.totals import best_total, value

Array = Any
Held = tuple[int, ...]
"""How many cards of each value a hand has."""
Counts = tuple[int, ...]
"""How many cards of each value are left."""

EVERY = 0
COLORS = 1
SUITS = 2
"""Weights of a hand: for all ways to deal it, those in one colour, those in one suit."""
GROUPS = ((0, 1, 2, 3), (0, 3), (1, 2), (0,), (1,), (2,), (3,))
"""The suits of each group of cards: all, the two colours, the four suits."""
WEIGHT_OF_GROUP = (EVERY, COLORS, COLORS, SUITS, SUITS, SUITS, SUITS)

assert all(color(suit) == number for number in (0, 1) for suit in GROUPS[1 + number])


class DrawArrays(NamedTuple):
    """Several tables of draws in flat arrays, for compiled code."""

    begin: Array
    """int64: where each table begins, and where the last ends."""
    parent: Array
    """int64: the node before, in the same table."""
    value: Array
    times: Array
    dealt: Array
    weights: Array
    """float64, three a node."""


@dataclass(frozen=True, slots=True)
class Draws:
    """Hands with their weights, arranged by common beginnings; a parent comes before its nodes."""

    parent: tuple[int, ...]
    value: tuple[int, ...]
    """The value that a node adds, less one."""
    times: tuple[int, ...]
    """The number of cards of it."""
    dealt: tuple[int, ...]
    """All cards so far."""
    weights: tuple[tuple[int, int, int], ...]
    """For each group of suits; whole numbers."""

    @property
    def looks_at_suits(self) -> bool:
        """Whether anything depends on suits."""
        return any(weight[COLORS] or weight[SUITS] for weight in self.weights)


def draw_arrays(tables: Sequence[Draws]) -> DrawArrays:
    """Return tables of draws as compiled code takes them."""
    ends = np.cumsum([0, *(len(draws.parent) for draws in tables)])
    weights = [weight for draws in tables for weight in draws.weights]

    def column(entries: Iterable[tuple[int, ...]]) -> Array:
        return np.array([entry for of_table in entries for entry in of_table], dtype=np.int64)

    names = "parent", "value", "times", "dealt"
    columns = {name: column(getattr(draws, name) for draws in tables) for name in names}
    return DrawArrays(ends.astype(np.int64), weights=np.array(weights, dtype=float), **columns)


def arrange_draws(hands: Iterable[tuple[Held, tuple[int, int, int]]]) -> Draws:
    """Arrange hands with their weights."""
    rows: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
    weights = [[0, 0, 0]]
    nodes: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    for held, weight in hands:
        path: tuple[tuple[int, int], ...] = ()
        for place, count in enumerate(held):
            if count:
                before = nodes[path]
                path = (*path, (place, count))
                if path not in nodes:
                    nodes[path] = len(rows)
                    rows.append((before, place, count, rows[before][3] + count))
                    weights.append([0, 0, 0])
        for kind in range(3):
            weights[nodes[path]][kind] += weight[kind]
    parent, values, times, dealt = zip(*rows, strict=True)
    return Draws(
        parent=parent,
        value=values,
        times=times,
        dealt=dealt,
        weights=tuple((w[0], w[1], w[2]) for w in weights),
    )


def ways_by_cards(draws: Draws, counts: Counts, kind: int) -> dict[int, int]:
    """Return number of cards -> the weighted ways to deal hands of so many."""
    products = [1] * len(draws.parent)
    ways: dict[int, int] = {}
    rows = zip(draws.parent, draws.value, draws.times, draws.dealt, draws.weights, strict=True)
    for node, (parent, place, times, dealt, weights) in enumerate(rows):
        if node:
            before = products[parent]
            products[node] = before * perm(counts[place], times) if before else 0
        if weights[kind]:
            ways[dealt] = ways.get(dealt, 0) + weights[kind] * products[node]
    return ways


def counts_by_value(unseen: Unseen, suits: Iterable[int]) -> Counts:
    """Return how many cards of each value are left in some suits."""
    counts = [0] * VALUES
    wanted = frozenset(suits)
    for card, count in enumerate(unseen.counts[:52]):
        if count and card & 3 in wanted:
            counts[value(card) - 1] += count
    return tuple(counts)


@jit_linked
def expect_weights(
    draws: DrawArrays, table: Integer, counts: Array, kind: Integer, size: Number, products: Array
) -> Number:
    """Return the expectation of one kind of weights, in floats.

    *counts* are the cards left by value, in one suit, one colour or all; *size* is the number of
    all cards, and *products* is room for one number a node.
    """
    first = draws.begin[table]
    total = draws.weights[draws.begin[table], kind]
    products[0] = 1.0
    for node in range(1, draws.begin[table + 1] - first):
        at = first + node
        product = products[draws.parent[at]]
        left = counts[draws.value[at]]
        before = draws.dealt[at] - draws.times[at]
        for taken in range(draws.times[at]):
            # One card of the hand after the other, each out of the cards that are left.
            product *= max(left - taken, 0.0) / (size - before - taken)
        products[node] = product
        total += draws.weights[at, kind] * product
    return total


@jit_cached
def weighted_ways(draws: DrawArrays, counts: Array, size: Number, products: Array) -> Number:
    """Return the expectation of all weights of the first table.

    *counts* has a row for each of `GROUPS`, or one row where no suit matters.
    """
    total = 0.0
    for group in range(len(counts)):
        kind = 0 if group == 0 else 1 if group < 3 else 2
        total += expect_weights(draws, 0, counts[group], kind, size, products)
    return total


def group_counts(unseen: Unseen, *, suits: bool) -> Array:
    """Return the counts that `weighted_ways` takes; one row where no suit matters."""
    groups = GROUPS if suits else GROUPS[:1]
    return np.array([counts_by_value(unseen, group) for group in groups], dtype=np.float64)


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
            rows = [
                ((*held[: up - 1], held[up - 1] - 1, *held[up:]), hand, orders)
                for held, hand, orders in self._hands(up)
            ]
            self._by_up[up] = self._draws(rows)
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
            hand = FinalHand(
                up_value=up,
                total=best_total(hard, held[0] > 0),
                count=count,
                three_eights=eights,
                suits=Suits.MIXED,
            )
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


def _expect(draws: Draws, unseen: Unseen, up: Card | None = None) -> Fraction:
    """Return the average weight of the hands dealt from the cards that are left."""
    total = Fraction(0)
    size = unseen.size
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
