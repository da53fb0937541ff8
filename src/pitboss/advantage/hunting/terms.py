"""How hunters are simulated: tables, seats, rounds, and a meter that must hit by an amount."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from pitboss.questions.runs import SEATS_MAX, SEEDS
from pitboss.rulebook.limits import (
    HUNT_CEILING_WAGERS_MIN,
    HUNT_TABLES_MAX,
    HUNT_WAGERS_MAX,
    ROUNDS_PER_HOUR_MAX,
    shorten,
)
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem
from pitboss.text.numbers import money

ROUNDS = 100_000
SEATS = 6
ROUNDS_AN_HOUR = 70
_INVALID = "option/invalid"
_CONFLICT = "option/conflict"


@dataclass(frozen=True, slots=True, kw_only=True)
class HuntSettings:
    """Who plays for a meter, and how long.

    >>> HuntSettings(tables=4, seats=6).players
    23
    """

    hunters: int = 1
    """Each sits in the first seat of a table of his own, and bets only where it pays."""
    tables: int = 1
    """Tables that feed the meter."""
    seats: int = SEATS
    """Seats of each table; everybody but the hunters makes the wager in every round."""
    rounds: float = ROUNDS
    """Rounds of each table; a whole number."""
    seed: int = 0
    """Of the random numbers."""
    must_hit_by: str | float | None = None
    """Dollars: the meter is won by whoever takes it past a hidden amount up to here."""
    rounds_an_hour: int = ROUNDS_AN_HOUR
    least: float = 0.0
    """A hunter bets where the exact value of the wager, in units, is above this."""

    @property
    def ceiling(self) -> int | None:
        """`must_hit_by` in cents."""
        return None if self.must_hit_by is None else parse_dollars(str(self.must_hit_by))

    @property
    def players(self) -> int:
        """Seats that make the wager in every round."""
        return self.tables * self.seats - self.hunters

    def as_json(self) -> dict[str, Any]:
        """Return the terms as data."""
        return {
            "hunters": self.hunters,
            "tables": self.tables,
            "seats": self.seats,
            "rounds": int(self.rounds),
            "seed": self.seed,
            "must_hit_by": self.ceiling,
            "rounds_an_hour": self.rounds_an_hour,
        }


def hunt_problems(terms: HuntSettings) -> Iterator[Problem]:
    """Yield what is wrong with the settings at any table."""
    yield from _outside("--tables", terms.tables, HUNT_TABLES_MAX)
    yield from _outside("--seats", terms.seats, SEATS_MAX)
    yield from _outside("--rounds-an-hour", terms.rounds_an_hour, ROUNDS_PER_HOUR_MAX)
    if not 1 <= terms.hunters <= terms.tables:
        most = _short(max(1, terms.tables))
        message = (
            f"{_short(terms.hunters)} is not allowed; every hunter has a table of his own:"
            f" choose from 1 to {most}"
        )
        yield Problem(code=_INVALID, key="--hunters", message=message)
    if not 0 <= terms.seed < SEEDS:
        message = f"{_short(terms.seed)} is not allowed; choose from 0 to 2^64 - 1"
        yield Problem(code=_INVALID, key="--seed", message=message)
    yield from _rounds_problems(terms)
    try:
        _ = terms.ceiling
    except ValueError as error:
        yield Problem(code=_INVALID, key="--must-hit-by", message=str(error))


def _rounds_problems(terms: HuntSettings) -> Iterator[Problem]:
    if terms.rounds % 1 or terms.rounds < 1:  # also where it is no number, or without end
        message = f"{_short(terms.rounds)} is not a whole number of rounds from 1 on"
        yield Problem(code=_INVALID, key="--rounds", message=message)
    elif terms.rounds * max(1, terms.tables) * max(1, terms.seats) > HUNT_WAGERS_MAX:
        message = f"rounds times tables times seats are at most {HUNT_WAGERS_MAX:,}"
        yield Problem(code=_INVALID, key="--rounds", message=message)


def meter_problems(
    terms: HuntSettings, *, scheme: str, seed: int, start: int, step: Fraction
) -> Iterator[Problem]:
    """Yield what is wrong at the meter of a table; amounts are in cents.

    *step* is what a wager adds to the meter.
    """
    if scheme != "progressive":
        message = "a house jackpot has posted prizes and no meter: there is nothing to hunt"
        yield Problem(code=_CONFLICT, key="--hunters", message=message)
        return
    if terms.ceiling is None:
        return
    if not step:
        message = "no wager adds to this meter: give it a contribution"
        yield Problem(code=_CONFLICT, key="--must-hit-by", message=message)
    least = max(start + 1, ceil(seed + HUNT_CEILING_WAGERS_MIN * step))
    if terms.ceiling < least:
        message = (
            f"a meter must hit by more than it shows, and by {HUNT_CEILING_WAGERS_MIN} wagers more"
            f" than its seed: here by {money(least)} or more"
        )
        yield Problem(code=_INVALID, key="--must-hit-by", message=message)


def _outside(key: str, number: int, most: int) -> Iterator[Problem]:
    if not 1 <= number <= most:
        message = f"{_short(number)} is not allowed; choose from 1 to {most:,}"
        yield Problem(code=_INVALID, key=key, message=message)


def _short(number: float) -> str:
    return shorten(str(number), 20)
