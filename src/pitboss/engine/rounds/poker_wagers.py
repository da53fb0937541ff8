"""Wagers of a poker part: each is settled by itself, and the tip beside it at the same odds."""

from __future__ import annotations

from pitboss.engine.events import Event, WagerSettled
from pitboss.engine.lines import Result, apply_limit, line, stakes
from pitboss.engine.state import Seat
from pitboss.engine.terms import Setup
from pitboss.rulebook.model import PayRow
from pitboss.rulebook.pays import Odds, Rounding, format_pay, keeps_stake


def pay_wager(setup: Setup, seat: Seat, wager: str, outcome: str, odds: Odds) -> list[Event]:
    """Settle a winning wager at *odds*."""
    return _lines(
        seat, wager, Result(outcome, (odds.ratio,), pays=format_pay(odds)), setup.rounding
    )


def pay_by_table(setup: Setup, seat: Seat, wager: str, row: PayRow) -> list[Event]:
    """Settle a wager on a row of its pay table; a push is one too."""
    assert keeps_stake(row.pay), "these wagers are paid to one"
    return _lines(seat, wager, Result.from_rows((row,)), setup.rounding)


def lose_wager(seat: Seat, wager: str, outcome: str) -> list[Event]:
    """Settle a losing wager."""
    return _lines(seat, wager, Result(outcome, is_returned=False))


def push_wager(seat: Seat, wager: str) -> list[Event]:
    """Settle a wager that comes back."""
    return _lines(seat, wager, Result("push"))


def _lines(
    seat: Seat, wager: str, result: Result, rounding: Rounding = Rounding.DOWN
) -> list[Event]:
    return [line(seat, name, stake, result, rounding) for name, stake in stakes(seat, wager)]


def apply_limits(setup: Setup, events: list[Event]) -> list[Event]:
    """C74: where the pays on a wager together pass its posted limit, share it in proportion."""
    for wager in setup.played_tables:
        spot = setup.configured.spots[wager]
        won = [e for e in events if isinstance(e, WagerSettled) and e.wager == wager and e.net > 0]
        due = sum(settled.net for settled in won)
        events = [apply_limit(e, e.net, spot, due) if e in won else e for e in events]
    return events
