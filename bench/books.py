"""How long it takes to verify books: entries of many tables, written to a SQLite file and read.

The entries have the bodies and postings of decisions at blackjack tables, with a checkpoint after
every 50,000. What is timed is `pitboss floor verify` without the start of the process.

Usage: python bench/books.py                         a million entries
       python bench/books.py --entries 100000
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pitboss.cli.floor.verify import verify_store
from pitboss.ledger.book import Book
from pitboss.ledger.checkpoint import make_checkpoint
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.server.keys import Keys
from pitboss.store import open_store

TABLES = 512
BATCH = 5_000
CHECKPOINT = 50_000
CHIPS = 10**12
BODY = b'{"action":"hit","cards":"7h","hand":1,"n":2,"round":41,"seat":1}'


def entries(book: Book, count: int) -> Iterator[Entry]:
    """Yield accounts that are opened, seats that are taken, and decisions at all tables in turn."""
    for table in range(TABLES):
        given = (Posting("house:promo", -CHIPS), Posting(f"wallet:{table}", CHIPS))
        draft = Draft(f"account/{table}", "opened", str(table), "opened", b"{}", given)
        yield book.write(draft, now=1)
        bought = (Posting(f"wallet:{table}", -CHIPS), Posting(f"stack:{table}:1", CHIPS))
        draft = Draft(f"table/{table}", "seat-taken", str(table), "sit", b"{}", bought)
        yield book.write(draft, now=1)
    for number in range(count - 2 * TABLES):
        table = number % TABLES
        lost = (Posting(f"stack:{table}:1", -1000), Posting(f"tray:{table}", 1000))
        draft = Draft(f"table/{table}", "decided", str(table), f"round/{number}", BODY, lost)
        yield book.write(draft, now=number)


async def measure(file: Path, count: int) -> None:
    """Write the books, verify them, and print both times."""
    keys, book, last = Keys.new(), Book(), None
    store = await open_store(str(file))
    begin, batch = time.perf_counter(), list[Entry]()
    for number, entry in enumerate(entries(book, count), 1):
        batch.append(entry)
        if len(batch) == BATCH or number == count:
            await store.append(batch)
            batch = []
        if number % CHECKPOINT == 0:
            last = make_checkpoint(book.heads, book.balances, at=number, last=last, sign=keys.sign)
            await store.add_checkpoint(last)
    print(f"{count:,} entries written in {time.perf_counter() - begin:.1f} s")
    begin, cpu = time.perf_counter(), time.process_time()
    outcome = await verify_store(store, None, keys.trust)
    assert outcome.finding is None
    assert outcome.entries == count
    wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
    size = await asyncio.to_thread(lambda: file.stat().st_size / 1e6)
    print(f"verified in {wall:.1f} s, {cpu:.1f} s of processor time; the file has {size:.0f} MB")
    print(f"load {os.getloadavg()[0]:.1f}")
    await store.close()


def main() -> None:
    """Measure books of as many entries as are wanted."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--entries", type=int, default=1_000_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder) / "floor.db", wanted.entries))


if __name__ == "__main__":
    main()
