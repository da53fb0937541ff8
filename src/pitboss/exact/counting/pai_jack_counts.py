"""How many five-card hands of one deck are of each Pai Jack class."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, product
from math import comb

from pitboss.exact.counting.five_card_counts import ALL_RANKS, SUIT_COUNT, Counts
from pitboss.patterns.pai_jack import pai_jack

_HAND_SIZE = 5
_ACE, _TEN, _JACK, _QUEEN, _KING = 0, 9, 10, 11, 12


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
    seen = [card for card in deck if card >> 2 in {_ACE, _QUEEN, _KING}]
    groups = [
        [card for card in deck if card >> 2 == _JACK],
        [card for card in deck if card >> 2 == _TEN],
        [card for card in deck if card >> 2 not in {_ACE, _TEN, _JACK, _QUEEN, _KING}],
    ]
    counts: Counter[int] = Counter()
    for chosen in chain.from_iterable(combinations(seen, size) for size in range(_HAND_SIZE + 1)):
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
