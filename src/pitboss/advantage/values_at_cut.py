"""What a side wager is worth when the cut card comes: its exact value in shoes dealt at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.cards.unseen import Unseen
from pitboss.exact.any_wager.forms import form_array
from pitboss.exact.any_wager.polynomial import fill_values
from pitboss.exact.any_wager.wager_value import WagerValue

Array = Any
SHOES = 4_000
"""Shoes that are dealt: enough for the shape of a distribution."""


def values_at_cut(
    wager: WagerValue, cut: int, *, seed: int = 1, shoes: int = SHOES, meter: int = 0
) -> Array | None:
    """Return the exact expectations with *cut* cards gone, one for each shoe, in order.

    None where the value is no polynomial in the cards left, or is known only with the up card.

    >>> from pitboss.cards import FRENCH, Shoe
    >>> from pitboss.exact.any_wager.wager_value import table_value
    >>> from pitboss.rulebook.reading.library import game
    >>> wager = table_value(game("co/21-plus-3").tables_of("21-plus-3")[0], Shoe(FRENCH, 6))
    >>> found = values_at_cut(wager, 260, shoes=500)
    >>> len(found), bool(abs(found.mean() - float(wager.value(wager.full))) < 0.005)
    (500, True)
    """
    polynomial = wager.polynomial_at(meter)
    if polynomial is None or wager.after_up_card:
        return None
    random, counts = np.random.default_rng(seed), np.array(wager.full.counts)
    left = random.multivariate_hypergeometric(counts, wager.full.size - cut, size=shoes)
    forms = np.stack([form_array(Unseen(tuple(shoe))) for shoe in left.tolist()])
    values = np.zeros(shoes)
    fill_values(polynomial, forms, values)
    return np.sort(values)
