"""What lanes of Ante Up 21 look up (`rounds/ante_up.py`).

A hand is a set of ranks, whose best two cards are looked up. Every lane that has split draws a card
at a time. The action depends on a memory of all cards (`looks.play_split`). Nothing there branches: hands that stand, hit, double or are split again go
through the same instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Halves, Integers, Ints, LongWords, Words
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined
from pitboss.patterns.totals import best_total, value
from pitboss.patterns.two_card_poker import best_two
from pitboss.simulator.ante_up.looks import (
    DOUBLE,
    MEMORIES,
    MEMORY_AT,
    MOVES_AT,
    NATURAL,
    SPLIT,
    SPLIT_UP,
    STAND,
    SUITS,
    TOTALS,
    TWO_AT,
    UNSPLIT,
    WAITING_MOST,
    AnteUpTables,
)
from pitboss.simulator.ante_up.looks import bonus_row as row_of_table
from pitboss.simulator.blackjack.play import COLUMNS, DEALER_BLACKJACK, FIRST_RESULT
from pitboss.simulator.lanes.hands import (
    BLACKJACK_ROW,
    CARDS,
    DEALER,
    RANKS,
    HandLanes,
    by_rank,
    hand_lanes,
    hand_result,
    have_room,
    paths,
    row_starts,
    see_two,
    walk_seeing,
)
from pitboss.simulator.lanes.memory import ENDS_ROOM, LANES, REGISTERS, Lanes, count, end
from pitboss.simulator.lanes.plan import (
    NO_ENDS,
    LaneEnds,
    LanePlan,
    cell_ends,
    plan,
    wager_slots,
    won_ends,
)
from pitboss.simulator.machine.table_looks import Card
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.side_wagers import WagerTables

if TYPE_CHECKING:
    from pitboss.simulator.ante_up.looks import BetTables
    from pitboss.simulator.cells.job import CellJob

_NUMBER, _MEMORY, _MOVES, _FIRST, _HAND, _TO_PLAY = (
    U64((REGISTERS + row) * LANES) for row in range(6)
)
"""The rows of `Lanes.notes`: the number of the split, the memory, where the moves are, the hand of
one card, the hand in play, and how many are left to play."""
_SPLITS = U64(LANES)
"""Where `Lanes.split` has the number of lanes that split, behind those lanes."""
_HARD_BITS = 6
_IS_SECOND = U32(1 << _HARD_BITS)
_IS_DOUBLED = U32(2 << _HARD_BITS)
"""A hand is twice its hard total, with a bit for an ace, and these: the next card is its second,
or its last."""
_TOTAL = U32((1 << _HARD_BITS) - 1)
_BUST = U32(TWO_AT)
_ONE = U32(1)
_TWO = U32(2)
_THREE = U32(3)
_STAND = U32(STAND)
_DOUBLE = U32(DOUBLE)
_SPLIT = U32(SPLIT)
_SECOND_AT = U32(TWO_AT - 2)
_SUIT_BITS = U32(2)
_ENDS_ROOM = U64(ENDS_ROOM)
_CARDS = U32(CARDS)
_RANKS = U32(RANKS)
_COLUMNS = U32(COLUMNS)
_ONE_AT, _UP_AT, _TWO_AT = (U64(place) for place in range(3))
"""Where the cards of the deal lie."""
_NATURAL = U32(NATURAL)
_UNSPLIT = U32(UNSPLIT)
_SPLIT_UP = U32(SPLIT_UP)


class SplitLanes(NamedTuple):
    """How the hands of splits are played."""

    together: np.uint32
    """Whether those that are bet are played here; others are played by themselves."""
    splits: Halves
    """(up, first, second rank): the number of the split."""
    memory_at: Words
    """(split): where its memories begin."""
    moves_at: Words
    """(split): where the moves begin, with two hands to play."""
    again: Words
    """(split): how much further the moves with one more hand are."""
    memories: Words
    """(split): how much less far those with one hand less to play are."""
    following: Words
    """(split, memory, rank): the memory after one more card."""
    moves: Words
    """(split, hands made, hands waiting, memory): the number of its word."""
    words: LongWords
    """(word): the actions with a hand, packed into bits."""
    after: Words
    """(whether doubled, hand): the result of a hand that draws no more."""
    worths: Words
    """(rank): what a card adds to a hand, twice its value."""


def split_lanes(bet: BetTables) -> SplitLanes:
    """Return how lanes play splits."""
    placed = bet.placed.astype(np.uint32)
    hands = range(1 << _HARD_BITS)
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
def _add_card(worths: Words, hand: np.uint32, rank: np.uint32) -> np.uint32:
    """Return a hand with one more card."""
    return U32(U32(hand + worths[rank]) | U32(rank == U32(0)))


@jit_inlined
def begin_split(
    lanes: Lanes, table: SplitLanes, lane: Integer, row: np.uint32, one: np.uint32
) -> None:
    """Begin the hands of a split whose first card has rank *one*."""
    notes = lanes.notes
    number = U32(table.splits[row])
    first = _add_card(table.worths, _IS_SECOND, one)
    notes[U64(_NUMBER + lane)] = number
    notes[U64(_MEMORY + lane)] = 0
    notes[U64(_MOVES + lane)] = table.moves_at[number]
    notes[U64(_FIRST + lane)] = first
    notes[U64(_HAND + lane)] = first
    notes[U64(_TO_PLAY + lane)] = _TWO


@jit_inlined
def _draw(lanes: Lanes, table: SplitLanes, lane: Integer) -> np.uint64:
    """Draw a card in a lane, and return the moves that follow."""
    notes = lanes.notes
    place = U64(lanes.places[lane])
    number = lanes.notes[U64(_NUMBER + lane)]
    lanes.places[lane] = U64(place + U64(1))
    rank = U32(U32(lanes.cards[place]) >> _SUIT_BITS)
    bit = U32(_ONE << rank)
    before = U32(lanes.seen[lane])
    lanes.paired[lane] |= U32(before & bit)
    lanes.seen[lane] = U32(before | bit)
    memory = U32(U32(notes[U64(_MEMORY + lane)] * _RANKS) + rank)
    memory = U32(table.following[U32(table.memory_at[number] + memory)])
    hand = _add_card(table.worths, notes[U64(_HAND + lane)], rank)
    notes[U64(_MEMORY + lane)] = memory
    notes[U64(_HAND + lane)] = hand
    here = U32(notes[U64(_MOVES + lane)] + memory)
    return U64(table.words[U32(table.moves[U32(0) if _is_over(hand) else here])])


@jit_inlined
def _is_over(hand: np.uint32) -> bool:
    """Return whether a hand draws no more cards: it is doubled, or over 21."""
    return bool(U32(hand & _TOTAL) >= _BUST) | bool(hand >= _IS_DOUBLED)


@jit_inlined
def _move(lanes: Lanes, table: SplitLanes, lane: Integer, moves: np.uint64) -> np.uint32:
    """Go on with the hand in play of a lane; return how many hands are left to play."""
    notes = lanes.notes
    hand = U32(lanes.notes[U64(_HAND + lane)])
    number = notes[U64(_NUMBER + lane)]
    first = U32(notes[U64(_FIRST + lane)])
    total = U32(hand & _TOTAL)
    is_second = U32(hand & _IS_SECOND) != U32(0)
    # The second card is what the hand has more than its first.
    shift = U32(_SECOND_AT + U32(U32(hand - first) & ~_ONE)) if is_second else total
    todo = U32(U64(moves >> U64(shift & _TOTAL)))
    todo = U32(todo & (_THREE if is_second else _ONE))
    todo = _STAND if _is_over(hand) else todo
    stands = U32(todo == _STAND)
    again = U32(todo == _SPLIT)

    which = U64(lanes.more[lane])
    result = table.after[U32(U32(U32(hand >= _IS_DOUBLED) << U32(_HARD_BITS)) | total)]
    lanes.ends[U64(U64(lane * _ENDS_ROOM) + U64(which + U64(1)))] = result
    lanes.more[lane] = U64(which + U64(stands))
    left = U32(U32(notes[U64(_TO_PLAY + lane)] + again) - stands)
    further = U32(again * table.again[number])
    back = U32(stands * table.memories[number])
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
    waiting = lanes.waiting
    moves = lanes.moves
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


class AnteUpLanes(NamedTuple):
    """Hands that are bet or not, and poker hands by sets of ranks."""

    hands: HandLanes
    bets: Bytes
    """(up, first, second rank): whether to bet."""
    of_ranks: Bytes
    """(set of ranks): the number of the poker hand of its two highest cards."""
    of_pairs: Bytes
    """(set of ranks): the number of its highest pair."""
    numbers: np.uint32
    """How many poker hands there are."""
    ways: Bytes
    """(how it is compared, player's, dealer's number): the result of ANTE and BET."""
    ways_count: np.uint32
    bonus: Words
    """(first, second, up card): the end of the POKER BONUS, which comes behind all others."""
    has_bonus: np.uint32
    splits: SplitLanes
    nets: Ints
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    split_at: np.uint32
    """The end of a split whose hands win nothing, with the first result of ANTE and BET."""
    hands_at: np.uint32
    """The ends of hands of a split, by result and outcome, begin here."""


def ante_up_plan(job: CellJob) -> LanePlan | None:
    """Return how lanes play Ante Up 21; None for a play with more states than lanes can name."""
    tables = job.layout.tables
    bet = job.layout.tables.bet
    blackjack = job.layout.tables.blackjack
    results = len(blackjack.waits)
    steps = by_rank(bet.steps, 1)
    alone = _behind(by_rank(blackjack.first, 3)[0], steps)
    bets = bet.bets.reshape((RANKS,) * 3)
    first = np.where((bets != 0) & bool(bet.together), bet.first.reshape(bets.shape), alone)
    every = np.concatenate((steps, _behind(by_rank(blackjack.steps, 1), steps)))
    if not have_room(every, results):
        return None
    hands = LaneEnds((np.arange(results * COLUMNS),))
    ways = len(job.layout.cells) - hands.size
    cell, way = np.divmod(np.arange(hands.size * ways), ways)
    ended = cell_ends(job, (cell, hands.size + way))
    won = _split_ends(job, ways)
    rows = [np.arange(wager.combinations) for wager in job.wagers]
    bonuses = LaneEnds((wager_slots(job, 0, rows[0]),)) if rows else NO_ENDS
    split_at = ended.size + bonuses.size
    of_ranks, of_pairs = poker_by_ranks(tables.poker_numbers)
    bonus = np.zeros(CARDS**3 if len(job.wagers) else 1, dtype=np.uint32)
    classify_threes(job.wager_tables, tables, ended.size, bonus)
    table = AnteUpLanes(
        hands=hand_lanes(blackjack)._replace(
            first=row_starts(first, results).ravel(), player=paths(every, results)
        ),
        bets=bet.bets,
        of_ranks=of_ranks,
        of_pairs=of_pairs,
        numbers=np.uint32(tables.ways.shape[1]),
        ways=tables.ways.ravel().astype(np.uint8),
        ways_count=np.uint32(ways),
        bonus=bonus,
        has_bonus=np.uint32(len(job.wagers)),
        splits=split_lanes(bet),
        nets=job.game.pays[0][: hands.size].astype(np.int32),
        split_at=np.uint32(split_at + job.halves[0] * ways),
        hands_at=np.uint32(split_at + won.size),
    )
    return plan(table, ended, bonuses, of_splits=(won, hands), lanes=LANES)


def _split_ends(job: CellJob, ways: int) -> LaneEnds:
    """Return the ends of splits: what their hands win together, by the result of ANTE and BET."""
    half = job.halves[0]
    poker = int(job.layout.tables.poker_cells)
    net, way = np.indices((2 * half + 1, ways)).reshape(2, -1)
    main, _, both = job.units
    _, of_ante, with_ante = job.game.pays[:, poker + way]
    nets = net - half, of_ante, (net - half) * main // both + with_ante
    return won_ends(job, nets, (poker + way,))


def _behind(codes: Integers, states: Integers) -> Integers:
    """Return codes whose states are numbered behind others."""
    return np.where(codes >= 0, codes + len(states), codes)


def poker_by_ranks(numbers: Integers) -> tuple[Bytes, Bytes]:
    """Return the numbers of poker hands by sets of ranks: of the two highest, and of a pair.

    Better hands are written over others.
    """
    sets = np.arange(1 << RANKS)
    table = np.zeros((2, len(sets)), dtype=np.uint8)
    hands = ((one, two) for one in range(RANKS) for two in range(one, RANKS))
    for best, one, two in sorted((best_two((SUITS * a, SUITS * b), 2), a, b) for a, b in hands):
        holds = (sets >> one & sets >> two & 1).astype(bool)
        table[int(one == two), holds] = numbers[best]
    return table[0], table[1]


@jit_cached
def classify_threes(wagers: WagerTables, tables: AnteUpTables, ends: int, rows: Words) -> None:
    """Write down the end of the bonus for the first two cards and the up card."""
    for number in range(len(rows)):
        one = number // CARDS**2
        two = number // CARDS % CARDS
        up = number % CARDS
        rows[number] = ends + row_of_table(tables, wagers, 0, U32(one), U32(two), U32(up))


@jit_inlined
def _rank(card: Card) -> np.uint32:
    return U32(card >> _SUIT_BITS)


@jit_inlined
def _row(up: Card, one: Card, two: Card) -> np.uint32:
    """Return where tables by the ranks of the up card and of two cards keep those of a deal."""
    return U32(U32(_rank(up) * _RANKS + _rank(one)) * _RANKS + _rank(two))


@jit_inlined
def bonus_row(table: AnteUpLanes, one: Card, two: Card, up: Card) -> np.uint32:
    """Return the end of the POKER BONUS; without the wager it is counted nowhere."""
    three = U32(U32(one * _CARDS + two) * _CARDS + up)
    return U32(table.bonus[U32(three * table.has_bonus)])


@jit_inlined
def has_bonus(table: AnteUpLanes) -> np.uint64:
    """Return how many ends the POKER BONUS has."""
    return U64(table.has_bonus)


@jit_inlined
def see_cards(lanes: Lanes, hand: Integer, lane: Integer, one: Card, two: Card) -> None:
    """Note the ranks of the first two cards of a hand."""
    see_two(lanes.seen, lanes.paired, hand, lane, _rank(one), _rank(two))


@jit_inlined
def end_bonus(_: AnteUpLanes, bonus: np.uint32) -> np.uint32:
    """Return the end of the POKER BONUS."""
    return bonus


@jit_inlined
def is_bet(table: AnteUpLanes, up: Card, one: Card, two: Card) -> np.uint32:
    """Return whether two cards are bet on."""
    return U32(table.bets[_row(up, one, two)])


@jit_inlined
def dealer_start(table: AnteUpLanes, up: Card, down: Card) -> np.uint32:
    """Return where the row of the dealer's first two cards begins."""
    return U32(table.hands.dealer_first[U32(_rank(up) * _RANKS + _rank(down))])


@jit_inlined
def is_over(_: AnteUpLanes, dealer: np.uint32) -> bool:
    """Return whether the dealer has a blackjack."""
    return bool(dealer == BLACKJACK_ROW)


@jit_inlined
def first_hand(
    table: AnteUpLanes,
    over: bool,  # noqa: FBT001
    up: Card,
    one: Card,
    two: Card,
) -> np.uint32:
    """Return where the row of two cards begins, whether they are bet on or not."""
    peeked = U32(table.hands.peeked[U32(_rank(one) * _RANKS + _rank(two))])
    played = U32(table.hands.first[_row(up, one, two)])
    return peeked if over else played


@jit_inlined
def play_hand(lanes: Lanes, table: AnteUpLanes, hand: Integer) -> None:
    """Draw cards to the hand of every lane, and to the hands of its split."""
    walk_seeing(lanes, table.hands.player, hand)
    splits = _begin_splits(lanes, table)
    lanes.split[_SPLITS] = splits
    walk_splits(lanes, table.splits, splits)


@jit_inlined
def _begin_splits(lanes: Lanes, table: AnteUpLanes) -> np.uint64:
    """List the lanes that play the hands of a split; return how many there are."""
    cards = lanes.cards
    waiting = lanes.waiting
    split = lanes.split
    left = U64(0)
    more = U64(0)
    for lane in range(count(lanes.playing)):
        split[left] = lane
        left = U64(left + U64(hand_result(lanes.codes, 0, lane) < FIRST_RESULT))
    for number in range(left):
        here = U64(split[number])
        place = U64(lanes.starts[here])
        one = U32(cards[U64(place + _ONE_AT)])
        up = U32(cards[U64(place + _UP_AT)])
        row = _row(up, one, U32(cards[U64(place + _TWO_AT)]))
        begin_split(lanes, table.splits, here, row, _rank(one))
        lanes.kept[here] = U32(table.bets[row]) & table.splits.together
        split[more] = waiting[more] = here
        more = U64(more + U64(lanes.kept[here]))
    return more


@jit_inlined
def waits(table: AnteUpLanes, result: np.uint32) -> np.uint32:
    """Return whether a hand waits for the dealer."""
    return U32(table.hands.waits[result])


@jit_inlined
def bet_waits(_: AnteUpLanes, bet: np.uint32) -> np.uint32:
    """Return whether a bet waits for the dealer (ruling A3)."""
    return bet


@jit_inlined
def play_dealer(lanes: Lanes, table: AnteUpLanes, hand: Integer) -> None:
    """Draw cards to the dealer of every lane."""
    walk_seeing(lanes, table.hands.dealer, hand)


@jit_inlined
def show_hand(lanes: Lanes, table: AnteUpLanes, hand: Integer, lane: Integer) -> np.uint32:
    """Return the number of the poker hand in all cards of a hand (ruling A1)."""
    at = U64(U64(hand * LANES) + lane)
    paired = U32(lanes.paired[at])
    return U32(table.of_pairs[paired] if paired else table.of_ranks[lanes.seen[at]])


@jit_inlined
def _way(table: AnteUpLanes, how: np.uint32, mine: np.uint32, against: np.uint32) -> np.uint32:
    """Return the result of ANTE and BET if they are compared in this way."""
    return U32(table.ways[U32(U32(how * table.numbers + mine) * table.numbers + against)])


@jit_inlined
def end_seat(
    table: AnteUpLanes,
    hand: np.uint32,
    bet: np.uint32,
    dealer: np.uint32,
    mine: np.uint32,
    against: np.uint32,
) -> np.uint32:
    """Return the end of a hand, and of ANTE and BET."""
    how = _NATURAL if dealer == DEALER_BLACKJACK else _UNSPLIT
    way = U32(_way(table, how, mine, against) * bet)
    return U32(U32(hand * _COLUMNS + dealer) * table.ways_count + way)


@jit_inlined
def end_splits(lanes: Lanes, table: AnteUpLanes) -> None:
    """Report the ends of splits: what each wins, with ANTE and BET, and those of its hands."""
    ends = lanes.ends
    for number in range(lanes.split[_SPLITS]):
        lane = U64(lanes.split[number])
        outcome = hand_result(lanes.codes, DEALER, lane)
        net = np.int64(0)
        for which in range(U64(table.has_bonus), lanes.more[lane]):
            here = U64(U64(lane * _ENDS_ROOM) + U64(which + U64(1)))
            cell = U32(U32(ends[here] * _COLUMNS) + outcome)
            net += table.nets[cell]
            ends[here] = U32(table.hands_at + cell)
        mine = show_hand(lanes, table, 0, lane)
        against = show_hand(lanes, table, DEALER, lane)
        way = _way(table, _SPLIT_UP, mine, against)
        won = U32(np.int64(table.split_at) + net * table.ways_count + way)
        end(ends, lane, 0, won)
