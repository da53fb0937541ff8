"""The model of PostgreSQL answers as a real one does, also to many at once."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

from pitboss.ledger.entry import GENESIS, Draft, Entry, Posting, seal
from pitboss.store import Place, Store
from pitboss.store.errors import StoreError
from pitboss.store.sharing import Sharing
from tests.simulation.histories import Floor, draw_arguments, methods, run_history
from tests.simulation.model_store import ModelDatabase, installed
from tests.store.conftest import Address, address, database, model, opened, server

__all__ = ["address", "database", "model", "server"]

STEPS = 400
MODEL = "postgresql://one@model/books"


@pytest.mark.parametrize("seed", range(4))
def test_a_random_history_has_the_same_answers(database: Address, seed: int) -> None:
    real = asyncio.run(run_history(database, seed, STEPS))
    with installed(ModelDatabase(seed)) as modelled:
        again = asyncio.run(run_history(MODEL, seed, STEPS))
    assert not modelled.tables.gaps
    for line, other in zip(real, again, strict=True):
        assert other == line


def test_every_method_of_the_protocol_takes_part() -> None:
    """A new method whose arguments nobody can draw fails here, and its statements above."""
    known = methods()
    assert {"append", "count_try", "use_recovery", "register", "claim", "hold_lock"} <= {*known}
    for name, kind in known.items():
        assert kind in (Store, Sharing)
        draw_arguments(Floor(Random(1)), kind, name)


def deposit(name: str, wallet: str, amount: int) -> Entry:
    """Return the first entry of an account of its own, which moves money of a wallet."""
    lines = (Posting(f"wallet:{wallet}", amount), Posting("external:demo", -amount))
    draft = Draft(f"account/{name}", "moved", name, "k", b"{}", lines)
    return seal(draft, version=1, at=0, before=GENESIS)


def test_many_writers_spend_no_more_than_there_is(address: Address) -> None:
    async def steps() -> None:
        async with opened(address) as one, opened(address) as two, opened(address) as three:
            await one.append([deposit("bank", "ann", 100)])
            spends = [deposit(f"n{number}", "ann", -30) for number in range(12)]
            stores = (one, two, three)
            answers = await asyncio.gather(
                *(stores[number % 3].append([it]) for number, it in enumerate(spends)),
                return_exceptions=True,
            )
            assert [type(it).__name__ for it in answers].count("NoneType") == 3
            assert sum(isinstance(it, StoreError) for it in answers) == 9
            assert await two.balance("wallet:ann") == 10
            written = [entry async for entry in three.entries()]
            assert len(written) == 4 == await one.position()

    asyncio.run(steps())


def test_many_writers_of_their_own_streams_all_come_through_in_order(address: Address) -> None:
    async def steps() -> None:
        async with opened(address) as one, opened(address) as two, opened(address) as three:
            stores = (one, two, three)
            entries = [deposit(f"n{number}", f"n{number}", 1) for number in range(30)]
            await asyncio.gather(
                *(stores[number % 3].append([it]) for number, it in enumerate(entries))
            )
            rows = await one.entries_after(0, 100)
            assert [position for position, _ in rows] == list(range(1, 31))
            assert sorted(entry for _, entry in rows) == sorted(entries)
            for start in range(3):  # what one worker wrote stands in its order
                own = [entry for _, entry in rows if entry in entries[start::3]]
                assert own == entries[start::3]

    asyncio.run(steps())


@pytest.mark.parametrize("kind", ["database", "model"])
def test_many_living_workers_take_every_table_once(
    request: pytest.FixtureRequest, kind: str
) -> None:
    async def steps(address: Address) -> None:
        async with AsyncExitStack() as stack:
            sharings = []
            numbers = []
            for _ in range(3):
                store = await stack.enter_async_context(opened(address))
                sharing = store.share()
                assert sharing is not None
                stack.push_async_callback(sharing.close)
                sharings.append(sharing)
                numbers.append((await sharing.register(Place("m", "k", "p", ""), 600.0))[0])
            streams = [f"table/{number}" for number in range(30)]
            first = sharings[0]
            assert len(await first.claim_new(numbers[0], streams)) == 30
            await first.release(numbers[0], streams)
            taken: set[str] = set()
            for _ in range(4):  # at the same moment some see rows that others have locked
                claims = await asyncio.gather(
                    *(it.claim(n, 10) for it, n in zip(sharings, numbers, strict=True))
                )
                for claimed in claims:
                    assert not taken & {*claimed}, "nobody takes what another living one has"
                    taken |= {*claimed}
            assert taken == {*streams}
            assert {lease.epoch for lease in await first.leases()} == {3}

    asyncio.run(steps(request.getfixturevalue(kind)))
