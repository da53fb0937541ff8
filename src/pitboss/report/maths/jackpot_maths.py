"""The numbers of a jackpot: its meter, its long run, and its cost to the house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from pitboss.report.maths.wager_maths import Outcome, WagerMaths
from pitboss.rulebook.configured import Jackpot
from pitboss.rulebook.pays import CENTS_PER_DOLLAR

_ALL = 100
_THOUSAND = 1000


def deviation(results: Iterable[tuple[Fraction, Fraction]]) -> float:
    """Return the standard deviation of results, each with its probability first.

    >>> deviation([(Fraction(1, 2), Fraction(1)), (Fraction(1, 2), Fraction(-1))])
    1.0
    """
    every = tuple(results)
    mean = sum((chance * result for chance, result in every), Fraction(0))
    return sqrt(sum((chance * (result - mean) ** 2 for chance, result in every), Fraction(0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotMaths:
    """A jackpot with its one fixed wager."""

    wager: WagerMaths
    jackpot: Jackpot
    stake: int
    """Cents."""
    share: Fraction
    """Of the meter, won with one wager on average."""
    full: Fraction
    """The probability that one wager wins 100%."""

    @property
    def per_thousand(self) -> Fraction:
        """The extra return for each $1,000 on the meter."""
        return self.share * _THOUSAND * CENTS_PER_DOLLAR / self.stake

    @property
    def break_even(self) -> Fraction:
        """The meter in dollars at which the edge is zero."""
        return self.wager.edge * self.stake / self.share / CENTS_PER_DOLLAR

    @property
    def average_meter(self) -> Fraction:
        """The meter in dollars, averaged over all wagers in the long run.

        In the long run inflow equals outflow. In: the contribution, and the seed times the
        probability of 100%; the reserve comes in at a reset. Out: the share of the meter, and fixed
        pays out of it. It is nothing where these take more than comes in.
        """
        fed = (self.jackpot.contribution - self.from_meter) * self.stake
        comes_in = max(Fraction(0), fed + self.full * self.jackpot.seed)
        return comes_in / self.share / CENTS_PER_DOLLAR

    @property
    def from_meter(self) -> Fraction:
        """The fixed pays that the house takes out of the meter, for one unit wagered."""
        paid = (o.probability * o.from_meter for o in self.wager.outcomes)
        return sum(paid, Fraction(0))

    @property
    def long_run_edge(self) -> Fraction:
        """The edge after everything fed and seeded is won."""
        return self.edge_at(self.average_meter)

    @property
    def edge_with_prizes(self) -> Fraction:
        """The edge of a house jackpot, with its posted prizes paid to every winner."""
        prizes = (o.probability * self._own_prize(o) for o in self.wager.outcomes)
        return self.wager.edge - sum(prizes, Fraction(0)) / self.stake

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps in the long run, after its meter or its prizes are paid."""
        is_house = self.jackpot.scheme == "house"
        return self.edge_with_prizes if is_house else self.long_run_edge

    @property
    def house_deviation(self) -> float:
        """The standard deviation of the house's own result: a meter pays its shares itself.

        The house pays the fixed pays that do not come out of the meter, a new seed after each 100%
        award, and the posted prizes of a house jackpot.
        """
        return deviation(
            (o.probability, o.net - o.from_meter + Fraction(self._own_prize(o), self.stake))
            for o in self.wager.outcomes
        )

    def _own_prize(self, outcome: Outcome) -> int:
        """Return the cents that the house pays for a share of the meter."""
        if self.jackpot.scheme == "house":
            return self.jackpot.prizes[int(outcome.meter * _ALL)] if outcome.meter else 0
        return self.jackpot.seed if outcome.meter >= 1 else 0

    def edge_at(self, dollars: Fraction) -> Fraction:
        """Return the edge with this much on the meter."""
        return self.wager.edge - self.share * dollars * CENTS_PER_DOLLAR / self.stake

    def deviation_at(self, dollars: Fraction) -> float:
        """Return the standard deviation with this much on the meter."""
        meter = dollars * CENTS_PER_DOLLAR / self.stake
        return deviation((o.probability, o.net + o.meter * meter) for o in self.wager.outcomes)


def jackpot_maths(wagers: Iterable[WagerMaths]) -> Iterator[JackpotMaths]:
    """Yield the jackpots among *wagers*."""
    for maths in wagers:
        meter = maths.odds.meter
        jackpot = maths.spot.jackpot
        if meter is not None and jackpot is not None:
            base = maths.table.base_wager if maths.table else None
            yield JackpotMaths(
                wager=maths,
                jackpot=jackpot,
                stake=jackpot.wager or base or CENTS_PER_DOLLAR,
                share=meter.share,
                full=meter.full_awards,
            )
