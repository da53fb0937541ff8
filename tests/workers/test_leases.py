"""Tables shared out between processes: here several halls in one process."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from pitboss.engine.actions import Refusal
from pitboss.floor.commands import Bet, Sit
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.pit.hall import Hall
from pitboss.pit.leases import ForeignKeysError, Leases, UnreachableError
from pitboss.pit.refusals import MOVING
from pitboss.rulebook.ready import ready_tables
from pitboss.store import Committer, Place, Store, open_store
from pitboss.store.sharing import LOCK_CLASS, Sharing
from tests.pit.seals import PlainSeals
from tests.pit.test_recovery import fund
from tests.server.asgi import run_async
from tests.store.conftest import Address
from tests.workers.conftest import oversleep, until

pytestmark = pytest.mark.usefixtures("hurry")

HERE = Place("here", "key", "", "")
TERMS = [
    TableTerms(id=str(number), name="Blackjack", house=ready_tables()["reference/blackjack"].house)
    for number in range(6)
]


@dataclass
class Process:
    """What one process of a floor has."""

    store: Store
    committer: Committer
    sharing: Sharing
    leases: Leases
    hall: Hall

    async def end(self) -> None:
        await self.leases.close()
        await self.hall.close()
        await self.sharing.close()

    async def die(self) -> None:
        """Be gone without a word, as after SIGKILL."""
        self.leases.stop()
        await self.hall.close()
        await self.sharing.close()


@asynccontextmanager
async def process(database: Address, place: Place = HERE) -> AsyncIterator[Process]:
    store = await open_store(database)
    committer = Committer(store)
    sharing = store.share()
    assert sharing is not None
    leases = Leases(sharing, place)
    hall = Hall(store, committer, PlainSeals(), holds=leases.holds)
    started = Process(store, committer, sharing, leases, hall)
    try:
        await leases.start(hall, TERMS)
        yield started
        await started.end()
    finally:
        await sharing.close()
        await committer.close()
        await store.close()


def shares(*processes: Process) -> list[int]:
    return [len(process.hall.tables) for process in processes]


@run_async
async def test_tables_are_shared_out_move_when_workers_come_and_go_and_none_is_run_twice(
    shared: Address,
) -> None:
    async with process(shared) as one:
        assert shares(one) == [6]
        assert [*one.hall.tables] == [terms.id for terms in TERMS]
        gone: list[str] = []
        one.hall.on_gone.append(gone.append)
        async with process(shared) as two:
            await until(lambda: shares(one, two) == [3, 3])
            async with process(shared) as three:
                await until(lambda: shares(one, two, three) == [2, 2, 2])
                names = Counter(name for worker in (one, two, three) for name in worker.hall.tables)
                assert set(names.values()) == {1}
                even = dict.fromkeys((worker.leases.number for worker in (one, two, three)), 2)
                await until(
                    lambda: all(
                        Counter(worker.leases.owners.values()) == even
                        for worker in (one, two, three)
                    )
                )
                await three.die()
                await until(lambda: shares(one, two) == [3, 3])
            await two.leases.drain()
            await until(lambda: shares(one, two) == [6, 0])
        assert len(gone) == 4
    async with process(shared) as again:
        assert shares(again) == [6], "at once: nobody lives who could have them"


@run_async
async def test_a_worker_that_slept_past_its_lease_says_and_writes_nothing_and_comes_back_as_another(
    shared: Address,
) -> None:
    async with process(shared) as one:
        number = one.leases.number
        table = one.hall.tables["0"]
        await fund(one.store, one.committer)
        assert not isinstance(await table.ask(Sit("ann", "ann", 1, 10_000)), Refusal)
        version = table.head.version
        # It sleeps: it renews nothing, and time passes for everybody else.
        await oversleep(one.leases, one.store)
        assert not one.leases.holds()
        assert await table.ask(Bet("ann", 1, {"main": 1000}), "late") == MOVING
        assert table.head.version == version
        async with process(shared) as two:
            await until(lambda: shares(two) == [6])
            other = two.hall.tables["0"]
            assert not isinstance(await other.ask(Bet("ann", 1, {"main": 1000})), Refusal)
            one.leases.run()
            await until(lambda: one.leases.number != number)
            assert (table.is_lost, table in one.hall.tables.values()) == (True, False)


@run_async
async def test_a_worker_that_drains_and_is_held_for_gone_still_takes_no_tables(
    shared: Address,
) -> None:
    async with process(shared) as one, process(shared) as two:
        await until(lambda: shares(one, two) == [3, 3])
        await two.leases.drain()
        await until(lambda: shares(one, two) == [6, 0])
        number = two.leases.number
        await two.sharing.resign(number)
        await until(lambda: two.leases.number != number)
        await until(lambda: two.leases.number in one.leases.workers)
        assert one.leases.workers[two.leases.number].is_draining


@run_async
async def test_a_table_is_given_away_between_rounds_or_after_its_time_as_it_is(
    shared: Address,
) -> None:
    terms = TableTerms(
        id="slow",
        name="slow",
        house=TERMS[0].house,
        clocks=NO_CLOCK,
        owner="ann",
        has_own_chips=True,
    )
    async with process(shared) as one:
        await fund(one.store, one.committer)
        await one.leases.note_new("slow")
        table = await one.hall.add(terms)
        assert not isinstance(await table.ask(Sit("ann", "ann", 1, 10_000)), Refusal)
        while table.state.round is None:
            assert not isinstance(await table.ask(Bet("ann", 1, {"main": 1000})), Refusal)
        question = table.state.round.question
        leaving = asyncio.create_task(one.hall.let_go("slow", 0.2))
        await asyncio.sleep(0)
        assert "slow" in one.hall.tables, "its round is open"
        await leaving
        assert "slow" not in one.hall.tables
        await one.hall.take(["slow"])
        again = one.hall.tables["slow"].state.round
        assert again is not None
        assert again.question == question


@pytest.mark.parametrize(
    ("other", "error"),
    [
        (HERE._replace(key="another"), ForeignKeysError),
        (HERE._replace(machine="there"), UnreachableError),
        (HERE._replace(machine="there", address="there:1"), UnreachableError),
    ],
)
@run_async
async def test_a_worker_that_could_not_take_over_or_be_reached_does_not_start(
    shared: Address, other: Place, error: type[Exception]
) -> None:
    async with process(shared) as one:
        with pytest.raises(error):
            async with process(shared, other):
                pass
        assert shares(one) == [6]


@run_async
async def test_notices_reach_every_process_and_a_gap_is_told(shared: Address) -> None:
    async with process(shared) as one, process(shared) as two:
        heard: list[tuple[int, str]] = []
        for number, worker in enumerate((one, two)):
            worker.sharing.listen("meter", lambda text, n=number: heard.append((n, text)))  # type: ignore[misc]
        await one.sharing.tell("meter", "bad beat")
        await until(lambda: sorted(heard) == [(0, "bad beat"), (1, "bad beat")])
        heard.clear()
        await one.store.statement(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' "
            "AND classid = $1 AND objid::bigint = $2",
            LOCK_CLASS,
            one.leases.number,
        )
        await until(lambda: (0, "") in heard)
        await two.sharing.tell("meter", "after")
        await until(lambda: {(0, "after"), (1, "after")} <= {*heard})
