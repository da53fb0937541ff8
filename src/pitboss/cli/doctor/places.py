"""Check the places that Pitboss writes to: the cache, the data folder and the books."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pitboss.cli.doctor.findings import Finding, missing, right, wrong
from pitboss.exact.cache import DISK_BYTES_MAX, entries
from pitboss.rulebook.cache_folder import folder
from pitboss.rulebook.extras import install_command
from pitboss.server.services import Settings
from pitboss.store.migrations import NewerStoreError, migrations
from pitboss.table.session_file import data_folder

LEAST_BYTES: Final = 100_000_000
"""A data folder with less room is not safe to run a floor in."""
_MEGABYTE: Final = 1_000_000
_COMMITS: Final = 20
_SECONDS: Final = 10.0
_DURABLE: Final = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings of PostgreSQL without which a commit may be lost."""


def cache() -> Iterator[Finding]:
    """Report the folder of cached solutions."""
    place = folder()
    if place is None:
        yield missing("cache", "switched off: every table is solved again in every process")
        return
    kept = entries()
    size = sum(solution.bytes for solution in kept) / _MEGABYTE
    words = f"{place}: {len(kept)} solutions, {size:,.1f} of {DISK_BYTES_MAX / _MEGABYTE:,.0f} MB"
    if problem := _unwritable(place):
        yield wrong("cache", f"{place}: {problem}; name another folder in PITBOSS_CACHE")
    else:
        yield right("cache", words)


def data() -> Iterator[Finding]:
    """Check that sittings and books can be written."""
    place = data_folder()
    if problem := _unwritable(place):
        yield wrong("data folder", f"{place}: {problem}; name another in XDG_DATA_HOME")
        return
    free = shutil.disk_usage(_existing(place)).free
    words = f"{place}: {free / _MEGABYTE:,.0f} MB free"
    yield right("data folder", words) if free >= LEAST_BYTES else wrong("data folder", words)


def books(settings: Settings) -> Iterator[Finding]:
    """Check the books and their key file, without changing them."""
    if settings.address.startswith(("postgresql://", "postgres://")):
        yield from _postgres(settings)
    else:
        yield from _sqlite(Path(settings.address.removeprefix("sqlite:///")))
    key = settings.key_file
    if not key.exists():
        yield missing("key file", f"{key}: none yet; the first 'pitboss serve' makes one")
    elif os.name == "posix" and stat.S_IMODE(key.stat().st_mode) & 0o077:
        yield wrong("key file", f"{key}: others may read it; run chmod 600 on it")
    else:
        yield right("key file", f"{key}: readable by its owner only")


def _sqlite(path: Path) -> Iterator[Finding]:
    if path.exists():
        with sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True) as books:
            (number,) = books.execute("PRAGMA user_version").fetchone()
            (count,) = books.execute("SELECT count(*) FROM entry").fetchone() if number else (0,)
        yield _schema(f"{path}: {count:,} entries", "sqlite", number)
    else:
        yield missing("books", f"{path}: none yet; the first 'pitboss serve' makes them")
    place = _existing(path.parent)
    with tempfile.TemporaryDirectory(dir=place, prefix=".pitboss-") as beside:
        took = _commit_seconds(Path(beside) / "try.db")
    words = f"{1000 * took:.1f} ms for a commit to be on disk in {place}"
    yield right("SQLite", f"{sqlite3.sqlite_version}, {words}")


def _commit_seconds(path: Path) -> float:
    """Return how long a durable commit takes."""
    trial = sqlite3.connect(path, isolation_level=None)
    try:
        trial.execute("PRAGMA journal_mode = WAL")
        trial.execute("PRAGMA synchronous = FULL")
        trial.execute("CREATE TABLE trial (number INTEGER)")
        start = time.perf_counter()
        for number in range(_COMMITS):
            trial.execute("INSERT INTO trial VALUES (?)", [number])
        return (time.perf_counter() - start) / _COMMITS
    finally:
        trial.close()


def _postgres(settings: Settings) -> Iterator[Finding]:
    try:
        import asyncpg
    except ModuleNotFoundError:
        yield wrong("books", f"PostgreSQL needs an extra: {install_command('postgres')}")
        return
    number, count, shown = asyncio.run(_ask_postgres(asyncpg, settings.address))
    yield _schema(f"{settings.shown_address}: {count:,} entries", "postgres", number)
    unsafe = [
        name for name in ("fsync", "full_page_writes", "synchronous_commit") if shown[name] == "off"
    ]
    if unsafe:
        words = f"{', '.join(unsafe)} off: what players see may be lost when the power goes"
        yield wrong("PostgreSQL", f"{shown['server_version']}, {words}")
    else:
        yield right("PostgreSQL", f"{shown['server_version']}, commits are on disk")


async def _ask_postgres(asyncpg: Any, address: str) -> tuple[int, int, dict[str, str]]:  # noqa: ANN401 - an extra without types
    connection = await asyncpg.connect(address, timeout=_SECONDS)
    try:
        names = ("server_version", *_DURABLE)
        shown = {name: await connection.fetchval(f"SHOW {name}") for name in names}
        if await connection.fetchval("SELECT to_regclass('migration')") is None:
            return 0, 0, shown
        number = await connection.fetchval("SELECT max(number) FROM migration")
        return number or 0, await connection.fetchval("SELECT count(*) FROM entry"), shown
    finally:
        await connection.close()


def _schema(words: str, store: str, number: int) -> Finding:
    """Check that this version can read books with a number of migrations."""
    try:
        behind = migrations(store, after=number)
    except NewerStoreError as error:
        return wrong("books", f"{words}; {error}")
    return right("books", f"{words}; the next start brings them up to date" if behind else words)


def _unwritable(place: Path) -> str:
    """Return why a folder cannot be created or written to; "": it can."""
    try:
        with tempfile.TemporaryFile(dir=_existing(place)):
            return ""
    except OSError as error:
        return (error.strerror or "cannot be written").lower()


def _existing(place: Path) -> Path:
    """Return a folder, or its nearest parent that exists."""
    return next(folder for folder in (place, *place.absolute().parents) if folder.exists())
