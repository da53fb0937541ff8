"""kill -9 at random moments of 64 busy tables, again and again, on both stores."""

from __future__ import annotations

import asyncio
import random

from tests.faults.under_load import Lives
from tests.store.conftest import Address, database, server
from tests.store.conftest import real_address as address
from tests.tiers import by_day

__all__ = ["address", "database", "server"]

KILLS = by_day(4, 150)
LONG = by_day(1, 4) * 0.25
"""Seconds that a process lives at most once it is ready."""


def test_killed_at_random_under_load_nothing_is_lost_and_nothing_is_there_twice(
    address: Address,
) -> None:
    rng = random.Random(1)
    lives = Lives(address, 1)
    for _ in range(KILLS):
        lives.live(rng, long=LONG)
    asyncio.run(lives.check())
    assert lives.kills == KILLS
