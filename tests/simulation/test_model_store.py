"""The model of PostgreSQL keeps what a real one keeps, and fails in the ways that it names."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from pitboss.ledger.book import Book
from pitboss.store import (
    Committer,
    ConflictError,
    OutcomeUnknownError,
    Place,
    Store,
    StoreError,
    open_store,
)
from tests.simulation.model_store import STATEMENT_FAULTS, Faults, ModelDatabase, installed
from tests.store.test_stores import all_of, some_entries

Steps = Callable[[ModelDatabase, Store], Awaitable[None]]


def run(steps: Steps, faults: Faults | None = None) -> ModelDatabase:
    """Do something with a store on a new model."""
    database = ModelDatabase(1, faults)

    async def work() -> None:
        with installed(database):
            store = await open_store("postgresql://one@model/books")
            await steps(database, store)
            await store.close()

    asyncio.run(work())
    assert not database.tables.gaps
    return database


def test_a_batch_whose_answer_is_lost_is_in_the_books_and_its_outcome_unknown() -> None:
    entries = some_entries(Book(), 10)

    async def steps(database: ModelDatabase, store: Store) -> None:
        database.force("lost_after", "append_")
        with pytest.raises(OutcomeUnknownError):
            await store.append(entries)
        assert await all_of(store) == entries

    run(steps)


def test_a_batch_that_is_lost_on_its_way_is_not_in_the_books() -> None:
    entries = some_entries(Book(), 10)

    async def steps(database: ModelDatabase, store: Store) -> None:
        database.force("lost_before", "append_")
        with pytest.raises(OutcomeUnknownError):
            await store.append(entries)
        assert not await all_of(store)

    run(steps)


def test_a_late_batch_comes_after_its_writer_looked_for_it() -> None:
    entries = some_entries(Book(), 10)

    async def steps(database: ModelDatabase, store: Store) -> None:
        database.force("late", "append_", 0.05)
        with pytest.raises(OutcomeUnknownError):
            await store.append(entries)
        assert not await all_of(store)
        await asyncio.sleep(0.06)
        assert await all_of(store) == entries

    run(steps)


@pytest.mark.parametrize("name", STATEMENT_FAULTS)
def test_the_committer_finds_out_what_became_of_a_batch(name: str) -> None:
    entries = some_entries(Book(), 40)

    async def steps(database: ModelDatabase, store: Store) -> None:
        committer = Committer(store)
        await committer.commit(entries[:20])
        database.force(name, "append_", 0.05)
        try:
            await committer.commit(entries[20:])
        except StoreError:
            assert name == "refused"
            await committer.commit(entries[20:])
        assert await all_of(store) == entries
        await committer.close()

    assert run(steps).counts[name] == 1


def test_a_full_disk_refuses_batches_and_answers_questions() -> None:
    entries = some_entries(Book(), 10)

    async def steps(database: ModelDatabase, store: Store) -> None:
        database.fill_disk(0.05)
        with pytest.raises(StoreError, match="No space left") as refused:
            await store.append(entries)
        assert not isinstance(refused.value, OutcomeUnknownError | ConflictError)
        with pytest.raises(StoreError):
            await store.try_write()
        assert await store.heads() == {}
        await asyncio.sleep(0.06)
        await store.append(entries)

    run(steps)


def test_a_slow_batch_keeps_the_others_waiting_and_comes_first() -> None:
    book = Book()
    one = some_entries(book, 1)
    two = some_entries(Book(), 1, seed=4)
    two = [entry for entry in two if entry.stream != one[0].stream] or some_entries(Book(), 1, 7)

    async def steps(database: ModelDatabase, store: Store) -> None:
        other = await open_store("postgresql://two@model/books")
        database.force("slow", "append_", 0.05)
        slow = asyncio.create_task(store.append(one))
        await asyncio.sleep(0.01)
        await asyncio.gather(slow, other.append(two))
        assert await all_of(other) == [*one, *two]
        await other.close()

    run(steps)


def test_notices_arrive_in_order_and_a_broken_connection_loses_them() -> None:
    async def steps(database: ModelDatabase, store: Store) -> None:
        sharing = store.share()
        other = store.share()
        assert sharing is not None
        assert other is not None
        heard: list[str] = []
        sharing.listen("meter", heard.append)
        await sharing.workers()  # connects
        for number in range(20):
            await other.tell("meter", str(number))
        await asyncio.sleep(0.01)
        assert heard == [str(number) for number in range(20)]
        (listening,) = [it for it in database.connections if it.session.channels][:1]
        listening.lose()
        await other.tell("meter", "lost")
        await sharing.workers()
        assert heard[20:] == [""], "it knows that some may be missing"
        await sharing.close()
        await other.close()

    run(steps)


def test_a_worker_that_is_killed_frees_its_lock_and_its_leases_end_with_its_time() -> None:
    async def steps(database: ModelDatabase, store: Store) -> None:
        place = Place("machine", "key", "path", "")
        other = await open_store("postgresql://two@model/books")
        one = store.share()
        two = other.share()
        assert one is not None
        assert two is not None
        first, _ = await one.register(place, 5.0)
        second, _ = await two.register(place, 5.0)
        assert await one.claim_new(first, ["table/1", "table/2"]) == ["table/1", "table/2"]
        await two.bury(5.0, 0.0)
        assert len(await two.workers()) == 2, "it has its lock"
        database.kill("one")
        await asyncio.sleep(0.01)
        await two.bury(5.0, 0.0)
        assert [worker.number for worker in await two.workers()] == [second]
        assert await two.claim(second, 1) == ["table/1"]
        assert not await one.renew(first, 5.0)
        for it in (one, two, other):
            await it.close()

    run(steps)


def test_a_seed_chooses_the_faults_and_they_can_be_taken_away_one_by_one() -> None:
    drawn = [Faults.draw(Random(seed)) for seed in range(50)]
    assert len({tuple(faults.names()) for faults in drawn}) > 30
    faults = drawn[0]
    for name in faults.names():
        faults = faults.without(name)
    assert faults == Faults()
