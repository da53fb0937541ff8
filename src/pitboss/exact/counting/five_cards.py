"""The number of five-card hands of one deck in each class, without listing every hand.

A hand is some ranks and their suits. All ranks are enumerated; of the suits only what a pattern
uses: which cards share a suit, if enough of them do for a flush. One hand of each kind is
classified, and counted with the number of hands like it.

Bad Beat Xtreme compares two hands of one deck. Hands without any of given cards are awkward to
count; hands that *share* certain cards are easy. So the pairs are counted by inclusion and
exclusion: all pairs of hands, less those that share a card, and so on, for every set of cards that
could be shared. Sets with the same effect are taken together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb, prod

from pitboss.patterns.five_card import RANK_SHIFT, five_card
from pitboss.patterns.pai_jack import pai_jack
from pitboss.patterns.wild import WildRank, wild_cards, wild_hand, wild_value

ALL_RANKS = tuple(range(13))
SUIT_COUNT = 4

Counts = dict[int, int]
"""Class -> how many hands are of it."""

SuitChoice = tuple[tuple[int, int], ...]
"""For each card of a hand, the place of its rank in the hand and its suit."""

_HAND_SIZE = 5
_FOUR_SUITED = 4
_ACE = 0
_TEN = 9
_JACK = 10
_QUEEN = 11
_KING = 12


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
                hand = list(chosen)
                weight = 1
                for group, size in zip(groups, sizes, strict=True):
                    hand += group[:size]
                    weight *= comb(len(group), size)
                counts[pai_jack(hand)] += weight
    total = comb(len(deck), _HAND_SIZE)
    assert counts.total() == total
    return dict(counts), total


Multiset = tuple[int, ...]
ByValue = dict[int, list[int]]
"""Comparison value -> by number of wild cards, how many choices of the other cards have it."""

HAND_SIZE = 5
_DEUCE = 1
_JOKER = 52
_LOWEST = WildRank.THREE_OF_A_KIND << RANK_SHIFT


def wild_counts(
    ranks: Multiset = ALL_RANKS, suit_count: int = SUIT_COUNT, *, joker: bool = True
) -> tuple[Counts, int]:
    """Count the five-card hands of the 53-card deck by `WildHand` class, and all of them.

    >>> from pitboss.patterns.wild import WildHand
    >>> counts, total = wild_counts()
    >>> counts[WildHand.NATURAL_ROYAL_FLUSH], counts[WildHand.FIVE_WILDS], total
    (4, 1, 2869685)

    Fewer ranks, suits or no joker make the small decks on which this is checked hand by hand.
    """
    wild, others = wild_and_others(ranks, suit_count, joker=joker)
    counts: Counter[int] = Counter()
    for wild_count in range(min(len(wild), HAND_SIZE) + 1):
        other_count = HAND_SIZE - wild_count
        for multiset in rank_multisets(others, other_count, suit_count):
            # Suits matter only if all the cards that are not wild share one. The class then looks
            # at a deuce's suit too, so every choice of wild cards is put beside them.
            for hand, weight in like_hands(multiset, suit_count, max(other_count, 1)):
                for chosen in combinations(wild, wild_count):
                    counts[wild_hand((*hand, *chosen))] += weight
    total = comb(len(wild) + len(others) * suit_count, HAND_SIZE)
    assert counts.total() == total
    return dict(counts), total


def wild_card_counts() -> tuple[Counts, int]:
    """Count the five-card hands of the 53-card deck by `WildCards` class, and all of them.

    >>> from pitboss.patterns.wild import WildCards
    >>> counts, total = wild_card_counts()
    >>> counts[WildCards.FOUR_DEUCES], counts[WildCards.JOKER], total
    (48, 194580, 2869685)
    """
    wild, others = wild_and_others(ALL_RANKS, SUIT_COUNT, joker=True)
    cards = [4 * rank + suit for rank in others for suit in range(SUIT_COUNT)]
    counts: Counter[int] = Counter()
    for wild_count in range(HAND_SIZE + 1):
        other_count = HAND_SIZE - wild_count
        for chosen in combinations(wild, wild_count):
            counts[wild_cards((*chosen, *cards[:other_count]))] += comb(len(cards), other_count)
    return dict(counts), comb(len(wild) + len(cards), HAND_SIZE)


def bad_beat_counts(
    ranks: Multiset = ALL_RANKS, suit_count: int = SUIT_COUNT, *, joker: bool = True
) -> tuple[Counts, int]:
    """Count the deals of a player's and a dealer's hand by `bad_beat` class, and all of them.

    >>> counts, total = bad_beat_counts()
    >>> counts[WildRank.ROYAL_FLUSH], total == comb(53, 5) * comb(48, 5)
    (8, True)

    A royal flush loses to five wilds alone, so it is one of the four natural ones.
    """
    wild, others = wild_and_others(ranks, suit_count, joker=joker)
    losing: Counter[int] = Counter()
    for size, weight, by_value in _shared_cards(others, suit_count):
        sign = -1 if size % 2 else 1
        for rank, pairs in _lower_of_pairs(by_value, len(wild)).items():
            losing[rank] += sign * weight * pairs
    card_count = len(wild) + len(others) * suit_count
    total = comb(card_count, HAND_SIZE) * comb(card_count - HAND_SIZE, HAND_SIZE)
    # Either side may have the losing hand (ruling D2).
    counts = {int(rank): 2 * pairs for rank, pairs in losing.items() if pairs}
    return {0: total - sum(counts.values()), **counts}, total


def wild_and_others(
    ranks: Multiset, suit_count: int, *, joker: bool
) -> tuple[tuple[int, ...], Multiset]:
    """Return the wild cards of a deck, and the ranks of its others.

    >>> wild, others = wild_and_others((0, 1, 12), 2, joker=True)
    >>> wild, others
    ((4, 5, 52), (0, 12))
    """
    deuces = [4 * _DEUCE + suit for suit in range(suit_count)] if _DEUCE in ranks else []
    return (*deuces, *([_JOKER] if joker else [])), tuple(rank for rank in ranks if rank != _DEUCE)


def _shared_cards(others: Multiset, suit_count: int) -> Iterator[tuple[int, int, ByValue]]:
    """Yield sets of up to four shared cards: size, the number of such sets, hands with it.

    A comparison value depends on the number of wild cards; on ranks; and on suits only if all the
    cards that are not wild share one. So all sets of given ranks have the same hands with them,
    except that those of one suit can grow into flushes.
    """
    any_suits, one_suit = _hands_with(others, suit_count)
    for shared, by_value in any_suits.items():
        size = len(shared)
        set_count = prod(comb(suit_count, shared.count(rank)) for rank in set(shared))
        suited_count = 0
        if size == len(set(shared)):
            suited_count = suit_count if shared else 1
            yield size, suited_count, _sum(by_value, one_suit[shared])
        if set_count > suited_count:
            yield size, set_count - suited_count, by_value


def _hands_with(
    others: Multiset, suit_count: int
) -> tuple[dict[Multiset, ByValue], dict[Multiset, ByValue]]:
    """Return the hands that hold a set of given ranks, and the change if the set has one suit.

    Both are by the ranks of the set, then by value and number of wild cards. The first counts no
    hand as suited; the second moves suited hands from their value without a flush to that with one.
    """
    any_suits: defaultdict[Multiset, ByValue] = defaultdict(_no_hands)
    one_suit: defaultdict[Multiset, ByValue] = defaultdict(_no_hands)
    for wild_count in range(HAND_SIZE + 1):
        for held in rank_multisets(others, HAND_SIZE - wild_count, suit_count):
            mixed, suited = comparison_values(held, wild_count)
            if max(mixed, suited) < _LOWEST:
                continue
            for shared, hand_count in _parts(held, suit_count):
                any_suits[shared][mixed][wild_count] += hand_count
                if len(held) == len(set(held)):
                    # One suit is settled by the shared cards; where there are none it is any.
                    suited_count = min(hand_count, 1 if shared else suit_count)
                    one_suit[shared][mixed][wild_count] -= suited_count
                    one_suit[shared][suited][wild_count] += suited_count
    return any_suits, one_suit


def _no_hands() -> ByValue:
    return defaultdict(lambda: [0] * (HAND_SIZE + 1))


def comparison_values(held: Multiset, wild_count: int) -> tuple[int, int]:
    """Return the value of cards of the given ranks with wild ones, in mixed suits and in one.

    >>> mixed, suited = comparison_values((3, 5, 7), 2)
    >>> WildRank(mixed >> RANK_SHIFT).name, WildRank(suited >> RANK_SHIFT).name
    ('STRAIGHT', 'STRAIGHT_FLUSH')
    """
    wild = [_JOKER] * wild_count  # which they are makes no difference
    if len(set(held)) < len(held):
        hand = [4 * rank + held[:place].count(rank) for place, rank in enumerate(held)]
        value = wild_value((*hand, *wild))
        return value, value
    suited = [4 * rank for rank in held]
    mixed = [4 * rank + (1 if place else 0) for place, rank in enumerate(held)]
    return wild_value((*mixed, *wild)), wild_value((*suited, *wild))


def _parts(held: Multiset, suit_count: int) -> Iterator[tuple[Multiset, int]]:
    """Yield the ranks of up to four of some cards, and how often the rest can be chosen.

    >>> sorted(_parts((0, 0), 4))  # two aces: any, with one given ace, with both given
    [((), 6), ((0,), 3), ((0, 0), 1)]
    """
    copies = Counter(held)
    for size in range(min(len(held), HAND_SIZE - 1) + 1):
        for shared in set(combinations(held, size)):
            choices = 1
            for rank, count in copies.items():
                given = shared.count(rank)
                choices *= comb(suit_count - given, count - given)
            yield shared, choices


def _sum(first: ByValue, second: ByValue) -> ByValue:
    total = _no_hands()
    for by_value in (first, second):
        for value, counts in by_value.items():
            for wild_count, count in enumerate(counts):
                total[value][wild_count] += count
    return total


def _lower_of_pairs(by_value: ByValue, wild_total: int) -> Counts:
    """Count pairs of hands, three of a kind or better and no tie, by the rank of the lower."""
    losing: Counter[int] = Counter()
    higher = [0] * (HAND_SIZE + 1)
    for value in sorted(by_value, reverse=True):
        if value < _LOWEST:
            break
        counts = by_value[value]
        for mine, count in enumerate(counts[: wild_total + 1]):
            if count:
                winners = sum(comb(wild_total - mine, w) * n for w, n in enumerate(higher) if n)
                losing[value >> RANK_SHIFT] += comb(wild_total, mine) * count * winners
        higher = [one + other for one, other in zip(higher, counts, strict=True)]
    return losing


COUNTS: Mapping[str, Callable[[], tuple[dict[int, int], int]]] = {
    "five-card-poker": five_card_counts,
    "wild-poker": wild_counts,
    "wild-cards": wild_card_counts,
    "bad-beat": bad_beat_counts,
    "pai-jack": pai_jack_counts,
}


@cache
def five_card_distribution(family: str) -> Mapping[int, Fraction]:
    """Return class -> probability; a hand without a class has a class of its own.

    >>> sum(five_card_distribution("pai-jack").values())
    Fraction(1, 1)
    """
    counts, total = COUNTS[family]()
    chances = {kind: Fraction(count, total) for kind, count in counts.items()}
    rest = 1 - sum(chances.values(), Fraction(0))
    return {**chances, _NOTHING: rest} if rest else chances


_NOTHING = -1
