"""The figures of every solved game, from its value and the results of its rounds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Protocol

from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.blackjack.results import Results
from pitboss.exact.charts.model import UPS, up_name
from pitboss.exact.solution import MAIN, EdgePart


class PlayFigures(ABC):
    """The edge of a game and its spread, in units of the first wager."""

    setup: Setup

    @property
    @abstractmethod
    def value(self) -> float:
        """The expected value of a round to the player."""

    @property
    @abstractmethod
    def results(self) -> Results:
        """The results of rounds."""

    @property
    def house_edge(self) -> float:
        """The expected loss of the player per unit of the first wager."""
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
        """The average wager at the end, in units of the first wager."""
        return self.results.average_wager

    @property
    def element_of_risk(self) -> float:
        """The expected loss of the player per unit of everything wagered."""
        return self.house_edge / self.average_wager

    @property
    def unit(self) -> str:
        """The unit of the edge."""
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

    def figures_json(self) -> dict[str, float]:
        """Return the edge and its spread."""
        return {
            "house_edge": self.house_edge,
            "standard_deviation": self.standard_deviation,
            "variance": self.variance,
            "average_wager": self.average_wager,
            "element_of_risk": self.element_of_risk,
        }

    def distribution_json(self) -> list[dict[str, float]]:
        """Return the results of rounds, gain by gain."""
        return [
            {"gain": float(gain), "probability": chance}
            for gain, chance in self.results.gains.items()
        ]


class DealtHand(Protocol):
    """The first cards of a hand against an up card."""

    @property
    def up(self) -> int:
        """The up card's value."""

    @property
    def probability(self) -> Number:
        """Of these cards against this up card."""

    @property
    def value(self) -> Number:
        """Before the dealer looks."""


class HandFigures(PlayFigures):
    """The same for a game that is known by its first hands, whose probabilities add up to 1."""

    hands: Sequence[DealtHand]

    @cached_property
    def value(self) -> float:
        """The expected value of a round to the player, in units of the first wager."""
        return float(sum(hand.probability * hand.value for hand in self.hands))

    @cached_property
    def up_card_chances(self) -> dict[int, float]:
        """Up card's value -> its probability."""
        chances: dict[int, float] = {}
        for hand in self.hands:
            chances[hand.up] = chances.get(hand.up, 0.0) + float(hand.probability)
        return chances

    @cached_property
    def by_up_card(self) -> dict[int, float]:
        """Up card's value -> the expected value of a round against it."""
        values = {}
        for up in self.up_card_chances:
            mine = [hand for hand in self.hands if hand.up == up]
            share = sum(hand.probability for hand in mine)
            values[up] = float(sum(hand.probability * hand.value for hand in mine) / share)
        return values


def up_cards_json(
    chances: Mapping[int, float], values: Mapping[int, float]
) -> dict[str, dict[str, float]]:
    """Return the probability of each up card, and the edge against it."""
    return {
        up_name(up): {"probability": chances[up], "house_edge": -values[up]}
        for up in UPS
        if up in chances
    }
