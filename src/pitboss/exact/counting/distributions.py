"""The exact probability of each class of each family of wagers, by deck count.

The dealer draws by value alone. The number of ways to deal given values is a product over them in
any order, and so is the number of ways in one suit or in one colour: suits are counted without
listing cards one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import lcm, perm, prod
from operator import mul
from typing import Any

import numpy as np

from pitboss.cards import DECKS, Card, card_suit
from pitboss.compiled.dealer_graph import drawn_hands
from pitboss.compiled.hand_graph import VALUES
from pitboss.exact.counting.deals import Alike, count_copies, deal_classes
from pitboss.patterns.busts import Suits, bust_cards, bust_up_card, dealer_22
from pitboss.patterns.families import FAMILIES, DecidedBy, Hit, families_decided_by
from pitboss.patterns.three_card import InOrder
from pitboss.patterns.totals import TWENTY_ONE, best_total, is_ace, value
from pitboss.patterns.two_card import KingsBounty, LuckyLadies
from pitboss.rulebook.wager_patterns import PREFIX, card_axes, read_pattern

_SUITS = 4
_COLORS = 2
_EIGHT = 8
_BY_SUITS = (Suits.ONE_SUIT, Suits.ONE_COLOR, Suits.MIXED)
_WORTHS = range(1, VALUES + 1)


@dataclass(frozen=True, slots=True)
class FinalHand:
    """The facts of a dealer's completed hand that side wagers depend on."""

    up_value: int
    """The value of the up card, an ace as 1."""
    total: int
    count: int
    """Cards; a blackjack is 21 with two."""
    three_eights: bool
    suits: Suits

    @property
    def blackjack(self) -> bool:
        """Whether it is an ace with a ten-value card."""
        return self.total == TWENTY_ONE and self.count == 2


@cache
def dealer_hands(
    deck: str, decks: int, *, hits_soft_17: bool
) -> tuple[tuple[FinalHand, Fraction], ...]:
    """Return every kind of completed hand with its probability, from a full shoe.

    >>> sum(p for _, p in dealer_hands("spanish-48", 6, hits_soft_17=True))
    Fraction(1, 1)
    """
    cards = DECKS[deck].cards
    in_one_suit = Counter(value(card) for card in cards if card_suit(card) == 0)
    copies = [in_one_suit[worth] * decks for worth in _WORTHS]
    ways_in = {suits: _ways([suits * count for count in copies]) for suits in (1, _COLORS, _SUITS)}
    ways_by_hand: dict[FinalHand, int] = {}
    for hands in map(partial(_list_draws, hits_soft_17=hits_soft_17), _WORTHS):
        for (one_suit, one_color, mixed), held in hands.items():
            one = _SUITS * _total(ways_in[1], held)
            colored = _COLORS * _total(ways_in[_COLORS], held) - one
            ways_by_hand[one_suit] = one
            ways_by_hand[one_color] = colored
            ways_by_hand[mixed] = _total(ways_in[_SUITS], held) - one - colored
    assert min(ways_by_hand.values()) >= 0, "one suit is one colour too, and either is any suits"
    size = len(cards) * decks
    law = tuple(
        (hand, Fraction(ways, perm(size, hand.count)))
        for hand, ways in ways_by_hand.items()
        if ways
    )
    assert sum(chance for _, chance in law) == 1, "every draw of the dealer ends in one hand"
    return law


Held = tuple[int, tuple[tuple[int, int], ...]]
"""In how many orders cards are drawn, and which: (value, how often) for each value there is."""


@cache
def _list_draws(up: int, *, hits_soft_17: bool) -> dict[tuple[FinalHand, ...], list[Held]]:
    """Return the hands of an up card (one suit, one colour, mixed) -> the draws that make them."""
    draws: dict[tuple[FinalHand, ...], list[Held]] = {}
    kinds: dict[tuple[int, int, bool], tuple[FinalHand, ...]] = {}
    for drawn, orders in drawn_hands(up, hits_soft_17=hits_soft_17).items():
        held = (*drawn[: up - 1], drawn[up - 1] + 1, *drawn[up:])
        count = sum(held)
        total = best_total(sum(map(mul, _WORTHS, held)), held[0] > 0)
        facts = total, count, count == 3 and held[_EIGHT - 1] == 3
        if facts not in kinds:
            kinds[facts] = tuple(FinalHand(up, *facts, suits) for suits in _BY_SUITS)
        cards = tuple((place, times) for place, times in enumerate(held) if times)
        draws.setdefault(kinds[facts], []).append((orders, cards))
    return draws


def _ways(copies: Sequence[int]) -> list[list[int]]:
    """Return, for every value and how often it is held, the ways to draw it in one order."""
    return [[perm(count, times) for times in range(TWENTY_ONE + 1)] for count in copies]


def _total(ways: list[list[int]], hands: Iterable[Held]) -> int:
    """Return the ways to deal hands, each in all of its orders."""
    total = 0
    for orders, cards in hands:
        for place, times in cards:
            orders *= ways[place][times]  # noqa: PLW2901 - a product, in the tightest loop
        total += orders
    return total


Distribution = Mapping[tuple[Hit, ...], Fraction]
"""Class found in a round -> its probability."""

FIVE_CARD = families_decided_by(DecidedBy.FIVE_CARDS)
PLAYED = families_decided_by(DecidedBy.PLAY)
"""Families that depend on the player's play; the solver decides them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeKey:
    """The arguments of a distribution beside its family."""

    deck: str
    decks: int
    specific_suit: int = 0
    hits_soft_17: bool = True

    @property
    def size(self) -> int:
        """How many cards there are."""
        return len(DECKS[self.deck].cards) * self.decks


@cache
def distribution(family: str, shoe: ShoeKey) -> Distribution:
    """Return the classes of the dealt cards for *family*, with exact probabilities.

    >>> chances = distribution("match-both-cards", ShoeKey(deck="spanish-48", decks=6))
    >>> sum(chances.values()), chances[((0, 5),)]
    (Fraction(1, 1), Fraction(10, 41041))
    """
    pattern = FAMILIES[family]
    length = len(pattern.cards)
    if family.startswith(PREFIX):
        ways = _ways_of_words(family, shoe)
    elif family in DEALER_MATTERS:
        ways = _with_dealer(family, shoe)
    else:
        ways = _count_classes(
            (hits, count * copies)
            for (hits, alike), count in _classes(family, shoe.deck, shoe.specific_suit).items()
            if (copies := count_copies(alike, shoe.decks))
        )
    total = perm(shoe.size, length)
    assert sum(ways.values()) == total, family
    return {hits: Fraction(count, total) for hits, count in ways.items()}


def _ways_of_words(family: str, shoe: ShoeKey) -> dict[tuple[Hit, ...], int]:
    """Count every deal of a pattern in words: each kind of card as often as the shoe has it."""
    kinds = np.array(DECKS[shoe.deck].cards, dtype=np.int16)
    axes = card_axes(kinds, len(FAMILIES[family].cards))
    found = np.broadcast_to(read_pattern(family).classify_all(*axes), (len(kinds),) * len(axes))
    copies: Any = 1
    for place, card in enumerate(axes):
        taken: Any = sum((card == other) * 1 for other in axes[:place])
        copies = copies * np.maximum(0, shoe.decks - taken)
    copies = np.broadcast_to(copies, found.shape)
    assert found.min() >= 0, "a deal is of one row, and row 0 is none of those that pay"
    rows = range(int(found.max()) + 1)
    counts = {((0, row),): int(copies[found == row].sum()) for row in rows}
    return {hits: count for hits, count in counts.items() if count}


@cache
def _classes(
    family: str, deck: str, specific_suit: int
) -> Mapping[tuple[tuple[Hit, ...], Alike], int]:
    """Return class and equal cards -> the number of deals of card kinds.

    Patterns are evaluated once for shoes of every size.
    """
    pattern = FAMILIES[family]
    specific = frozenset({specific_suit}) if family == "three-card-poker" else frozenset()
    classes: dict[tuple[tuple[Hit, ...], Alike], int] = {}
    for deal, count, alike in deal_classes(
        DECKS[deck], len(pattern.cards), ranks=pattern.ranks, suits=pattern.suits | specific
    ):
        key = pattern.classify(*deal, specific_suit), alike
        classes[key] = classes.get(key, 0) + count
    return classes


def _count_classes(classes: Iterable[tuple[tuple[Hit, ...], int]]) -> dict[tuple[Hit, ...], int]:
    ways: dict[tuple[Hit, ...], int] = {}
    for hits, count in classes:
        ways[hits] = ways.get(hits, 0) + count
    return ways


DEALER_MATTERS: Mapping[str, frozenset[int]] = {
    # A blackjack of the dealer's counts beside every hand.
    "three-card-in-order": frozenset(InOrder),
    "kings-bounty": frozenset({KingsBounty.SPADE_KINGS}),
    "lucky-ladies": frozenset({LuckyLadies.QUEENS}),
}
"""Families in which the dealer's hidden cards matter only for a few classes. Everything else is
counted without them, which makes the whole book fast."""
INERT: Card = Card(4)
"""A deuce: as a dealer's card it changes no class of these families."""


Drawn = tuple[tuple[int, int], ...]
"""Of each hidden card, how many kinds of card it may be, and how many of them are gone."""


def _with_dealer(family: str, shoe: ShoeKey) -> dict[tuple[Hit, ...], int]:
    """Count the player's cards first, and the dealer's only where they matter."""
    hidden = len(FAMILIES[family].cards) - cards_before_dealer(family)
    any_cards = perm(shoe.size - cards_before_dealer(family), hidden)
    return _count_classes(
        (hits, count * copies * more)
        for (hits, alike, drawn), count in _dealer_classes(
            family, shoe.deck, shoe.specific_suit
        ).items()
        if (copies := count_copies(alike, shoe.decks))
        and (more := any_cards if drawn is None else _count_drawn_copies(drawn, shoe.decks))
    )


@cache
def _count_drawn_copies(drawn: Drawn, decks: int) -> int:
    """Return the number of ways to deal hidden cards of these kinds."""
    return prod(kinds * decks - gone for kinds, gone in drawn)


@cache
def _dealer_classes(
    family: str, deck: str, specific_suit: int
) -> Mapping[tuple[tuple[Hit, ...], Alike, Drawn | None], int]:
    """Return class, equal cards and the dealer's hidden cards -> the number of deals.

    Patterns are evaluated once for shoes of every size. Without hidden cards they do not matter.
    """
    pattern = FAMILIES[family]
    special = DEALER_MATTERS[family]
    seen = cards_before_dealer(family)
    hidden = len(pattern.cards) - seen
    suits = pattern.suits | {0}
    classes: dict[tuple[tuple[Hit, ...], Alike, Drawn | None], int] = {}
    for deal, count, alike in deal_classes(DECKS[deck], seen, ranks=None, suits=suits):
        plain = pattern.classify(*deal, *[INERT] * hidden, specific_suit)
        if plain[0][1] not in special:
            classes[plain, alike, None] = classes.get((plain, alike, None), 0) + count
            continue
        for dealer, drawn in _completions(deal, deck, hidden):
            key = pattern.classify(*deal, *dealer, specific_suit), alike, drawn
            classes[key] = classes.get(key, 0) + count
    return classes


def cards_before_dealer(family: str) -> int:
    """Return how many cards are counted before the dealer's hidden ones matter.

    >>> cards_before_dealer("three-card-in-order"), cards_before_dealer("lucky-ladies")
    (3, 2)
    """
    cards = FAMILIES[family].cards
    return len(cards) - cards[::-1].index("up") if family == "three-card-in-order" else 2


def down_kind(card: Card) -> object:
    """Return what a down card is to "three-card-in-order": cards of one kind are alike.

    It matters as the jack of spades, or by making a blackjack.
    """
    return "jack" if card == _JACK_OF_SPADES else (value(card) == _TEN, is_ace(card))


def _completions(
    deal: tuple[Card, ...], deck: str, length: int
) -> Iterable[tuple[tuple[Card, ...], Drawn]]:
    """Yield every way to deal *length* more cards, with equal ways grouped, and its cards."""
    if length == 1:
        for alike in _alike_down(deck):
            yield (alike[0],), ((len(alike), sum(card in alike for card in deal)),)
        return
    for first, second in product(DECKS[deck].cards, repeat=2):
        gone = deal.count(first), deal.count(second) + (first == second)
        yield (first, second), tuple((1, count) for count in gone)


@cache
def _alike_down(deck: str) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of a deck, those together that are one kind of down card."""
    groups: dict[object, list[Card]] = {}
    for card in DECKS[deck].cards:
        groups.setdefault(down_kind(card), []).append(card)
    return tuple(map(tuple, groups.values()))


_JACK_OF_SPADES = Card(40)
_TEN = 10


def is_made_after_peek(family: str) -> bool:
    """Return whether a wager on the dealer's hand is made only after the peek (ruling C31)."""
    return family == "dealer-bust-up-card"


@cache
def dealer_distribution(family: str, shoe: ShoeKey) -> Mapping[int, Mapping[int, Fraction]]:
    """Return up value -> class -> probability of the dealer's completed hand.

    The dealer always completes the hand here. Wagers made after the peek are made only if it found
    no blackjack (ruling C31): there a blackjack does not count.

    >>> by_up = dealer_distribution("dealer-22", ShoeKey(deck="french-52", decks=6))
    >>> sum(p for classes in by_up.values() for p in classes.values())
    Fraction(1, 1)
    """
    hands = dealer_hands(shoe.deck, shoe.decks, hits_soft_17=shoe.hits_soft_17)
    after_peek = is_made_after_peek(family)
    whole = lcm(*(probability.denominator for _, probability in hands))
    by_up: dict[int, dict[int, int]] = {}
    for hand, probability in hands:
        if after_peek and hand.blackjack:
            continue
        classes = by_up.setdefault(hand.up_value, {})
        kind = DEALER_CLASS[family](hand)
        ways = probability.numerator * (whole // probability.denominator)
        classes[kind] = classes.get(kind, 0) + ways
    total = sum(sum(classes.values()) for classes in by_up.values())
    return {up: {k: Fraction(n, total) for k, n in kinds.items()} for up, kinds in by_up.items()}


DEALER_CLASS: Mapping[str, Callable[[FinalHand], int]] = {
    "dealer-bust-cards": lambda hand: bust_cards(hand.total, hand.count),
    "dealer-22": lambda hand: dealer_22(hand.total, hand.suits),
    "dealer-bust-up-card": lambda hand: bust_up_card(
        hand.total, hand.up_value, hand.three_eights, hand.suits
    ),
}
"""Family -> the class of the dealer's completed hand that decides it."""
