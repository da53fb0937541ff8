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
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier
from typing import Any

from floor_play import (
    Meet,
    Share,
    floor_at,
    new_database,
    open_tables,
    pgbench,
    play,
    play_round,
    postgres,
    prepare_pgbench,
    seat_all,
    sit,
)
from floor_workers import SHARED_TABLES, workers
from processor import Use, machine, process_seconds

from pitboss.floor.commands import Bet, Decide
from pitboss.pit.loop import collect_seldom, run
from pitboss.pit.table import LiveTable
from pitboss.server.keys import Keys
from pitboss.sitting.basic_play import basic_play

TABLES = 512
BOTS = Path(__file__).with_name("floor_bots.py")
WHAT = ("speed", "sockets", "workers", "recover", "memory", "pace", "cpu")
Play = Callable[[str, Sequence[str], float, Meet], Coroutine[Any, Any, Share]]


async def play_share(address: str, names: Sequence[str], seconds: float, meet: Meet) -> Share:
    """Play at tables of one's own beside other processes; *meet* waits for all of them."""
    async with floor_at(address, Keys.new()) as (hall, committer):
        meet()  # nobody opens a table before all have found that there is none
        pairs = await seat_all(hall, committer, names)
        collect_seldom()
        meet()
        cpu, start = time.process_time(), time.perf_counter()
        await asyncio.gather(*(play(table, account, start + seconds) for table, account in pairs))
        spent, used = time.perf_counter() - start, time.process_time() - cpu
        return Share(sum(table.state.rounds for table, _ in pairs), spent, used)


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
        pairs = await seat_all(hall, committer, [str(number) for number in range(tables)])
        collect_seldom()
        before = used()
        await asyncio.gather(*(play_some(table, account) for table, account in pairs))
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
            pairs = await seat_all(hall, committer, [str(n) for n in range(count)])
            lates: list[float] = []
            until, cpu = time.perf_counter() + seconds, time.process_time()

            async def human(place: int) -> None:
                table, account = pairs[place]
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
            rounds = sum(table.state.rounds for table, _ in pairs)
            worst, middle = max(lates) * 1000, statistics.median(lates) * 1000
            print(f"{count:,} tables, {rounds:,} rounds in {seconds:.0f} s: {share:.0%} of a core")
            print(f"clocks late by {middle:.1f} ms (median), {worst:.0f} ms (worst)")

    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(str(Path(folder) / "books.db")))


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
