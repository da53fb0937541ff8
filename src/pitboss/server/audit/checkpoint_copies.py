"""A copy of every checkpoint in another folder (LED-03): `pitboss serve --witness`.

The server refuses books that are older than the copy, such as a restored backup or a replica that
lagged behind: they would contradict what players were shown before.
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
    """The books lack entries that their witness has."""


class WitnessError(Exception):
    """The witness cannot be read."""


async def check_books(address: str, folder: Path | None) -> None:
    """Raise `OlderBooksError` if the books lack anything that their witness has.

    Nothing is created or changed, even when books are refused. None: no witness.
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
    """Adds checkpoints to a witness, and any that it lacks."""

    def __init__(self, store: Store, folder: Path) -> None:
        """Keep copies of the checkpoints of *store*."""
        self._store = store
        self._witness = Witness(folder)
        self._last = -1

    async def add(self, made: Checkpoint) -> None:
        """Copy a checkpoint; tables go on if the folder cannot be written."""
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
