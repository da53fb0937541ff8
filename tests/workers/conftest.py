"""Several processes on one PostgreSQL, which these tests share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from pitboss.pit import leases
from tests.store.conftest import database, server

__all__ = ["database", "server"]


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a second of the leases short, so that nobody waits for one."""
    for name in ("LEASE_SECONDS", "RENEW_SECONDS", "SILENT_SECONDS", "MARGIN_SECONDS"):
        monkeypatch.setattr(leases, name, getattr(leases, name) / 5)
    monkeypatch.setattr(leases, "RETIRE_SECONDS", 0.5)


async def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something that must come about."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - it is in the database
            await asyncio.sleep(0.01)
