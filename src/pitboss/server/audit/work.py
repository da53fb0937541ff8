"""Write reports and verify books in another process, while the tables play on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

from msgspec import json

from pitboss.audit.catalogue import REPORTS
from pitboss.audit.interval import Interval
from pitboss.audit.render import render
from pitboss.audit.report import ReportQuery
from pitboss.pit.reports import make_report
from pitboss.pit.verification import verify_store
from pitboss.server.keys import open_keys
from pitboss.store import open_store


class ReportOrder(NamedTuple):
    """An order for a report: which one, its scope and its format."""

    name: str
    form: str
    interval: Interval
    table: str = ""
    account: str = ""


def write_report(address: str, order: ReportOrder, generated: int) -> bytes:
    """Return a report of the books at an address."""
    question = ReportQuery(
        interval=order.interval, generated=generated, table=order.table, account=order.account
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
            outcome = await verify_store(store, None, open_keys(Path(key_file)).is_signed)
        finally:
            await store.close()
        return json.encode(outcome.as_json())

    return asyncio.run(work())
