"""Reports from the books of a store: every entry read once, in the order written."""

from __future__ import annotations

from dataclasses import replace

from msgspec import convert, json

from pitboss.audit.catalogue import ReportKind, ReportRun
from pitboss.audit.interval import HouseDays
from pitboss.audit.report import ReportQuery
from pitboss.audit.sheet import ReportSheet
from pitboss.ledger.entry import Entry
from pitboss.office.core import STREAM, event_kind
from pitboss.office.day import DayClosed, DayOpened, TermsSet
from pitboss.office.papers import OfficeTerms
from pitboss.store import Search, Store

_DAYS_MAX = 100_000
"""Days that are looked up: more than two centuries of them."""


async def house_days(store: Store) -> HouseDays:
    """Return the gambling days that the office has opened, and the clock of the house.

    A house that has never opened one counts calendar days.
    """
    opened = await _find(store, DayOpened, _DAYS_MAX)
    closed = await _find(store, DayClosed, 1)
    terms = OfficeTerms()
    for entry in await _find(store, TermsSet, 1):
        terms = convert(json.decode(entry.body)["terms"], OfficeTerms, strict=False)
    last = opened[0].at if opened else 0
    return HouseDays(
        zone=terms.time_zone,
        starts_minute=terms.day_starts_minute if opened else 0,
        opened=tuple((day.at, json.decode(day.body)["date"]) for day in reversed(opened)),
        closed=closed[0].at if closed and closed[0].at >= last else 0,
    )


async def _find(store: Store, kind: type, limit: int) -> list[Entry]:
    """Return entries of the office of one kind, the latest first."""
    wanted = Search(stream=STREAM, kind=event_kind(kind), limit=limit)
    return [entry for _, entry in await store.search(wanted)]


async def make_report(store: Store, kind: ReportKind, question: ReportQuery) -> ReportSheet:
    """Return a report of the books as they are."""
    names = {known.account: known.name for known in await store.credentials()}
    checkpoints = tuple(await store.checkpoints())
    question = replace(question, checkpoints=checkpoints, names=names)
    run = ReportRun(kind, question)
    async for entry in store.entries():
        run.add(entry)
    return run.sheet()
