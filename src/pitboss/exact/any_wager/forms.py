"""Forms: how many cards of a group are left. Values of wagers are polynomials in them.

There are 70 groups: all cards, the 13 ranks, the 4 suits and the 52 cards themselves. Two groups
are either disjoint or one holds the other, but for a rank and a suit; no term has both.
"""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from functools import cache
from typing import Any, Final

import numpy as np

from pitboss.cards.unseen import Unseen
from pitboss.compiled.jit import Integer, jit_inlined

Array = Any
RANKS, SUITS, CARDS = 13, 4, 52
ALL, FIRST_RANK, FIRST_SUIT, FIRST_CARD = 0, 1, 1 + RANKS, 1 + RANKS + SUITS
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
