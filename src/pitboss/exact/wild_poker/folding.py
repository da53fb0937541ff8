"""Deuces Wild Xtreme: when to fold for certain wagers, and the edge of a round.

Nothing is estimated: `matchups` has counted every comparison, and all figures are fractions. Bonus
wagers stay after a fold (2118(8)(b)(i)) and change nothing here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.wild_poker.matchups import LOSS, TIE, WIN, IntArray, Matchups
from pitboss.exact.wild_poker.pays import Gains, Net
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import WildRank


@dataclass(frozen=True, eq=False)
class Folding:
    """When to fold for certain wagers, and the value of a round."""

    met: Matchups
    paid: Gains
    wagers: tuple[str, ...]
    """The wagers that count."""

    @property
    def scale(self) -> int:
        """The factor that makes all gains whole numbers."""
        nets = (self.paid.fold, self.paid.tie, self.paid.loss, *self.paid.win.values())
        return lcm(*(net[wager].denominator for net in nets for wager in self.wagers))

    def gain(self, net: Net) -> Fraction:
        """Return the gain of these wagers together, in units of the ante."""
        return sum((net[wager] for wager in self.wagers), Fraction(0))

    @cached_property
    def play_value(self) -> IntArray:
        """(classes): the expected value of playing, times `scale` and the dealer's hands."""
        won = np.array([self._scale(self.paid.win[rank]) for rank in WildRank])
        met = self.met.met
        value: IntArray = met[:, WIN] * won[self.met.value >> RANK_SHIFT]
        value += met[:, TIE] * self._scale(self.paid.tie)
        value += met[:, LOSS] * self._scale(self.paid.loss)
        return value

    @property
    def fold_value(self) -> int:
        """The expected value of folding, times the same."""
        return self._scale(self.paid.fold) * self.met.dealer_hands

    def _scale(self, net: Net) -> int:
        return int(self.gain(net) * self.scale)

    @cached_property
    def plays(self) -> NDArray[np.bool_]:
        """(classes): whether to play."""
        return self.play_value > self.fold_value

    @property
    def house_edge(self) -> Fraction:
        """The expected loss, in units of the ante."""
        value = np.where(self.plays, self.play_value, self.fold_value)
        total = int((value * self.met.hand_count).sum())
        return Fraction(-total, self.scale * self.met.hands * self.met.dealer_hands)

    @cached_property
    def ends(self) -> dict[str, Fraction]:
        """Result of a round -> its probability: folded, won, tied or lost."""
        played = self.met.hand_count * self.plays
        total = self.met.hands * self.met.dealer_hands
        counts = {
            name: int((played * self.met.met[:, place]).sum())
            for name, place in (("win", WIN), ("tie", TIE), ("lose", LOSS))
        }
        ends = {name: Fraction(count, total) for name, count in counts.items()}
        return {"fold": 1 - sum(ends.values(), Fraction(0))} | ends

    @cached_property
    def wins(self) -> dict[WildRank, Fraction]:
        """Rank of a winning hand -> its probability."""
        total = self.met.hands * self.met.dealer_hands
        won = self.met.hand_count * self.plays * self.met.met[:, WIN]
        ranks = self.met.value >> RANK_SHIFT
        return {rank: Fraction(int(won[ranks == rank].sum()), total) for rank in WildRank}

    @property
    def distribution(self) -> dict[Fraction, Fraction]:
        """Gain in units of the ante -> its probability."""
        chances: dict[Fraction, Fraction] = {}
        for net, chance in self._nets():
            gain = self.gain(net)
            chances[gain] = chances.get(gain, Fraction(0)) + chance
        return {gain: chance for gain, chance in sorted(chances.items()) if chance}

    @property
    def by_wager(self) -> dict[str, Fraction]:
        """Wager -> the gain of the house on it, in units of the ante."""
        return {
            wager: -sum((net[wager] * chance for net, chance in self._nets()), Fraction(0))
            for wager in self.wagers
        }

    def _nets(self) -> list[tuple[Net, Fraction]]:
        paid, ends = self.paid, self.ends
        others = [(paid.fold, ends["fold"]), (paid.tie, ends["tie"]), (paid.loss, ends["lose"])]
        return [*others, *((paid.win[rank], chance) for rank, chance in self.wins.items())]

    @property
    def variance(self) -> Fraction:
        """The variance of a round, in squares of the ante."""
        square = sum((gain**2 * chance for gain, chance in self.distribution.items()), Fraction(0))
        return square - self.house_edge**2

    @property
    def average_wager(self) -> Fraction:
        """The average wager, in antes: what a lost hand and a fold cost."""
        folded = self.ends["fold"]
        return -folded * self.gain(self.paid.fold) - (1 - folded) * self.gain(self.paid.loss)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation, in antes."""
        return float(float(self.variance) ** 0.5)
