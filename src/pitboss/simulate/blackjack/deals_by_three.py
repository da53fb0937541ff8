"""Classes of deals by three cards at a time: ranks, and which cards share a suit.

A table of four cards takes megabytes, and graphics cards wait for both look-ups in it. But most
side wagers depend on a hand and one of the dealer's cards, and on few properties of them. So each
dealer's card is looked up with the hand in a table of 11 KB. Only where the two numbers do not
decide every wager, as with three aces of spades, all four cards are looked up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pitboss.cards import Rank
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined
from pitboss.simulate.blackjack.dealt_wagers import BY_FOUR, CARDS, DEFERRED, DealtWagers
from pitboss.simulate.random.philox import U32

Array = Any
_PATTERNS = 5
"""No two cards share a suit, the first two do, the first and third, the last two, or all three."""
_PLACES = len(Rank) ** 3 * _PATTERNS
_UNTOLD = -1
"""In place of a combination: these three cards do not decide the wager."""
_NUMBERS_MAX = 256
_ONE, _TWO, _THREE, _FOUR = (U32(number) for number in range(1, 5))
_RANKS, _EACH = U32(len(Rank)), U32(_PATTERNS)


@jit_inlined
def place_of_three(one: Integer, two: Integer, three: Integer) -> Integer:
    """Return the place of three cards in a table of ranks and patterns of suits."""
    row = U32(U32(U32(U32(one >> _TWO) * _RANKS) + U32(two >> _TWO)) * _RANKS)
    row = U32(U32(row + U32(three >> _TWO)) * _EACH)
    suit, second, third = U32(one & _THREE), U32(two & _THREE), U32(three & _THREE)
    pattern = _ONE if suit == second else U32(0)
    pattern = _TWO if suit == third else pattern
    pattern = _THREE if second == third else pattern
    pattern = _FOUR if suit == second and suit == third else pattern
    return U32(row + pattern)


@jit_cached
def _fill_places(places: Array) -> None:
    """Write down the place of every three cards."""
    for number in range(len(places)):
        one, two, three = number // CARDS**2, number // CARDS % CARDS, number % CARDS
        places[number] = place_of_three(U32(one), U32(two), U32(three))


def by_three(wagers: DealtWagers) -> DealtWagers:
    """Return the same wagers with tables by three cards, if few numbers suffice."""
    tables = wagers.tables
    classes = tables.classes.reshape(-1, CARDS)[tables.rows] & (DEFERRED - 1)
    classes = classes.reshape(CARDS**2, CARDS, CARDS)  # (first and second, up, down)
    places = np.zeros(CARDS**3, dtype=np.int64)
    _fill_places(places)
    (up, of_up), (down, of_down) = (_numbers(wagers, classes, places, axis) for axis in (2, 1))
    if max(len(of_up), len(of_down)) > _NUMBERS_MAX:
        return wagers
    outcomes = np.where(of_up[None, :] != _UNTOLD, of_up[None, :], of_down[:, None])
    known = {tuple(row): number for number, row in enumerate(wagers.combinations.tolist())}
    both = np.array(
        [known.get(tuple(row), BY_FOUR) for row in outcomes.reshape(-1, outcomes.shape[-1])]
    )
    flags = np.append(np.where(wagers.deferred.any(axis=1), DEFERRED, 0), 0)
    both |= flags[np.minimum(both, len(flags) - 1)]
    smaller = tables._replace(
        by_up=up,
        by_down=down,
        by_both=both.astype(np.uint16),
        step=np.uint32(len(of_up)),
    )
    return replace(wagers, tables=smaller)


def _numbers(wagers: DealtWagers, classes: Array, places: Array, other: int) -> tuple[Array, Array]:
    """Return the number of three cards by place, and the combinations of each number.

    The dealer's *other* card is the one of these axes that is not among the three.
    """
    outcomes = np.full((_PLACES, wagers.combinations.shape[1]), _UNTOLD, dtype=np.int64)
    for wager, combination in enumerate(wagers.combinations.astype(np.uint16).T):
        values = combination[classes]
        least, most = values.min(axis=other).ravel(), values.max(axis=other).ravel()
        lowest, highest = np.full(_PLACES, BY_FOUR), np.zeros(_PLACES, dtype=np.int64)
        np.minimum.at(lowest, places, least)
        np.maximum.at(highest, places, most)
        outcomes[:, wager] = np.where(lowest == highest, lowest, _UNTOLD)
    distinct, numbers = np.unique(outcomes, axis=0, return_inverse=True)
    return numbers.ravel().astype(np.uint8), distinct
