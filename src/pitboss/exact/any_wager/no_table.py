"""Insurance and the Super Bonus, which have no pay table, as terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from pitboss.cards import Card, Deck, card_rank
from pitboss.exact.any_wager.forms import ALL, Factors, View, sorted_factors
from pitboss.exact.any_wager.terms import Terms, add
from pitboss.patterns.bonus21 import wins_super_bonus
from pitboss.patterns.totals import is_ace, value
from pitboss.rulebook.pays import Odds

_TEN, _SEVEN_RANK = 10, 6


def insurance_terms(deck: Deck, pays: Odds) -> tuple[Terms, Terms]:
    """Return the gain of insurance times `pays.per`, and the chance of it: an ace is up."""
    offered = {_pair(ace, None): 1 for ace in _ranks(deck, ace=True)}
    won = {
        _pair(ace, ten): pays.to + pays.per
        for ace, ten in product(_ranks(deck, ace=True), _ranks(deck, ace=False))
    }
    lost = dict.fromkeys(offered, -pays.per)
    return add(won, lost), offered


def tens_terms(deck: Deck, pays: Odds) -> Terms:
    """Return the gain of insurance times `pays.per` by the down card alone, with an ace up."""
    tens: Terms = {
        (View.RANK.form(4 * rank),): pays.to + pays.per for rank in _ranks(deck, ace=False)
    }
    return add(tens, {(ALL,): -pays.per})


def _ranks(deck: Deck, *, ace: bool) -> Iterator[int]:
    """Yield the ranks that are an ace, or those worth ten."""
    for rank in sorted({card_rank(card) for card in deck.cards}):
        card = Card(4 * rank)
        if is_ace(card) if ace else value(card) == _TEN:
            yield rank


def _pair(ace: int, ten: int | None) -> Factors:
    other = ALL if ten is None else View.RANK.form(4 * ten)
    return sorted_factors((View.RANK.form(4 * ace), other))


def super_bonus_terms(*, suited: bool) -> Terms:
    """Return how many ordered deals of four cards win the Super Bonus: no other rank can."""
    sevens = [Card(4 * _SEVEN_RANK + suit) for suit in range(4)]
    terms: Counter[Factors] = Counter()
    for first, second, up, third in product(sevens, repeat=4):
        if wins_super_bonus((first, second, third), up, suited):
            forms = tuple(View.CARD.form(card) for card in (first, second, up, third))
            terms[sorted_factors(forms)] += 1
    return dict(terms)
