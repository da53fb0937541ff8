"""Wagers that two, three or four cards of the deal decide: their terms, and the chance of each pay.

The pattern of the family classifies deals; the terms know nothing of pays. Where it names only a
few ranks, deals of a small deck are classified: the ranks it names and four that stand for all
others. Where the dealer's hidden cards matter for a few classes only, the other cards are counted
first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import factorial, perm
from typing import Any

import numpy as np

from pitboss.cards import DECKS, Card, card_rank
from pitboss.cards.unseen import Unseen
from pitboss.exact.any_wager.pays import PERCENT, ClassPays
from pitboss.exact.any_wager.terms import (
    ALL,
    FIRST_CARD,
    Terms,
    View,
    add,
    count_forms,
    multiply,
    spread,
    sum_terms,
    symmetric,
    take_apart,
)
from pitboss.exact.counting.distributions import (
    DEALER_MATTERS,
    INERT,
    cards_before_dealer,
    down_kind,
)
from pitboss.patterns.families import FAMILIES, Hit
from pitboss.rulebook.model import PayTable
from pitboss.rulebook.wager_patterns import PREFIX, card_axes, read_pattern

Array = Any
Hits = tuple[Hit, ...]
Gain = Callable[[Hits], int]
"""The gain of one unit for each class of a deal, in whole parts."""

MOST_CARDS = 4
ORDERS = factorial(MOST_CARDS)
"""Weights are for all orders of four cards; terms of fewer cards are multiplied to match."""
_SMALL = 3
"""So many cards of a whole deck are classified one by one."""


@dataclass(frozen=True, slots=True)
class Deals:
    """The classes of all ordered deals of some cards."""

    cards: tuple[Card, ...]
    numbers: Array
    """The number of the class of each deal, one axis a card."""
    hits: tuple[Hits, ...]
    """The classes by their numbers."""
    like: Array | None = None
    """How many deals of the whole deck each of a small deck stands for."""

    def terms(self, gain: Gain) -> Terms:
        """Return the gain of the deals as terms, for all orders of four cards."""
        values = symmetric(self.gains(gain))
        return _times(take_apart(values, self.cards, self.like), ORDERS // factorial(values.ndim))

    def gains(self, gain: Gain) -> Array:
        """Return the gain of each deal."""
        return np.array([gain(hits) for hits in self.hits], dtype=np.int64)[self.numbers]


def deal_terms(family: str, deck: str, specific_suit: int, gain: Gain) -> Terms:
    """Return the gain of a wager, summed over all ordered deals of its cards, times `ORDERS`.

    >>> terms = deal_terms("match-each-card", "spanish-48", 0, lambda hits: hits != ((0, 0),) * 2)
    >>> len(terms)
    24
    """
    if family in DEALER_MATTERS:
        return _with_dealer(family, deck, specific_suit, gain)
    if len(FAMILIES[family].cards) <= _SMALL or family.startswith(PREFIX):
        return classify_deals(family, DECKS[deck].cards, specific_suit).terms(gain)
    named, stand_ins, others = _small_deck(family, deck)
    cards = tuple(card for card in DECKS[deck].cards if card_rank(card) in (*named, *stand_ins))
    deals = classify_deals(family, cards, specific_suit)
    like = _deals_like(cards, tuple(stand_ins), len(others))
    return spread(replace(deals, like=like).terms(gain), stand_ins, others)


@cache
def _deals_like(cards: tuple[Card, ...], stand_ins: tuple[int, ...], others: int) -> Array:
    """Return how many deals of the whole deck each deal of a small one stands for."""
    shape = (len(cards),) * MOST_CARDS
    ranks = np.indices(shape)
    used = np.zeros(shape, dtype=np.int64)
    for rank in stand_ins:
        is_rank = np.array([card_rank(card) == rank for card in cards])
        used += is_rank[ranks].any(axis=0)
    ratio = [perm(others, count) / perm(len(stand_ins), count) for count in range(MOST_CARDS + 1)]
    return np.array(ratio)[used]


def deal_hits(family: str, deck: str, specific_suit: int) -> Iterator[Hits]:
    """Yield everything that a pattern finds in deals of a deck."""
    cards = DECKS[deck].cards
    if family not in DEALER_MATTERS:
        if len(FAMILIES[family].cards) > _SMALL and not family.startswith(PREFIX):
            named, stand_ins, _ = _small_deck(family, deck)
            cards = tuple(card for card in cards if card_rank(card) in (*named, *stand_ins))
        yield from classify_deals(family, cards, specific_suit).hits
        return
    hidden = len(FAMILIES[family].cards) - cards_before_dealer(family)
    plain = classify_deals(family, cards, specific_suit, (INERT,) * hidden)
    yield from plain.hits
    if hidden == 1:
        for card in {down_kind(card): card for card in cards}.values():
            yield from classify_deals(family, cards, specific_suit, (card,)).hits
        return
    for pair in _pairs_that_matter(family, plain):
        for rest in product(cards, repeat=hidden):
            yield FAMILIES[family].classify(*pair, *rest, specific_suit)


def _pairs_that_matter(family: str, plain: Deals) -> Iterator[tuple[Card, Card]]:
    """Yield the first two cards to which the dealer's hidden cards matter."""
    cards = plain.cards
    for first, second in product(range(len(cards)), repeat=2):
        if plain.hits[plain.numbers[first, second]][0][1] in DEALER_MATTERS[family]:
            yield cards[first], cards[second]


def _small_deck(family: str, deck: str) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Return the ranks that a pattern names, those that stand for the others, and the others."""
    pattern = FAMILIES[family]
    assert pattern.ranks is not None, family
    ranks = sorted({card_rank(card) for card in DECKS[deck].cards})
    named = [rank for rank in ranks if rank in pattern.ranks]
    others = [rank for rank in ranks if rank not in pattern.ranks]
    return named, others[: len(pattern.cards)], others


@cache
def classify_deals(
    family: str, cards: tuple[Card, ...], specific_suit: int, rest: tuple[Card, ...] = ()
) -> Deals:
    """Classify all ordered deals of *cards*, with the dealer's cards *rest* behind them."""
    pattern = FAMILIES[family]
    length = len(pattern.cards) - len(rest)
    if family.startswith(PREFIX):
        return Deals(cards, *_classify_words(family, cards, length))
    known: dict[Hits, int] = {}
    numbers = np.fromiter(
        (
            known.setdefault(pattern.classify(*deal, *rest, specific_suit), len(known))
            for deal in product(cards, repeat=length)
        ),
        dtype=np.int16,
        count=len(cards) ** length,
    )
    return Deals(cards, numbers.reshape((len(cards),) * length), tuple(known))


def _classify_words(family: str, cards: tuple[Card, ...], length: int) -> tuple[Array, Any]:
    """Classify all deals of a pattern in words at once."""
    pattern = read_pattern(family)
    axes = card_axes(np.array(cards, dtype=np.int16), length)
    found = np.broadcast_to(pattern.classify_all(*axes), (len(cards),) * length)
    rows = range(len(pattern.tests) + 1)
    return found.astype(np.int16), tuple(((0, number),) for number in rows)


def _with_dealer(family: str, deck: str, specific_suit: int, gain: Gain) -> Terms:
    """Count the player's cards with a neutral hidden card; then add the effect of other cards."""
    cards = DECKS[deck].cards
    length = len(FAMILIES[family].cards)
    hidden = length - cards_before_dealer(family)
    plain = classify_deals(family, cards, specific_suit, (INERT,) * hidden)
    changes = _down_changes if hidden == 1 else _two_card_changes
    return add(
        multiply(plain.terms(gain), (ALL,) * hidden), *changes(family, plain, specific_suit, gain)
    )


def _down_changes(family: str, plain: Deals, specific_suit: int, gain: Gain) -> Iterator[Terms]:
    """Yield the change that each down card makes."""
    cards = plain.cards
    alike: dict[object, Terms] = {}
    for card in cards:
        kind = down_kind(card)
        if kind not in alike:
            with_card = classify_deals(family, cards, specific_suit, (card,))
            change = symmetric(with_card.gains(gain) - plain.gains(gain))
            alike[kind] = _times(take_apart(change, cards), ORDERS // factorial(change.ndim))
        yield multiply(alike[kind], (FIRST_CARD + card,))


def _two_card_changes(family: str, plain: Deals, specific_suit: int, gain: Gain) -> Iterator[Terms]:
    """Yield the change that the dealer's two cards make for the pairs that depend on them."""
    cards = plain.cards
    pattern = FAMILIES[family]
    for pair in _pairs_that_matter(family, plain):
        before = gain(pattern.classify(*pair, INERT, INERT, specific_suit))
        change = np.array(
            [
                [gain(pattern.classify(*pair, up, down, specific_suit)) - before for down in cards]
                for up in cards
            ],
            dtype=np.int64,
        )
        terms = take_apart(symmetric(change), cards)
        forms = tuple(View.CARD.form(card) for card in pair)
        yield multiply(_times(terms, ORDERS // factorial(2)), forms)


def _times(terms: Terms, factor: int) -> Terms:
    return {factors: weight * factor for factors, weight in terms.items()}


_KEPT = 32
Paid = tuple[Fraction, Fraction]
"""The gain of one unit without the meter, and the share of the meter."""


@dataclass(frozen=True, slots=True)
class TableOutcomes:
    """Everything that a pay table on cards of the deal may pay."""

    degree: int
    sums: Mapping[Paid, Terms]
    """Deals that are paid so, times `ORDERS`."""

    def chances(self, unseen: Unseen) -> dict[Paid, Fraction]:
        """Return the chance of each outcome; they add up to 1."""
        forms = count_forms(unseen)
        deals = ORDERS * perm(unseen.size, self.degree)
        return {paid: Fraction(sum_terms(terms, forms), deals) for paid, terms in self.sums.items()}

    def gains(self, unseen: Unseen, meter_units: Fraction) -> list[tuple[float, float]]:
        """Return gains with their chances, at a meter in units of the stake."""
        return [
            (float(gain + share * meter_units), float(chance))
            for (gain, share), chance in self.chances(unseen).items()
        ]


@lru_cache(maxsize=_KEPT)
def table_outcomes(table: PayTable, deck: str, specific_suit: int = 0) -> TableOutcomes:
    """Return the outcomes of a pay table that two to four cards of the deal decide.

    >>> from pitboss.cards import FRENCH, Shoe
    >>> from pitboss.rulebook.reading.library import game
    >>> outcomes = table_outcomes(game("co/21-plus-3").tables_of("21-plus-3")[0], "french-52")
    >>> {
    ...     str(gain): str(p)
    ...     for (gain, _), p in outcomes.chances(Unseen.from_shoe(Shoe(FRENCH, 6))).items()
    ... }
    {'-1': '566028/626665', '9': '60637/626665'}
    """
    pays = ClassPays.from_table(table)

    def pay_hits(hits: Hits) -> Paid:
        return Fraction(pays.gain(hits), pays.parts), Fraction(pays.share(hits), PERCENT)

    def sum_pays(kind: Paid) -> Terms:
        return deal_terms(
            table.family, deck, specific_suit, lambda hits: int(pay_hits(hits) == kind)
        )

    kinds = sorted({pay_hits(hits) for hits in deal_hits(table.family, deck, specific_suit)})
    sums = {kind: sum_pays(kind) for kind in kinds}
    return TableOutcomes(len(FAMILIES[table.family].cards), sums)
