"""What the simulation found out about a worker's connection to the others, as small tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from pitboss.store.notices import Place
from pitboss.store.sharing import Sharing
from tests.simulation.loop import FloorLoop, StuckError, watched
from tests.simulation.model_store import ModelDatabase, installed
from tests.simulation.seam import seam

PLACE = Place("machine", "key", "/path", "")
ADDRESS = "postgresql://w1@model/books"


def run(steps: Callable[[ModelDatabase], Coroutine[Any, Any, None]]) -> None:
    """Run steps in virtual time."""
    loop = FloorLoop()
    database = ModelDatabase(1)
    asyncio.set_event_loop(loop)
    try:
        with seam(loop, 1), installed(database), watched(loop):
            loop.run_until_complete(steps(database))
    except StuckError as error:
        raise AssertionError(str(error)) from error
    finally:
        asyncio.set_event_loop(None)
        loop.close()


def test_a_connection_that_failed_while_it_was_made_is_not_kept() -> None:
    """It kept the worker's lock, and when it ended at last, its process turned in circles."""

    async def steps(database: ModelDatabase) -> None:
        sharing = Sharing(ADDRESS)
        await sharing.register(PLACE, 5.0)
        sharing.keep_open()
        await asyncio.sleep(1)
        database.force("hang", "pg_try_advisory_lock", 30.0)
        database.break_one("w1")
        await asyncio.sleep(20)
        assert len(database.connections) == 1
        database.break_one("w1")
        await asyncio.sleep(60)
        assert await sharing.workers() is not None
        assert len(database.connections) == 1
        await sharing.close()

    run(steps)
