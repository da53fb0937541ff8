"""From a function of a few cards to a short sum of products of forms.

A form is how many cards of a group are left. There are 70 groups: all cards, the 13 ranks, the 4
suits and the 52 cards themselves. Two groups are either disjoint or one holds the other, but for a
rank and a suit; no term has both.

A pay is mostly the same for many cards: "three of one suit" is one product for each suit, not one
for each three cards. So a function is taken apart from coarse to fine. A *template* says how
closely each card is looked at; the value that most deals of one group of a template have is its
weight, and what is left is taken apart by the next template. The last looks at every card by
itself, so the sum is always exact, and mostly little is left for it.

Weights are chosen by counting values alone. They do not change when ranks that the function treats
alike are exchanged, which lets `spread` carry them from a small deck to the whole one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cache
from itertools import permutations
from typing import Any, Final

import numpy as np

from pitboss.cards.unseen import Unseen
from pitboss.compiled.jit import Integer, jit_inlined

Array = Any
RANKS = 13
SUITS = 4
CARDS = 52
ALL = 0
FIRST_RANK = 1
FIRST_SUIT = 1 + RANKS
FIRST_CARD = 1 + RANKS + SUITS
FORMS: Final = FIRST_CARD + CARDS
"""How many forms there are."""

Factors = tuple[int, ...]
"""The forms of a term, the smallest groups first."""


class View(IntEnum):
    """How closely a term looks at one card."""

    ANY = 0
    SUIT = 1
    RANK = 2
    CARD = 3

    def form(self, card: int) -> int:
        """Return the form that a card belongs to.

        >>> [view.form(5) for view in View]
        [0, 15, 2, 23]
        """
        match self:
            case View.ANY:
                return ALL
            case View.SUIT:
                return FIRST_SUIT + (card & 3)
            case View.RANK:
                return FIRST_RANK + (card >> 2)
            case View.CARD:
                return FIRST_CARD + card


def form_cards(form: int) -> frozenset[int]:
    """Return the cards of a form's group.

    >>> sorted(form_cards(FIRST_RANK)), len(form_cards(FIRST_SUIT)), form_cards(FIRST_CARD + 7)
    ([0, 1, 2, 3], 13, frozenset({7}))
    """
    return _GROUPS[form]


_GROUPS: tuple[frozenset[int], ...] = tuple(
    frozenset(card for card in range(CARDS) if form in {view.form(card) for view in View})
    for form in range(FORMS)
)


def sorted_factors(forms: Counter[int] | Factors) -> Factors:
    """Return forms in the order of a term: the smallest groups first."""
    every = forms.elements() if isinstance(forms, Counter) else forms
    return tuple(sorted(every, reverse=True))


@cache
def factor_offsets(factors: Factors) -> tuple[int, ...]:
    """Return how many cards of each group the factors before it have taken.

    Two cards of one rank and any third: R * (R - 1) * (N - 2).

    >>> factor_offsets(sorted_factors((ALL, FIRST_RANK, FIRST_RANK)))
    (0, 1, 2)
    """
    return tuple(
        sum(_GROUPS[earlier] <= _GROUPS[form] for earlier in factors[:place])
        for place, form in enumerate(factors)
    )


def count_forms(unseen: Unseen) -> tuple[int, ...]:
    """Return all forms of the cards that are left.

    >>> from pitboss.cards import FRENCH, Shoe
    >>> forms = count_forms(Unseen.from_shoe(Shoe(FRENCH, 6)))
    >>> forms[ALL], forms[FIRST_RANK], forms[FIRST_SUIT], forms[FIRST_CARD]
    (312, 24, 78, 6)
    """
    forms = [0] * FORMS
    for card, count in enumerate(unseen.counts[:CARDS]):
        for view in View:
            forms[view.form(card)] += count
    return tuple(forms)


def form_array(unseen: Unseen) -> Array:
    """Return all forms as compiled code takes them: int32, one entry a form."""
    return np.array(count_forms(unseen), dtype=np.int32)


@jit_inlined
def take_card(forms: Array, card: Integer) -> None:
    """Take a card out of the forms of a shoe: four subtractions."""
    forms[0] -= 1
    forms[1 + (card >> 2)] -= 1
    forms[14 + (card & 3)] -= 1
    forms[18 + card] -= 1


Terms = Mapping[Factors, int]
"""The forms of each term -> its whole weight."""

_A, _S, _R, _C = View
TEMPLATES: Mapping[int, tuple[tuple[View, ...], ...]] = {
    2: ((_A, _A), (_R, _A), (_S, _S), (_R, _R), (_C, _C)),
    3: (
        (_A, _A, _A),
        (_R, _A, _A),
        (_R, _R, _A),
        (_S, _S, _S),
        (_C, _S, _S),
        (_C, _C, _A),
        (_C, _C, _S),
        (_R, _R, _R),
        (_C, _C, _R),
        (_C, _C, _C),
    ),
    4: (
        (_A, _A, _A, _A),
        (_R, _R, _A, _A),
        (_C, _C, _A, _A),
        (_R, _R, _R, _A),
        (_C, _C, _R, _A),
        (_C, _C, _C, _A),
        (_R, _R, _R, _R),
        (_C, _C, _R, _R),
        (_C, _C, _C, _R),
        (_C, _C, _C, _C),
    ),
}
"""Number of cards -> the ways to look at them, from coarse to fine."""


_SHARE = 0.45
"""So many deals of a group have to have one value, or finer templates do better: a choice that
changes the number of terms and not their sum."""


def symmetric(values: Array) -> Array:
    """Return the sum of a function over all orders of its cards."""
    total = np.zeros_like(values)
    for order in permutations(range(values.ndim)):
        total += np.transpose(values, order)
    return total


def take_apart(values: Array, cards: Sequence[int], like: Array | None = None) -> Terms:
    """Return the terms of a function of ordered deals of *cards*, which looks at no order.

    *like* is how many deals of a whole deck each deal of a small one stands for.

    >>> pairs = np.array([[int(a >> 2 == b >> 2) for a in range(52)] for b in range(52)])
    >>> terms = take_apart(pairs, range(52))
    >>> len(terms), set(terms.values())
    (13, {1})
    """
    left = values.astype(np.int64)
    terms: Counter[Factors] = Counter()
    for template in TEMPLATES[left.ndim]:
        if not left.any():
            break
        indices, sizes = zip(*(_view_indices(view, cards) for view in template), strict=True)
        weights = _majority(left, indices, sizes, like)
        if not weights.any():
            continue
        spread_out = weights[np.ix_(*indices)]
        arrangements = _arrangements(template)
        for order in arrangements:
            left = left - np.transpose(spread_out, order)
        for place in zip(*np.nonzero(weights), strict=True):
            forms = tuple(
                _FIRST[view] + int(index) for view, index in zip(template, place, strict=True)
            )
            terms[sorted_factors(forms)] += len(arrangements) * int(weights[place])
    assert not left.any()
    return {factors: weight for factors, weight in terms.items() if weight}


_FIRST = {View.ANY: 0, View.SUIT: FIRST_SUIT, View.RANK: FIRST_RANK, View.CARD: FIRST_CARD}
_SIZE = {View.ANY: 1, View.SUIT: 4, View.RANK: 13, View.CARD: 52}


def _view_indices(view: View, cards: Sequence[int]) -> tuple[Array, int]:
    """Return the group of each card, counted from the first of the view, and how many there are."""
    return np.array([view.form(card) - _FIRST[view] for card in cards]), _SIZE[view]


def _arrangements(template: tuple[View, ...]) -> list[tuple[int, ...]]:
    """Return one order of the axes for each different order of the views."""
    orders: dict[tuple[View, ...], tuple[int, ...]] = {}
    for order in permutations(range(len(template))):
        orders.setdefault(tuple(template[place] for place in order), order)
    return list(orders.values())


def _majority(
    left: Array, indices: tuple[Array, ...], sizes: tuple[int, ...], like: Array | None
) -> Array:
    """Return by group the value that most of its deals have; 0 where there is none."""
    keys = np.zeros(left.shape, dtype=np.int64)
    for axis, (index, size) in enumerate(zip(indices, sizes, strict=True)):
        shape = [1] * left.ndim
        shape[axis] = len(index)
        keys = keys * size + index.reshape(shape)
    keys = keys.ravel()
    flat = left.ravel()
    total = int(np.prod(sizes))
    many = np.ones(left.size) if like is None else like.ravel()
    members = np.bincount(keys, many, minlength=total)
    changed = np.bincount(keys, many * (flat != 0), minlength=total)
    wanted = (changed > _SHARE * members)[keys] & (flat != 0)
    weights = np.zeros(total, dtype=np.int64)
    if wanted.any():
        values, numbers = np.unique(flat[wanted], return_inverse=True)
        pairs, places = np.unique(keys[wanted] * len(values) + numbers, return_inverse=True)
        counts = np.bincount(places, many[wanted])
        groups = pairs // len(values)
        numbers = pairs % len(values)
        common = counts > _SHARE * members[groups]
        groups = groups[common]
        numbers = numbers[common]
        counts = counts[common]
        # The commonest value of a group is written last, and of two as common the smaller one.
        order = np.lexsort((-numbers, counts))
        weights[groups[order]] = values[numbers[order]]
    return weights.reshape(sizes)


def multiply(terms: Terms, forms: Factors) -> dict[Factors, int]:
    """Return the terms with further cards dealt beside those they look at."""
    return {sorted_factors((*factors, *forms)): weight for factors, weight in terms.items()}


def add(*sums: Terms) -> dict[Factors, int]:
    """Return the sum of several sums."""
    total: Counter[Factors] = Counter()
    for terms in sums:
        for factors, weight in terms.items():
            total[factors] += weight
    return {factors: weight for factors, weight in total.items() if weight}


def sum_terms(terms: Terms, forms: Sequence[int]) -> int:
    """Return the sum for the forms of a shoe, exactly."""
    total = 0
    for factors, weight in terms.items():
        product = weight
        for form, offset in zip(factors, factor_offsets(factors), strict=True):
            product *= forms[form] - offset
        total += product
    return total


def spread(terms: Terms, stand_ins: Sequence[int], ranks: Sequence[int]) -> dict[Factors, int]:
    """Carry terms from a small deck to a whole one.

    *stand_ins* are ranks of the small deck that stand for any of *ranks*, at least one for each
    card of a deal, so that every deal of the whole deck looks like one of the small deck.
    """
    whole_terms: dict[Factors, int] = {}
    for factors, weight in terms.items():
        used = {rank for form in factors if (rank := _rank(form)) in stand_ins}
        if used != set(stand_ins[: len(used)]):
            continue  # the same term with other names
        for names in permutations(ranks, len(used)):
            renamed = dict(zip(stand_ins, names, strict=False))
            whole = sorted_factors(tuple(_rename(form, renamed) for form in factors))
            assert whole_terms.setdefault(whole, weight) == weight
    return whole_terms


def _rank(form: int) -> int | None:
    if FIRST_RANK <= form < FIRST_SUIT:
        return form - FIRST_RANK
    return (form - FIRST_CARD) >> 2 if FIRST_CARD <= form < FORMS else None


def _rename(form: int, renamed: Mapping[int, int]) -> int:
    rank = _rank(form)
    if rank is None or rank not in renamed:
        return form
    if form < FIRST_SUIT:
        return FIRST_RANK + renamed[rank]
    return FIRST_CARD + 4 * renamed[rank] + ((form - FIRST_CARD) & 3)
