"""The earnings of a table at a pace: theoretical win, hold, spread, bankroll and exposure.

Amounts are cents. `Pace` is the speed of a table, `WagerAction` one wager as players make it, and
`Operation` has both:

>>> main = WagerAction(name="Main wager", stake=2500, edge=0.005, deviation=1.15)
>>> table = Operation(pace=Pace(rounds_per_hour=60, seats=5), actions=(main,))
>>> round(table.win(hours=1)), round(table.deviation(hours=1))
(3750, 49796)
>>> round(table.hold(turnover=30), 3)
0.15
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt

Number = Fraction | float
CONFIDENCE = {"90%": 1.644854, "95%": 1.959964, "99%": 2.575829}
"""Confidence -> standard deviations to either side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast a table deals."""

    rounds_per_hour: int = 60
    seats: int = 5
    """Seats that play every round, each with one hand."""
    shift_hours: int = 8

    @property
    def hands_per_hour(self) -> int:
        """Hands of all seats together."""
        return self.rounds_per_hour * self.seats


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerAction:
    """One wager as the players of a table make it."""

    name: str
    stake: int
    """The average wager."""
    edge: Number
    """The expected win of the house, as a share of the stake."""
    deviation: float
    """The standard deviation of one wager, in stakes."""
    share: Number = 1
    """The share of hands on which it is made."""

    @property
    def handle(self) -> float:
        """The average wager of a hand."""
        return float(self.share) * self.stake

    @property
    def win(self) -> float:
        """The average win of the house on a hand."""
        return self.handle * float(self.edge)

    @property
    def variance(self) -> float:
        """Of one hand, on which the wager may be made or not."""
        square = (self.deviation**2 + float(self.edge) ** 2) * self.stake**2
        return float(self.share) * square - self.win**2

    def hours_to(self, probability: Number, pace: Pace) -> float:
        """Return the expected hours of play until an outcome of that *probability*.

        >>> action = WagerAction(name="", stake=100, edge=0.1, deviation=10.0, share=0.5)
        >>> action.hours_to(Fraction(1, 30000), Pace(rounds_per_hour=60, seats=5))
        200.0
        """
        return 1 / (float(probability) * float(self.share) * pace.hands_per_hour)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A table at a pace, with all wagers that are made at it.

    Wagers of one hand, and the hands of one round, are taken to be independent. Seats share the
    dealer's hand, so the true spread is wider: between `deviation` and `deviation_together`.
    """

    pace: Pace
    actions: tuple[WagerAction, ...]

    def handle(self, hours: Number) -> float:
        """Return all that is wagered."""
        return self._hands(hours) * sum(action.handle for action in self.actions)

    def win(self, hours: Number) -> float:
        """Return the theoretical win."""
        return self._hands(hours) * sum(action.win for action in self.actions)

    def deviation(self, hours: Number) -> float:
        """Return the standard deviation of the win."""
        return sqrt(self._hands(hours) * self._variance)

    def deviation_together(self, hours: Number) -> float:
        """Return the standard deviation if all seats of a round won and lost together."""
        return self.deviation(hours) * sqrt(self.pace.seats)

    def band(self, hours: Number, errors: float) -> tuple[float, float]:
        """Return the bounds of the actual win, *errors* standard deviations to either side."""
        width = errors * self.deviation(hours)
        return self.win(hours) - width, self.win(hours) + width

    @property
    def edge(self) -> float:
        """The theoretical win as a share of the handle."""
        return self.win(1) / self.handle(1)

    def hold(self, turnover: float) -> float:
        """Return the theoretical hold, win / drop, where the drop is wagered *turnover* times."""
        return self.edge * turnover

    def turnover(self, drop_per_hour: int) -> float:
        """Return how often the drop of an hour, all seats together, is wagered."""
        return self.handle(1) / drop_per_hour

    def bankroll(self, risk: float, *, together: bool = False) -> float | None:
        """Return the bankroll that is ever lost with probability *risk*; None without an edge.

        It is that of a Brownian motion with the drift and the spread of the win. *together* assumes
        that the seats of a round win and lose together.

        >>> main = WagerAction(name="", stake=100, edge=0.01, deviation=1.0)
        >>> round(Operation(pace=Pace(), actions=(main,)).bankroll(0.05) or 0)
        14979
        """
        win = self.win(1)
        if win <= 0:
            return None
        deviation = self.deviation_together(1) if together else self.deviation(1)
        return deviation**2 / (2 * win) * log(1 / risk)

    def hours_to_lead(self, errors: float) -> float | None:
        """Return after how many hours the theoretical win is *errors* standard deviations."""
        win = self.win(1)
        return None if win <= 0 else (errors * self.deviation(1) / win) ** 2

    @property
    def _variance(self) -> float:
        return sum(action.variance for action in self.actions)

    def _hands(self, hours: Number) -> float:
        return self.pace.hands_per_hour * float(hours)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """The most that one round can cost on one wager."""

    name: str
    most_wagered: int | None
    """The table's maximum; None if there is none."""
    top: Number
    """The highest gain of a player for one unit wagered, shares of a meter apart."""
    aggregate: int | None = None
    """The most that all seats together are paid on it in a round."""
    of_hand: int | None = None
    """The most that each hand is paid on it."""

    @property
    def seat_exposure(self) -> int | None:
        """The most that one seat gains; None without a maximum wager or a limit of a hand.

        >>> Exposure(name="", most_wagered=2500, top=1000, of_hand=1_000_000).seat_exposure
        1000000
        """
        won = None if self.most_wagered is None else int(self.most_wagered * self.top)
        return min((most for most in (won, self.of_hand) if most is not None), default=None)

    def table_exposure(self, seats: int) -> int | None:
        """Return the most that *seats* seats gain in one round.

        >>> Exposure(name="", most_wagered=2500, top=1000, aggregate=5_000_000).table_exposure(5)
        5000000
        """
        one = self.seat_exposure
        amounts = [amount for amount in (one and one * seats, self.aggregate) if amount is not None]
        return min(amounts, default=None)

    @property
    def seats_to_limit(self) -> int | None:
        """How many seats must win the highest pay at once before the aggregate limit cuts it."""
        one = self.seat_exposure
        return None if not one or self.aggregate is None else self.aggregate // one + 1


def capped_edge(gains: Iterable[tuple[Fraction, Fraction]], stake: int, aggregate: int) -> Fraction:
    """Return the edge for one player who wagers *stake* where no pay passes *aggregate*.

    *gains* are probabilities with the gain for one unit.

    >>> capped_edge([(Fraction(1, 4), Fraction(3)), (Fraction(3, 4), Fraction(-1))], 100, 200)
    Fraction(1, 4)
    """
    most = Fraction(aggregate, stake)
    return -sum((chance * min(gain, most) for chance, gain in gains), Fraction(0))
