"""One seat with its main wager alone that counts: the arrays that shoes are played by.

The upper half of the word with the index of the next card holds both running counts. So one
addition moves to the next card and adds its tags.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.simulator.blackjack.play import BlackjackTables, LeanGame
from pitboss.simulator.blackjack.round_automaton import (
    ROW_BITS,
    SHOE_ROOM,
    RoundAutomaton,
    no_automaton,
    round_automaton,
)
from pitboss.simulator.counting.fields import FIELDS, STEP
from pitboss.simulator.counting.kernel import Ask, Asks, Counting
from pitboss.simulator.counting.layout import CountLayout

COUNT_BITS = 16
BETS_AT = 32
PLAYS_AT = 32 + COUNT_BITS
"""Where the running counts are in a word: by which wagers are made, and by which hands are played.
"""
MARGIN = 1 << 12
"""Counts are this much above the least they may be: at the end of a shoe cards come again."""
PACKED_ROUNDS = 1 << 15
NET_LIMIT = 1 << 5
"""Fewer rounds, each with less won or lost, may be added up in one word: their number, the sum of
what they won and this limit each, and the sum of squares."""
SUM_AT = 16
SQUARES_AT = 16 + 22
_DEAL_SEEN = 3
_NEVER = (1 << 32) - 1


class LeanCounts(NamedTuple):
    """What a counter adds to words, and asks of them."""

    adds: Array
    """(class of card): what it adds to a word: one to the place, and its tags."""
    first: np.uint64
    """The running counts before the first card."""
    plays_low: np.int64
    """Add this to the count for index plays that a word has."""
    least: Array
    """(level, cards gone): the least count at or above an index; a level is where its own begin."""
    insures: Array
    """(cards gone before a round): the least count with which insurance may be due in it."""
    spots: Array
    """(count before a round, cards gone): the cell of the cube."""
    width: np.uint64
    cut: np.uint64
    watched: np.uint64
    """Cells of the cube before those of rounds that he plays, if he watches some."""
    packed: Array
    """(state in which a round has ended): the round, what it won and its square in one word; 0 for
    rounds with a split, and those that win too much for it."""


def counted_game(
    lean: LeanGame,
    walked: BlackjackTables,
    asks: Asks,
    layout: CountLayout,
    asked: tuple[Ask, ...],
) -> LeanGame:
    """Return what a counter's shoes are played by; whole rounds are walked by other tables.

    There is no automaton of whole rounds if his play depends on more than the count, or if one more
    round is dealt after the cut card.
    """
    counting = layout.counting(lean.counters)
    fits = (
        not len(counting.group_sizes)
        and not counting.after_cut
        and not asks.errors
        and max(len(layout.running), len(layout.play_running)) + 2 * MARGIN < 1 << COUNT_BITS
    )
    questions = [(layout.levels.index(ask.at) * SHOE_ROOM, ask.yes, ask.no) for ask in asked]
    automaton = round_automaton(walked, questions) if fits else no_automaton()
    return lean._replace(
        asks=asks,
        automaton=automaton._replace(kinds=lean.automaton.kinds),
        counting=counting,
        counts=_counts(lean, layout, counting, automaton),
    )


def _counts(
    lean: LeanGame, layout: CountLayout, counting: Counting, automaton: RoundAutomaton
) -> LeanCounts:
    bets_low = layout.running.start - MARGIN
    plays_low = layout.play_running.start - MARGIN
    bets = counting.tags.astype(np.int64)
    plays = counting.play_tags.astype(np.int64)
    counts = int(counting.start) - bets_low, int(counting.play_start) - plays_low
    least = layout.least_counts(SHOE_ROOM) - plays_low
    insures = np.full(SHOE_ROOM, _NEVER)
    if counting.insurance >= 0:
        soon = least[counting.insurance, _DEAL_SEEN + 1 :] - _DEAL_SEEN * int(plays.max())
        insures[: len(soon)] = np.maximum(soon, 0)
    gone = np.arange(layout.cut)
    bins = counting.bins.reshape(-1, len(layout.running))[gone].astype(np.int64)
    spots = bins + (gone // STEP)[:, None] * layout.bins
    return LeanCounts(
        adds=((1 << ROW_BITS) + (bets << BETS_AT) + (plays << PLAYS_AT)).astype(np.uint64),
        first=np.uint64((counts[0] << BETS_AT) + (counts[1] << PLAYS_AT)),
        plays_low=np.int64(plays_low),
        least=least.astype(np.uint32).ravel(),
        insures=insures.astype(np.uint32),
        spots=spots.T.astype(np.uint16).ravel(),
        width=np.uint64(len(layout.running)),
        cut=np.uint64(layout.cut),
        watched=np.uint64(layout.rows * layout.bins),
        packed=_pack_nets(lean.pays[automaton.cells].astype(np.int64)),
    )


def _pack_nets(nets: Array) -> Array:
    """Return rounds that won *nets* as words; nothing for the first, which stands for splits."""
    words = 1 + (nets + NET_LIMIT << SUM_AT) + (nets * nets << SQUARES_AT)
    words[:1] = 0
    return np.where(abs(nets) < NET_LIMIT, words, 0).astype(np.uint64)


def enter_presumed(counting: Counting, presumed: Array, numbers: Array, counts: Array) -> None:
    """Enter side wagers in the cube, by (cell, number of the deal) and what that presumes."""
    fields = int(counting.fields)
    begin = int(counting.cube)
    cells = counts[begin : begin + len(numbers) * fields].reshape(-1, fields)
    for wager, base in enumerate(counting.side_bases[:-1].tolist()):
        at = int(counting.side) + FIELDS * wager
        won = counting.side_pays[base + presumed[:, wager]]
        cells[:, at] += numbers.sum(axis=1)
        cells[:, at + 1] += numbers @ won
        cells[:, at + 2] += numbers @ won**2
