"""Several processes that write one SQLite file take turns, and a dead one keeps nobody waiting."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.ledger.entry import GENESIS, Draft, Entry, seal
from pitboss.store.sqlite import SqliteStore

WRITER = """
import asyncio, sys
from pathlib import Path
from pitboss.store.sqlite import SqliteStore
from tests.store.test_one_file import write
async def steps():
    store = await SqliteStore.open(Path(sys.argv[1]))
    print("ready", flush=True)
    await write(store, "theirs")
    await store.close()
asyncio.run(steps())
"""
HOLDER = """
import sqlite3, sys
books = sqlite3.connect(sys.argv[1], isolation_level=None)
books.execute("BEGIN IMMEDIATE")
books.execute("DELETE FROM head")
print("ready", flush=True)
sys.stdin.read()
"""
COUNT = 50


@contextmanager
def beside(program: str, path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a program on the same file in another process, from when it says that it is ready."""
    command = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process


async def write(store: SqliteStore, stream: str) -> None:
    """Write entries to a stream of one's own, each in a transaction."""
    before = GENESIS
    for version in range(1, COUNT + 1):
        entry = noted(stream, version, before)
        await store.append([entry])
        before = entry.hash


def noted(stream: str, version: int, before: bytes = GENESIS) -> Entry:
    return seal(
        Draft(stream, "noted", "ann", f"k{version}", b"{}"), version=version, at=0, before=before
    )


def test_two_processes_write_one_file_by_turns(tmp_path: Path) -> None:
    path = tmp_path / "books.db"

    async def steps() -> None:
        store = await SqliteStore.open(path)
        with beside(WRITER, path) as other:
            await write(store, "ours")
            other.communicate()
            assert other.returncode == 0
        heads = await store.heads()
        assert {stream: head.version for stream, head in heads.items()} == {
            "ours": COUNT,
            "theirs": COUNT,
        }
        await store.close()

    asyncio.run(steps())


def test_a_writer_that_is_killed_in_a_transaction_leaves_the_file_to_the_next(
    tmp_path: Path,
) -> None:
    path = tmp_path / "books.db"

    async def steps() -> None:
        store = await SqliteStore.open(path)
        await store.append([first := noted("ours", 1)])
        with beside(HOLDER, path) as holder:
            writing = asyncio.create_task(store.append([noted("ours", 2, first.hash)]))
            done, _ = await asyncio.wait({writing}, timeout=0.02)
            assert not done, "the file is locked"
            holder.kill()
            await writing
        assert (await store.heads())["ours"].version == 2
        await store.close()

    asyncio.run(steps())
