"""Ante Up 21 in lanes: a hand is a set of ranks, whose best two cards are looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_cached, jit_inlined
from pitboss.patterns.two_card_poker import best_two
from pitboss.simulate.ante_up.kernel import NATURAL, SPLIT_UP, SUITS, UNSPLIT, bonus_row
from pitboss.simulate.ante_up.split_lanes import (
    BETS,
    SplitLanes,
    begin_split,
    split_lanes,
    walk_splits,
)
from pitboss.simulate.blackjack.play import COLUMNS, DEALER_BLACKJACK, FIRST_RESULT
from pitboss.simulate.cells.lane_plan import cell_ends, wager_slots, won_ends
from pitboss.simulate.lanes.hands import (
    BLACKJACK_ROW,
    CARDS,
    DEALER,
    RANKS,
    Paths,
    begin_dealer,
    by_rank,
    dealer_paths,
    dealer_rows,
    hand_result,
    have_room,
    paths,
    rank_at,
    row_starts,
    see_two,
    walk_seeing,
)
from pitboss.simulate.lanes.memory import ENDS_ROOM, LANES, Lanes, count, end
from pitboss.simulate.lanes.plan import NO_ENDS, LaneEnds, LanePlan, plan
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.side_wagers import WagerTables

if TYPE_CHECKING:
    from pitboss.simulate.cells.job import CellJob

Array = Any
ENDS = 1
HAS_MORE = True
_DEAL = 4
_CARDS, _RANKS, _COLUMNS, _ONE = U32(CARDS), U32(RANKS), U32(COLUMNS), U32(1)
_NATURAL, _UNSPLIT, _SPLIT_UP = U32(NATURAL), U32(UNSPLIT), U32(SPLIT_UP)
_ENDS_ROOM = U64(ENDS_ROOM)


class AnteUpLanes(NamedTuple):
    """The automata by rank, and poker hands by sets of ranks."""

    first: Array
    """(up, first, second rank): where the row of two cards begins, bet or not."""
    peeked: Array
    """(first, second rank): the same against a dealer blackjack."""
    bets: Array
    """(up, first, second rank): whether to bet."""
    dealer_first: Array
    """(up, down rank): where the row of the dealer's hand begins."""
    player: Paths
    dealer: Paths
    waits: Array
    """(result): whether it waits for the dealer."""
    of_ranks: Array
    """(set of ranks): the number of the poker hand of its two highest cards."""
    of_pairs: Array
    """(set of ranks): the number of its highest pair."""
    numbers: np.uint32
    """How many poker hands there are."""
    ways: Array
    """(how it is compared, player's, dealer's number): the result of ANTE and BET."""
    ways_count: np.uint32
    bonus: Array
    """(first, second, up card): the end of the POKER BONUS, which comes behind all others."""
    has_bonus: np.uint32
    splits: SplitLanes
    nets: Array
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    split_at: np.uint32
    """The end of a split whose hands win nothing, with the first result of ANTE and BET."""
    hands_at: np.uint32
    """The ends of hands of a split, by result and outcome, begin here."""


def ante_up_plan(job: CellJob) -> LanePlan | None:
    """Return how lanes play Ante Up 21; None for a play with more states than lanes can name."""
    tables, bet, blackjack = job.layout.tables, job.layout.tables.bet, job.layout.tables.blackjack
    results, steps = len(blackjack.waits), by_rank(bet.steps, 1)
    alone, bets = _behind(by_rank(blackjack.first, 3)[0], steps), bet.bets.reshape((RANKS,) * 3)
    first = np.where((bets != 0) & bool(bet.together), bet.first.reshape(bets.shape), alone)
    every = np.concatenate((steps, _behind(by_rank(blackjack.steps, 1), steps)))
    if not have_room(every, results):
        return None
    hands = LaneEnds((np.arange(results * COLUMNS),))
    ways = len(job.layout.cells) - hands.size
    cell, way = np.divmod(np.arange(hands.size * ways), ways)
    ended, won = cell_ends(job, (cell, hands.size + way)), _split_ends(job, ways)
    rows = [np.arange(wager.combinations) for wager in job.wagers]
    bonuses = LaneEnds((wager_slots(job, 0, rows[0]),)) if rows else NO_ENDS
    split_at = ended.size + bonuses.size
    of_ranks, of_pairs = poker_by_ranks(tables.poker_numbers)
    bonus = np.zeros(CARDS**3 if len(job.wagers) else 1, dtype=np.uint32)
    classify_threes(job.wager_tables, ended.size, bonus)
    table = AnteUpLanes(
        first=row_starts(first, results).ravel(),
        peeked=row_starts(~by_rank(blackjack.peeked, 2), results).ravel(),
        bets=bet.bets,
        dealer_first=dealer_rows(by_rank(blackjack.dealer_first, 2)),
        player=paths(every, results),
        dealer=dealer_paths(by_rank(blackjack.dealer_steps, 1)),
        waits=blackjack.waits,
        of_ranks=of_ranks,
        of_pairs=of_pairs,
        numbers=np.uint32(tables.ways.shape[1]),
        ways=tables.ways.ravel().astype(np.uint8),
        ways_count=np.uint32(ways),
        bonus=bonus,
        has_bonus=np.uint32(len(job.wagers)),
        splits=split_lanes(bet),
        nets=job.game.pays[0][: hands.size].astype(np.int32),
        split_at=np.uint32(split_at + job.sections.halves[0] * ways),
        hands_at=np.uint32(split_at + won.size),
    )
    return plan(table, ended, bonuses, of_splits=(won, hands), lanes=LANES)


def _split_ends(job: CellJob, ways: int) -> LaneEnds:
    """Return the ends of splits: what their hands win together, by the result of ANTE and BET."""
    half, poker = job.sections.halves[0], int(job.layout.tables.poker_cells)
    net, way = np.indices((2 * half + 1, ways)).reshape(2, -1)
    main, _, both = job.sections.units
    _, of_ante, with_ante = job.game.pays[:, poker + way]
    nets = net - half, of_ante, (net - half) * main // both + with_ante
    return won_ends(job, nets, (poker + way,))


def _behind(codes: Array, states: Array) -> Array:
    """Return codes whose states are numbered behind others."""
    return np.where(codes >= 0, codes + len(states), codes)


def poker_by_ranks(numbers: Array) -> tuple[Array, Array]:
    """Return the numbers of poker hands by sets of ranks: of the two highest, and of a pair.

    Better hands are written over others.
    """
    sets = np.arange(1 << RANKS)
    table = np.zeros((2, len(sets)), dtype=np.uint8)
    hands = ((one, two) for one in range(RANKS) for two in range(one, RANKS))
    for value, one, two in sorted((best_two((SUITS * a, SUITS * b), 2), a, b) for a, b in hands):
        holds = (sets >> one & sets >> two & 1).astype(bool)
        table[int(one == two), holds] = numbers[value]
    return table[0], table[1]


@jit_cached
def classify_threes(wagers: WagerTables, ends: int, rows: Array) -> None:
    """Write down the end of the bonus for the first two cards and the up card."""
    for number in range(len(rows)):
        one, two, up = number // CARDS**2, number // CARDS % CARDS, number % CARDS
        rows[number] = ends + bonus_row(wagers, 0, U32(one), U32(two), U32(up))


@jit_inlined
def _row(cards: Array, place: np.uint64) -> np.uint32:
    """Return where tables by the ranks of the up card and of two cards keep those of a deal."""
    row = U32(rank_at(cards, place, 1) * _RANKS + rank_at(cards, place, 0))
    return U32(row * _RANKS + rank_at(cards, place, 2))


@jit_inlined
def _deal(lanes: Lanes, table: AnteUpLanes, lane: Integer) -> None:
    """Deal, and settle against a dealer blackjack at once."""
    place, cards, row = U64(lanes.starts[lane]), lanes.cards, _row(lanes.cards, lanes.starts[lane])
    one, up, two = rank_at(cards, place, 0), rank_at(cards, place, 1), rank_at(cards, place, 2)
    down = rank_at(cards, place, 3)
    dealer = U32(table.dealer_first[U32(up * _RANKS + down)])
    over, played = U32(table.peeked[U32(one * _RANKS + two)]), U32(table.first[row])
    lanes.codes[lane] = over if dealer == BLACKJACK_ROW else played
    lanes.codes[U64(U64(DEALER * LANES) + lane)] = dealer
    lanes.notes[U64(BETS + lane)] = table.bets[row]
    see_two(lanes.seen, lanes.paired, 0, lane, one, two)
    see_two(lanes.seen, lanes.paired, DEALER, lane, up, down)
    lanes.places[lane] = U64(place + U64(_DEAL))
    lanes.more[lane] = table.has_bonus


@jit_inlined
def _end_bonus(lanes: Lanes, table: AnteUpLanes) -> None:
    """Report the end of the POKER BONUS of every lane."""
    cards = lanes.cards
    for lane in range(count(lanes.playing)):
        place = U64(lanes.starts[lane])
        three = U32(U32(cards[place]) * _CARDS + U32(cards[U64(place + U64(2))]))
        three = U32(three * _CARDS + U32(cards[U64(place + U64(1))]))
        end(lanes.ends, lane, 1, table.bonus[three])


@jit_inlined
def _poker_number(
    of_ranks: Array, of_pairs: Array, seen: np.uint32, paired: np.uint32
) -> np.uint32:
    """Return the number of the poker hand in all cards of a hand (ruling A1)."""
    return U32(of_pairs[paired] if paired else of_ranks[seen])


@jit_inlined
def _way(lanes: Lanes, table: AnteUpLanes, lane: Integer, how: np.uint32) -> np.uint32:
    """Return the result of ANTE and BET if they are compared in this way."""
    seen, paired, at = lanes.seen, lanes.paired, U64(U64(DEALER * LANES) + lane)
    mine = _poker_number(table.of_ranks, table.of_pairs, seen[lane], paired[lane])
    against = _poker_number(table.of_ranks, table.of_pairs, seen[at], paired[at])
    return U32(table.ways[U32(U32(how * table.numbers + mine) * table.numbers + against)])


@jit_inlined
def _begin_splits(lanes: Lanes, table: AnteUpLanes) -> np.uint64:
    """List the lanes that play the hands of a split; return how many there are."""
    waiting, split, left, more = lanes.waiting, lanes.split, U64(0), U64(0)
    for lane in range(count(lanes.playing)):
        is_kept = hand_result(lanes.codes, 0, lane) >= FIRST_RESULT
        split[left], lanes.kept[lane] = lane, is_kept
        left = U64(left + U64(not is_kept))
    for number in range(left):
        here = U64(split[number])
        place, bets = U64(lanes.starts[here]), U32(lanes.notes[U64(BETS + here)])
        row, one = _row(lanes.cards, place), rank_at(lanes.cards, place, 0)
        begin_split(lanes, table.splits, here, row, one)
        lanes.kept[here] = bets & table.splits.together
        split[more] = waiting[more] = here
        more = U64(more + U64(lanes.kept[here]))
    return more


@jit_inlined
def _end_split(lanes: Lanes, table: AnteUpLanes, lane: Integer) -> None:
    """Report the ends of a split: what it wins, with ANTE and BET, and those of its hands."""
    ends, outcome, net = lanes.ends, hand_result(lanes.codes, DEALER, lane), np.int64(0)
    for which in range(U64(table.has_bonus), lanes.more[lane]):
        here = U64(U64(lane * _ENDS_ROOM) + U64(which + U64(1)))
        cell = U32(U32(ends[here] * _COLUMNS) + outcome)
        net += table.nets[cell]
        ends[here] = U32(table.hands_at + cell)
    way = _way(lanes, table, lane, _SPLIT_UP)
    end(ends, lane, 0, U32(np.int64(table.split_at) + net * table.ways_count + way))


@jit_inlined
def _end(lanes: Lanes, table: AnteUpLanes, lane: Integer) -> None:
    """Report the end of a hand, and of ANTE and BET."""
    mine, dealers = hand_result(lanes.codes, 0, lane), hand_result(lanes.codes, DEALER, lane)
    way = _way(lanes, table, lane, _NATURAL if dealers == DEALER_BLACKJACK else _UNSPLIT)
    way = U32(way * lanes.notes[U64(BETS + lane)])
    end(lanes.ends, lane, 0, U32(U32(mine * _COLUMNS + dealers) * table.ways_count + way))


@jit_inlined
def play(lanes: Lanes, table: AnteUpLanes, seed: np.uint64) -> None:  # noqa: ARG001
    """Play a round in every lane."""
    for lane in range(count(lanes.playing)):
        _deal(lanes, table, lane)
    if table.has_bonus:
        _end_bonus(lanes, table)
    walk_seeing(lanes, table.player, 0)
    splits = _begin_splits(lanes, table)
    walk_splits(lanes, table.splits, splits)
    for lane in range(count(lanes.playing)):
        waits = table.waits[hand_result(lanes.codes, 0, lane)]
        begin_dealer(lanes.codes, lane, U32(waits | lanes.notes[U64(BETS + lane)]))
    walk_seeing(lanes, table.dealer, DEALER)
    for lane in range(count(lanes.playing)):
        _end(lanes, table, lane)
    for number in range(splits):
        _end_split(lanes, table, U64(lanes.split[number]))
