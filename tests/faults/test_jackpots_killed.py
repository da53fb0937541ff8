"""Shared jackpots under kill -9, and in several processes: nothing is lost or counted twice."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from pitboss.floor.journal import read_terms
from pitboss.floor.rebuild import rebuild
from pitboss.jackpot.postings import balances
from pitboss.jackpot.state import Jackpot, Outcome
from pitboss.ledger.entry import Entry
from pitboss.pit.entropy import Entropy
from pitboss.pit.invariants import Invariants
from pitboss.pit.live_jackpot import read_jackpot
from tests.faults.jackpots_killed import fill_rig, finish, start
from tests.faults.test_killed import _execute
from tests.ledger.books import verify
from tests.pit.jackpot_floor import rigged, rigged_order
from tests.pit.seals import PlainSeals
from tests.pit.test_keeper import SHARE
from tests.store.conftest import opened, server, with_database
from tests.tiers import by_day

__all__ = ["server"]

ROUNDS = 3
_DATABASES = count()
Fresh = Callable[[], str]


@pytest.fixture(params=["sqlite", "postgres"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fresh]:
    """Return a function that gives the address of a new store."""
    numbers = count()
    if request.param == "sqlite":
        yield lambda: str(tmp_path / f"{next(numbers)}.db")
        return
    first: str = request.getfixturevalue("server")

    def create() -> str:
        name = f"jackpots_{os.getpid()}_{next(_DATABASES)}"
        asyncio.run(_execute(first, f"CREATE DATABASE {name}"))
        return with_database(first, name)

    yield create


def check(address: str, tables: tuple[str, ...], rounds: int) -> Jackpot:
    """Verify the books, the jackpot against them, and every table by itself."""
    jackpots: list[Jackpot] = []

    async def steps() -> None:
        async with opened(address) as store:
            entries = [entry async for entry in store.entries()]
            held = await store.balances()
            assert verify(entries, await store.checkpoints(), balances=held) is None
            sums = Invariants()
            assert [problem for entry in entries for problem in sums.add(entry)] == []
            streams: dict[str, list[Entry]] = {}
            for entry in entries:
                streams.setdefault(entry.stream, []).append(entry)
            jackpot = read_jackpot(streams["jackpot/mtd"]).state
            assert jackpot.is_conserved
            for account, units in balances(jackpot).items():
                assert held.get(account, 0) == units
            fed = jackpot.contributed + held.get("jackpot:mtd:in", 0)
            assert fed == len(tables) * rounds * SHARE
            _check_hits(jackpot, held["wallet:ann"], streams)
            for name in tables:
                own = streams[f"table/{name}"]
                order = partial(rigged_order, Entropy(name, PlainSeals()))
                table = rebuild(read_terms(own[0]), own, order, {})
                assert (table.rounds, table.round) == (rounds, None)
            jackpots.append(jackpot)

    fill_rig()
    with rigged():
        asyncio.run(steps())
    return jackpots[0]


def _check_hits(jackpot: Jackpot, wallet: int, streams: dict[str, list[Entry]]) -> None:
    assert [hit.number for hit in jackpot.recent] == list(range(1, jackpot.hits + 1))
    places = {(hit.table, hit.round) for hit in jackpot.recent}
    assert len(places) == jackpot.hits, "a round wins once"
    confirmed = [hit.amount for hit in jackpot.recent if hit.outcome is Outcome.CONFIRMED]
    tables = sum(1 for stream in streams if stream.startswith("table/"))
    assert wallet == 10**12 - tables * 10**10 + sum(confirmed), "paid once each"
    left = None
    for hit in jackpot.recent:
        assert hit.amount == hit.before * hit.percent // 100 // 100 * 100
        assert left is None or hit.before >= left
        left = (
            hit.after if all(one.outcome is not Outcome.REJECTED for one in jackpot.recent) else 0
        )


def test_killed_between_any_two_steps_every_share_and_every_hit_counts_once(fresh: Fresh) -> None:
    tables = ("t1", "t2")
    address = fresh()
    points = finish(*start(address, tables, ROUNDS))
    assert points is not None
    whole = check(address, tables, ROUNDS)
    assert whole.hits
    every = max(1, points // by_day(3, points))
    for fatal in range(1 + every // 2, points, every):
        address = fresh()
        passed = finish(*start(address, tables, ROUNDS, fatal))
        # Two tables that feed the jackpot at once do so in one step, so a run may be shorter.
        assert passed is None or passed < fatal
        assert finish(*start(address, tables, ROUNDS)) is not None
        again = check(address, tables, ROUNDS)
        assert again.hits == whole.hits
        assert not again.pending


def test_processes_that_hit_it_at_the_same_time_have_one_order(
    request: pytest.FixtureRequest,
) -> None:
    """On PostgreSQL, each with a table of its own, feeding, winning and settling at once."""
    first: str = request.getfixturevalue("server")
    hits = set()
    for _ in range(by_day(1, 10)):
        name = f"jackpots_{os.getpid()}_{next(_DATABASES)}"
        asyncio.run(_execute(first, f"CREATE DATABASE {name}"))
        address = with_database(first, name)
        rounds = by_day(2, 12)
        assert finish(*start(address, ("t0",), 1)) is not None  # the wallet, and the jackpot
        running = [start(address, (table,), rounds) for table in ("t1", "t2", "t3")]
        assert None not in [finish(*process) for process in running]
        assert finish(*start(address, ("t0",), rounds)) is not None
        after = check(address, ("t0", "t1", "t2", "t3"), rounds)
        hits.add(after.hits)
    assert min(hits) >= 4
