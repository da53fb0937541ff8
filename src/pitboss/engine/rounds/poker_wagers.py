"""Wagers of a poker part: each is settled by itself, and the tip beside it at the same odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pitboss.engine.events import TIP, Event, WagerSettled
from pitboss.engine.state import Seat
from pitboss.engine.terms import Setup
from pitboss.rulebook.model import PayRow
from pitboss.rulebook.pays import Odds, fixed_ratio, format_pay, keeps_stake, within_limit


def paid(setup: Setup, seat: Seat, wager: str, outcome: str, odds: Odds) -> list[Event]:
    """Settle a winning wager at *odds*."""
    return list(_at(setup, seat, wager, outcome, odds.ratio, format_pay(odds)))


def paid_by_table(setup: Setup, seat: Seat, wager: str, row: PayRow) -> list[Event]:
    """Settle a wager on a row of its pay table; a push is one too."""
    assert keeps_stake(row.pay), "these wagers are paid to one"
    return list(_at(setup, seat, wager, row.name, fixed_ratio(row.pay), row.text))


def _at(
    setup: Setup, seat: Seat, wager: str, outcome: str, ratio: Fraction, pays: str
) -> Iterator[Event]:
    for name, stake in _with_tip(seat, wager):
        exact = stake * ratio
        net = setup.rounding.apply(exact)
        yield WagerSettled(seat.number, 1, name, stake, outcome, net, exact - net, pays)


def lost(seat: Seat, wager: str, outcome: str) -> list[Event]:
    """Settle a losing wager."""
    return [
        WagerSettled(seat.number, 1, name, stake, outcome, -stake)
        for name, stake in _with_tip(seat, wager)
    ]


def pushed(seat: Seat, wager: str, outcome: str = "push") -> list[Event]:
    """Settle a wager that comes back."""
    return [
        WagerSettled(seat.number, 1, name, stake, outcome, 0)
        for name, stake in _with_tip(seat, wager)
    ]


def _with_tip(seat: Seat, wager: str) -> Iterator[tuple[str, int]]:
    for name in (wager, f"{TIP}{wager}"):
        if name in seat.wagers:
            yield name, seat.wagers[name]


def within_limits(setup: Setup, events: list[Event]) -> list[Event]:
    """C74: where the pays on a wager together pass its posted limit, share it in proportion."""
    for wager in setup.played_tables:
        limit = setup.configured.spots[wager].aggregate
        won = [e for e in events if isinstance(e, WagerSettled) and e.wager == wager and e.net > 0]
        due = sum(line.net for line in won)
        if limit is not None and due > limit:
            events = [
                replace(e, net=within_limit(e.net, limit, due)) if e in won else e for e in events
            ]
    return events
