"""Hash the files of the software at the start, every 24 hours and on demand (SEC-01).

Each check is an entry of the stream `floor`; a look is none. If a check finds other files than at
the start, or another hash than the operator expects (`--components`), the tables of this process
are paused.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from logging import ERROR
from pathlib import Path
from typing import Final

from msgspec import json

import pitboss
from pitboss.audit.components import (
    CHANGED,
    CHECKED,
    STREAM,
    ComponentCheck,
    Components,
    hash_components,
)
from pitboss.floor.commands import Pause
from pitboss.ledger.entry import Draft, seal
from pitboss.server.accounts.accounts import HOUSE
from pitboss.server.logs import describe_error, log
from pitboss.server.services import Services, in_background
from pitboss.store import ConflictError, StoreError
from pitboss.version import __version__

DAY_S: Final = 24 * 3600
_TRIES: Final = 20
_NAMED_MAX: Final = 50
"""Files that an entry names."""
_MADE: Final = frozenset({".pyc", ".pyo", ".nbi", ".nbc"})
"""Files that Python and the compiler of kernels make themselves."""


def read_components(folder: Path | None = None) -> Components:
    """Hash every file of the package."""
    root = folder or Path(pitboss.__file__).parent
    paths = [
        path for path in sorted(root.rglob("*")) if path.is_file() and path.suffix not in _MADE
    ]
    return hash_components((path.relative_to(root).as_posix(), path.read_bytes()) for path in paths)


class ComponentWatch:
    """Checks the files of the software as long as the server runs."""

    def __init__(self, services: Services, folder: Path | None = None) -> None:
        """Watch the package, or another *folder*."""
        self._services = services
        self._folder = folder
        self._first: Components | None = None

    async def check(self, why: str) -> tuple[Components, ComponentCheck]:
        """Hash all files, record the result, and stop the tables if it is wrong."""
        components, body = await self.look(why)
        is_right = is_expected(body)
        await self._write(CHECKED if is_right else CHANGED, body)
        if not is_right:
            log("components-changed", level=ERROR, root=body.root, changed=body.changed)
            await self._stop_tables()
        return components, body

    async def look(self, why: str = "") -> tuple[Components, ComponentCheck]:
        """Hash all files, and change nothing."""
        components = await asyncio.to_thread(read_components, self._folder)
        self._first = self._first or components
        changed = components.changes(self._first)
        return components, ComponentCheck(
            version=__version__,
            root=components.root,
            files=len(components.hashes),
            why=why,
            expected=self._services.settings.components,
            changed=tuple(changed[:_NAMED_MAX]),
        )

    async def _write(self, kind: str, body: ComponentCheck) -> None:
        services = self._services
        text = json.encode(body, order="sorted")
        for _ in range(_TRIES):
            head = await services.store.head(STREAM)
            at = max(services.settings.clock(), head.at)
            key = f"{kind}/{head.version + 1}"
            draft = Draft(stream=STREAM, kind=kind, actor=HOUSE, key=key, body=text)
            entry = seal(draft, version=head.version + 1, at=at, before=head.hash)
            try:
                await services.committer.commit([entry])
            except ConflictError:
                continue  # another process came first
            return

    async def _stop_tables(self) -> None:
        for table in self._services.hall.tables.values():
            if not table.state.paused:
                await table.ask(Pause(HOUSE, paused=True))


def is_expected(check: ComponentCheck) -> bool:
    """Return whether files are those of the start, and those that the operator expects."""
    return not check.changed and check.expected in ("", check.root)


@asynccontextmanager
async def watch_components(services: Services) -> AsyncIterator[None]:
    """Check the files before the first request, and every 24 hours."""
    await services.components.check("start")
    async with in_background(_check_daily(services.components)):
        yield


async def _check_daily(watch: ComponentWatch) -> None:
    while True:
        await asyncio.sleep(DAY_S)
        try:
            await watch.check("daily")
        except (OSError, StoreError) as error:
            log("components-not-checked", level=ERROR, error=describe_error(error))
