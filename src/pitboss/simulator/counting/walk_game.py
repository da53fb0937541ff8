"""One seat with its main wager alone that counts, as a graphics card walks its rounds.

Beside the table of `walk_tables` the threads of a block share the questions, the least counts that
answer them, and the tags. One word holds both running counts of a shoe: the count for index plays
above the count for wagers. A finished round is a word too: its end, whether the counter insured,
and above that a *key*, which gives the cell of the cube for the next round.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.simulator.blackjack.play import BlackjackTables, LeanGame, LeanSections
from pitboss.simulator.blackjack.round_automaton import SHOE_ROOM
from pitboss.simulator.blackjack.steps import STACK_MAX, StepTables, step_tables
from pitboss.simulator.blackjack.walk_tables import Asking, RoundWalk, WalkTables, walk
from pitboss.simulator.counting.kernel import Ask, Counting
from pitboss.simulator.counting.layout import CountLayout
from pitboss.simulator.counting.lean_game import NET_LIMIT

PLAYS_AT = 16
"""Where the count for index plays is in a word."""
ODD = 1 << 14
"""Instead of what a round won: it was split or insured, or won too much to be added to others."""
_WORD = 32


class CountPlan(NamedTuple):
    """The numbers that a kernel is compiled for."""

    questions: int
    tags: int
    """Where questions and tags are behind the beginning of the table, in words."""
    end_bits: int
    """Bits of how a round ended; the next says whether the counter insured."""
    bins: int
    cells: int
    """Cells of the cube."""
    moves: bool
    """Whether he watches some rounds, or leaves: then the cells of rounds he plays come last."""
    splits: int
    """Where the counters of splits begin among all."""


class WalkCounts(NamedTuple):
    """What a counter's rounds are entered by."""

    spots: Array
    """(key): the cell of the cube."""
    nets: Array
    """(insured, end): what a round won, or `ODD`; the first end is a split."""
    counts: np.uint32
    """Both running counts before the first card."""
    key: np.uint32
    """The key of the first round."""


class WalkGame(NamedTuple):
    """What is left of a game beside its walk."""

    tables: StepTables
    pays: Array
    sections: LeanSections
    """Of splits alone: other rounds are counted by their ends."""


class CountedWalk(NamedTuple):
    """Whole rounds of a counter: the tables of a kernel, and the shoe in its bytes."""

    game: WalkGame
    walk: RoundWalk
    """Its entries are all that a block shares."""
    counts: WalkCounts
    plan: CountPlan


def counted_walk(
    tables: BlackjackTables,
    values: tuple[int, ...],
    full_shoe: Array,
    game: LeanGame,
    layout: CountLayout,
    asks: tuple[Ask, ...],
    last: int,
    kinds: Array | None = None,
) -> CountedWalk | None:
    """Return a counter's rounds as a graphics card walks them; None if it cannot.

    No round takes the card at place *last* of a shoe. With *kinds*, the class of each card, the
    bytes of a shoe are cards.
    """
    counting = game.counting
    questions = [(layout.levels.index(ask.at) * SHOE_ROOM, ask.yes, ask.no) for ask in asks]
    insurable = np.nonzero(counting.insurable)[0]
    aces = tuple(np.unique(insurable if kinds is None else kinds[insurable]).tolist())
    asking = Asking(questions, int(counting.insurance) * SHOE_ROOM, aces)
    if not len(game.automaton.cells) or tables.hands_max.max() > STACK_MAX:
        return None
    steps = step_tables(tables, questions)
    plain = walk(game.automaton, steps, values, full_shoe, layout.burn, asking)
    if plain is None:
        return None
    end_bits = int(plain.plan.ends - plain.plan.specials).bit_length()
    keys = len(layout.running) * layout.cut
    most = max(len(layout.running), len(layout.play_running))
    places = plain.bytes if kinds is None else np.arange(len(kinds))
    shared, plan = _shared(plain, layout, counting, end_bits, last + 1, places)
    plan = plan._replace(splits=game.sections.split)
    halves = len(shared.tables.entries)
    if keys << end_bits + 1 >> _WORD or most >> PLAYS_AT or halves >> PLAYS_AT:
        return None
    counts = _counts(game, plain.tables, plain.plan.specials, layout, end_bits)
    return CountedWalk(WalkGame(steps, game.pays, _of_splits(game.sections)), shared, counts, plan)


def _of_splits(sections: LeanSections) -> LeanSections:
    """Return where the counters of splits begin if there are no others."""
    first = sections.split
    nets = sections.nets - first
    size = sections.insurance - first
    return LeanSections(whole=0, split=0, nets=nets, insurance=size)


def _shared(
    plain: RoundWalk,
    layout: CountLayout,
    counting: Counting,
    end_bits: int,
    room: int,
    places: Array,
) -> tuple[RoundWalk, CountPlan]:
    """Return the walk with all that a block shares, and where it is.

    *places* are those of the tags.
    """
    least = layout.least_counts(room) - layout.play_running.start
    entries = plain.tables.entries
    questions_at = len(entries) + len(entries) % 2
    least_at = questions_at + 4 * len(plain.questions)
    questions = np.zeros((len(plain.questions), 4), dtype=np.int64)
    questions[:, :3] = plain.questions
    questions[:, 0] = least_at + questions[:, 0] // SHOE_ROOM * room
    questions[plain.plan.insures - plain.plan.events :, 3] = 1 << end_bits
    tags_at = least_at + least.size + (least_at + least.size) % 2
    words = np.zeros(int(places.max()) + 1, dtype=np.int64)
    plays = counting.play_tags.astype(np.int64)
    bets = counting.tags.astype(np.int64)
    words[places] = (plays << PLAYS_AT) + bets
    halves = np.zeros(tags_at + 2 * len(words), dtype=np.uint16)
    halves[: len(entries)] = entries
    halves[questions_at:least_at] = questions.ravel()
    halves[least_at : least_at + least.size] = np.minimum(least, (1 << PLAYS_AT) - 1).ravel()
    halves[tags_at:] = words.astype(np.uint32).view(np.uint16)
    plan = CountPlan(
        questions=questions_at // 2,
        tags=tags_at // 2,
        end_bits=end_bits,
        bins=layout.bins,
        cells=layout.cells,
        moves=layout.watches,
        splits=0,
    )
    sized = plain.plan._replace(entries=len(halves))
    return plain._replace(tables=plain.tables._replace(entries=halves), plan=sized), plan


def _counts(
    game: LeanGame, tables: WalkTables, specials: int, layout: CountLayout, end_bits: int
) -> WalkCounts:
    counting = game.counting
    cells = tables.cells[specials:]
    nets = np.full((2, 1 << end_bits), ODD, dtype=np.int16)
    won = game.pays[cells]
    nets[0, 1 : len(cells) + 1] = np.where(abs(won) < NET_LIMIT, won, ODD)
    bets = int(counting.start) - layout.running.start
    plays = int(counting.play_start) - layout.play_running.start
    return WalkCounts(
        spots=game.counts.spots,
        nets=nets.ravel(),
        counts=np.uint32((plays << PLAYS_AT) + bets),
        key=np.uint32(bets * layout.cut + layout.burn),
    )
