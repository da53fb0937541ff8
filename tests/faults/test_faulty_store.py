"""Every call of the store fails in turn and at random: old state or new, never a third."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from pitboss.floor.commands import Accepted, Sit
from pitboss.floor.terms import Clocks
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Entry
from pitboss.pit.refusals import NO_STORE
from pitboss.store import Committer, ConflictError, Store, StoreError
from tests.faults import virtual
from tests.faults.playing import BUY_IN, any_terms, fund, opened_hall, plain_bet, plain_terms
from tests.faults.simulation import no_fault, nth, play, random_run
from tests.faults.stores import Fault, FaultyStore, MemoryStore
from tests.store.conftest import opened
from tests.store.test_stores import all_of, some_entries
from tests.tiers import by_day

CALLS_MIN = 20


@pytest.mark.parametrize("fault", Fault)
def test_whichever_call_fails_the_table_goes_on(fault: Fault) -> None:
    terms = [any_terms("1", "wa/spanish-21", 3)]
    for number in count(1 + len(fault) % 2, by_day(3, 1)):
        outcome = virtual.run(play(terms, nth(number, fault), seats=2, rounds=4))
        assert outcome.rounds == 5
        if not outcome.faults:
            assert number > CALLS_MIN
            return


@pytest.mark.parametrize("seed", range(by_day(4, 200)))
def test_faults_and_crashes_at_random_at_tables_of_every_game(seed: int) -> None:
    faults = by_day(150, 1_000)
    outcome = virtual.run(random_run(random.Random(seed), faults))
    assert outcome.faults.total() >= faults / 2


def test_while_the_store_is_away_a_table_says_so_and_tries_now_and_then() -> None:
    async def steps() -> None:
        books = MemoryStore()
        await fund(books)
        store = FaultyStore(books, no_fault)
        async with opened_hall(store, [plain_terms("1", Clocks())], virtual.clock) as hall:
            table = hall.tables["1"]
            for seat in (1, 2):
                assert isinstance(await table.ask(Sit("ann", "", seat, BUY_IN)), Accepted)
            assert isinstance(await table.ask(plain_bet(table, "ann", 1)), Accepted)
            store.plan = lambda _: Fault.REFUSED
            calls = store.calls
            state = table.state
            assert await table.ask(Sit("bob", "", 3, BUY_IN)) is NO_STORE
            await asyncio.sleep(100)  # the betting clock ran out long ago
            assert table.state is state
            assert 80 < store.calls - calls < 130, "about one try a second"
            store.plan = no_fault
            await asyncio.sleep(2)
            assert table.state.rounds == 1, "it is dealt as soon as it can be written"

    virtual.run(steps())


async def hurried(committer: Committer, entries: Sequence[Entry]) -> None:
    """Commit within a second, or give up."""
    async with asyncio.timeout(1):
        await committer.commit(entries)
        await asyncio.sleep(1)


def test_a_time_out_while_a_store_hangs_is_a_time_out() -> None:
    async def steps() -> None:
        book = Book()
        store = FaultyStore(MemoryStore(), nth(1, Fault.HANG))
        committer = Committer(store)
        with pytest.raises(TimeoutError):
            await hurried(committer, some_entries(book, 1))
        assert await store.heads() == dict(book.heads), "what was begun is finished all the same"
        await committer.close()

    virtual.run(steps())


def test_who_waits_for_a_committer_that_is_stopped_is_told() -> None:
    async def steps() -> None:
        committer = Committer(MemoryStore())
        await asyncio.sleep(0)
        waiting = asyncio.create_task(committer.commit(some_entries(Book(), 1)))
        await asyncio.sleep(0)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        with pytest.raises(StoreError):
            await waiting

    virtual.run(steps())


@pytest.mark.parametrize("seed", range(4))
def test_the_store_in_memory_takes_and_refuses_what_a_real_one_does(
    seed: int, tmp_path: Path
) -> None:
    """The faults above are injected into a model of a store: it must be a good one."""

    async def outcome(store: MemoryStore | Store, batch: Sequence[Entry]) -> str:
        try:
            await store.append(batch)
        except ConflictError:
            return "conflict"
        return "written"

    async def steps() -> None:
        rng = random.Random(seed)
        memory = MemoryStore()
        async with opened(str(tmp_path / "books.db")) as real:
            entries = some_entries(Book(), 60, seed)
            for _ in range(200):
                place = rng.randrange(len(entries))
                batch = entries[place : place + rng.randint(1, 4)]
                if rng.random() < 0.2:
                    batch[-1] = batch[-1]._replace(key=entries[0].key)
                assert await outcome(memory, batch) == await outcome(real, batch)
            for entry in entries:
                assert await outcome(memory, [entry]) == await outcome(real, [entry])
            assert memory.written == await all_of(real)
            assert await memory.balances() == await real.balances()
            assert await memory.heads() == await real.heads()

    asyncio.run(steps())
