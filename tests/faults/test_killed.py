"""kill -9 at every point of rounds of every kind: the books, the cards and the news as without."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest

from pitboss.ledger.entry import Entry
from tests.faults.audit import audit
from tests.faults.killed import Run, Script, run
from tests.store.conftest import opened, server, with_database
from tests.tiers import IS_NIGHT

__all__ = ["server"]

SCRIPTS = {
    "blackjack, one seat": Script((("wa/spanish-21", 3),), seats=1, rounds=2),
    "blackjack, splits": Script((("co/free-bet", 2),), seats=2, rounds=2),
    "a jackpot": Script((("co/straight-jack-progressive", 1),), seats=2, rounds=2),
    "switch": Script((("co/blackjack-switch", 1),), seats=2, rounds=2),
    "three cards": Script((("co/3-card-21", 1),), seats=2, rounds=2),
    "hold'em": Script((("co/21-holdem", 1),), seats=2, rounds=2),
    "ante up": Script((("co/ante-up-21", 1),), seats=2, rounds=2),
    "pai jack": Script((("co/pai-jack", 1),), seats=2, rounds=2),
    "wild poker": Script((("co/deuces-wild-xtreme", 1),), seats=3, rounds=2),
    "seven seats": Script((("co/buffalo-2", 1),), seats=7, rounds=1),
    "three tables": Script((("co/trilux", 1), ("co/pai-jack", 2), ("co/ride-free", 3)), 1, 2),
}
BY_DAY = 3
"""Points of each script; at night it is every one."""
ON_POSTGRES = ("blackjack, splits", "three tables")
"""Scripts that run there by day, too."""

Fresh = Callable[[], str]
_DATABASES = count()


@pytest.fixture(params=["sqlite", "postgres"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fresh]:
    """Return a function that gives the address of a new store."""
    numbers = count()
    if request.param == "sqlite":
        yield lambda: str(tmp_path / f"{next(numbers)}.db")
        return
    start: str = request.getfixturevalue("server")

    def create() -> str:
        name = f"killed_{os.getpid()}_{next(_DATABASES)}"
        asyncio.run(_execute(start, f"CREATE DATABASE {name}"))
        return with_database(start, name)

    yield create


async def _execute(address: str, statement: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute(statement)
    await connection.close()


async def read(address: str, heard: Run) -> dict[str, list[tuple[object, ...]]]:
    """Audit the books; return what every stream says, times and take-overs apart."""
    async with opened(address) as store:
        entries = await audit(store, heard.heard)
    streams: dict[str, list[tuple[object, ...]]] = {}
    for entry in entries:
        if entry.kind != "taken-over":
            streams.setdefault(entry.stream, []).append(_timeless(entry))
    return streams


def _timeless(entry: Entry) -> tuple[object, ...]:
    return (entry.actor, entry.key, entry.kind, entry.body, entry.postings)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("name", SCRIPTS)
def test_killed_anywhere_a_round_ends_as_it_would_have(name: str, fresh: Fresh) -> None:
    script = SCRIPTS[name]
    address = fresh()
    is_postgres = address.startswith("postgres")
    if is_postgres and not (IS_NIGHT or name in ON_POSTGRES):
        return
    whole = run(address, script)
    expected = asyncio.run(read(address, whole))
    frames = {
        (announcement.stream, announcement.body): shown
        for announcement, shown in zip(whole.heard, whole.frames, strict=True)
    }
    assert sum(map(len, expected.values())) > 10
    assert whole.points is not None
    points = [*range(1, whole.points + 1)]
    for fatal in points if IS_NIGHT else points[len(name) % 7 :: len(points) // BY_DAY]:
        address = fresh()
        killed = run(address, script, fatal)
        assert killed.points is None or len(script.games) > 1
        rest = run(address, script)
        heard = Run(killed.heard + rest.heard, killed.frames + rest.frames, None)
        assert asyncio.run(read(address, heard)) == expected, f"killed at point {fatal}"
        for announcement, shown in zip(heard.heard, heard.frames, strict=True):
            # nobody watched the first promises
            as_before = frames.get((announcement.stream, announcement.body), shown)
            assert as_before == shown, f"killed at point {fatal}: {announcement.kind}"
