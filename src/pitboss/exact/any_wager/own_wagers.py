"""Custom wagers on a few cards of the deal: the gain is a Python function of the cards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import factorial, lcm

import numpy as np

from pitboss.cards import Shoe
from pitboss.exact.any_wager.terms import symmetric, take_apart
from pitboss.exact.any_wager.wager_value import DealSums, WagerValue, make_value


def own_wager(
    shoe: Shoe, cards: int, gain: Callable[..., int | Fraction], name: str = ""
) -> WagerValue:
    """Return the value of a wager on two or three *cards* of the deal, in the order they come.

    >>> from pitboss.cards import FRENCH
    >>> from pitboss.patterns.totals import value
    >>> over = own_wager(Shoe(FRENCH, 6), 2, lambda a, b: 1 if value(a) + value(b) > 13 else -1)
    >>> f"{float(over.value(over.full)):.4%}"
    '-6.5545%'
    """
    deals = product(shoe.deck.cards, repeat=cards)
    gains = [Fraction(gain(*deal)) for deal in deals]
    parts = lcm(*(share.denominator for share in gains))
    whole = np.array([int(share * parts) for share in gains], dtype=np.int64)
    values = symmetric(whole.reshape((len(shoe.deck.cards),) * cards))
    terms = take_apart(values, shoe.deck.cards)
    sums = DealSums(degree=cards, parts=parts * factorial(cards), gain=terms, share={})
    return make_value(shoe, name, "", sums.average, sums=sums)
