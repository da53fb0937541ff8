"""Open the existing books of a server for a command."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from pitboss.cli.problems import refusal
from pitboss.pit.damage import reading_books
from pitboss.pit.verification import NO_TRUST, Trust
from pitboss.rulebook.files import quote_path, read_text
from pitboss.server.keys import KeyFileError, Keys, bears_signature, begin_signing, open_keys
from pitboss.server.services import Settings
from pitboss.store import Pen, Store, StoreError, open_store

_T = TypeVar("_T")
_SQLITE = "sqlite:///"
_PUBLIC = re.compile(r"([0-9a-f]{64})(?: ([0-9]{1,18}))?")
"""A public key, and the first entry that it has signed."""
_KEY_FILE_BYTES_MAX = 10_000


def books_address(db: str) -> str:
    """Return the address of the books: the given one, or the default of `pitboss serve`."""
    return Settings(db=db).address


def is_file(address: str) -> bool:
    """Return whether the books are a file, and not a database server."""
    return "://" not in address or address.startswith(_SQLITE)


def address_path(address: str) -> Path:
    """Return the file that an address names."""
    return Path(address.removeprefix(_SQLITE))


def check_file(path: Path) -> None:
    """Refuse a file that does not hold books; nothing is written to it."""
    if not path.is_file():
        message = f"there are no books at {quote_path(path)}; 'pitboss serve' makes them"
        raise refusal("db/missing", message)
    try:
        address = f"file:{quote(str(path))}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            query = "SELECT count(*) FROM sqlite_master WHERE name IN ('entry', 'balance')"
            (tables,) = connection.execute(query).fetchone()
    except sqlite3.DatabaseError as error:
        raise refusal("db/unusable", f"{quote_path(path)} cannot be read: {error}") from None
    if tables != len(("entry", "balance")):
        raise refusal("db/unusable", f"{quote_path(path)} does not hold the books of a server")


@asynccontextmanager
async def open_books(db: str) -> AsyncIterator[Store]:
    """Open the books at an address; raise `RulesError` if there are none."""
    address = books_address(db)
    if is_file(address):
        check_file(address_path(address))
    try:
        store = await open_store(address)
    except (StoreError, OSError) as error:
        raise refusal("db/unusable", f"the books cannot be opened: {error}") from None
    try:
        yield store
    finally:
        await store.close()


def run(work: Callable[[], Awaitable[_T]]) -> _T:
    """Run work on the books; raise `RulesError` if they or their key file cannot be used."""

    async def do() -> _T:
        with reading_books():
            return await work()

    try:
        return asyncio.run(do())
    except StoreError as error:
        raise refusal("db/unusable", f"the books cannot be used: {error}") from None
    except KeyFileError as error:
        raise refusal("key/unusable", str(error)) from None


def key_file(keys: Path | None) -> Path:
    """Return the key file: the named one, or the server's own."""
    return Settings(keys=keys).key_file


def read_keys(keys: Path | None) -> Keys | None:
    """Read the key file; None if none was named and the server has none."""
    path = key_file(keys)
    if not path.exists():
        if keys is None:
            return None
        raise refusal("file/missing", f"there is no file {quote_path(path)}", "keys")
    return open_keys(path)


async def take_floor_pen(store: Store, keys: Path | None) -> tuple[Pen, Keys]:
    """Return what signs the entries of a command, and the server's own keys."""
    made = read_keys(keys)
    if made is None:
        message = f"entries are signed with the key file, and there is none at {key_file(keys)}"
        raise refusal("file/missing", f"{message}; name it with --keys", "keys")
    return await begin_signing(store, key_file(keys), made), made


def signature_check(keys: Path | None) -> Trust:
    """Return the check of signatures, by a key file or by a public key as `export` writes it."""
    if keys is not None and keys.is_file():
        text = read_text(keys, _KEY_FILE_BYTES_MAX).strip()
        if public := _PUBLIC.fullmatch(text):
            is_signed = partial(bears_signature, bytes.fromhex(public[1]))
            return Trust(is_signed, int(public[2]) if public[2] else None)
    made = read_keys(keys)
    return NO_TRUST if made is None else made.trust
