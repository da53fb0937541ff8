"""The terms of a live table: its rules, its seats, and its time limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from msgspec import json

from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.house import House, house_data, house_from

SECOND = 1_000_000
"""Times are in microseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """How long a table waits, in microseconds."""

    betting: int = 12 * SECOND
    """From the first bet until the bets are closed; at once where everybody is ready."""
    decision: int = 15 * SECOND
    bank: int = 30 * SECOND
    """A player's time bank, used where the decision clock has run out."""
    bank_refill: int = 10 * SECOND
    """What comes back every `refill_rounds` rounds."""
    refill_rounds: int = 10
    lag_each: int = SECOND
    """The most that a slow line is allowed on one decision."""
    lag_bank: int = 7 * SECOND
    """The most that a slow line is allowed altogether; a second comes back every round."""
    bye: int = 10 * SECOND
    """From closing the window until the hand plays itself."""
    disconnect: int = 30 * SECOND
    """From losing the line until the hand plays itself."""
    restart: int = 20 * SECOND
    """What everybody is given on top when the house itself was away."""
    seat_kept: int = 300 * SECOND
    """From sitting out until the seat is given up."""
    misses: int = 3
    """Bets missed, or decisions left to the clock, in a row before a seat sits out."""
    waits: bool = True
    """False: the table has no clock and waits for as long as its players like."""
    waits_alone: bool = False
    """True: a player who is alone at the table, and there, decides without a clock."""


NO_CLOCK = Clocks(waits=False)


class Absent(StrEnum):
    """How an absent player's hand is played; never with more money than lies on the felt."""

    STAND = "stand"
    """Nothing is drawn, nothing is put down."""
    BASIC = "basic"
    """Sensible play: stiff hands are hit, and nothing is put down."""
    BEST = "best-without-more-money"
    """The best of the choices that put nothing down, by their exact values. `basic` where the
    solver has no answer in time, or none at all."""


LimitsData = Mapping[str, Mapping[str, Any]]
"""The limits of wagers as a house file has them, in cents."""


class ComingLimits(NamedTuple):
    """Limits that are announced and not in force yet."""

    number: int
    """Of the request that two people agreed on."""
    at: int
    """They are in force from the first moment between two rounds that is not before it."""
    limits: LimitsData
    """Of every wager, changed or not."""


def limits_data(house: House) -> LimitsData:
    """Return the limits of a house as its file has them."""
    limits: LimitsData = house_data(house).get("limits", {})
    return limits


@dataclass(frozen=True, kw_only=True)
class TableTerms:
    """One table of the floor. Its rules are prepared on first use."""

    id: str
    name: str
    house: House
    seats: int = 7
    clocks: Clocks = Clocks()
    absent: Absent = Absent.STAND
    owner: str = ""
    """The account whose practice table it is; empty: a table for everybody."""
    has_own_chips: bool = False
    """Its chips are worth nothing anywhere else: no entry of the table moves money."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Wager -> the jackpot that it shares with other tables; others have meters of their own."""
    opened_digest: str = ""
    """The digest of the rules that it opened with, if its limits were changed since."""

    @cached_property
    def setup(self) -> Setup:
        """The rules, ready for play; tables of one house share them."""
        return _prepare_house(_SameHouse(self.house))

    @property
    def digest(self) -> str:
        """The digest of its rules; tables of one house share it."""
        return _digest(_SameHouse(self.house))

    @property
    def shoe_digest(self) -> str:
        """The digest that its shuffles are committed to: limits change, and the shoe does not."""
        return self.opened_digest or self.digest

    @property
    def changed_limits(self) -> LimitsData | None:
        """The limits in force, if they are not those that it opened with."""
        return limits_data(self.house) if self.opened_digest else None

    def with_limits(self, limits: LimitsData) -> TableTerms:
        """Return the terms with other limits of wagers; everything else stays."""
        house = read_house(house_data(self.house) | {"limits": limits})
        return replace(self, house=house, opened_digest=self.shoe_digest)


class _SameHouse:
    """A house by its identity: its content cannot be hashed, and comparing it is slow."""

    __slots__ = ("house",)

    def __init__(self, house: House) -> None:
        self.house = house

    def __hash__(self) -> int:
        return id(self.house)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameHouse) and other.house is self.house


@lru_cache(maxsize=1024)
def _prepare_house(key: _SameHouse) -> Setup:
    return prepare(key.house)


@lru_cache(maxsize=1024)
def _digest(key: _SameHouse) -> str:
    return _prepare_house(key).configured.digest


def read_house(data: Mapping[str, Any]) -> House:
    """Read a house; tables of the same house share it."""
    return _read_house(json.encode(data, order="sorted"))


@lru_cache(maxsize=1024)
def _read_house(text: bytes) -> House:
    return house_from(json.decode(text))
