"""The report of a solved game: its edges, figures, tables and method.

Each kind of round fills this in, in a file of its own; `page` lays it out the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.engine.setup import Setup
from pitboss.engine.terms import BET_BIGGER
from pitboss.exact.blackjack.solution import AfterSplit
from pitboss.exact.blackjack.super_bonus import SuperBonusValue
from pitboss.exact.effects import Effects
from pitboss.report.document.blocks import Block, Fact
from pitboss.rulebook.model import Wager


@dataclass(frozen=True, slots=True)
class GainChance:
    """One result of a round."""

    gain: float
    """In units."""
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCardEdge:
    """The house edge against one up card."""

    up: str
    probability: float
    house_edge: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPart:
    """The edge of a wager, or of several together, under optimal play."""

    name: str
    unit: str
    """The unit of edge, gains and deviation."""
    edge: Fraction | float
    standard_deviation: float | None = None
    average_wager: float | None = None
    distribution: tuple[GainChance, ...] = ()
    """The results of rounds, if they are known for every round."""
    aim: str = "optimal play"
    """The aim of the play."""

    @property
    def house_edge(self) -> float:
        """The expected loss per unit."""
        return float(self.edge)

    def chance(self, *, sign: int) -> float:
        """Return the probability that a round gains (*sign* 1), changes nothing (0) or loses (-1).

        >>> part = ReportPart(
        ...     name="", unit="", edge=0.0, distribution=results([(3, 0.25), (-1, 0.75)])
        ... )
        >>> part.chance(sign=1)
        0.25
        """
        return sum(
            result.probability
            for result in self.distribution
            if (result.gain > 0) - (result.gain < 0) == sign
        )

    @property
    def skewness(self) -> float:
        """The third moment around the mean, in units of the standard deviation.

        >>> gains = results([(3, 0.25), (-1, 0.75)])
        >>> part = ReportPart(
        ...     name="", unit="", edge=0.0, standard_deviation=3**0.5, distribution=gains
        ... )
        >>> round(part.skewness, 6)
        1.154701
        """
        assert self.standard_deviation is not None
        third = sum(
            result.probability * (result.gain + self.house_edge) ** 3
            for result in self.distribution
        )
        return float(third / self.standard_deviation**3)


@dataclass(frozen=True, slots=True)
class ChartCost:
    """The cost of following a chart instead of optimal play, per unit.

    It leaves the Super Bonus out, like the edge that it is added to. In Blackjack Switch the player
    also switches by points.
    """

    cost: float
    without_exceptions: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReport:
    """A solved game, or a part of one, as a report shows it."""

    parts: tuple[ReportPart, ...]
    """The first is the one in which the effects of options are stated."""
    wagers: frozenset[str]
    """The spots that they concern."""
    figures: tuple[Fact, ...]
    sections: Mapping[str, tuple[Block, ...]]
    """Title -> tables of results."""
    strategy: Mapping[str, tuple[Block, ...]]
    """Title -> how to play."""
    method: tuple[str, ...]
    """How the figures are computed, and their limits."""
    effects: Effects | None = None
    """The edge with one option changed at a time; None if it was not computed."""
    title: str = ""
    """Its title, where it is a part beside the main game."""
    chart_cost: ChartCost | None = None
    """The cost of the charts, if the game has charts."""
    exact: tuple[tuple[str, Fraction], ...] = ()
    """Figures whose fractions are printed."""
    after_split: tuple[AfterSplit, ...] = ()
    """Every hand of a split that is best played otherwise than the same cards as dealt."""
    super_bonus: Callable[[int], SuperBonusValue | None] | None = None
    """The value of a Super Bonus for a wager in cents, where the game has one."""

    @property
    def main(self) -> ReportPart:
        """The first part."""
        return self.parts[0]


def results(gains: Iterable[tuple[Fraction | float, Fraction | float]]) -> tuple[GainChance, ...]:
    """Return gains and their probabilities as results, equal gains together, losses first.

    >>> [result.gain for result in results([(1, 0.25), (-1, 0.5), (1, 0.25)])]
    [-1.0, 1.0]
    """
    chances: dict[float, float] = {}
    for gain, chance in gains:
        chances[float(gain)] = chances.get(float(gain), 0.0) + float(chance)
    return tuple(GainChance(gain, chances[gain]) for gain in sorted(chances))


def main_wagers(setup: Setup) -> tuple[Wager, ...]:
    """Return the main wagers, and the units that ride with one and pay like it."""
    return tuple(
        spot.wager
        for name, spot in setup.configured.spots.items()
        if name in setup.mains or name.startswith(BET_BIGGER)
    )
