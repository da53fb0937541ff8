"""21-Hold 'em in lanes: blackjack, then poker from the rest of the deck, shuffled again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_apart, jit_inlined
from pitboss.simulate.blackjack.play import COLUMNS, FIRST_RESULT
from pitboss.simulate.cells.lane_plan import cell_ends
from pitboss.simulate.holdem.kernel import (
    DECK,
    FOLDED_FIRST,
    FOLDED_SECOND,
    FOUR_EACH,
    FOUR_OR_MORE,
    suit_bit,
    way_by_pattern,
)
from pitboss.simulate.holdem.lane_tables import CLASSES, PAIRS, PokerLanes, poker_lanes
from pitboss.simulate.lanes.decks import (
    LANES,
    Decks,
    choose_places,
    draw,
    draw_words,
    find_cards,
    lane_card,
)
from pitboss.simulate.lanes.hands import (
    BLACKJACK_ROW,
    NOT_DRAWN_ROW,
    RANKS,
    ROW_BITS,
    Paths,
    by_rank,
    dealer_paths,
    dealer_rows,
    paths,
    row_starts,
)
from pitboss.simulate.lanes.plan import LanePlan, plan
from pitboss.simulate.random.philox import U32, U64

if TYPE_CHECKING:
    from pitboss.simulate.cells.job import CellJob

Array = Any
_DEAL = 4
_PLACED = 8
"""Cards that are placed by the first block of random words; the second block places the others."""
_SECOND_BLOCK = U32(1)
_STAY = 2
"""Cards that stay before the others: the dealer's first two."""
_DOWN = 3
"""Where the dealer's down card lies."""
_OWN = 3
"""The player's own cards."""
_ROW_BITS, _RANKS, _COLUMNS, _PAIRS = U32(ROW_BITS), U32(RANKS), U32(COLUMNS), U32(PAIRS)
_SUIT_BITS, _CLASSES, _ZERO, _ONE = U32(2), U32(CLASSES), U32(0), U32(1)
_TWO_EACH, _THREE_EACH = U32(0x6666), U32(0x5555)
"""What makes a suit with so many cards reach its highest bit."""
_U8 = np.uint8


class HoldemLanes(NamedTuple):
    """The automata of blackjack by rank, and poker."""

    first: Array
    """(up, first, second rank): where the row of two cards begins."""
    peeked: Array
    """(first, second rank): the same against a dealer blackjack."""
    dealer_first: Array
    """(up, down rank): where the row of the dealer's hand begins."""
    player: Paths
    dealer: Paths
    waits: Array
    """(result): whether it waits for the dealer."""
    peeks: np.uint32
    poker: PokerLanes
    ways_count: np.uint32


def holdem_plan(job: CellJob) -> LanePlan | None:
    """Return how lanes play both parts of 21-Hold 'em, from a fresh deck every round."""
    tables = job.layout.tables
    is_played = job.places_in_decks(_PLACED) and job.cutting.placed == _PLACED
    if not (tables.has_poker and is_played):
        return None
    poker = poker_lanes(tables)
    if poker is None:
        return None
    blackjack, results = tables.blackjack, len(tables.blackjack.waits)
    ways = tables.poker_cells.shape[1]
    table = HoldemLanes(
        first=row_starts(by_rank(blackjack.first, 3), results).ravel(),
        peeked=row_starts(~by_rank(blackjack.peeked, 2), results).ravel(),
        dealer_first=dealer_rows(by_rank(blackjack.dealer_first, 2)),
        player=paths(by_rank(blackjack.steps, 1), results),
        dealer=dealer_paths(by_rank(blackjack.dealer_steps, 1)),
        waits=blackjack.waits,
        peeks=np.uint32(blackjack.peeks),
        poker=poker,
        ways_count=np.uint32(ways),
    )
    cell, way = np.divmod(np.arange(results * COLUMNS * ways), ways)
    limited = tables.limited[tables.dues]
    poker_cells = tables.poker_cells[limited, np.arange(ways)]
    return plan(table, cell_ends(job, (cell, poker_cells[way])))


@jit_inlined
def _rank(cards: Array, row: Integer, lane: Integer) -> np.uint32:
    return U32(lane_card(cards, row, lane) >> _SUIT_BITS)


@jit_inlined
def _deal(decks: Decks, table: HoldemLanes, lane: Integer) -> None:
    """Deal the hands of blackjack."""
    cards = decks.cards
    one, up, two = _rank(cards, 0, lane), _rank(cards, 1, lane), _rank(cards, 2, lane)
    dealer = U32(table.dealer_first[U32(up * _RANKS + _rank(cards, 3, lane))])
    peeked = U32(table.peeked[U32(one * _RANKS + two)])
    played = U32(table.first[U32(U32(up * _RANKS + one) * _RANKS + two)])
    over = table.peeks != 0 and dealer == BLACKJACK_ROW
    decks.mine[lane] = peeked if over else played
    decks.dealers[lane] = dealer
    decks.next[lane] = U32(U32(_DEAL * LANES) + U32(lane))


@jit_apart
def _shuffle_again(decks: Decks, again: Array, seed: np.uint64, number: np.uint64) -> None:
    """2104(5), (6): the dealer's first two cards stay, and all others are shuffled again.

    *again* gets the places of the player's own cards.
    """
    first, second, third, fourth = again[0], again[1], again[2], again[3]
    words, doubts, size = decks.words, decks.doubts, U32(DECK)
    draw_words(words, seed, number, _SECOND_BLOCK)
    choose_places(first, second, doubts, words[0], U32(_STAY), size)
    choose_places(third, fourth, doubts, words[1], U32(_STAY + 2), size)
    for lane in range(LANES):
        one, two, three = first[lane], second[lane], third[lane]
        three = _U8(_STAY + 1) if three == two else three
        second[lane] = _U8(_STAY) if two == one else two
        third[lane] = _U8(_STAY) if three == one else three


@jit_inlined
def _own_card(cards: Array, again: Array, own: Integer, lane: Integer) -> np.uint32:
    """Return a card of the player's own: one that had been placed before, or any other.

    Where the dealer's down card was lies the first card of the seat.
    """
    place = U32(again[U64(own), U64(lane)])
    row = U32(_PLACED + own) if place >= U32(_PLACED) else place
    return lane_card(cards, _ZERO if row == U32(_DOWN) else row, lane)


@jit_inlined
def _way_of_poker(cards: Array, again: Array, poker: PokerLanes, lane: Integer) -> np.uint32:
    """2104(7)-(10): return how poker ends."""
    one, two = lane_card(cards, 1, lane), lane_card(cards, 3, lane)
    three, four = _own_card(cards, again, 0, lane), _own_card(cards, again, 1, lane)
    five = _own_card(cards, again, 2, lane)
    first = U32(U32(one >> _SUIT_BITS) * _RANKS + U32(two >> _SUIT_BITS))
    three_class = U32(poker.threes[U32(first * _RANKS + U32(three >> _SUIT_BITS))])
    number, fourth = U32(three_class >> _CLASSES), U32(four >> _SUIT_BITS)
    suits = U32(suit_bit(one) + suit_bit(two) + suit_bit(three))
    alike = U32(_reaches(suits, _TWO_EACH) + _reaches(suits, _THREE_EACH))
    bets = U32(U32(three_class >> alike) & _ONE)
    suits = U32(suits + suit_bit(four))
    alike = U32(_reaches(suits, _THREE_EACH) + _reaches(suits, FOUR_EACH))
    stays = U32(U32(U32(poker.stays[U32(number * _RANKS + fourth)]) >> alike) & _ONE)
    pair = U32(poker.twos[U32(fourth * _RANKS + U32(five >> _SUIT_BITS))])
    way = U32(poker.ways[U32(number * _PAIRS + pair)])
    suits = U32(suits + suit_bit(five))
    if U32(suits + FOUR_EACH) & FOUR_OR_MORE:  # noqa: SIM102 - asked first, as it is seldom so
        if U32(bets & stays):
            way = U32(way_by_pattern(poker.way_of, one, two, three, four, five))
    way = way if stays else U32(FOLDED_SECOND)
    return way if bets else U32(FOLDED_FIRST)


@jit_inlined
def _reaches(suits: np.uint32, missing: np.uint32) -> np.uint32:
    """Return 1 if a suit has as many cards as *missing* asks for."""
    return U32(U32(U32(suits + missing) & FOUR_OR_MORE) != _ZERO)


@jit_inlined
def _begin_dealer(mine: Array, dealers: Array, waits: Array) -> None:
    """Let the dealer of every lane draw, or stay where no hand depends on it."""
    for lane in range(LANES):
        row = U32(dealers[lane])
        stays = BLACKJACK_ROW if row == BLACKJACK_ROW else NOT_DRAWN_ROW
        dealers[lane] = row if waits[U32(mine[lane] >> _ROW_BITS)] else stays


@jit_apart
def _end(
    cards: Array, again: Array, poker: PokerLanes, ways: np.uint32, cells: Array, ends: Array
) -> None:
    """Settle every lane."""
    for lane in range(LANES):
        way = _way_of_poker(cards, again, poker, lane)
        ends[lane] = U32(cells[lane] * ways + way)


@jit_inlined
def play(
    decks: Decks, table: HoldemLanes, seed: np.uint64, number: np.uint64, placed: np.uint32
) -> None:
    """Play a round in every lane."""
    mine, dealers, again, stops = decks.mine, decks.dealers, decks.again, U32(placed * U32(LANES))
    cards, after, waiting = decks.cards, decks.next, decks.waiting
    player, dealer = table.player, table.dealer
    for lane in range(LANES):
        _deal(decks, table, lane)
    draw(cards, after, mine, player.rows, player.going, stops, waiting)
    _begin_dealer(mine, dealers, table.waits)
    draw(cards, after, dealers, dealer.rows, dealer.going, stops, waiting)
    _shuffle_again(decks, again, seed, number)
    for own in range(_OWN):
        find_cards(decks.rows[_PLACED + own], again[own], decks.origins, np.int64(placed))
    for lane in range(LANES):
        row, against = U32(mine[lane]), U32(dealers[lane])
        doubt = decks.doubts[lane]
        has_ended = row < player.going and against < dealer.going
        is_placed = U32(after[lane]) < U32(stops + U32(LANES))
        result = U32(row >> _ROW_BITS)
        decks.kept[lane] = result >= FIRST_RESULT and has_ended and is_placed and not doubt
        mine[lane] = U32(result * _COLUMNS + U32(against >> _ROW_BITS))
    _end(cards, again, table.poker, table.ways_count, mine, decks.ends)
