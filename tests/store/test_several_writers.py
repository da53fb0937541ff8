"""Several processes on one store: entries numbered as committed, and one owner to a table."""

from __future__ import annotations

import asyncio
from typing import Any

from pitboss.floor.commands import Accepted, CommitSeed, Pause
from pitboss.ledger.checkpoint import make_checkpoint
from pitboss.ledger.entry import GENESIS, Draft, Posting, seal
from pitboss.pit.hall import Hall
from pitboss.pit.refusals import LOST
from pitboss.pit.table import LiveTable
from pitboss.store import Committer, Store
from pitboss.store.postgres import PostgresStore
from tests.faults.audit import audit
from tests.faults.playing import Players, fix_entropy, fund, opened_hall, plain_terms
from tests.ledger.books import verify
from tests.pit.seals import PlainSeals
from tests.store.conftest import Address, opened

A_MOMENT = 0.2


def test_a_checkpoint_is_over_all_entries_before_it_however_slow_a_writer_is(
    database: Address,
) -> None:
    """One process is slow to commit; another writes and takes a checkpoint meanwhile."""

    async def steps() -> None:
        async with opened(database) as slow, opened(database) as quick:
            assert isinstance(slow, PostgresStore)
            line = slow._batches  # noqa: SLF001 - its transaction is left open
            await line.run(lambda connection: connection.execute("BEGIN"))
            await slow.append([deposit("ann")])
            writing = asyncio.create_task(quick.append([deposit("bob")]))
            done, _ = await asyncio.wait({writing}, timeout=A_MOMENT)
            if done:
                await add_checkpoint(quick)
            await line.run(lambda connection: connection.execute("COMMIT"))
            await writing
            await add_checkpoint(quick)
            entries = [entry async for entry in quick.entries()]
            assert verify(entries, await quick.checkpoints()) is None

    asyncio.run(steps())


def deposit(name: str) -> Any:  # noqa: ANN401 - an entry
    lines = (Posting(f"external:{name}", -1), Posting(f"wallet:{name}", 1))
    draft = Draft(f"account/{name}", "deposit", name, "deposit", b"{}", lines)
    return seal(draft, version=1, at=0, before=GENESIS)


async def add_checkpoint(store: Store) -> None:
    kept = await store.checkpoints()
    last = kept[-1] if kept else None
    await store.add_checkpoint(make_checkpoint(*await store.books(), at=0, last=last))


class _Overtaken:
    """A store on which somebody else writes just after the tables were read."""

    def __init__(self, store: Store, other: LiveTable) -> None:
        self._store = store
        self._other = other
        self.answers: list[object] = []

    async def tails(self, prefix: str, kind: str) -> list[Any]:
        entries = await self._store.tails(prefix, kind)
        if not self.answers:
            self.answers.append(await self._other.ask(Pause("floor", paused=True)))
        return entries

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a store has
        return getattr(self._store, name)


def test_what_was_still_being_written_when_a_house_started_does_not_cost_it_the_table(
    address: Address,
) -> None:
    """The process before it was killed, and its last commit came after the journal was read."""

    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            await fund(one)
            async with opened_hall(one, [plain_terms("1")]) as old:
                await Players(old.tables["1"], 2).play(2)
                store: Any = _Overtaken(two, old.tables["1"])
                committer = Committer(two)
                new = Hall(store, committer, PlainSeals())
                await new.open()
                (written,) = store.answers
                assert isinstance(written, Accepted), "it was in time"
                table = new.tables["1"]
                assert table.state.paused, "read again, with what came in between"
                assert isinstance(await table.ask(Pause("floor", paused=False)), Accepted)
                assert await old.tables["1"].ask(Pause("floor", paused=True)) == LOST
                await Players(table, 2).play(4)
                await new.close()
                await committer.close()
            await audit(two, [])

    with fix_entropy():
        asyncio.run(steps())


def test_a_house_that_lost_its_table_shows_nothing_more_of_it(address: Address) -> None:
    """Also what needs no entry: a bet that lies on a spot is seen by the others."""

    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            await fund(one)
            now = 10**15
            async with opened_hall(one, [plain_terms("1")], lambda: now) as old:
                await Players(old.tables["1"], 2).play(1)
                async with opened_hall(two) as new:
                    now += 10_000_000  # the old one was stopped, and wakes
                    table = old.tables["1"]
                    before = table.state
                    assert await table.ask(CommitSeed("ann", 1, 2, 1, bytes(32))) == LOST
                    assert table.state is before
                    assert not await table.confirm()
                    await Players(new.tables["1"], 2).play(3)
            await audit(two, [])

    with fix_entropy():
        asyncio.run(steps())


def test_a_house_that_is_not_alone_leaves_the_tables_of_others_to_them(address: Address) -> None:
    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            await fund(one)
            committer = Committer(two)
            async with opened_hall(one, [plain_terms("1")]) as first:
                for _ in range(2):  # the second time its own table is found again
                    second = Hall(two, committer, PlainSeals())
                    await second.open([plain_terms("2")], alone=False)
                    assert list(second.tables) == ["2"]
                    await asyncio.gather(
                        Players(first.tables["1"], 2).play(3),
                        Players(second.tables["2"], 2).play(3),
                    )
                    await second.close()
            await committer.close()
            await audit(two, [])

    with fix_entropy():
        asyncio.run(steps())
