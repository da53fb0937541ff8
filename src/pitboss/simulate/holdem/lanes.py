"""21-Hold 'em in lanes: blackjack, then poker from the rest of the deck, shuffled again.

The decision to bet on depends on the ranks of the cards and on how many of them share a suit. So
does the value of a hand of five, unless four or more of them share a suit. All tables together fit
into the processor's nearest caches.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_apart, jit_inlined
from pitboss.simulate.blackjack.play import COLUMNS, FIRST_RESULT
from pitboss.simulate.cells.five_cards import FIVE, FiveCardTables
from pitboss.simulate.holdem.kernel import (
    DECK,
    FOLDED_FIRST,
    FOLDED_SECOND,
    FOUR_EACH,
    FOUR_OR_MORE,
    HoldemTables,
    suit_bit,
    way_by_pattern,
)
from pitboss.simulate.lanes.decks import (
    LANES,
    Decks,
    DeckTurn,
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
    SUITS,
    HandLanes,
    hand_lanes,
)
from pitboss.simulate.lanes.plan import LanePlan, cell_ends, plan
from pitboss.simulate.random.philox import U32, U64

if TYPE_CHECKING:
    from pitboss.simulate.cells.job import CellJob

Array = Any
CLASSES = 3
"""How many cards share a suit: of three cards none, two or all; of four two at most, three, all."""
_TWOS = np.array(list(combinations_with_replacement(range(RANKS), 2)))
_THREES = np.array(list(combinations_with_replacement(range(RANKS), 3)))
PAIRS = len(_TWOS)
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


class PokerLanes(NamedTuple):
    """Sets of bits have a bit for each class of suits."""

    threes: Array
    """(ranks of three cards): their number, and below it the classes in which the first own card is
    bet on, the third of these."""
    stays: Array
    """(number of three, rank of another): the classes in which the second is bet on."""
    twos: Array
    """(ranks of two cards): their number."""
    ways: Array
    """(number of three, number of two): how poker ends if no four cards share a suit."""
    way_of: Array
    """(kind of five cards): how poker ends."""


def poker_lanes(tables: HoldemTables) -> PokerLanes | None:
    """Return the tables for lanes; None if the betting depends on more than they hold."""
    threes, twos = _numbers(_THREES), _numbers(_TWOS)
    bets = _first_bets(tables, threes)
    stays = _second_bets(tables, threes)
    if bets is None or stays is None:
        return None
    ranks = [*np.repeat(_THREES, PAIRS, axis=0).T, *np.tile(_TWOS, (len(_THREES), 1)).T]
    return PokerLanes(
        threes=(threes << CLASSES | bets[threes]).astype(np.uint16).ravel(),
        stays=stays.astype(np.uint8),
        twos=twos.astype(np.uint8).ravel(),
        ways=tables.ways[_number_of_five(tables.hands, ranks)].astype(np.uint8),
        way_of=tables.way_of,
    )


def _numbers(hands: Array) -> Array:
    """Return (ranks, in any order): the number of the hand."""
    numbers = np.zeros((RANKS,) * hands.shape[1], dtype=np.int64)
    for order in permutations(range(hands.shape[1])):
        numbers[tuple(hands[:, order].T)] = np.arange(len(hands))
    return numbers


def _number_of_five(hands: FiveCardTables, ranks: list[Array]) -> Array:
    row = np.zeros(len(ranks[0]), dtype=np.int64)
    for place in range(FIVE):
        row = hands.rows[row + ranks[place]].astype(np.int64)
    return row


def _first_bets(tables: HoldemTables, threes: Array) -> Array | None:
    """Return (number of three): the classes in which the first card is bet on."""
    cards, alike = _list_deals(3)
    bets = _is_in(tables.first_bets[_pair(cards[0], cards[1])], cards[2])
    ranks = tuple(card // SUITS for card in cards)
    return _by_class(threes[ranks], alike - 1, bets, len(_THREES))


def _second_bets(tables: HoldemTables, threes: Array) -> Array | None:
    """Return (number of three, rank of another): the classes in which the second is bet on."""
    cards, alike = _list_deals(4)
    pair = _pair(cards[0], cards[1])
    is_asked = _is_in(tables.first_bets[pair], cards[2])
    cards, alike, pair = tuple(card[is_asked] for card in cards), alike[is_asked], pair[is_asked]
    stays = _is_in(tables.second_bets[pair * DECK + cards[2]], cards[3])
    one, two, three, four = (card // SUITS for card in cards)
    number = threes[one, two, three] * RANKS + four
    return _by_class(number, np.maximum(alike - 2, 0), stays, len(_THREES) * RANKS)


def _list_deals(count: int) -> tuple[tuple[Array, ...], Array]:
    """Return every deal of so many cards, and how many share a suit; a suit is named when it comes.

    So every deal is that of one of these with its suits renamed.
    """
    ranks = np.indices((RANKS,) * count).reshape(count, -1)
    deals, alike = [], []
    for suits in product(range(SUITS), repeat=count):
        if all(suit <= len({*suits[:place]}) for place, suit in enumerate(suits)):
            cards = SUITS * ranks + np.array(suits)[:, None]
            is_dealt = np.ones(cards.shape[1], dtype=np.bool_)
            for one, two in product(range(count), repeat=2):
                is_dealt &= (one >= two) | (cards[one] != cards[two])
            deals.append(cards[:, is_dealt])
            most = max(suits.count(suit) for suit in suits)
            alike.append(np.full(deals[-1].shape[1], most))
    return tuple(np.concatenate(deals, axis=1)), np.concatenate(alike)


def _pair(one: Array, two: Array) -> Array:
    """Return what `pair_number` returns, of many pairs."""
    high, low = np.maximum(one, two), np.minimum(one, two)
    return high * (high - 1) // 2 + low


def _is_in(cards: Array, card: Array) -> Array:
    return (cards >> card.astype(np.uint64) & np.uint64(1)).astype(np.bool_)


def _by_class(number: Array, group: Array, answer: Array, numbers: int) -> Array | None:
    """Return (number): the classes whose answer is yes; None if the deals of a class differ."""
    place, size = number * CLASSES + group, numbers * CLASSES
    yes, answers = np.bincount(place[answer], minlength=size), np.bincount(place, minlength=size)
    if ((yes > 0) & (yes < answers)).any():
        return None
    return ((yes > 0).reshape(numbers, CLASSES) << np.arange(CLASSES)).sum(axis=1)


class HoldemLanes(NamedTuple):
    """Hands of blackjack, and poker."""

    hands: HandLanes
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
    ways = tables.poker_cells.shape[1]
    table = HoldemLanes(hand_lanes(tables.blackjack), poker, np.uint32(ways))
    cell, way = np.divmod(np.arange(len(tables.blackjack.waits) * COLUMNS * ways), ways)
    limited = tables.limited[tables.dues]
    poker_cells = tables.poker_cells[limited, np.arange(ways)]
    return plan(table, cell_ends(job, (cell, poker_cells[way])))


@jit_inlined
def _rank(cards: Array, row: Integer, lane: Integer) -> np.uint32:
    return U32(lane_card(cards, row, lane) >> _SUIT_BITS)


@jit_inlined
def _deal(decks: Decks, table: HoldemLanes, lane: Integer) -> None:
    """Deal the hands of blackjack."""
    cards, hands = decks.cards, table.hands
    one, up, two = _rank(cards, 0, lane), _rank(cards, 1, lane), _rank(cards, 2, lane)
    dealer = U32(hands.dealer_first[U32(up * _RANKS + _rank(cards, 3, lane))])
    peeked = U32(hands.peeked[U32(one * _RANKS + two)])
    played = U32(hands.first[U32(U32(up * _RANKS + one) * _RANKS + two)])
    over = hands.peeks != 0 and dealer == BLACKJACK_ROW
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
def play(decks: Decks, table: HoldemLanes, turn: DeckTurn) -> None:
    """Play a round in every lane."""
    mine, dealers, again = decks.mine, decks.dealers, decks.again
    stops = U32(turn.placed * U32(LANES))
    cards, after, waiting = decks.cards, decks.next, decks.waiting
    player, dealer = table.hands.player, table.hands.dealer
    for lane in range(LANES):
        _deal(decks, table, lane)
    draw(cards, after, mine, player.rows, player.going, stops, waiting)
    _begin_dealer(mine, dealers, table.hands.waits)
    draw(cards, after, dealers, dealer.rows, dealer.going, stops, waiting)
    _shuffle_again(decks, again, turn.seed, turn.number)
    for own in range(_OWN):
        find_cards(decks.rows[_PLACED + own], again[own], decks.origins, np.int64(turn.placed))
    for lane in range(LANES):
        row, against = U32(mine[lane]), U32(dealers[lane])
        doubt = decks.doubts[lane]
        has_ended = row < player.going and against < dealer.going
        is_placed = U32(after[lane]) < U32(stops + U32(LANES))
        result = U32(row >> _ROW_BITS)
        decks.kept[lane] = result >= FIRST_RESULT and has_ended and is_placed and not doubt
        mine[lane] = U32(result * _COLUMNS + U32(against >> _ROW_BITS))
    _end(cards, again, table.poker, table.ways_count, mine, decks.ends)
