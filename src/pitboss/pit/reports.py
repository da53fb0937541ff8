"""Reports from the books of a store: every entry read once, in the order written."""

from __future__ import annotations

from dataclasses import replace

from pitboss.audit.catalogue import ReportKind, ReportRun
from pitboss.audit.report import ReportQuery
from pitboss.audit.sheet import ReportSheet
from pitboss.store import Store


async def make_report(store: Store, kind: ReportKind, question: ReportQuery) -> ReportSheet:
    """Return a report of the books as they are."""
    question = replace(question, checkpoints=tuple(await store.checkpoints()))
    run = ReportRun(kind, question)
    async for entry in store.entries():
        run.add(entry)
    return run.sheet()
