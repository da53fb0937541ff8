"""Makes reports and verifies the books in another process, a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import json

from pitboss.audit.catalogue import REPORTS
from pitboss.audit.interval import UTC_DAYS, HouseDays, Interval
from pitboss.audit.render import render
from pitboss.audit.report import ReportQuery
from pitboss.pit.reports import make_report
from pitboss.pit.verification import verify_store
from pitboss.pit.workers import end_workers, start_workers
from pitboss.server.keys import open_keys
from pitboss.server.requests.errors import ApiError
from pitboss.store import open_store


class ReportOrder(NamedTuple):
    """An order for a report: which one, its scope and its format."""

    name: str
    form: str
    interval: Interval
    table: str = ""
    account: str = ""
    days: HouseDays = UTC_DAYS


def write_report(address: str, order: ReportOrder, generated: int) -> bytes:
    """Return a report of the books at an address."""
    question = ReportQuery(
        interval=order.interval,
        days=order.days,
        generated=generated,
        table=order.table,
        account=order.account,
    )

    async def work() -> bytes:
        store = await open_store(address)
        try:
            return render(await make_report(store, REPORTS[order.name], question), order.form)
        finally:
            await store.close()

    return asyncio.run(work())


def verify_books(address: str, key_file: str) -> bytes:
    """Verify the books at an address; return the outcome as JSON."""

    async def work() -> bytes:
        store = await open_store(address)
        try:
            outcome = await verify_store(store, None, open_keys(Path(key_file)).trust)
        finally:
            await store.close()
        return json.encode(outcome.as_json())

    return asyncio.run(work())


SOON_S: Final = 5
"""Seconds after which a waiting caller must ask again; the work goes on."""
ORDERS_MAX: Final = 8
"""Reports that are made or wait to be fetched."""


class Reporter:
    """One process for jobs that read the whole journal."""

    def __init__(self) -> None:
        """Start nothing: the process starts with the first order."""
        self._pool: ProcessPoolExecutor | None = None
        self._orders: dict[Hashable, asyncio.Future[bytes]] = {}

    async def ask(
        self, key: Hashable, work: Callable[..., bytes], *arguments: object
    ) -> bytes | None:
        """Return the result of *work*; None while it is not ready: ask again with the same key."""
        order = self._orders.get(key)
        if order is None:
            self._forget_old()
            if self._pool is None:
                self._pool = start_workers(1)
            loop = asyncio.get_running_loop()
            order = self._orders[key] = loop.run_in_executor(self._pool, work, *arguments)
        try:
            async with asyncio.timeout(SOON_S):
                made = await asyncio.shield(order)
        except TimeoutError:
            return None
        except BrokenProcessPool:
            self._pool = None
            self._orders.clear()
            raise ApiError("server/busy", "the report was stopped; ask again", retry_s=1) from None
        except Exception:
            self._orders.pop(key, None)
            raise
        self._orders.pop(key, None)
        return made

    def _forget_old(self) -> None:
        """Make room: delete the oldest finished results."""
        for key, order in [*self._orders.items()]:
            if len(self._orders) < ORDERS_MAX:
                return
            if order.done():
                del self._orders[key]
        if len(self._orders) >= ORDERS_MAX:
            raise ApiError("server/busy", "too many reports are being made; ask again", retry_s=10)

    def close(self) -> None:
        """End the process, even in the middle of its work."""
        if self._pool is not None:
            end_workers(self._pool)
