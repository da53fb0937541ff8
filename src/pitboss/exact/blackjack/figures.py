"""What is said of every solved game, from its value and how its rounds end."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.results import Results
from pitboss.exact.solution import MAIN, EdgePart


class PlayFigures(ABC):
    """The edge of a game and its spread, in units of what is wagered at first."""

    setup: Setup

    @property
    @abstractmethod
    def value(self) -> float:
        """What a round is worth to the player."""

    @property
    @abstractmethod
    def results(self) -> Results:
        """How rounds end."""

    @property
    def house_edge(self) -> float:
        """What a player loses on average, per unit of the first wager."""
        return -self.value

    @property
    def variance(self) -> float:
        """The variance of a round."""
        return self.results.variance(self.value)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round."""
        return float(self.variance**0.5)

    @property
    def average_wager(self) -> float:
        """What lies on the table at the end on average, in units of the first wager."""
        return self.results.average_wager

    @property
    def element_of_risk(self) -> float:
        """What a player loses on average, per unit of all that was wagered."""
        return self.house_edge / self.average_wager

    @property
    def unit(self) -> str:
        """What the edge is a fraction of."""
        return "the first wager"

    @property
    def main_part(self) -> EdgePart:
        """The main wager."""
        return EdgePart(
            id=MAIN,
            unit=self.unit,
            edge=self.house_edge,
            standard_deviation=self.standard_deviation,
        )

    @property
    def parts(self) -> tuple[EdgePart, ...]:
        """The main wager alone, unless a game has more."""
        return (self.main_part,)

    def distribution_json(self) -> list[dict[str, float]]:
        """Return how rounds end: gain by gain."""
        return [
            {"gain": float(gain), "probability": chance}
            for gain, chance in self.results.gains.items()
        ]
