"""Two workers that share tables by leases, beside one: `bench/floor.py workers`."""

import asyncio
import os
import random
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from threading import Barrier, BrokenBarrierError
from typing import NamedTuple

from floor_play import HOUSE, Meet, Share, new_database, play, postgres, reuse_log, sit
from processor import Use, wait_until_idle

from pitboss.floor.terms import TableTerms
from pitboss.pit.hall import Hall
from pitboss.pit.leases import Leases
from pitboss.pit.loop import collect_seldom, run
from pitboss.pit.table import LiveTable
from pitboss.server.keys import Keys
from pitboss.store import Committer, Place, open_store

SHARED_TABLES = 1024
"""Of two workers 512 each: one's batches are no larger than theirs, which would be cheaper."""
WARM_SECONDS = 0.5
"""Of every slice, what is not counted: all tables begin with a bet at the same moment."""
BOOTSTRAPS = 2000
CALM = 0.05
"""Where others used more of the machine than this, a turn says little."""


class Slices(NamedTuple):
    """When a process plays, where several groups of them do so by turns."""

    address: str
    names: Sequence[str]
    seconds: float
    turns: Sequence[bool]
    """Of each slice of the run, whether it is this process's."""


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
