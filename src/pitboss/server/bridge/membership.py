"""Join the processes that share the books, and leave them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from logging import INFO, WARNING
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.pit.leases import Leases
from pitboss.server.bridge.gate import Doors, Gate
from pitboss.server.keys import Keys
from pitboss.server.logs import log
from pitboss.server.requests.endpoint import Endpoint
from pitboss.server.services import Services
from pitboss.store import Place, StoreError

if TYPE_CHECKING:
    from pitboss.store.sharing import Sharing

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass
class Joining:
    """A process that is about to join."""

    sharing: Sharing
    leases: Leases
    place: Place
    doors: Doors
    keys: Keys


async def prepare(sharing: Sharing, keys: Keys, host: str) -> Joining:
    """Listen for other processes; *host* is for those on other machines."""
    doors = Doors()
    await doors.open(host)
    place = Place(machine(), keys.fingerprint, doors.path, doors.address)
    leases = Leases(sharing, place, _note)
    return Joining(sharing=sharing, leases=leases, place=place, doors=doors, keys=keys)


@asynccontextmanager
async def join_floor(
    joining: Joining, services: Services, endpoints: Mapping[str, Endpoint]
) -> AsyncIterator[None]:
    """Run a share of the tables, and route commands to tables of other processes."""
    leases = joining.leases
    secret = joining.keys.bridge_secret
    gate = Gate(services, endpoints, secret)
    joining.doors.admit(gate.answer)
    services.switchboard.connect(leases, joining.place, secret)
    services.hall.on_gone.append(services.lines.follow_table)
    try:
        await leases.start(services.hall, services.settings.tables)
        yield
    finally:
        await leases.close()
        await joining.doors.close()
        await gate.close()
        await services.switchboard.close()


def _note(what: str, more: str) -> None:
    log(what, level=INFO if what == "worker" else WARNING, more=more)


def machine() -> str:
    """Return an id of this machine; each container has its own."""
    boot = ""
    with suppress(OSError):
        boot = _BOOT_ID.read_text(encoding="ascii").strip()
    return f"{socket.gethostname()}/{boot}"


def follow_others(services: Services) -> None:
    """Exchange changes of sessions, limits, jackpots and the office with other processes.

    A lost notice costs only time: every change is in the books, which are read periodically.
    """
    tasks: set[asyncio.Task[None]] = set()

    def start(work: Coroutine[Any, Any, object]) -> None:
        async def quietly() -> None:
            with suppress(StoreError):
                await work

        task = asyncio.get_running_loop().create_task(quietly())
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def end_session(text: str) -> None:
        account, _, token_hash = text.partition(" ")
        services.sessions.forget(account, bytes.fromhex(token_hash))
        services.lines.end_session(account, bytes.fromhex(token_hash))

    tell = services.notices.tell
    listen = services.notices.listen
    services.sessions.on_end.append(
        lambda account, token_hash: start(tell("session", f"{account} {token_hash.hex()}"))
    )
    services.desk.on_write.append(lambda: start(tell("office", str(services.desk.version))))
    services.keeper.on_change.append(lambda: start(tell("jackpots", "")))
    listen("jackpots", lambda _: services.keeper.look())
    listen("session", end_session)
    listen("limits", services.own_limits.forget)
    # Reads it, and carries out agreements of two people about a table of this process.
    listen("office", lambda _: start(services.errands.run()))
