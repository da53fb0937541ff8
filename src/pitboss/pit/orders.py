"""What the office decided, done at the tables of this process.

The office writes first. Then the table is told, under a key made of the tray's turn: whoever tells
it again, after a crash or from another process, changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Final

from pitboss.floor.commands import Close, Open, StopMeters
from pitboss.floor.decide import turn_key
from pitboss.office.core import HOUSE
from pitboss.office.papers import OfficeTerms, TrayState
from pitboss.office.state import Office
from pitboss.pit.desk import Desk, set_terms
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable
from pitboss.store import StoreError

WAIT_SECONDS: Final = 1.0
"""Between two looks at what other processes decided."""


async def carry_out(office: Office, tables: Iterable[LiveTable]) -> None:
    """Open and close tables as the office says, and stop progressives or let them go on."""
    for table in tuple(tables):
        is_stopped = bool(office.progressives.stopped) and not table.state.terms.owner
        if table.state.stopped != is_stopped and table.state.meters:
            await table.ask(StopMeters(is_stopped))
        tray = office.trays.get(table.state.id)
        if tray is None:
            continue
        is_closed = tray.state is not TrayState.OPEN
        if table.state.closed != is_closed:
            command = Close(HOUSE, tray.turn) if is_closed else Open(HOUSE, tray.turn)
            await table.ask(command, turn_key(tray.turn))


@asynccontextmanager
async def keep_orders(
    desk: Desk, hall: Hall, terms: OfficeTerms | None = None
) -> AsyncIterator[None]:
    """Do now what a crash left undone, and from now on what any process decides.

    *terms*: how the office is run from now on; None: as it was.
    """
    if terms is not None:
        await set_terms(desk, terms)
    await carry_out(await desk.refresh(), hall.tables.values())
    task = asyncio.get_running_loop().create_task(_keep(desk, hall))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _keep(desk: Desk, hall: Hall) -> None:
    while True:
        await asyncio.sleep(WAIT_SECONDS)
        with suppress(StoreError):
            await carry_out(await desk.refresh(), hall.tables.values())
