"""The number of five-card hands of one deck in each class, without listing every hand.

A hand is some ranks and their suits. All ranks are enumerated; of the suits only what a pattern
uses: which cards share a suit, if enough of them do for a flush. One hand of each kind is
classified, and counted with the number of hands like it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb

from pitboss.patterns.five_card import five_card
from pitboss.patterns.pai_jack import pai_jack

ALL_RANKS = tuple(range(13))
SUIT_COUNT = 4

Counts = dict[int, int]
"""Class -> how many hands are of it."""

SuitChoice = tuple[tuple[int, int], ...]
"""For each card of a hand, the place of its rank in the hand and its suit."""

_HAND_SIZE = 5
_FOUR_SUITED = 4
_ACE, _TEN, _JACK, _QUEEN, _KING = 0, 9, 10, 11, 12


def rank_multisets(ranks: tuple[int, ...], size: int, suit_count: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of ranks for *size* cards of one deck, in ascending order.

    >>> list(rank_multisets((0, 5), 3, 2))
    [(0, 0, 5), (0, 5, 5)]
    """
    for multiset in combinations_with_replacement(ranks, size):
        if size <= suit_count or max(Counter(multiset).values()) <= suit_count:
            yield multiset


def like_hands(
    multiset: tuple[int, ...], suit_count: int, together: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield hands of the given ranks, and the number of hands like each.

    Hands are alike if no suit has *together* cards, or if the same cards make that suit.

    >>> list(like_hands((0, 1), 4, 2))
    [((0, 4), 4), ((0, 5), 12)]
    """
    ranks = tuple(dict.fromkeys(multiset))
    copies = tuple(multiset.count(rank) for rank in ranks)
    for suits, weight in _suit_choices(copies, suit_count, together):
        yield tuple(4 * ranks[place] + suit for place, suit in suits), weight


@cache
def _suit_choices(
    copies: tuple[int, ...], suit_count: int, together: int
) -> tuple[tuple[SuitChoice, int], ...]:
    """Return one choice of suits of each kind, and how many are like it."""
    weights: Counter[tuple[int, ...]] = Counter()
    examples: dict[tuple[int, ...], SuitChoice] = {}
    for choice in product(*(combinations(range(suit_count), count) for count in copies)):
        key: tuple[int, ...] = ()
        for suit in range(suit_count):
            places = tuple(place for place, suits in enumerate(choice) if suit in suits)
            key = places if len(places) >= together else key
        weights[key] += 1
        examples.setdefault(
            key, tuple((place, suit) for place, suits in enumerate(choice) for suit in suits)
        )
    return tuple((examples[key], weight) for key, weight in weights.items())


def five_card_counts(
    ranks: tuple[int, ...] = ALL_RANKS, suit_count: int = SUIT_COUNT
) -> tuple[Counts, int]:
    """Count the five-card hands of a 52-card deck by `FiveCard` class, and all of them.

    >>> from pitboss.patterns.five_card import FiveCard
    >>> counts, total = five_card_counts()
    >>> counts[FiveCard.ROYAL_FLUSH], counts[FiveCard.FULL_HOUSE], total
    (4, 3744, 2598960)

    These are exactly the odds of the Five-Card Linked Progressive too, though its hands come from
    53 cards (2118(11)(f)(i)). A player's five cards, or with the joker the other four and the
    replacement card, are always five different ordinary cards (rulings C23, D5); and since no
    ordinary card is treated differently from another in shuffling, dealing or replacing, every set
    of five is as likely as any other. What the other seats and the dealer hold changes nothing.

    Fewer ranks or suits make the small decks on which this is checked hand by hand.
    """
    counts: Counter[int] = Counter()
    for multiset in rank_multisets(ranks, _HAND_SIZE, suit_count):
        # No class looks at a suit that fewer than four of the five cards share.
        for hand, weight in like_hands(multiset, suit_count, _FOUR_SUITED):
            counts[five_card(hand)] += weight
    total = comb(len(ranks) * suit_count, _HAND_SIZE)
    assert counts.total() == total
    return dict(counts), total


def pai_jack_counts(
    ranks: tuple[int, ...] = ALL_RANKS, suit_count: int = SUIT_COUNT
) -> tuple[Counts, int]:
    """Count the five-card hands of a 52-card deck by `PaiJack` class, and all of them.

    >>> from pitboss.patterns.pai_jack import PaiJack
    >>> counts, total = pai_jack_counts()
    >>> counts[PaiJack.SUPER_PAI_JACK], total
    (4, 2598960)

    A class looks at the suits of aces, kings and queens, at how many jacks and tens there are, and
    not at the rest. Fewer ranks or suits make the small decks on which this is checked.
    """
    deck = [4 * rank + suit for rank in ranks for suit in range(suit_count)]
    pictures = [card for card in deck if card >> 2 in {_ACE, _QUEEN, _KING}]
    groups = [
        [card for card in deck if card >> 2 == _JACK],
        [card for card in deck if card >> 2 == _TEN],
        [card for card in deck if card >> 2 not in {_ACE, _TEN, _JACK, _QUEEN, _KING}],
    ]
    counts: Counter[int] = Counter()
    for chosen in chain.from_iterable(
        combinations(pictures, size) for size in range(_HAND_SIZE + 1)
    ):
        for sizes in product(*(range(min(len(group), _HAND_SIZE) + 1) for group in groups)):
            if len(chosen) + sum(sizes) == _HAND_SIZE:
                hand, weight = list(chosen), 1
                for group, size in zip(groups, sizes, strict=True):
                    hand += group[:size]
                    weight *= comb(len(group), size)
                counts[pai_jack(hand)] += weight
    total = comb(len(deck), _HAND_SIZE)
    assert counts.total() == total
    return dict(counts), total
