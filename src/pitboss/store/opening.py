"""Open a store by its address: a file, sqlite:///FILE or postgresql://..."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from pitboss.late import load
from pitboss.rulebook.extras import install_command
from pitboss.store.migrations import NewerStoreError
from pitboss.store.protocol import Store, StoreError
from pitboss.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from pitboss.store.postgres import PostgresStore

SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")
"""Prefixes of the addresses of the two stores; any other address is a file name."""


async def open_store(address: str) -> Store:
    """Open the store at an address; create or migrate it as needed."""
    try:
        return await _open(address)
    except NewerStoreError as error:
        raise StoreError(str(error)) from None


async def _open(address: str) -> Store:
    if address.startswith(POSTGRES):
        return await postgres_store().open(address)
    if "://" in address and not address.startswith(SQLITE):
        message = f"no store is known at {address!r}: a file, sqlite:///FILE or postgresql://..."
        raise StoreError(message)
    return await SqliteStore.open(Path(address.removeprefix(SQLITE)))


def postgres_store() -> type[PostgresStore]:
    """Return the PostgreSQL store, which needs an optional package."""
    try:
        store: type[PostgresStore] = load("pitboss.store.postgres:PostgresStore")
    except ModuleNotFoundError:
        message = f"books in PostgreSQL need asyncpg: {install_command('postgres')}"
        raise StoreError(message) from None
    return store
