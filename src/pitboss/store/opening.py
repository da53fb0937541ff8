"""A store by its address: a file, sqlite:///FILE or postgresql://..."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from pitboss.rulebook.extras import install_command
from pitboss.store.migrations import NewerStoreError
from pitboss.store.protocol import Store, StoreError
from pitboss.store.sqlite import SqliteStore

SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")
"""How addresses of the two stores begin; what is neither is the name of a file."""


async def open_store(address: str) -> Store:
    """Open the store at an address, made and brought up to date as needed."""
    try:
        return await _open(address)
    except NewerStoreError as error:
        raise StoreError(str(error)) from None


async def _open(address: str) -> Store:
    if address.startswith(POSTGRES):
        store: Store = await import_postgres().PostgresStore.open(address)
        return store
    if "://" in address and not address.startswith(SQLITE):
        message = f"no store is known at {address!r}: a file, sqlite:///FILE or postgresql://..."
        raise StoreError(message)
    return await SqliteStore.open(Path(address.removeprefix(SQLITE)))


def import_postgres() -> ModuleType:
    """Return the module of the PostgreSQL store, which needs a package that few have."""
    try:
        return import_module("pitboss.store.postgres")
    except ModuleNotFoundError:
        message = f"books in PostgreSQL need asyncpg: {install_command('postgres')}"
        raise StoreError(message) from None
