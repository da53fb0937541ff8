"""The exact probability of each class of each family of wagers, by deck count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm, perm, prod

from pitboss.cards import DECKS, Card
from pitboss.exact.counting.dealer import FinalHand, dealer_hands
from pitboss.exact.counting.deals import Alike, count_copies, deal_classes
from pitboss.patterns.busts import bust_cards, bust_up_card, dealer_22
from pitboss.patterns.families import FAMILIES, DecidedBy, Hit, families_decided_by
from pitboss.patterns.three_card import InOrder
from pitboss.patterns.totals import is_ace, value
from pitboss.patterns.two_card import KingsBounty, LuckyLadies

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
    if family in DEALER_MATTERS:
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
    "three-card-in-order": frozenset(
        {InOrder.NONE, InOrder.SPADES_ACE_KING_QUEEN, InOrder.DEALER_BLACKJACK}
    ),
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
    pattern, special = FAMILIES[family], DEALER_MATTERS[family]
    seen = cards_before_dealer(family)
    hidden, suits = len(pattern.cards) - seen, pattern.suits | {0}
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


_JACK_OF_SPADES, _TEN = Card(40), 10


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
