"""Splits of Ante Up 21: every pair against one up card, played out with every aim at once.

After a split the hands share one poker hand (ruling A1). Of their cards only the highest pair and
the ranks above it are remembered, because a further card may pair each of them; without a pair,
every rank. A card at or below the pair changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import prod

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, IntArray, hand_graph
from pitboss.compiled.rule_tables import RuleTables
from pitboss.exact.ante_up import kernels
from pitboss.exact.ante_up.hands import (
    LEAST,
    MOST,
    RANK_VALUES,
    RANKS,
    TOTALS,
    Held,
    bests,
    make_card,
    rank_graph,
)
from pitboss.exact.ante_up.kernels import (
    AIMS,
    DEALERS,
    LANES,
    OF_21,
    OF_POKER,
    PARTS,
    POKER,
    SQUARE,
)
from pitboss.exact.ante_up.play import POKER_GAINS, STAKES, AnteUpUpCard, Objective, Table
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.copies import side_by_side
from pitboss.exact.lazy_property import lazy_property
from pitboss.patterns.five_card import rank_height
from pitboss.patterns.totals import TWENTY_ONE, best_total

_BY_HEIGHT = sorted(range(RANKS), key=lambda rank: rank_height(make_card(rank)), reverse=True)
_PAIR = 2


@dataclass(frozen=True, slots=True)
class SplitMemory:
    """Every memory after a split, the start first; more cards never lead back."""

    rows: IntArray
    """(memories, ranks): the cards known to be gone, always with those of the start."""
    best: IntArray
    """(memories): the poker hand."""
    following: IntArray
    """(memories, ranks): the memory after one more card."""


def remember_cards(rows: IntArray) -> IntArray:
    """Return the ranks that matter in each row of card counts by rank.

    >>> remember_cards(
    ...     np.array([[1, 3, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]])
    ... ).tolist()  # A 2 2 2 3 3 5 K
    [[1, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]]
    """
    kept = np.minimum(rows, _PAIR)[:, _BY_HEIGHT]
    paired = np.cumsum(kept == _PAIR, axis=1)
    kept[(paired > 1) | ((paired == 1) & (kept < _PAIR))] = 0
    by_rank = np.empty_like(kept)
    by_rank[:, _BY_HEIGHT] = kept
    return by_rank


@cache
def memory_from(start: Held) -> SplitMemory:
    """Return the memories that can follow cards of the ranks of *start*.

    >>> memory_from((0,) * 12 + (2,)).rows.shape  # kings: no ace, one or two
    (3, 13)
    """
    fresh = remember_cards(np.array([start], dtype=np.int8))
    one = np.eye(RANKS, dtype=np.int8)
    levels = [fresh]
    following = []
    keys = _keys(fresh)
    while len(fresh):
        more = remember_cards((fresh[:, None] + one).reshape(-1, RANKS))
        following.append(_keys(more))
        others, first = np.unique(following[-1], return_index=True)
        fresh = more[first[~np.isin(others, keys)]]
        levels.append(fresh)
        keys = np.append(keys, _keys(fresh))
    order = np.argsort(keys)
    rows = np.concatenate(levels)[order].astype(np.int64)
    then = np.searchsorted(keys[order], np.concatenate(following)).reshape(-1, RANKS)
    return SplitMemory(rows=np.maximum(rows, start), best=bests(rows), following=then[order])


def _keys(rows: IntArray) -> IntArray:
    """Return a number for each sight; more cards give a higher number.

    The highest pair counts most: everything below it is forgotten.
    """
    kept = rows[:, _BY_HEIGHT[::-1]]
    keys = np.zeros(len(rows), dtype=np.int64)
    for place, counts in enumerate(kept.T):
        keys += (counts > 0).astype(np.int64) << place
        keys += (counts == _PAIR).astype(np.int64) * (place + 1) << RANKS
    return keys


NOWHERE = -1
BUST = 0
_VALUES = np.array(RANK_VALUES)


@dataclass(frozen=True, slots=True)
class Places:
    """The hands, as a 21, that can follow from one card of a split; all busts are one place."""

    place: IntArray
    """(hard total, with an ace): the place."""
    total: IntArray
    """(places): its best total."""
    legal: IntArray
    """(places): the legal actions with three cards or more."""
    child: IntArray
    """(places, ranks): the next place, always a lower one; none from 21 and over."""


def places_from(first: int, tables: RuleTables) -> Places:
    """Return the places of a hand that starts with a card of value *first*.

    Hands with and without an ace share a place if they have the same total and legal actions.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> rules = Table(prepare(House(game="co/ante-up-21"))).rules
    >>> places_from(2, rules.split).total.tolist()[:15]  # a bust, 21 to 11, soft 21, 10, soft 20
    [22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 21, 10, 20]
    """
    legal = legal_with_more(tables, first)
    place = np.full((TOTALS, 2), NOWHERE, dtype=np.int64)
    place[TWENTY_ONE + 1 :] = BUST
    numbers: dict[tuple[int, int, int], int] = {(TWENTY_ONE + 1, TWENTY_ONE + 1, 0): BUST}
    for hard in range(TWENTY_ONE, first, -1):
        for ace in range(2):
            may = int(legal[hard, ace]) if hard < TWENTY_ONE else 0
            key = hard, best_total(hard, bool(ace)), may
            place[hard, ace] = numbers.setdefault(key, len(numbers))
    child = np.full((len(numbers), RANKS), NOWHERE, dtype=np.int64)
    for hard, ace in np.argwhere(place[:TWENTY_ONE] > BUST).tolist():
        for rank, worth in enumerate(RANK_VALUES):
            child[place[hard, ace], rank] = place[hard + worth, 1 if rank == 0 else ace]
    _hard, total, may_do = np.array(list(numbers), dtype=np.int64).T.copy()
    return Places(place=place, total=total, legal=may_do, child=child)


def legal_with_more(tables: RuleTables, first: int) -> IntArray:
    """Return (hard total, with an ace): the legal actions with three cards or more after a split.

    *first* is the value of the card that starts the hand.
    """
    graph = hand_graph()
    masks = np.zeros((TWENTY_ONE + 1, 2), dtype=np.int64)
    begun = (graph.cards.sum(axis=1) > 2) & (graph.cards[:, first - 1] > 0)
    for node in np.flatnonzero(begun):
        cell = graph.hard[node], int(graph.cards[node, 0] > 0)
        assert masks[cell] in (0, tables.legal[node]), "the total alone decides"
        masks[cell] = tables.legal[node]
    return masks


class Pair:
    """Two cards that may be split, for any up card."""

    def __init__(self, table: Table, held: Held) -> None:
        """Take two cards of one value."""
        self.table = table
        self.memory = memory_from(held)
        self.first = next(RANK_VALUES[rank] for rank, count in enumerate(held) if count)
        self.rules = table.rules.split_tables(self.first)
        self.places = places_from(self.first, self.rules)

    @lazy_property
    def legal_two(self) -> IntArray:
        """(values): the legal actions with two cards, by the value of the second."""
        nodes = [hand_graph().node(self.first, second) for second in range(1, VALUES + 1)]
        return self.rules.legal[nodes]

    @lazy_property
    def second(self) -> IntArray:
        """(values): the place of a hand of two cards."""
        aces = [1 if 1 in (self.first, value) else 0 for value in range(1, VALUES + 1)]
        return self.places.place[self.first + 1 : self.first + VALUES + 1][range(VALUES), aces]

    @property
    def hands_max(self) -> int:
        """The most hands it may be split into; two if it cannot be split again."""
        again = self.legal_two[self.first - 1] >> action_codes.SPLIT & 1
        return self.table.setup.rules.max_hands if again else 2

    @lazy_property
    def memories(self) -> tuple[Array, ...]:
        """The possible memories by the number of finished hands, as arrays for the kernels.

        The last hand is valued once for any number of hands before it.
        """
        hands = self.hands_max
        size = len(self.memory.rows)
        shapes = (size,), (VALUES, size), (len(self.places.total), size), (size,)
        reached = tuple(np.zeros((hands, *shape), dtype=bool) for shape in shapes)
        reached[0][0, 0] = True
        following = self.memory.following
        child = self.places.child
        kernels.reach(following, child, self.second, _VALUES, self.first, reached)
        for array in reached:
            array[-1] = array[1:].any(axis=0)
        return reached

    @lazy_property
    def kinds(self) -> tuple[IntArray, IntArray]:
        """(kinds, dealer's totals): the gains of totals on the 21 wager; (places): their kinds."""
        gains = self.table.pays.twenty_one[self.places.total, LEAST : MOST + 1]
        kinds, kind = np.unique(gains, axis=0, return_inverse=True)
        return kinds, kind.reshape(-1)


@dataclass(frozen=True, slots=True)
class AnteUpSplit:
    """How a split is played with one aim."""

    worth: Array
    """(parts): its expected value."""
    memory: SplitMemory
    two: Array
    """(hands made, hands waiting, second card's value, memory): the action with two cards."""
    more: Array
    """(hands made, hands waiting, hard total, with an ace, memory): the action with more."""


class SplitRoom:
    """Memory for one split after another: it is larger than all their results."""

    def __init__(self, table: Table) -> None:
        """Start without arrays."""
        self._table = table
        self._all = table.room(0)

    def arrays(self, *shapes: tuple[int, ...]) -> list[Array]:
        """Return arrays of those shapes, not filled; earlier arrays become invalid."""
        ends = np.cumsum([prod(shape) for shape in shapes]).tolist()
        if len(self._all) < ends[-1]:
            self._all = self._table.room(ends[-1])
        parts = np.split(self._all[: ends[-1]], ends[:-1])
        return [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]


class Split:
    """One pair against one up card, split and played out."""

    def __init__(self, up: AnteUpUpCard, held: Held, room: SplitRoom | None = None) -> None:
        """Split the cards *held*."""
        self.up = up
        self.pair = _pair(up.table, held)
        self._room = SplitRoom(up.table) if room is None else room

    @lazy_property
    def _ends(self) -> Array:
        """(memory, kinds of totals and poker, mean and mean square): the values of hands."""
        memory = self.pair.memory
        (kinds, _kind) = self.pair.kinds
        met = self.up.standing_chances(memory.rows, memory.best)
        zeros = self.up.table.arithmetic.zeros
        gains = zeros(len(met), len(kinds) + 1, 2)
        scratch = (zeros(DEALERS), zeros(POKER))
        none = self.up.table.arithmetic.number(0)
        self.up.table.kernels.fill_gains(met, (kinds, POKER_GAINS), (*scratch, none), gains)
        return gains

    def play(self, aim: Objective, *, keep: bool = False) -> AnteUpSplit:
        """Play it out with one aim; with *keep* the actions are kept too."""
        parts, (two, more) = self._play_out(keep=keep)
        number = list(Objective).index(aim)
        place = self.pair.places.place[: TWENTY_ONE + 1]
        by_total = more[..., number][:, :, place]
        by_total[:, :, place == NOWHERE] = action_codes.STAND
        return AnteUpSplit(parts[number], self.pair.memory, two[..., number], by_total)

    def worth(self) -> dict[Objective, Array]:
        """Return (parts) for each aim: its expected value."""
        parts, _chosen = self._play_out(keep=False)
        return dict(zip(Objective, parts, strict=True))

    def _play_out(self, *, keep: bool) -> tuple[Array, tuple[Array, ...]]:
        """Play it out; for 21 alone pairs are split again whenever possible.

        Return (aims, parts) its expected value, and the actions.
        """
        pair = self.pair
        table = self.up.table
        places = pair.places
        (kinds, kind) = pair.kinds
        ends = self._ends
        most = pair.hands_max
        size = len(pair.memory.rows)
        of_hands = (len(STAKES), len(kinds)), (len(places.total),), (VALUES,)
        weights = np.array([table.weights(aim) for aim in Objective])
        shapes = (most + 1, most + 1), *of_hands, *of_hands
        to_go, *room = self._room.arrays(*((*shape, size, LANES) for shape in shapes))
        to_go[:, 0] = _poker_lanes(ends[:, -1], weights)
        made = (most + 1, most + 1) if keep else (1, 1)
        chosen = tuple(
            np.zeros((*made, count, size, AIMS), dtype=np.int8)
            for count in (VALUES, len(places.total))
        )
        never = np.zeros(AIMS, dtype=bool)
        drawn = table.arithmetic.zeros(2, LANES)
        once = kind[places.child]
        legal_two = pair.legal_two
        table.kernels.split(
            (pair.memory.following, self.up.chances(pair.memory.rows)),
            ends,
            (places.child, once, kind, places.legal, pair.second, legal_two, never),
            _VALUES - 1,
            (np.arange(VALUES), np.array([pair.first - 1])),
            pair.memories,
            weights,
            np.array([aim is Objective.TWENTY_ONE for aim in Objective]),
            to_go,
            ((*room[:3], drawn[0]), (*room[3:], drawn[1])),
            chosen,
        )
        return to_go[2, 2, 0].reshape(AIMS, PARTS).copy(), chosen


def _poker_lanes(poker: Array, weights: Array) -> Array:
    """Return (memory, lanes): the expected value of the poker hand when all hands are done."""
    lanes = np.zeros((len(poker), LANES), dtype=poker.dtype)
    for aim, (_of_21, of_poker) in enumerate(weights):
        lanes[:, PARTS * aim + OF_POKER] = poker[:, 0]
        lanes[:, PARTS * aim + SQUARE] = of_poker**2 * poker[:, 1]
    return lanes


def _pair(table: Table, held: Held) -> Pair:
    """Return a pair at a table, the same for all up cards."""
    pair: Pair | None = table.pairs.get(held)
    if pair is None:
        pair = table.pairs[held] = Pair(table, held)
    return pair


def pairs_to_split(table: Table) -> list[int]:
    """Return the places of the hands that may be split."""
    legal = table.rules.first.legal[rank_graph().node]
    return np.flatnonzero(legal >> action_codes.SPLIT & 1).tolist()


def lay_out_pairs(table: Table) -> None:
    """Prepare the data that splits share for all up cards; two threads would prepare it twice."""

    def lay_out(hand: int) -> None:
        _pair(table, _node_ranks(hand)).memories  # noqa: B018 - made once, with the memories

    side_by_side(lay_out, pairs_to_split(table))


def _node_ranks(hand: int) -> Held:
    return tuple(rank_graph().cards[hand].tolist())


def split_values(
    up: AnteUpUpCard, only: int | None = None, room: SplitRoom | None = None
) -> dict[Objective, Array]:
    """Return (hands, parts) for each aim: the value of splitting a pair, or *only* that one.

    The expected value of a split for the 21 wager alone, with every pair split again, is known
    exactly. The same play with limited memory misses it by a little; every aim is corrected by that
    difference. *room* is memory for one up card after another.
    """
    exact = up.table.splits_of_21(up.left, up.up)
    values = {aim: up.table.arithmetic.zeros(rank_graph().live, PARTS) for aim in Objective}
    room = SplitRoom(up.table) if room is None else room
    pairs = pairs_to_split(up.table)
    for hand in pairs if only is None else {only}.intersection(pairs):
        if up.possible[hand]:
            split = Split(up, _node_ranks(hand), room)
            worth = split.worth()
            short = exact.value(split.pair.first) - worth[Objective.TWENTY_ONE][OF_21]
            for aim in Objective:
                values[aim][hand] = worth[aim]
                values[aim][hand, OF_21] += short
    return values
