"""The hands of Ante Up 21 by the ranks of their cards: the player's, and the dealer's draws.

Blackjack has ten values; a poker hand also distinguishes tens, jacks, queens and kings, and a card
that busts a hand still counts in it (2106(11)(e)(i), (13)(a)). Up to the bust each hand of the
player has its node in the hand graph, and with it every rule. As in `compiled.dealer_graph`, hands
of the dealer with the same beginning share that part of the product.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import factorial, prod

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.dealer_graph import drawn_hands
from pitboss.compiled.hand_graph import VALUES, IntArray, hand_graph
from pitboss.compiled.jit import jit_cached, jit_pattern
from pitboss.patterns.totals import TWENTY_ONE, best_total, value
from pitboss.patterns.two_card_poker import best_two

RANKS = 13
SUITS = 4
Held = tuple[int, ...]
"""How many cards of each rank, the ace first."""
NO_CHILD = -1
_HIGH_RANKS = RANKS - VALUES + 1
"""Ten, jack, queen and king."""
_best_two = jit_pattern(best_two)


def make_card(rank: int) -> Card:
    """Return a card of a rank; suits do not matter (2106(1)(b))."""
    return Card(SUITS * rank)


RANK_VALUES = tuple(value(make_card(rank)) for rank in range(RANKS))
"""The value of a card of each rank."""


def make_cards(held: Held) -> tuple[Card, ...]:
    """Return cards of those ranks."""
    return tuple(make_card(rank) for rank, count in enumerate(held) for _ in range(count))


def by_rank(values: Held) -> Iterator[Held]:
    """Yield every choice of ranks for cards of those values.

    >>> len(list(by_rank((1, 0, 0, 0, 0, 0, 0, 0, 0, 2))))
    10
    """
    for tens in _share_arrays(values[-1], _HIGH_RANKS):
        yield (*values[:-1], *tens)


@cache
def _share_arrays(count: int, ranks: int) -> tuple[Held, ...]:
    if ranks == 1:
        return ((count,),)
    return tuple(
        (first, *others)
        for first in range(count + 1)
        for others in _share_arrays(count - first, ranks - 1)
    )


def with_rank(held: Held, rank: int) -> Held:
    """Return the cards with one more of a rank."""
    return (*held[:rank], held[rank] + 1, *held[rank + 1 :])


@dataclass(frozen=True, slots=True)
class RankGraph:
    """Hands in the order of their hard totals, the empty one first, those over 21 last."""

    cards: IntArray
    """(hands, ranks): how many cards of each rank."""
    total: IntArray
    """The best total."""
    best: IntArray
    """The poker hand, as `best_two` compares it."""
    child: IntArray
    """(hands of 21 or less, ranks): the hand a card leads to; none from a hard 21."""
    node: IntArray
    """(hands of 21 or less): the same hand in the hand graph."""
    index: dict[Held, int]

    @property
    def live(self) -> int:
        """How many hands are of 21 or less."""
        return len(self.node)


@cache
def rank_graph() -> RankGraph:
    """Return all hands that can be played, and all hands that they bust to.

    >>> graph = rank_graph()
    >>> graph.live, len(graph.cards)
    (3677, 20651)
    """
    nodes = [(held, n) for values, n in hand_graph().index.items() for held in by_rank(values)]
    live = [held for held, _ in nodes]
    index = {held: place for place, held in enumerate(live)}
    hard = np.array(live) @ np.array(RANK_VALUES)
    child = np.full((len(live), RANKS), NO_CHILD, dtype=np.int64)
    for place in np.flatnonzero(hard < TWENTY_ONE).tolist():
        further = [with_rank(live[place], rank) for rank in range(RANKS)]
        child[place] = [index.setdefault(held, len(index)) for held in further]
    hands = list(index)
    cards = np.array(hands, dtype=np.int64)
    return RankGraph(
        cards=cards,
        total=totals(cards),
        best=bests(cards),
        child=child,
        node=np.array([node for _, node in nodes], dtype=np.int64),
        index=index,
    )


def totals(rows: IntArray) -> IntArray:
    """Return the best totals of hands, each a row of card counts by rank."""
    aces, hards = (rows[:, 0] > 0).tolist(), (rows @ np.array(RANK_VALUES)).tolist()
    totals = [best_total(hard, ace) for hard, ace in zip(hards, aces, strict=True)]
    return np.array(totals, dtype=np.int64)


def best_poker_hand(held: Held) -> int:
    """Return the poker hand of cards of those ranks."""
    cards = make_cards(held)
    return best_two(cards, len(cards))


def bests(rows: IntArray) -> IntArray:
    """Return the poker hands of many hands, each a row of card counts by rank.

    >>> bests(np.eye(RANKS, dtype=np.int64)[:2] * 2).tolist() == [
    ...     best_poker_hand((2,)),
    ...     best_poker_hand((0, 2)),
    ... ]
    True
    """
    hands = np.zeros(len(rows), dtype=np.int64)
    _fill_bests(rows, np.zeros(rows.sum(axis=1).max(), dtype=np.int64), hands)
    return hands


@jit_cached
def _fill_bests(rows: IntArray, cards: IntArray, out: IntArray) -> None:
    for hand in range(len(rows)):
        count = 0
        for rank in range(RANKS):
            for _ in range(rows[hand, rank]):
                cards[count] = SUITS * rank
                count += 1
        out[hand] = _best_two(cards, count)


NOT_FINAL = 0


@dataclass(frozen=True, slots=True)
class DealerHands:
    """A trie of the draws to one up card; a blackjack is left out, because the dealer peeks.

    The descendants of a node follow it directly, so the depths give the path to it.
    """

    depth: IntArray
    """Ranks drawn so far."""
    rank: IntArray
    """The rank a node adds."""
    count: IntArray
    """The number of cards of that rank."""
    drawn: IntArray
    """All cards drawn so far."""
    total: IntArray
    """The dealer's total, or `NOT_FINAL`."""
    best: IntArray
    """The dealer's poker hand."""
    orders: IntArray
    """The number of orders in which it may be drawn."""
    most: IntArray
    """(ranks and one): the most cards drawn of a rank, and of all ranks."""
    naturals: IntArray
    """The ranks that make a blackjack: the down card is none of them."""

    @property
    def arrays(self) -> tuple[IntArray, ...]:
        """The trie as arrays for the kernels."""
        return (
            self.depth,
            self.rank,
            self.count,
            self.drawn,
            self.total,
            self.best,
            self.orders,
            self.most,
        )

    def from_cards(self, left: IntArray) -> DealerHands:
        """Return the hands that can be drawn from these cards of each rank."""
        lacking, below = self.count > left[self.rank], len(self.depth)
        if not lacking.any():
            return self
        kept = np.ones(len(self.depth), dtype=bool)
        for node, depth in enumerate(self.depth.tolist()):
            if depth > below:  # it continues what cannot be drawn
                kept[node] = False
            else:
                kept[node] = not lacking[node]
                below = depth if lacking[node] else len(self.depth)
        return replace(
            self,
            depth=self.depth[kept],
            rank=self.rank[kept],
            count=self.count[kept],
            drawn=self.drawn[kept],
            total=self.total[kept],
            best=self.best[kept],
            orders=self.orders[kept],
        )


@cache
def dealer_hands(up: int, *, hits_soft_17: bool) -> DealerHands:
    """Return the dealer's final hands from an up card of rank *up*.

    >>> hands = dealer_hands(12, hits_soft_17=True)
    >>> int((hands.total != NOT_FINAL).sum()), hands.naturals.tolist()
    (255, [0])
    """
    rows: list[list[int]] = [[0, 0, 0, 0, NOT_FINAL, 0]]
    nodes: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    final = _final(up, hits_soft_17=hits_soft_17)
    drawn_to = np.array(sorted(final), dtype=np.int64)
    whole = drawn_to + np.eye(RANKS, dtype=np.int64)[up]
    for held, end in zip(sorted(final), totals(whole).tolist(), strict=True):
        path: tuple[tuple[int, int], ...] = ()
        for rank, count in enumerate(held):
            if count:
                before, path = nodes[path], (*path, (rank, count))
                if path not in nodes:
                    nodes[path] = len(rows)
                    rows.append([len(path), rank, count, rows[before][3] + count, NOT_FINAL, 0])
        rows[nodes[path]][4:] = [end, final[held]]
    depth, rank, count, drawn, total, orders = np.array(rows, dtype=np.int64).T.copy()
    best = np.zeros(len(rows), dtype=np.int64)
    best[total != NOT_FINAL] = bests(whole)
    most = np.append(drawn_to.max(axis=0), drawn_to.sum(axis=1).max())
    naturals = np.array(list(_naturals(up)), dtype=np.int64)
    return DealerHands(depth, rank, count, drawn, total, best, orders, most, naturals)


def _final(up: int, *, hits_soft_17: bool) -> Counter[Held]:
    """Yield the final hands by rank: one sequence of values is many of ranks."""
    final: Counter[Held] = Counter()
    naturals = set(_naturals(up))
    for values, orders in drawn_hands(RANK_VALUES[up], hits_soft_17=hits_soft_17).items():
        for held in by_rank(values):
            if sum(held) == 1 and held.index(1) in naturals:
                continue
            tens = held[VALUES - 1 :]
            final[held] = orders * factorial(sum(tens)) // prod(map(factorial, tens))
    return final


def _naturals(up: int) -> Iterator[int]:
    for rank, worth in enumerate(RANK_VALUES):
        if best_total(RANK_VALUES[up] + worth, RANK_VALUES[up] == 1 or worth == 1) == TWENTY_ONE:
            yield rank
