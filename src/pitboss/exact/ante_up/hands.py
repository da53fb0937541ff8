"""The hands of Ante Up 21 by the ranks of their cards, the dealer's draws, and the pays.

Blackjack has ten values; a poker hand also distinguishes tens, jacks, queens and kings, and a card
that busts a hand still counts in it (2106(11)(e)(i), (13)(a)). Up to the bust each hand of the
player has its node in the hand graph, and with it every rule. As in `compiled.dealer_graph`, hands
of the dealer with the same beginning share that part of the product. Pays come from the engine with
example hands: no rule is written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.dealer_graph import drawn_hands
from pitboss.compiled.hand_graph import VALUES, IntArray, hand_graph
from pitboss.compiled.jit import jit_cached, jit_pattern
from pitboss.compiled.rule_tables import make_cards, make_hand
from pitboss.engine import settle
from pitboss.engine.bets import Bets
from pitboss.engine.drive import open_table
from pitboss.engine.events import Event, WagerSettled
from pitboss.engine.rounds import ante_up
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.values import replace
from pitboss.patterns.totals import TWENTY_ONE, best_total, is_ace, value
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
    aces = (rows[:, 0] > 0).tolist()
    hards = (rows @ np.array(RANK_VALUES)).tolist()
    totals = [best_total(hard, ace) for hard, ace in zip(hards, aces, strict=True)]
    return np.array(totals, dtype=np.int64)


def best_poker_hand(held: Held) -> int:
    """Return the poker hand of cards of those ranks."""
    cards = tuple(make_card(rank) for rank, count in enumerate(held) for _ in range(count))
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
_COLUMNS = ("depth", "rank", "count", "drawn", "total", "best", "orders")
"""The fields of `DealerHands` with a place for each node."""


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
        return *(getattr(self, name) for name in _COLUMNS), self.most

    def from_cards(self, left: IntArray) -> DealerHands:
        """Return the hands that can be drawn from these cards of each rank."""
        lacking = self.count > left[self.rank]
        below = len(self.depth)
        if not lacking.any():
            return self
        kept = np.ones(len(self.depth), dtype=bool)
        for node, depth in enumerate(self.depth.tolist()):
            if depth > below:  # it continues what cannot be drawn
                kept[node] = False
            else:
                kept[node] = not lacking[node]
                below = depth if lacking[node] else len(self.depth)
        columns = {name: getattr(self, name)[kept] for name in _COLUMNS}
        return DealerHands(**columns, most=self.most, naturals=self.naturals)


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
                before = nodes[path]
                path = (*path, (rank, count))
                if path not in nodes:
                    nodes[path] = len(rows)
                    rows.append([len(path), rank, count, rows[before][3] + count, NOT_FINAL, 0])
        rows[nodes[path]][4:] = [end, final[held]]
    depth, rank, count, drawn, total, orders = np.array(rows, dtype=np.int64).T.copy()
    best = np.zeros(len(rows), dtype=np.int64)
    best[total != NOT_FINAL] = bests(whole)
    most = np.append(drawn_to.max(axis=0), drawn_to.sum(axis=1).max())
    naturals = np.array(list(_naturals(up)), dtype=np.int64)
    return DealerHands(
        depth=depth,
        rank=rank,
        count=count,
        drawn=drawn,
        total=total,
        best=best,
        orders=orders,
        most=most,
        naturals=naturals,
    )


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


ANTES = 2
"""ANTE and a BET as large: the most that the poker part wins or loses."""
_UNIT = 100
TOTALS = 32
"""More than any total."""
_BESTS = 512
"""More than any comparison value of a poker hand."""
_DEUCE = make_card(1)
LEAST = 17
MOST = 26
"""The range of the dealer's totals."""
BUST_MAX = 30
"""A hard 20 may draw a ten."""


@dataclass(frozen=True)
class AnteUpPays:
    """The gains of hands at the end, in units of the 21 wager and of the ANTE."""

    setup: Setup

    @cached_property
    def twenty_one(self) -> IntArray:
        """(player's total, dealer's total): the gain of a hand that is not paid at once."""
        gains = np.zeros((TOTALS, TOTALS), dtype=np.int64)
        for total in range(4, BUST_MAX + 1):
            seat = self._seat((_hand(total),))
            for dealers in range(LEAST, MOST + 1):
                if total > TWENTY_ONE:
                    events = settle.bust(seat, seat.hands[0])
                else:
                    events = settle.against_dealer(self._state(seat, _hand(dealers).cards))
                gains[total, dealers] = _gain(events)
        return gains

    @cached_property
    def poker(self) -> IntArray:
        """(player's poker hand, dealer's): the gain of ANTE and BET without a dealer blackjack."""
        gains = np.zeros((_BESTS, _BESTS), dtype=np.int64)
        seats = {_best(mine): self._seat((Hand(1, mine),)) for mine in _pairs()}
        for dealers in _pairs():
            # An ace with a ten-value card is no blackjack once a third card has been drawn.
            drawn = (*dealers, _DEUCE) if sum(map(value, dealers)) == 11 else dealers
            state = self._state(self._open_state.seats[0], drawn)
            theirs = _best(drawn)
            for mine, seat in seats.items():
                gains[mine, theirs] = _gain(
                    ante_up.settle_comparison(replace(state, seats=(seat,)))
                )
        return gains

    def against_blackjack(
        self, mine: tuple[Card, ...], dealers: tuple[Card, ...]
    ) -> tuple[int, int]:
        """Return the gains of two cards against a dealer blackjack: of 21 and of poker."""
        hand = replace(make_hand(mine), stake=_UNIT, base=_UNIT)
        state = self._state(self._seat((hand,)), dealers)
        of_21 = _gain(settle.against_dealer_blackjack(state))
        return of_21, _gain(ante_up.settle_comparison(state))

    def fold_gain(self) -> int:
        """Return the gain of a fold."""
        return _gain(ante_up.settle_fold(self._seat((_hand(10),))))

    def _seat(self, hands: tuple[Hand, ...]) -> Seat:
        wagers = dict.fromkeys(("main", ante_up.ANTE, ante_up.BET), _UNIT)
        return replace(self._open_state.seats[0], wagers=wagers, units=("main",), hands=hands)

    def _state(self, seat: Seat, dealers: tuple[Card, ...]) -> State:
        return replace(
            self._open_state,
            seats=(seat,),
            dealer=dealers,
            dealer_hard=sum(map(value, dealers)),
            dealer_has_ace=any(map(is_ace, dealers)),
        )

    @cached_property
    def _open_state(self) -> State:
        return open_table(self.setup, [Bets(1, {})])


def _pairs() -> Iterable[tuple[Card, Card]]:
    return combinations_with_replacement(map(make_card, range(RANKS)), 2)


def _best(cards: Iterable[Card]) -> int:
    held = [0] * RANKS
    for card in cards:
        held[card // 4] += 1
    return best_poker_hand(tuple(held))


def _hand(total: int) -> Hand:
    """Return a standing hand of that total: tens and a rest, without an ace."""
    tens = (total - 2) // 10
    rest = total - 10 * tens
    hand = make_hand(make_cards((*(10,) * tens, *((9, 2) if rest == 11 else (rest,)))))
    return replace(hand, stake=_UNIT, base=_UNIT, status=Status.STOOD)


def _gain(events: Iterable[Event]) -> int:
    """Return the sum of a settlement's lines, in wagers."""
    net = sum(event.net for event in events if isinstance(event, WagerSettled))
    assert net % _UNIT == 0
    return net // _UNIT
