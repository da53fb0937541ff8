"""A copy of every checkpoint in a folder elsewhere (LED-03): `pitboss serve --witness`."""

from __future__ import annotations

import asyncio
from logging import ERROR
from pathlib import Path

from pitboss.ledger.checkpoint import Checkpoint
from pitboss.pit.witness import Witness
from pitboss.server.logs import describe_error, log
from pitboss.store import Store


class CheckpointCopies:
    """Adds checkpoints to a witness, with those that it lacks."""

    def __init__(self, store: Store, folder: Path) -> None:
        """Keep copies of the checkpoints of *store*."""
        self._store, self._witness, self._last = store, Witness(folder), -1

    async def add(self, made: Checkpoint) -> None:
        """Copy a checkpoint; a folder that cannot be written to does not stop the tables."""
        try:
            if self._last < 0:
                self._last = await asyncio.to_thread(self._witness.last_number)
            due = [made]
            if made.number != self._last + 1:
                kept = await self._store.checkpoints()
                due = [it for it in kept if self._last < it.number <= made.number]
            await asyncio.to_thread(self._witness.add, due)
            self._last = made.number
        except OSError as error:
            self._last = -1
            log("witness-failed", level=ERROR, error=describe_error(error))
