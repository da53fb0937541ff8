"""What the floor is doing, as figures for Prometheus: read when they are asked for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pitboss.server.metrics import Gauges

if TYPE_CHECKING:
    from pitboss.floor.state import TableState
    from pitboss.server.services import Services


def keep_floor_figures(services: Services) -> None:
    """Add the figures of the tables that this process runs."""

    def states() -> list[TableState]:
        return [table.state for table in services.hall.tables.values()]

    def tables() -> dict[tuple[str, ...], float]:
        counted = Counter(map(_state, states()))
        return {(name,): counted[name] for name in _STATES}

    services.metrics.keep(
        Gauges("pitboss_tables", "Tables, by what they do.", ("state",), tables),
        Gauges(
            "pitboss_seats_taken",
            "Seats that are taken.",
            (),
            lambda: {(): sum(len(state.seats) for state in states())},
        ),
        Gauges(
            "pitboss_table_rounds",
            "Rounds that were dealt at the tables that are open.",
            (),
            lambda: {(): sum(state.rounds for state in states())},
        ),
    )


_STATES = ("betting", "deciding", "paused", "closed")


def _state(state: TableState) -> str:
    """Return what a table does; one that is paused or closed is nothing else."""
    if state.paused:
        return "paused"
    if state.closed:
        return "closed"
    return "deciding" if state.round else "betting"
