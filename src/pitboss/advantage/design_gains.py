"""What a counter wins with designed pay tables: many tables at once, or one exactly.

With a given count the gain at every true count is linear in the pays: it is the sum over the rows
of the pay times the chance of the row at that count. So the chances of the rows by count are
computed once, and the gain of any table of the same rows is a product of matrices and a running
sum. Counts that are best for one table are only good for another, so this gain is the least that a
counter wins; `best_gain` also finds the best count for the table itself, as `pitboss protect` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pitboss.advantage.gains import CountGain, Dealing
from pitboss.advantage.tags import ByCard, best_tags
from pitboss.advantage.wager_gains import count_gain, linear_gain, removal_by_card
from pitboss.cards import Shoe
from pitboss.cards.unseen import Unseen
from pitboss.counts import CountSystem, find_system
from pitboss.exact.any_wager.wager_value import WagerValue, table_value
from pitboss.rulebook.model import PayTable
from pitboss.rulebook.pays import Odds

Floats = npt.NDArray[np.float64]

LEVELS = (1, 2)
"""Levels of the tags that a person can count at the table."""
_ROUNDS = 100
_AT_ONCE = 20_000
"""Tables in one product of matrices: what fits the caches."""


@dataclass(frozen=True)
class TableMaker:
    """The pay tables with the rows of one wager, and its shoe."""

    paid_by: PayTable
    shoe: Shoe
    dealing: Dealing
    specific_suit: int = 0
    hits_soft_17: bool = True
    after_up_card: bool = False

    def value(self, pays: Sequence[Fraction]) -> WagerValue:
        """Return the value of a table with these odds to one."""
        rows = (
            replace(row, pay=Odds(to=pay.numerator, per=pay.denominator), text="")
            for row, pay in zip(self.paid_by.rows, pays, strict=True)
        )
        return table_value(
            replace(self.paid_by, rows=tuple(rows)),
            self.shoe,
            specific_suit=self.specific_suit,
            hits_soft_17=self.hits_soft_17,
            after_up_card=self.after_up_card,
        )

    def gain(self, pays: Sequence[Fraction], system: CountSystem) -> CountGain:
        """Return what a count wins with a table: exact, or of the first order."""
        value = self.value(pays)
        exact = count_gain(value, system, self.shoe, self.dealing)
        if exact is not None:
            return exact
        mean = float(value.value(value.full))
        return linear_gain(mean, removal_by_card(value), system, self.shoe, self.dealing)

    @cached_property
    def _effects(self) -> tuple[Floats, Floats]:
        """The effects of removal of a table that pays nothing, and of each row paid 1 to 1.

        Like gains they are linear in the pays.
        """
        rows = len(self.paid_by.rows)
        ones = [Fraction(1)] * rows
        every = np.array(removal_by_card(self.value(ones)))
        twice = [[*ones[:at], Fraction(2), *ones[at + 1 :]] for at in range(rows)]
        by_row = np.array([removal_by_card(self.value(pays)) for pays in twice]) - every
        return every - by_row.sum(axis=0), by_row

    def systems(self, pays: Sequence[Fraction]) -> list[CountSystem]:
        """Return hi-lo, and the best counts that a person can keep for this table."""
        nothing, by_row = self._effects
        removal = nothing + np.array([float(pay) for pay in pays]) @ by_row
        cards = ByCard(Unseen.from_shoe(self.shoe).counts, tuple(removal))
        systems = {find_system("hi-lo").bet_tags: find_system("hi-lo")}
        for level in LEVELS if cards.spread else ():
            best = best_tags(cards, level)
            if best.correlation is not None:
                per = self.shoe.size // self.shoe.deck_count
                made = CountSystem(name=f"best of level {level}", tags=best.tags, per=per)
                systems.setdefault(best.tags, made)
        return [*systems.values()]


@dataclass(frozen=True)
class CountedRows:
    """The chance of every row at every true count, for some counts."""

    maker: TableMaker
    systems: tuple[CountSystem, ...]

    def best_gain(self, pays: Sequence[Fraction], least: float) -> float:
        """Return units in 100 rounds with the best count for one table, as `protect` finds it.

        *least* is what these counts win; only a count that is none of them is tried.
        """
        known = {system.bet_tags for system in self.systems}
        new = [it for it in self.maker.systems(pays) if it.bet_tags not in known]
        return max([least, *(self.maker.gain(pays, system).per_100 for system in new)])

    @cached_property
    def by_count(self) -> list[tuple[Floats, Floats]]:
        """For each count: the loss where nothing is paid, and the gain of each row paid 1 to 1.

        Found from tables that differ in one row: the gain is linear in the pays.
        """
        rows = len(self.maker.paid_by.rows)
        ones = [Fraction(1)] * rows
        found = []
        for system in self.systems:
            base = _gains(self.maker.gain(ones, system))
            steps = [
                _gains(self.maker.gain([*ones[:at], Fraction(2), *ones[at + 1 :]], system)) - base
                for at in range(rows)
            ]
            by_row = np.array(steps)
            found.append((base - by_row.sum(axis=0), by_row))
        return found

    def least_gain(self, pays: Floats) -> Floats:
        """Return units in 100 rounds for each line of pays, with the best of these counts."""
        best = np.zeros(len(pays))
        for first in range(0, len(pays), _AT_ONCE):
            some = pays[first : first + _AT_ONCE]
            for nothing, by_row in self.by_count:
                gains = nothing + some @ by_row
                # A counter bets from a count on, or up to one: the best sum from either end.
                for ordered in (gains, gains[:, ::-1]):
                    won = np.cumsum(ordered, axis=1).max(axis=1)
                    np.maximum(best[first : first + _AT_ONCE], won, out=best[first:][:_AT_ONCE])
        return best * _ROUNDS


def _gains(gain: CountGain) -> Floats:
    """Return the gain of one unit at each true count, weighted with how often it is."""
    return np.array([row.chance * row.value for row in gain.rows])


def undominated(figures: Floats) -> list[int]:
    """Return the lines that no other line beats: nowhere greater, and somewhere less.

    Of equal lines only the first is returned.

    >>> undominated(np.array([[1.0, 5.0], [2.0, 3.0], [2.0, 4.0], [3.0, 1.0]]))
    [0, 1, 3]
    """
    left = np.lexsort(figures.T[::-1])
    kept: list[int] = []
    while len(left):
        # The first line in order is beaten by none of those left, so it is on the front.
        best = left[0]
        kept.append(int(best))
        left = left[np.any(figures[left] < figures[best], axis=1)]
    return sorted(kept)
