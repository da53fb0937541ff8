"""Deuces Wild Xtreme: every hand against every dealer hand, counted without listing the pairs.

A comparison depends on the number of wild cards, on the ranks, and on suits only if all the cards
that are not wild share one. So the dealer's hands are taken by their ranks, some six thousand
choices, and each is counted by the cards left: first as if no hand were suited, then suited hands
are moved to their value. The player's hands are taken up to renaming suits, some hundred thousand
of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiled.jit import jit_cached
from pitboss.exact.counting.five_cards import (
    ALL_RANKS,
    HAND_SIZE,
    SUIT_COUNT,
    Multiset,
    comparison_values,
    rank_multisets,
    wild_and_others,
)
from pitboss.patterns.five_card import rank_height

IntArray = NDArray[np.int64]
Suited = tuple[int, ...]
"""The ranks a hand has of each suit, one bit a rank; wild cards are left out."""

WIN, TIE, LOSS = range(3)
_CHOOSE = np.array([[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(HAND_SIZE + 1)])


@dataclass(frozen=True, slots=True)
class WildDeck:
    """The cards of a game; small decks are for checks."""

    ranks: Multiset = ALL_RANKS
    suit_count: int = SUIT_COUNT
    joker: bool = True

    @property
    def wild(self) -> tuple[int, ...]:
        """The wild cards, the joker first."""
        return wild_and_others(self.ranks, self.suit_count, joker=self.joker)[0][::-1]

    @property
    def others(self) -> Multiset:
        """The ranks of all other cards."""
        return wild_and_others(self.ranks, self.suit_count, joker=self.joker)[1]

    @property
    def size(self) -> int:
        """How many cards there are."""
        return len(self.wild) + len(self.others) * self.suit_count


@dataclass(frozen=True, slots=True)
class Matchups:
    """Every player hand up to renaming suits and wild cards, and its comparisons."""

    deck: WildDeck
    suited: tuple[Suited, ...]
    """One hand of each class."""
    value: IntArray
    """(classes): the comparison value."""
    hand_count: IntArray
    """(classes): the number of hands in the class."""
    met: IntArray
    """(classes, 3): how many dealer hands it beats, ties with and loses to."""

    @property
    def hands(self) -> int:
        """The number of hands a player may be dealt."""
        return comb(self.deck.size, HAND_SIZE)

    @property
    def dealer_hands(self) -> int:
        """The number of hands the dealer may then have."""
        return comb(self.deck.size - HAND_SIZE, HAND_SIZE)

    def cards(self, place: int) -> tuple[Card, ...]:
        """Return the cards of one hand of a class, the highest first and wild ones last.

        >>> from pitboss.cards import format_cards
        >>> format_cards(matchups().cards(0))
        'Jk 2c 2d 2h 2s'
        """
        held = [
            Card(4 * rank + suit)
            for suit, ranks in enumerate(self.suited[place])
            for rank in self.deck.others
            if ranks >> rank & 1
        ]
        held.sort(key=rank_height, reverse=True)
        return (*held, *map(Card, self.deck.wild[: HAND_SIZE - len(held)]))


def suit_class(cards: tuple[int, ...], deck: WildDeck) -> Suited:
    """Return the class of a hand: its ranks suit by suit, in the order that represents all.

    >>> from pitboss.cards import parse_cards
    >>> deck = WildDeck()
    >>> one, other = (
    ...     suit_class(parse_cards(c), deck) for c in ("Ks 2s 5h 5d 3h", "5s Jk 5d 3s Kc")
    ... )
    >>> one == other
    True
    """
    ranks = [0] * deck.suit_count
    for card in cards:
        if card not in deck.wild:
            ranks[card & 3] |= 1 << (card >> 2)
    return tuple(sorted(ranks, reverse=True))


@cache
def matchups(deck: WildDeck | None = None) -> Matchups:
    """Compare every hand of a deck with the dealer's.

    >>> table = matchups()
    >>> len(table.suited), int(table.hand_count.sum()), table.dealer_hands
    (102360, 2869685, 1712304)
    """
    deck = deck or WildDeck()
    kinds = _kinds(deck)
    suited = tuple(_classes(deck))
    masks = np.array(suited, dtype=np.int64)
    kind, wild_count = _classify_kinds(masks, kinds)
    is_suited = (masks > 0).sum(axis=1) <= 1
    value = np.where(is_suited, kinds.suited[kind], kinds.mixed[kind])
    left = len(deck.wild) - wild_count
    met = _compare_mixed(deck, kinds)[kind, is_suited.astype(np.int64)]
    _meet_suited(kinds.in_one_suit, masks, value, left, _CHOOSE, met)
    counted = Matchups(
        deck=deck,
        suited=suited,
        value=value,
        hand_count=_count_class(deck, suited, wild_count),
        met=met,
    )
    assert (met.sum(axis=1) == counted.dealer_hands).all()
    assert counted.hand_count.sum() == counted.hands
    return counted


@dataclass(frozen=True, slots=True)
class _Kinds:
    """The ranks a hand may have beside its wild cards."""

    copies: IntArray
    """(kinds, ranks): how many cards of each rank."""
    mixed: IntArray
    """The value of such a hand in mixed suits ..."""
    suited: IntArray
    """... and in one."""

    @property
    def wild(self) -> IntArray:
        """(kinds): how many wild cards are with them."""
        return np.asarray(HAND_SIZE - self.copies.sum(axis=1))

    @property
    def in_one_suit(self) -> tuple[IntArray, ...]:
        """The data of the kernel for one suit: only kinds whose value changes in one suit."""
        changed = np.nonzero(self.mixed != self.suited)[0]
        bits = 1 << np.arange(self.copies.shape[1])
        ranks = ((self.copies[changed] > 0) * bits).sum(axis=1)
        return ranks, self.mixed[changed], self.suited[changed], self.wild[changed]


def _kinds(deck: WildDeck) -> _Kinds:
    least = max(0, HAND_SIZE - len(deck.wild))
    held = [
        ranks
        for size in range(least, HAND_SIZE + 1)
        for ranks in rank_multisets(deck.others, size, deck.suit_count)
    ]
    values = [comparison_values(ranks, HAND_SIZE - len(ranks)) for ranks in held]
    copies = np.zeros((len(held), len(ALL_RANKS)), dtype=np.int64)
    for place, ranks in enumerate(held):
        for rank in ranks:
            copies[place, rank] += 1
    mixed, suited = np.array(values, dtype=np.int64).T
    return _Kinds(copies, mixed, suited)


def _classes(deck: WildDeck) -> Iterator[Suited]:
    """Yield every hand up to renaming suits: the ranks of the suits never rise."""
    in_suit = sorted(
        (sum(1 << rank for rank in chosen), size)
        for size in range(HAND_SIZE + 1)
        for chosen in combinations(deck.others, size)
    )
    fitting = [
        [(ranks, size) for ranks, size in in_suit if size <= room] for room in range(HAND_SIZE + 1)
    ]
    least = max(0, HAND_SIZE - len(deck.wild))

    def grow(highest: int, room: int, held: Suited) -> Iterator[Suited]:
        if len(held) == deck.suit_count:
            if HAND_SIZE - room >= least:
                yield held
            return
        for ranks, size in fitting[room]:
            if ranks > highest:
                break
            yield from grow(ranks, room - size, (*held, ranks))

    yield from grow(in_suit[-1][0], HAND_SIZE, ())


def _classify_kinds(masks: IntArray, kinds: _Kinds) -> tuple[IntArray, IntArray]:
    """Return the kind of every class, and how many wild cards it has."""
    ranks = np.arange(len(ALL_RANKS))
    copies = (masks[:, :, None] >> ranks & 1).sum(axis=1)
    numbers, sought = (held @ (HAND_SIZE + 1) ** ranks for held in (kinds.copies, copies))
    order = numbers.argsort()
    return order[np.searchsorted(numbers, sought, sorter=order)], HAND_SIZE - copies.sum(axis=1)


def _count_class(deck: WildDeck, suited: tuple[Suited, ...], wild_count: IntArray) -> IntArray:
    """Return the number of hands of a class: its suits renamed, its wild cards chosen."""
    counts = []
    wild_total = len(deck.wild)
    for held, wild in zip(suited, wild_count.tolist(), strict=True):
        renamed = factorial(deck.suit_count)
        for ranks in set(held):
            renamed //= factorial(held.count(ranks))
        counts.append(renamed * comb(wild_total, wild))
    return np.array(counts, dtype=np.int64)


@jit_cached
def _result(mine: int, dealers: int) -> int:
    if mine == dealers:
        return TIE
    return WIN if mine > dealers else LOSS


def _compare_mixed(deck: WildDeck, kinds: _Kinds) -> IntArray:
    """Return the comparisons of a kind, in mixed suits and in one, if no dealer hand is suited."""
    values = np.stack([kinds.mixed, kinds.suited], axis=1)
    met = np.zeros((*values.shape, 3), dtype=np.int64)
    left = len(deck.wild) - kinds.wild
    _meet_mixed(kinds.copies, values, kinds.wild, left, deck.suit_count, _CHOOSE, met)
    return met


@jit_cached
def _meet_mixed(
    copies: IntArray,
    values: IntArray,
    wild: IntArray,
    wild_left: IntArray,
    suit_count: int,
    choose: IntArray,
    met: IntArray,
) -> None:
    """Add the dealer's hands of every kind, from the cards left of each rank."""
    for mine in range(len(copies)):
        for other in range(len(copies)):
            count = choose[wild_left[mine], wild[other]]
            for rank in range(copies.shape[1]):
                if copies[other, rank]:
                    count *= choose[suit_count - copies[mine, rank], copies[other, rank]]
            for suited in range(2):
                met[mine, suited, _result(values[mine, suited], values[other, 0])] += count


@jit_cached
def _meet_suited(
    kinds: tuple[IntArray, ...],
    masks: IntArray,
    value: IntArray,
    wild_left: IntArray,
    choose: IntArray,
    met: IntArray,
) -> None:
    """Move the dealer's hands in one suit to the value they have there."""
    ranks, mixed, suited, wild = kinds
    for place in range(len(masks)):
        for other in range(len(ranks)):
            count = 0
            for suit in range(masks.shape[1]):
                if masks[place, suit] & ranks[other] == 0:
                    count += 1
            count *= choose[wild_left[place], wild[other]]
            if count:
                met[place, _result(value[place], mixed[other])] -= count
                met[place, _result(value[place], suited[other])] += count
