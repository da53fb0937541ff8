"""A copy of every checkpoint in another folder (LED-03): `pitboss serve --witness`.

Books that are older than the copy, a backup that was put back or a replica that lagged behind, are
not served: players would be told again what they were told otherwise before.
"""

from __future__ import annotations

import asyncio
from logging import ERROR
from pathlib import Path

from pitboss.ledger.checkpoint import Checkpoint
from pitboss.pit.witness import Witness, find_loss
from pitboss.server.logs import describe_error, log
from pitboss.store import Store, read_extent


class OlderBooksError(Exception):
    """The books lack something that their witness has seen."""


class WitnessError(Exception):
    """The witness cannot be read."""


async def check_books(address: str, folder: Path | None) -> None:
    """Return where the books have all that their witness has seen; else say what is missing.

    Nothing is made or changed: books that are refused are left as they were. None: no witness.
    """
    if folder is None:
        return
    try:
        seen = await asyncio.to_thread(Witness(folder).last)
    except OSError as error:
        message = f"the witness in {folder} cannot be read: {error.strerror or error}"
        raise WitnessError(message) from error
    if seen is None:
        return
    extent = await read_extent(address)
    if loss := find_loss(seen, extent.checkpoints, extent.entries):
        message = (
            f"these are older or other books than the witness in {folder} belongs to: {loss}; put "
            "the right books back, or name an empty folder as the witness to go on without them"
        )
        raise OlderBooksError(message)


class CheckpointCopies:
    """Adds checkpoints to a witness, with those that it lacks."""

    def __init__(self, store: Store, folder: Path) -> None:
        """Keep copies of the checkpoints of *store*."""
        self._store, self._witness, self._last = store, Witness(folder), -1

    async def add(self, made: Checkpoint) -> None:
        """Copy a checkpoint; a folder that cannot be written to does not stop the tables."""
        try:
            if self._last < 0:
                last = await asyncio.to_thread(self._witness.last)
                self._last = last.number if last else 0
            due = [made]
            if made.number != self._last + 1:
                kept = await self._store.checkpoints()
                due = [
                    checkpoint
                    for checkpoint in kept
                    if self._last < checkpoint.number <= made.number
                ]
            await asyncio.to_thread(self._witness.add, due)
            self._last = made.number
        except OSError as error:
            self._last = -1
            log("witness-failed", level=ERROR, error=describe_error(error))
