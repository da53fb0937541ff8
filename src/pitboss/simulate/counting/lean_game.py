"""One seat with its main wager alone, by somebody who counts: the arrays that shoes are played by.

The place of the next card is a word. Above it are both running counts, so a card adds one to the
place and its tags to the counts at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.simulate.blackjack.play import LeanGame, LeanSections
from pitboss.simulate.blackjack.round_automaton import (
    LANES,
    SHOE_ROOM,
    RoundAutomaton,
    no_automaton,
    round_automaton,
)
from pitboss.simulate.counting.fields import FIELDS, STEP
from pitboss.simulate.counting.kernel import Ask, Counting
from pitboss.simulate.counting.layout import CountLayout
from pitboss.simulate.counting.rounds import AnyTables, AskingTables

Array = Any
COUNT_BITS = 16
BETS_AT = (LANES * SHOE_ROOM - 1).bit_length()
PLAYS_AT = BETS_AT + COUNT_BITS
"""Where the running counts are above the place of a card: by which wagers are made, and by which
hands are played."""
MARGIN = 1 << 12
"""Counts are this much above the least they may be: at the end of a shoe cards come again."""
_DEAL_SEEN = 3
_NEVER = (1 << 32) - 1


class LeanCounts(NamedTuple):
    """What a counter adds to the places of cards, and asks of them."""

    adds: Array
    """(class of card): what it adds to a place: one, and its tags."""
    first: np.uint64
    """The running counts before the first card, above its place."""
    plays_low: np.int64
    """Add this to the count for index plays that is above a place."""
    least: Array
    """(level, cards gone): the least count at or above an index; a level is where its own begin."""
    insures: Array
    """(cards gone before a round): the least count with which insurance may be due in it."""
    spots: Array
    """(cards gone before a round, its count): the cell of the cube."""
    width: np.uint64
    kinds: Array
    """(state in which a round has ended): the number of what it won."""
    nets: Array
    """(number): what was won."""


class CountedGame(NamedTuple):
    """The data of a `LeanGame`, and what is counted."""

    tables: AnyTables
    pays: Array
    sections: LeanSections
    counters: int
    automaton: RoundAutomaton
    deals: Any
    counting: Counting
    counts: LeanCounts


def counted_game(
    lean: LeanGame, tables: AskingTables, layout: CountLayout, asks: tuple[Ask, ...]
) -> CountedGame:
    """Return what a counter's shoes are played by.

    There is no automaton of whole rounds if his play depends on more than the count, or if one more
    round is dealt after the cut card.
    """
    counting = layout.counting(lean.counters)
    fits = (
        not len(counting.group_sizes)
        and not counting.after_cut
        and not tables.asks.errors
        and max(len(layout.running), len(layout.play_running)) + 2 * MARGIN < 1 << COUNT_BITS
    )
    questions = [(layout.levels.index(ask.at) * SHOE_ROOM, ask.yes, ask.no) for ask in asks]
    automaton = round_automaton(lean.tables, questions) if fits else no_automaton()
    return CountedGame(
        tables,
        lean.pays,
        lean.sections,
        lean.counters,
        automaton,
        lean.deals,
        counting,
        _counts(lean, layout, counting, automaton),
    )


def _counts(
    lean: LeanGame, layout: CountLayout, counting: Counting, automaton: RoundAutomaton
) -> LeanCounts:
    bets_low, plays_low = layout.running.start - MARGIN, layout.play_running.start - MARGIN
    bets, plays = counting.tags.astype(np.int64), counting.play_tags.astype(np.int64)
    first = ((int(counting.start) - bets_low) << BETS_AT) + (
        (int(counting.play_start) - plays_low) << PLAYS_AT
    )
    least = layout.least_counts(SHOE_ROOM) - plays_low
    insures = np.full(SHOE_ROOM, _NEVER)
    if counting.insurance >= 0:
        soon = least[counting.insurance, _DEAL_SEEN + 1 :] - _DEAL_SEEN * int(plays.max())
        insures[: len(soon)] = np.maximum(soon, 0)
    gone = np.arange(layout.cut)
    bins = counting.bins.reshape(-1, len(layout.running))[gone].astype(np.int64)
    spots = bins + (gone // STEP)[:, None] * layout.bins
    won = lean.pays[automaton.cells].astype(np.int64)
    nets, kinds = np.unique(won, return_inverse=True)
    return LeanCounts(
        adds=(1 + (bets << BETS_AT) + (plays << PLAYS_AT)).astype(np.uint64),
        first=np.uint64(first),
        plays_low=np.int64(plays_low),
        least=least.astype(np.uint32).ravel(),
        insures=insures.astype(np.uint32),
        spots=spots.astype(np.uint16).ravel(),
        width=np.uint64(len(layout.running)),
        kinds=kinds.astype(np.uint8),
        nets=nets,
    )


def into_cube(game: CountedGame, results: Array, counts: Array) -> None:
    """Add *results*, (cell of the cube, number of what was won), to the cube among *counts*."""
    nets, cube = game.counts.nets, int(game.counting.cube)
    fields = np.stack((np.ones_like(nets), nets, nets * nets), axis=1)
    cells = counts[cube : cube + FIELDS * len(results)].reshape(-1, FIELDS)
    cells += results.astype(np.int64) @ fields
