"""Envy pays: what players get for what somebody else won, by the two rules there are.

The Super Bonus pays every other betting player once for each hand that won it. A pay table with
envy pays once a round, for the highest row that was won, in units of the wager.
"""

from __future__ import annotations

from pitboss.engine.events import Event, WagerSettled
from pitboss.engine.side_wagers import winning_rows
from pitboss.engine.state import Seat, State
from pitboss.rulebook.model import PayTable

ENVY = "envy"


def for_each_super_bonus(state: State) -> list[Event]:
    """GR10: every other betting player gets an Envy Bonus for each Super Bonus hand."""
    terms = state.setup.configured.game.super_bonus
    winners = [state.seat(w.seat).owner for w in state.settled if w.wager == "super-bonus"]
    if terms is None or not winners:
        return []
    lowest: dict[tuple[str, int], Seat] = {}
    for seat in state.seats:
        if seat.units:
            lowest.setdefault(seat.owner, seat)
    events: list[Event] = []
    for owner, seat in lowest.items():
        hands = sum(winner != owner for winner in winners)
        if hands:
            events.append(_line(seat, f"{hands} won", terms.envy * hands))
    return events


def for_the_highest_row(state: State) -> list[Event]:
    """2118(13)(f)(i)(C)-(D); ruling D4: once a round, by the highest row that was won.

    Everybody else who made the wager gets it, in units of the wager; no winner does, nor a winner's
    other seats.
    """
    events: list[Event] = []
    for wager in state.setup.side_wagers:
        table = wager.spot.table
        if table is None or table.envy_to != "players":
            continue
        seats = [seat for seat in state.seats if wager.id in seat.wagers]
        won = [
            (row.envy or 0, row.name, s.owner)
            for s in seats
            for row in winning_rows(state, s, wager)
        ]
        envied = [pair for pair in won if pair[0]]
        if envied:
            envy, name, _ = max(envied)
            winners = {owner for _, _, owner in envied}
            for seat in seats:
                if seat.owner not in winners:
                    units = envy_units(table, seat.wagers[wager.id])
                    events.append(_line(seat, name, envy * units))
    return events


def envy_units(table: PayTable, stake: int) -> int:
    """Return how many times the wager the table is printed for was made."""
    return stake // table.base_wager if table.envy_scales and table.base_wager else 1


def _line(seat: Seat, outcome: str, net: int) -> Event:
    return WagerSettled(seat.number, 1, ENVY, 0, outcome, net)
