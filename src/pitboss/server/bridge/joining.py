"""Joins the processes that share the books, and leaves them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from logging import INFO, WARNING
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.pit.leases import Leases
from pitboss.server.bridge.gate import Doors, Gate
from pitboss.server.endpoint import Endpoint
from pitboss.server.keys import Keys
from pitboss.server.logs import log
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
    """Open the doors through which other processes come; *host* is for those elsewhere."""
    doors = Doors()
    await doors.open(host)
    place = Place(machine(), keys.fingerprint, doors.path, doors.address)
    leases = Leases(sharing, place, _note)
    return Joining(sharing, leases, place, doors, keys)


@asynccontextmanager
async def joined(
    joining: Joining, services: Services, endpoints: Mapping[str, Endpoint]
) -> AsyncIterator[None]:
    """Run a share of the tables, and let everybody reach those of others."""
    leases, secret = joining.leases, joining.keys.bridge_secret
    gate = Gate(services, endpoints, secret)
    joining.doors.admit(gate.answer)
    services.switchboard.connect(leases, joining.place, secret)
    services.hall.on_gone.append(services.lines.moved)
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
    """Return what tells this machine from others; a container is one of its own."""
    boot = ""
    with suppress(OSError):
        boot = _BOOT_ID.read_text(encoding="ascii").strip()
    return f"{socket.gethostname()}/{boot}"


def follow_sessions(services: Services) -> None:
    """Close the lines of a session that ended in another process, and tell others of ours."""
    tasks: set[asyncio.Task[None]] = set()

    async def tell(text: str) -> None:
        with suppress(StoreError):  # a line looks its session up every few seconds anyway
            await services.notices.tell("session", text)

    def ended(account: str, token_hash: bytes) -> None:
        task = asyncio.get_running_loop().create_task(tell(f"{account} {token_hash.hex()}"))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def heard(text: str) -> None:
        account, _, token_hash = text.partition(" ")
        services.lines.end_session(account, bytes.fromhex(token_hash))

    services.sessions.on_end.append(ended)
    services.notices.listen("session", heard)
    services.notices.listen("limits", services.own_limits.forget)
