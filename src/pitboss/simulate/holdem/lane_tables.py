"""The poker part of 21-Hold 'em in small tables, for lanes.

The decision to bet on depends on the ranks of the cards and on how many of them share a suit. So
does the value of a hand of five, unless four or more of them share a suit. All tables together fit
into the processor's nearest caches.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import Rank, Suit
from pitboss.simulate.cells.five_cards import FIVE, FiveCardTables
from pitboss.simulate.holdem.kernel import DECK, HoldemTables

Array = Any
RANKS, SUITS = len(Rank), len(Suit)
CLASSES = 3
"""How many cards share a suit: of three cards none, two or all; of four two at most, three, all."""
_TWOS = np.array(list(combinations_with_replacement(range(RANKS), 2)))
_THREES = np.array(list(combinations_with_replacement(range(RANKS), 3)))
PAIRS = len(_TWOS)


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
