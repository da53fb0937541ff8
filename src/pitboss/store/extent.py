"""Read the extent of books without creating or changing anything.

`open_store` creates missing books and migrates old ones. This module serves callers that must first
know whether these are the right books.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from pitboss.ledger.checkpoint import Checkpoint
from pitboss.store.opening import POSTGRES, SQLITE, postgres_store
from pitboss.store.protocol import StoreError

_CHECKPOINTS: Final = "SELECT * FROM checkpoint ORDER BY number"
_ENTRIES: Final = "SELECT coalesce(sum(version), 0) FROM head"


class Extent(NamedTuple):
    """The extent of books."""

    checkpoints: tuple[Checkpoint, ...] = ()
    entries: int = 0


async def read_extent(address: str) -> Extent:
    """Return the extent of the books at an address; empty if there are none yet."""
    if address.startswith(POSTGRES):
        return await _read_database(address)
    return await asyncio.to_thread(_read_file, Path(address.removeprefix(SQLITE)))


def _read_file(path: Path) -> Extent:
    if not path.exists():
        return Extent()
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as books:
            books.execute("BEGIN")  # both are read at one moment
            if not books.execute("SELECT 1 FROM sqlite_schema WHERE name = 'head'").fetchall():
                return Extent()
            kept = tuple(Checkpoint(*row) for row in books.execute(_CHECKPOINTS))
            return Extent(kept, *books.execute(_ENTRIES).fetchone())
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error


async def _read_database(address: str) -> Extent:
    # A store asks only; `PostgresStore.open` is what migrates.
    store = postgres_store()(address)
    try:
        if not (await store.statement("SELECT to_regclass('head') IS NOT NULL"))[0][0]:
            return Extent()
        # Entries are only added, so those of the checkpoints that were read are counted.
        return Extent(
            tuple(await store.checkpoints()), int((await store.statement(_ENTRIES))[0][0])
        )
    finally:
        await store.close()
