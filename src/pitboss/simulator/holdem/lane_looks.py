"""What lanes of 21-Hold 'em look up (`rounds/holdem.py`).

The decision to bet on depends on the ranks of the cards and on how many of them share a suit. So
does the value of a hand of five, unless four or more of them share a suit. All tables together fit
into the processor's nearest caches.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Flags, Halves, Integers, LongInts, LongWords
from pitboss.compiled.jit import Integer, jit_apart, jit_inlined
from pitboss.simulator.blackjack.play import COLUMNS, FIRST_RESULT
from pitboss.simulator.cells.five_cards import FIVE, FiveCardTables
from pitboss.simulator.holdem.looks import (
    DECK,
    FOLDED_FIRST,
    FOLDED_SECOND,
    FOUR_EACH,
    FOUR_OR_MORE,
    HoldemTables,
    suit_bit,
    way_by_pattern,
)
from pitboss.simulator.lanes.decks import (
    LANES,
    Decks,
    DeckTurn,
    choose_places,
    draw,
    draw_words,
    find_cards,
    lane_card,
)
from pitboss.simulator.lanes.hands import (
    BLACKJACK_ROW,
    RANKS,
    ROW_BITS,
    SUITS,
    HandLanes,
    hand_lanes,
)
from pitboss.simulator.lanes.plan import LanePlan, cell_ends, plan
from pitboss.simulator.machine.table_looks import Card
from pitboss.simulator.random.philox import U32, U64

if TYPE_CHECKING:
    from pitboss.simulator.cells.job import CellJob

CLASSES = 3
"""How many cards share a suit: of three cards none, two or all; of four two at most, three, all."""
_TWOS = np.array(list(combinations_with_replacement(range(RANKS), 2)))
_THREES = np.array(list(combinations_with_replacement(range(RANKS), 3)))
PAIRS = len(_TWOS)
_PLACED = 8
"""Cards that are placed by the first block of random words; the second block places the others."""
_SECOND_BLOCK = U32(1)
_STAY = 2
"""Cards that stay before the others: the dealer's first two."""
_DOWN = 3
"""Where the dealer's down card lies."""
_OWN = 3
"""The player's own cards."""
_ROW_BITS = U32(ROW_BITS)
_RANKS = U32(RANKS)
_COLUMNS = U32(COLUMNS)
_PAIRS = U32(PAIRS)
_SUIT_BITS = U32(2)
_CLASSES = U32(CLASSES)
_ZERO = U32(0)
_ONE = U32(1)
_TWO_EACH = U32(0x6666)
_THREE_EACH = U32(0x5555)
"""What makes a suit with so many cards reach its highest bit."""
_U8 = np.uint8


class PokerLanes(NamedTuple):
    """Sets of bits have a bit for each class of suits."""

    threes: Halves
    """(ranks of three cards): their number, and below it the classes in which the first own card is
    bet on, the third of these."""
    stays: Bytes
    """(number of three, rank of another): the classes in which the second is bet on."""
    twos: Bytes
    """(ranks of two cards): their number."""
    ways: Bytes
    """(number of three, number of two): how poker ends if no four cards share a suit."""
    way_of: LongInts
    """(kind of five cards): how poker ends."""


def poker_lanes(tables: HoldemTables) -> PokerLanes | None:
    """Return the tables for lanes; None if the betting depends on more than they hold."""
    threes = _numbers(_THREES)
    twos = _numbers(_TWOS)
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


def _numbers(hands: Integers) -> Integers:
    """Return (ranks, in any order): the number of the hand."""
    numbers = np.zeros((RANKS,) * hands.shape[1], dtype=np.int64)
    for order in permutations(range(hands.shape[1])):
        numbers[tuple(hands[:, order].T)] = np.arange(len(hands))
    return numbers


def _number_of_five(hands: FiveCardTables, ranks: list[Integers]) -> Integers:
    row = np.zeros(len(ranks[0]), dtype=np.int64)
    for place in range(FIVE):
        row = hands.rows[row + ranks[place]].astype(np.int64)
    return row


def _first_bets(tables: HoldemTables, threes: Integers) -> Integers | None:
    """Return (number of three): the classes in which the first card is bet on."""
    cards, alike = _list_deals(3)
    bets = _is_in(tables.first_bets[_pair(cards[0], cards[1])], cards[2])
    ranks = tuple(card // SUITS for card in cards)
    return _by_class(threes[ranks], alike - 1, bets, len(_THREES))


def _second_bets(tables: HoldemTables, threes: Integers) -> Integers | None:
    """Return (number of three, rank of another): the classes in which the second is bet on."""
    cards, alike = _list_deals(4)
    pair = _pair(cards[0], cards[1])
    is_asked = _is_in(tables.first_bets[pair], cards[2])
    cards = tuple(card[is_asked] for card in cards)
    alike = alike[is_asked]
    pair = pair[is_asked]
    stays = _is_in(tables.second_bets[pair * DECK + cards[2]], cards[3])
    one, two, three, four = (card // SUITS for card in cards)
    number = threes[one, two, three] * RANKS + four
    return _by_class(number, np.maximum(alike - 2, 0), stays, len(_THREES) * RANKS)


def _list_deals(count: int) -> tuple[tuple[Integers, ...], Integers]:
    """Return every deal of so many cards, and how many share a suit; a suit is named when it comes.

    So every deal is that of one of these with its suits renamed.
    """
    ranks = np.indices((RANKS,) * count).reshape(count, -1)
    deals = []
    alike = []
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


def _pair(one: Integers, two: Integers) -> Integers:
    """Return what `pair_number` returns, of many pairs."""
    high = np.maximum(one, two)
    low = np.minimum(one, two)
    number: Integers = high * (high - 1) // 2 + low
    return number


def _is_in(cards: LongWords, card: Integers) -> Flags:
    held: Flags = (cards >> card.astype(np.uint64) & np.uint64(1)).astype(np.bool_)
    return held


def _by_class(number: Integers, group: Integers, answer: Flags, numbers: int) -> Integers | None:
    """Return (number): the classes whose answer is yes; None if the deals of a class differ."""
    place = number * CLASSES + group
    size = numbers * CLASSES
    yes = np.bincount(place[answer], minlength=size)
    answers = np.bincount(place, minlength=size)
    if ((yes > 0) & (yes < answers)).any():
        return None
    classes: Integers = ((yes > 0).reshape(numbers, CLASSES) << np.arange(CLASSES)).sum(axis=1)
    return classes


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
def _rank(card: Card) -> np.uint32:
    return U32(card >> _SUIT_BITS)


@jit_inlined
def dealer_start(table: HoldemLanes, up: Card, down: Card) -> np.uint32:
    """Return where the row of the dealer's first two cards begins."""
    return U32(table.hands.dealer_first[U32(_rank(up) * _RANKS + _rank(down))])


@jit_inlined
def is_over(table: HoldemLanes, dealer: np.uint32) -> bool:
    """Return whether the dealer looks for a blackjack, and has one."""
    return bool(table.hands.peeks != 0 and dealer == BLACKJACK_ROW)


@jit_inlined
def first_hand(
    table: HoldemLanes,
    over: bool,  # noqa: FBT001
    up: Card,
    one: Card,
    two: Card,
) -> np.uint32:
    """Return where the row of two cards begins."""
    hands = table.hands
    peeked = U32(hands.peeked[U32(_rank(one) * _RANKS + _rank(two))])
    row = U32(U32(_rank(up) * _RANKS + _rank(one)) * _RANKS + _rank(two))
    return peeked if over else U32(hands.first[row])


@jit_inlined
def play_hand(decks: Decks, table: HoldemLanes, hand: Integer, turn: DeckTurn) -> None:
    """Draw cards to the hand of every lane."""
    along = table.hands.player
    stops = U32(turn.placed * U32(LANES))
    draw(decks.cards, decks.next, decks.mine, along.rows, along.going, stops, decks.waiting)


@jit_inlined
def play_dealer(decks: Decks, table: HoldemLanes, hand: Integer, turn: DeckTurn) -> None:
    """Draw cards to the dealer of every lane."""
    along = table.hands.dealer
    stops = U32(turn.placed * U32(LANES))
    draw(decks.cards, decks.next, decks.dealers, along.rows, along.going, stops, decks.waiting)


@jit_inlined
def waits(table: HoldemLanes, result: np.uint32) -> np.uint32:
    """Return whether a hand waits for the dealer."""
    return U32(table.hands.waits[result])


@jit_inlined
def is_kept(decks: Decks, table: HoldemLanes, turn: DeckTurn, lane: Integer) -> bool:
    """Return whether no hand was split, and every card had been placed that the round took."""
    mine = U32(decks.mine[lane])
    against = U32(decks.dealers[lane])
    has_ended = mine < table.hands.player.going and against < table.hands.dealer.going
    is_placed = U32(decks.next[lane]) < U32(U32(turn.placed + _ONE) * U32(LANES))
    is_whole = U32(mine >> _ROW_BITS) >= FIRST_RESULT
    return bool(is_whole and has_ended and is_placed and not decks.doubts[lane])


@jit_apart
def _choose_again(decks: Decks, again: Bytes, seed: np.uint64, number: np.uint64) -> None:
    """Choose the places of the player's own cards; the dealer's first two stay in front."""
    first = again[0]
    second = again[1]
    third = again[2]
    fourth = again[3]
    words = decks.words
    doubts = decks.doubts
    size = U32(DECK)
    draw_words(words, seed, number, _SECOND_BLOCK)
    choose_places(first, second, doubts, words[0], U32(_STAY), size)
    choose_places(third, fourth, doubts, words[1], U32(_STAY + 2), size)
    for lane in range(LANES):
        one = first[lane]
        two = second[lane]
        three = third[lane]
        three = _U8(_STAY + 1) if three == two else three
        second[lane] = _U8(_STAY) if two == one else two
        third[lane] = _U8(_STAY) if three == one else three


@jit_inlined
def shuffle_again(decks: Decks, turn: DeckTurn) -> None:
    """Shuffle all cards but the dealer's first two, and find those that the player may get."""
    _choose_again(decks, decks.again, turn.seed, turn.number)
    for own in range(_OWN):
        find_cards(
            decks.rows[_PLACED + own], decks.again[own], decks.origins, np.int64(turn.placed)
        )


@jit_inlined
def dealt_again(decks: Decks, own: Integer, lane: Integer) -> np.uint32:
    """Return a card of the player's own: one that had been placed before, or any other.

    Where the dealer's down card was lies the first card of the seat.
    """
    place = U32(decks.again[U64(own), U64(lane)])
    row = U32(_PLACED + own) if place >= U32(_PLACED) else place
    return lane_card(decks.cards, _ZERO if row == U32(_DOWN) else row, lane)


@jit_inlined
def _look_at_three(table: HoldemLanes, up: Card, down: Card, one: Card) -> np.uint32:
    """Return the number of three cards, and the classes of suits in which the last is bet on."""
    row = U32(U32(_rank(up) * _RANKS + _rank(down)) * _RANKS + _rank(one))
    return U32(table.poker.threes[row])


@jit_inlined
def _suits(one: Card, two: Card, three: Card) -> np.uint32:
    return U32(suit_bit(one) + suit_bit(two) + suit_bit(three))


@jit_inlined
def bets_on_first(table: HoldemLanes, up: Card, down: Card, one: Card) -> np.uint32:
    """Return whether the first card is bet on."""
    suits = _suits(up, down, one)
    alike = U32(_reaches(suits, _TWO_EACH) + _reaches(suits, _THREE_EACH))
    return U32(U32(_look_at_three(table, up, down, one) >> alike) & _ONE)


@jit_inlined
def bets_on_second(table: HoldemLanes, up: Card, down: Card, one: Card, two: Card) -> np.uint32:
    """Return whether the second card is bet on."""
    number = U32(_look_at_three(table, up, down, one) >> _CLASSES)
    suits = U32(_suits(up, down, one) + suit_bit(two))
    alike = U32(_reaches(suits, _THREE_EACH) + _reaches(suits, FOUR_EACH))
    return U32(U32(U32(table.poker.stays[U32(number * _RANKS + _rank(two))]) >> alike) & _ONE)


@jit_inlined
def end_poker(
    table: HoldemLanes,
    bets: np.uint32,
    stays: np.uint32,
    up: Card,
    down: Card,
    one: Card,
    two: Card,
    three: Card,
) -> np.uint32:
    """Return how poker ends."""
    poker = table.poker
    number = U32(_look_at_three(table, up, down, one) >> _CLASSES)
    pair = U32(poker.twos[U32(_rank(two) * _RANKS + _rank(three))])
    way = U32(poker.ways[U32(number * _PAIRS + pair)])
    suits = U32(_suits(up, down, one) + suit_bit(two) + suit_bit(three))
    if U32(suits + FOUR_EACH) & FOUR_OR_MORE:  # noqa: SIM102 - asked first, as it is seldom so
        if U32(bets & stays):
            way = U32(way_by_pattern(poker.way_of, up, down, one, two, three))
    way = way if stays else U32(FOLDED_SECOND)
    return way if bets else U32(FOLDED_FIRST)


@jit_inlined
def _reaches(suits: np.uint32, missing: np.uint32) -> np.uint32:
    """Return 1 if a suit has as many cards as *missing* asks for."""
    return U32(U32(U32(suits + missing) & FOUR_OR_MORE) != _ZERO)


@jit_inlined
def end_seat(table: HoldemLanes, hand: np.uint32, outcome: np.uint32, way: np.uint32) -> np.uint32:
    """Return the end of a seat: its hand, the dealer's outcome, and how poker ended."""
    return U32(U32(hand * _COLUMNS + outcome) * table.ways_count + way)
