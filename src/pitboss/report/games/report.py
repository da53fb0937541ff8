"""A main game that is more than one blackjack hand, as a report tells it.

Each kind of round has a page of its own, which fills this in; what all of them have in common is
laid out once, in `told_page`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.exact.effects import Effect
from pitboss.report.document.blocks import Block
from pitboss.report.maths.main_game import Result, chance_of, skewness


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """A wager, or several together, played for the best."""

    name: str
    unit: str
    """What edge, gains and deviation are parts of."""
    edge: Fraction | float
    standard_deviation: float | None = None
    distribution: tuple[Result, ...] = ()
    """How rounds end, where that is known of every round."""
    aim: str = "played for the best"
    """How it is played."""

    @property
    def house_edge(self) -> float:
        """What is lost on average, per unit."""
        return float(self.edge)

    def chance(self, *, sign: int) -> float:
        """Return how often a round gains (*sign* 1), changes nothing (0) or loses (-1)."""
        return chance_of(self.distribution, sign)

    @property
    def skewness(self) -> float:
        """How far results lean to the rare and large."""
        assert self.standard_deviation is not None
        return skewness(self.distribution, -self.house_edge, self.standard_deviation)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldGame:
    """What is said of such a game."""

    stakes: tuple[Stake, ...]
    """The first is the one that options are compared by."""
    wagers: frozenset[str]
    """The spots that they are about."""
    figures: tuple[tuple[str, str], ...]
    """Name -> what `pitboss solve` prints."""
    parts: Mapping[str, tuple[Block, ...]]
    """Title -> what stands below it."""
    method: tuple[str, ...]
    """How it is found, and what is left out."""
    effects: tuple[Effect, ...] = ()
    beside: str = ""
    """Its title, where it stands beside a blackjack game that is told for itself."""
    exact: tuple[tuple[str, Fraction], ...] = field(default=())
    """Figures whose fractions are worth writing down."""

    @property
    def stake(self) -> Stake:
        """The first one."""
        return self.stakes[0]


def results(gains: Iterable[tuple[Fraction | float, Fraction | float]]) -> tuple[Result, ...]:
    """Return gains and their probabilities as results, equal gains together, losses first.

    >>> [it.gain for it in results([(1, 0.25), (-1, 0.5), (1, 0.25)])]
    [-1.0, 1.0]
    """
    found: dict[float, float] = {}
    for gain, chance in gains:
        found[float(gain)] = found.get(float(gain), 0.0) + float(chance)
    return tuple(Result(gain, found[gain]) for gain in sorted(found))
