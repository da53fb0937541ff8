"""Jackpots that a table shares: their last known state, and readings for wins.

A table does not keep a shared jackpot. It collects the shares of wagers for it, and asks for a
reading when something is won.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.engine.events import (
    Event,
    JackpotAwarded,
    JackpotPaid,
    MeterFed,
    MeterRead,
    MeterTakenBack,
)
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.engine.state import State
from pitboss.engine.values import replace


class Waiting(NamedTuple):
    """A hit that is locked and not paid yet, as every screen shows it."""

    number: int
    table: str
    seat: int
    units: int


class Link(Struct, frozen=True, gc=False):
    """A shared jackpot as a table knows it."""

    jackpot: str
    title: str = ""
    code: str = "jackpot/unavailable"
    """Why its wager is refused; empty: it is taken."""
    is_stale: bool = True
    """Its amount has not been confirmed for a while."""
    most: int | None = None
    """The most units that one wager may add."""
    waiting: tuple[Waiting, ...] = ()
    disclosures: tuple[str, ...] = ()
    """What must be posted beside it."""


REFUSED: Mapping[str, str] = {
    "jackpot/unavailable": "this jackpot cannot be reached; the table plays on without its wager",
    "jackpot/disabled": "this jackpot is switched off; the table plays on without its wager",
    "jackpot/closed": "this jackpot is closed; the table plays on without its wager",
    "jackpot/stopped": "the house has stopped progressives; the table plays on without this wager",
    "jackpot/unreasonable": "this wager would add more to the jackpot than is reasonable",
}
"""Code -> why a wager of a shared jackpot is not taken."""


class LinkNews(NamedTuple):
    """News of a shared jackpot for a table."""

    link: Link
    meter: Meter
    """What it shows, and the share of wagers that it takes; of a house jackpot nothing counts."""


class Reading(NamedTuple):
    """The amount of a shared jackpot at the moment of a win."""

    read: MeterRead
    hand_pay_from: int
    """From so many units on an award waits for two people."""


class SharedAward(NamedTuple):
    """An award out of a shared jackpot."""

    wager: str
    seat: int
    percent: int
    """0: a prize that the house set."""
    units: int
    stake: int
    by_hand: bool
    """It waits; otherwise it lies in front of the player already."""


class MetersDueError(Exception):
    """A step cannot be played without the shared jackpots in hand."""

    def __init__(self, fed: Mapping[str, int]) -> None:
        """Keep the contributions of the step so far, wager -> units."""
        super().__init__("the shared jackpots of this table must be read")
        self.fed = fed


def sum_contributions(events: Iterable[Event], links: Mapping[str, str]) -> dict[str, int]:
    """Return the contributions of wagers to shared jackpots, wager -> units.

    Those of wagers that were returned are taken back.
    """
    fed: dict[str, int] = {}
    for event in events:
        if isinstance(event, MeterFed | MeterTakenBack) and event.wager in links:
            sign = 1 if isinstance(event, MeterFed) else -1
            fed[event.wager] = fed.get(event.wager, 0) + sign * event.amount
    return fed


def awards(
    before: State,
    events: Sequence[Event],
    states: Sequence[State],
    links: Mapping[str, str],
    readings: Mapping[str, Reading],
) -> tuple[SharedAward, ...]:
    """Return the awards out of shared jackpots, in order.

    Raise `MetersDueError` if *readings* lacks a jackpot that was won.
    """
    shared: list[SharedAward] = []
    for event, after in zip(events, states, strict=True):
        if isinstance(event, JackpotAwarded | JackpotPaid) and event.wager in links:
            if event.wager not in readings:
                raise MetersDueError(sum_contributions(events, links))
            meter = after.meters.get(event.wager)
            if meter is None:
                units = event.amount * UNITS_PER_CENT
            else:
                units = meter.paid - before.meters[event.wager].paid
            percent = event.percent if isinstance(event, JackpotAwarded) else 0
            stake = after.seat(event.seat).wagers[event.wager]
            by_hand = units >= readings[event.wager].hand_pay_from
            shared.append(
                SharedAward(
                    wager=event.wager,
                    seat=event.seat,
                    percent=percent,
                    units=units,
                    stake=stake,
                    by_hand=by_hand,
                )
            )
        before = after
    return tuple(shared)


def linked_meters(
    kept: Mapping[str, Meter],
    played: Mapping[str, Meter],
    fed: Mapping[str, int],
    won: Iterable[SharedAward],
    links: Mapping[str, str],
) -> dict[str, Meter]:
    """Return a table's meters after a step: its own as played, the shared ones as known.

    Of a shared one it knows the last display, this table's contributions and its awards.
    """
    meters = {**played}
    for wager in links:
        if wager in kept:
            meter = kept[wager]
            paid = sum(award.units for award in won if award.wager == wager)
            shown = played[wager].display if paid else meter.display + fed.get(wager, 0)
            meters[wager] = replace(
                meter,
                display=shown,
                contributed=meter.contributed + fed.get(wager, 0),
                paid=meter.paid + paid,
            )
    return meters


def cents_by_hand(won: Iterable[SharedAward]) -> dict[int, int]:
    """Return the waiting awards, which are in nobody's chips, seat -> cents."""
    cents: dict[int, int] = {}
    for award in won:
        if award.by_hand:
            cents[award.seat] = cents.get(award.seat, 0) + award.units // UNITS_PER_CENT
    return cents


# -- in the journal ------------------------------------------------------------------------------


def reading_json(reading: Reading) -> dict[str, Any]:
    """Write a reading into the body of an entry."""
    written = {"wager": reading.read.wager, "hand": reading.hand_pay_from}
    for name in ("display", "reserve", "seed", "overflow", "ceiling"):
        value = getattr(reading.read, name)
        if value or (value is not None and name in {"seed", "ceiling"}):
            written[name] = value
    return written


def read_readings(body: Mapping[str, Any]) -> dict[str, Reading] | None:
    """Read the readings of an entry's body; None: it has none."""
    readings = {}
    for item in body.get("readings", ()):
        units = {name: amount for name, amount in item.items() if name not in {"wager", "hand"}}
        read = MeterRead(item["wager"], **({"display": 0} | units))
        readings[read.wager] = Reading(read, item["hand"])
    return readings or None
