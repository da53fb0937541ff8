"""Penetration: how far a shoe is dealt, and at which cards rounds begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = Any
CARDS_A_ROUND = 6
"""About what a player and the dealer take together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """How far a shoe is dealt.

    A round may begin behind any card before the cut card, one place as often as another: rounds
    take different numbers of cards, and after the first few nothing is left of the shuffle.
    """

    cut: int
    """Cards before the cut card."""
    after_cut: int = 0
    """Rounds that are dealt after the cut card came: 0, or 1 where the house deals one more."""
    cards_a_round: int = CARDS_A_ROUND
    """Cards of a round; they matter for the round after the cut card alone."""
    burn: int = 0
    """Cards put aside unseen after the shuffle: they are gone for nobody's count."""

    def starts(self, size: int, needed: int) -> Array:
        """Return the share of rounds that begin with 0, 1, 2 .. cards seen.

        *size* is the number of cards of the shoe; every round needs some cards.

        >>> Dealing(cut=4, after_cut=1, cards_a_round=2).starts(52, 4)[3:].round(3).tolist()
        [0.167, 0.167, 0.167]
        """
        last = self.cut + self.after_cut * self.cards_a_round - self.burn
        places = max(1, min(last, size - self.burn - needed))
        return np.full(places, 1.0 / places)
