"""Carry out the office's decisions at the tables of this process.

The office writes first. Then the table gets a command with a key made of the tray's turn, so a
second command, after a crash or from another process, changes nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from pitboss.floor.commands import Close, Open, StopMeters
from pitboss.floor.running import turn_key
from pitboss.office.core import HOUSE
from pitboss.office.inventory import StopTable, TableFacts
from pitboss.office.papers import OfficeTerms
from pitboss.office.state import Office
from pitboss.pit.desk import Desk, set_terms
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable

Job = Callable[[], Awaitable[None]]
"""Something that is done now and again."""


async def carry_out(office: Office, tables: Iterable[LiveTable]) -> None:
    """Open and close tables, and stop or resume progressives, as the office decided."""
    for table in tuple(tables):
        is_stopped = bool(office.progressives.stopped) and not table.state.terms.owner
        if table.state.stopped != is_stopped and table.state.meters:
            await table.ask(StopMeters(is_stopped))
        is_closed, turn = office.is_closed(table.state.id), office.turn(table.state.id)
        if turn and table.state.closed != is_closed and not table.state.terms.owner:
            command = Close(HOUSE, turn) if is_closed else Open(HOUSE, turn)
            await table.ask(command, turn_key(turn))


async def start_orders(desk: Desk, hall: Hall, terms: OfficeTerms | None = None) -> Job:
    """Finish orders that a crash left undone; return the job that follows new orders.

    *terms*: the office's new terms; None: unchanged.
    """

    async def keep_orders() -> None:
        await desk.refresh()
        await adopt(desk, hall.tables.values())
        await carry_out(desk.office, hall.tables.values())

    if terms is not None:
        await set_terms(desk, terms)
    await keep_orders()
    return keep_orders


async def adopt(desk: Desk, tables: Iterable[LiveTable]) -> None:
    """Put every table under the office if its terms say so: closed until counted."""
    if not desk.office.terms.runs_tables:
        return
    for table in tuple(tables):
        name = table.state.id
        if not table.state.terms.owner and name not in desk.office.trays:
            await desk.ask(StopTable(name, TableFacts()), HOUSE, f"run/{name}")
