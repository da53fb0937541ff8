"""Open a store by its address: a file, sqlite:///FILE or postgresql://...

`open_store` creates missing books and migrates old ones. `read_extent` serves callers that must
first know whether these are the right books: it creates and changes nothing.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.late import load
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.rulebook.extras import install_command
from pitboss.store.errors import StoreError
from pitboss.store.protocol import Store
from pitboss.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from pitboss.store.postgres import PostgresStore

SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")
"""Prefixes of the addresses of the two stores; any other address is a file name."""
_CHECKPOINTS: Final = "SELECT * FROM checkpoint ORDER BY number"
_ENTRIES: Final = "SELECT coalesce(sum(version), 0) FROM head"


async def open_store(address: str) -> Store:
    """Open the store at an address; create or migrate it as needed."""
    if address.startswith(POSTGRES):
        return await postgres_store().open(address)
    if "://" in address and not address.startswith(SQLITE):
        message = f"no store is known at {address!r}: a file, sqlite:///FILE or postgresql://..."
        raise StoreError(message)
    path = Path(address.removeprefix(SQLITE))
    if await asyncio.to_thread(_is_empty, path):  # a lost file must not begin a new floor unseen
        message = f"{path} is empty: put a backup in its place, or remove it to begin a new floor"
        raise StoreError(message)
    return await SqliteStore.open(path)


def _is_empty(path: Path) -> bool:
    return path.is_file() and not path.stat().st_size


def postgres_store() -> type[PostgresStore]:
    """Return the PostgreSQL store, which needs an optional package."""
    try:
        store: type[PostgresStore] = load("pitboss.store.postgres:PostgresStore")
    except ModuleNotFoundError:
        message = f"books in PostgreSQL need asyncpg: {install_command('postgres')}"
        raise StoreError(message) from None
    return store


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
