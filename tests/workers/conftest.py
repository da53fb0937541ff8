"""Several processes on one PostgreSQL, which these tests share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from pitboss.pit import leases
from pitboss.pit.leases import Leases
from pitboss.store import Store
from tests.store.conftest import Address, database, model, server

__all__ = ["database", "model", "server"]


@pytest.fixture(params=["database", "model"], ids=["postgres", "model"])
def shared(request: pytest.FixtureRequest) -> Address:
    """Return books that several workers share: in a real database, and in the model of one."""
    chosen: Address = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for other workers often, but take no slow machine for a worker that is gone.

    A lease lasts as long as a test. One that is to be over is ended: `oversleep`.
    """
    for name in ("RENEW_SECONDS", "SILENT_SECONDS", "MARGIN_SECONDS"):
        monkeypatch.setattr(leases, name, getattr(leases, name) / 5)
    monkeypatch.setattr(leases, "LEASE_SECONDS", 600.0)
    monkeypatch.setattr(leases, "RETIRE_SECONDS", 0.5)


async def oversleep(sleeper: Leases, store: Store) -> None:
    """Stop a worker until its lease is over, for itself and for everybody else."""
    sleeper.stop()
    sleeper._held_until = 0.0  # noqa: SLF001 - the time of its own clock has passed
    await store.statement("UPDATE worker SET until = now() WHERE number = $1", sleeper.number)


async def until(condition: Callable[[], bool], seconds: float = 600) -> None:
    """Wait for something that must come about."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - it is in the database
            await asyncio.sleep(0.01)
