"""The hands of a split of Ante Up 21 in lanes: every lane that has split draws a card at a time.

The action depends on a memory of all cards (`kernel.play_split`). Nothing here branches: hands that
stand, hit, double or are split again go through the same instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.patterns.totals import best_total, value
from pitboss.simulate.ante_up.kernel import (
    DOUBLE,
    MEMORIES,
    MEMORY_AT,
    MOVES_AT,
    RANKS,
    SPLIT,
    STAND,
    SUITS,
    TOTALS,
    TWO_AT,
    WAITING_MOST,
)
from pitboss.simulate.lanes.memory import ENDS_ROOM, LANES, Lanes
from pitboss.simulate.random.philox import U32, U64

if TYPE_CHECKING:
    from pitboss.simulate.ante_up.kernel import BetTables

Array = Any
BETS, _NUMBER, _MEMORY, _MOVES, _FIRST, _HAND, _TO_PLAY = (U64(r * LANES) for r in range(7))
"""The rows of `Lanes.notes`: whether to bet, the number of the split, the memory, where the moves
are, the hand of one card, the hand in play, and how many are left to play."""
_HARD_BITS = 6
_IS_SECOND, _IS_DOUBLED = U32(1 << _HARD_BITS), U32(2 << _HARD_BITS)
"""A hand is twice its hard total, with a bit for an ace, and these: the next card is its second,
or its last."""
_TOTAL, _BUST = U32((1 << _HARD_BITS) - 1), U32(TWO_AT)
_ONE, _TWO, _THREE, _RANKS = (U32(number) for number in (1, 2, 3, RANKS))
_STAND, _DOUBLE, _SPLIT, _SECOND_AT = U32(STAND), U32(DOUBLE), U32(SPLIT), U32(TWO_AT - 2)
_SUIT_BITS, _ENDS_ROOM = U32(2), U64(ENDS_ROOM)


class SplitLanes(NamedTuple):
    """How the hands of splits are played."""

    together: np.uint32
    """Whether those that are bet are played here; others are played by themselves."""
    splits: Array
    """(up, first, second rank): the number of the split."""
    memory_at: Array
    """(split): where its memories begin."""
    moves_at: Array
    """(split): where the moves begin, with two hands to play."""
    again: Array
    """(split): how much further the moves with one more hand are."""
    memories: Array
    """(split): how much less far those with one hand less to play are."""
    following: Array
    """(split, memory, rank): the memory after one more card."""
    moves: Array
    """(split, hands made, hands waiting, memory): the number of its word."""
    words: Array
    """(word): the actions with a hand, packed into bits."""
    after: Array
    """(whether doubled, hand): the result of a hand that draws no more."""
    worths: Array
    """(rank): what a card adds to a hand, twice its value."""


def split_lanes(bet: BetTables) -> SplitLanes:
    """Return how lanes play splits."""
    placed, hands = bet.placed.astype(np.uint32), range(1 << _HARD_BITS)
    totals = [min(best_total(hand >> 1, bool(hand & 1)), TOTALS - 1) for hand in hands]
    return SplitLanes(
        together=np.uint32(bet.together),
        splits=bet.splits.astype(np.uint16),
        memory_at=placed[:, MEMORY_AT].copy(),
        moves_at=placed[:, MOVES_AT] + placed[:, MEMORIES],
        again=(placed[:, WAITING_MOST] + _ONE) * placed[:, MEMORIES],
        memories=placed[:, MEMORIES].copy(),
        following=bet.following,
        moves=bet.moves.copy(),  # in large pages, as numpy asks for them
        words=bet.words,
        after=bet.after.reshape(2, TOTALS)[:, totals].astype(np.uint32).ravel(),
        worths=np.array([2 * value(SUITS * rank) for rank in range(RANKS)], dtype=np.uint32),
    )


@jit_inlined
def _add_card(worths: Array, hand: np.uint32, rank: np.uint32) -> np.uint32:
    """Return a hand with one more card."""
    return U32(U32(hand + worths[rank]) | U32(rank == U32(0)))


@jit_inlined
def begin_split(
    lanes: Lanes, table: SplitLanes, lane: Integer, row: np.uint32, one: np.uint32
) -> None:
    """Begin the hands of a split whose first card has rank *one*."""
    notes, number, first = (
        lanes.notes,
        U32(table.splits[row]),
        _add_card(table.worths, _IS_SECOND, one),
    )
    notes[U64(_NUMBER + lane)] = number
    notes[U64(_MEMORY + lane)] = 0
    notes[U64(_MOVES + lane)] = table.moves_at[number]
    notes[U64(_FIRST + lane)] = first
    notes[U64(_HAND + lane)] = first
    notes[U64(_TO_PLAY + lane)] = _TWO


@jit_inlined
def _draw(lanes: Lanes, table: SplitLanes, lane: Integer) -> np.uint64:
    """Draw a card in a lane, and return the moves that follow."""
    notes, place, number = lanes.notes, U64(lanes.places[lane]), lanes.notes[U64(_NUMBER + lane)]
    lanes.places[lane] = U64(place + U64(1))
    rank = U32(U32(lanes.cards[place]) >> _SUIT_BITS)
    bit, before = U32(_ONE << rank), U32(lanes.seen[lane])
    lanes.paired[lane] |= U32(before & bit)
    lanes.seen[lane] = U32(before | bit)
    memory = U32(U32(notes[U64(_MEMORY + lane)] * _RANKS) + rank)
    memory = U32(table.following[U32(table.memory_at[number] + memory)])
    hand = _add_card(table.worths, notes[U64(_HAND + lane)], rank)
    notes[U64(_MEMORY + lane)], notes[U64(_HAND + lane)] = memory, hand
    here = U32(notes[U64(_MOVES + lane)] + memory)
    return U64(table.words[U32(table.moves[U32(0) if _is_over(hand) else here])])


@jit_inlined
def _is_over(hand: np.uint32) -> bool:
    """Return whether a hand draws no more cards: it is doubled, or over 21."""
    return bool(U32(hand & _TOTAL) >= _BUST) | bool(hand >= _IS_DOUBLED)


@jit_inlined
def _move(lanes: Lanes, table: SplitLanes, lane: Integer, moves: np.uint64) -> np.uint32:
    """Go on with the hand in play of a lane; return how many hands are left to play."""
    notes, hand = lanes.notes, U32(lanes.notes[U64(_HAND + lane)])
    number, first = notes[U64(_NUMBER + lane)], U32(notes[U64(_FIRST + lane)])
    total, is_second = U32(hand & _TOTAL), U32(hand & _IS_SECOND) != U32(0)
    # The second card is what the hand has more than its first.
    shift = U32(_SECOND_AT + U32(U32(hand - first) & ~_ONE)) if is_second else total
    todo = U32(U64(moves >> U64(shift & _TOTAL)))
    todo = U32(todo & (_THREE if is_second else _ONE))
    todo = _STAND if _is_over(hand) else todo
    stands, again = U32(todo == _STAND), U32(todo == _SPLIT)

    which = U64(lanes.more[lane])
    result = table.after[U32(U32(U32(hand >= _IS_DOUBLED) << U32(_HARD_BITS)) | total)]
    lanes.ends[U64(U64(lane * _ENDS_ROOM) + U64(which + U64(1)))] = result
    lanes.more[lane] = U64(which + U64(stands))
    left = U32(U32(notes[U64(_TO_PLAY + lane)] + again) - stands)
    further, back = U32(again * table.again[number]), U32(stands * table.memories[number])
    notes[U64(_MOVES + lane)] += U32(further - back)
    goes_on = U32(total | U32(U32(todo == _DOUBLE) << U32(_HARD_BITS + 1)))
    is_next = U32(U32(0) - U32(stands | again))
    notes[U64(_HAND + lane)] = U32(U32(goes_on & ~is_next) | U32(first & is_next))
    notes[U64(_TO_PLAY + lane)] = left
    return left


@jit_inlined
def walk_splits(lanes: Lanes, table: SplitLanes, left: np.uint64) -> None:
    """Let the hands of splits draw cards until all have ended: *left* lanes wait for that.

    Their moves are far apart in memory, so all are loaded before the first is used.
    """
    waiting, moves = lanes.waiting, lanes.moves
    while left:
        for number in range(left):
            moves[number] = _draw(lanes, table, U64(waiting[number]))
        more = U64(0)
        for number in range(left):
            lane = U64(waiting[number])
            hands = _move(lanes, table, lane, U64(moves[number]))
            waiting[more] = lane
            more = U64(more + U64(hands != U32(0)))
        left = more
