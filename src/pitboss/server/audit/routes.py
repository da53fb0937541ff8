"""Routes of reports, of the journal and of its proof; each needs a permission."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field, json

from pitboss.audit.catalogue import REPORTS, ReportKind
from pitboss.audit.components import ComponentCheck, Components
from pitboss.audit.interval import HouseDays, Interval, moment_text, read_interval
from pitboss.audit.render import RENDERERS
from pitboss.audit.sheet import Format
from pitboss.ledger.entry import Entry
from pitboss.office.core import STREAM, event_kind
from pitboss.office.counting import BoxCounted, BoxRecounted, blind_since
from pitboss.office.roles import Permission
from pitboss.pit.reports import house_days
from pitboss.pit.witness import checkpoint_json
from pitboss.report.document.typesetting import pdf_is_possible
from pitboss.server.audit.components import is_expected
from pitboss.server.audit.reporter import ReportOrder, verify_books, write_report
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import ENTRIES_MAX, EXPORT_BYTES_MAX, EXPORT_MAX
from pitboss.server.requests.routes import Call, Handler, Routes, Text
from pitboss.server.requests.wire import Working, show
from pitboss.store import STILL, Search
from pitboss.version import __version__

Word = Annotated[str, Meta(max_length=200)]
Place = Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]
"""A place in the journal or among the checkpoints, as the database numbers them."""


class ReportQuestion(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):  # noqa: E501 # fmt: skip
    """What a report is about."""

    start: Word = ""
    """From this day or time on."""
    end: Word = ""
    """Up to this day or time, without it."""
    day: Word = ""
    """Only this day, month or year."""
    table: Word = ""
    player: Word = ""
    """An account."""


class OwnReportQuestion(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):  # noqa: E501 # fmt: skip
    """What one's own statement is about."""

    format: Word = ""
    start: Word = ""
    end: Word = ""
    day: Word = ""


class ReportName(Struct, frozen=True):
    """A report that can be asked for."""

    name: str
    title: str
    about: str
    needs: str
    """The permission of its readers."""
    formats: list[str]


class Reports(Struct, frozen=True):
    """All reports."""

    reports: list[ReportName]


class EntryQuestion(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):  # noqa: E501 # fmt: skip
    """Which entries of the journal are wanted."""

    stream: Word = ""
    kind: Word = ""
    actor: Word = ""
    start: Word = ""
    end: Word = ""
    before: Place = 0
    """Only those at a position before this one; 0: any."""
    limit: Annotated[int, Meta(ge=1, le=ENTRIES_MAX)] = 100


class JournalEntry(Struct, frozen=True):
    """One entry."""

    position: int
    stream: str
    version: int
    at: str
    actor: str
    kind: str
    key: str
    body: Any
    postings: list[tuple[str, int]]
    """Accounts and units of 1/10,000 dollar."""
    before: str
    hash: str


class JournalEntries(Struct, frozen=True):
    """Entries, the latest first."""

    entries: list[JournalEntry]
    next: int | None
    """Ask for entries before this position; null at the end."""


class CheckpointQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which checkpoints are wanted."""

    after: Place = 0
    limit: Annotated[int, Meta(ge=1, le=ENTRIES_MAX)] = 100


class KeptCheckpoint(Struct, frozen=True):
    """One checkpoint, as a witness keeps it."""

    number: int
    at: int
    heads: str
    balances: str
    entries: int
    before: str
    signature: str
    tree: str = ""
    """The root over all entries; empty in older ones."""


class Checkpoints(Struct, frozen=True):
    """Checkpoints in their order, and the key that their signatures are verified with."""

    checkpoints: list[KeptCheckpoint]
    public_key: str


class Verified(Struct, frozen=True):
    """The result of verifying the books."""

    verified: bool
    entries: int
    checkpoints: int
    signed_from: int | None
    """The first entry that is signed."""
    finding: dict[str, str] | None


class ExportQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of the journal is exported."""

    after: Place = 0
    """Behind this position."""
    limit: Annotated[int, Meta(ge=1, le=EXPORT_MAX)] = 1000


class ComponentHashes(Struct, frozen=True):
    """The software's files, checked now."""

    version: str
    root: str
    files: int
    as_expected: bool
    changed: list[str]
    hashes: dict[str, str]


_FIGURES = {event_kind(BoxCounted), event_kind(BoxRecounted)}
_WITHHELD = b'{"withheld":"until the drop boxes of this day are counted"}'
_STILL_WORKING = Text(json.encode(Working()), status=202, retry_s=2)
_CODES = ("report/format", "query/invalid", "server/busy")
_TEXTS = tuple(kind for form, (kind, _) in RENDERERS.items() if form != "json")
_LINES = "application/x-ndjson"

AUDIT_ROUTES = Routes("audit")
"""Reports, the journal, its proof and the software's hashes."""


# -- reports ---------------------------------------------------------------------------------------


@AUDIT_ROUTES.get("/reports", own="their names are documented")
async def reports(call: Call) -> Reports:
    """List the reports."""
    del call
    return Reports(
        [
            ReportName(
                name=kind.name,
                title=kind.title,
                about=kind.about,
                needs=kind.needs,
                formats=[*RENDERERS],
            )
            for kind in REPORTS.values()
        ]
    )


def _report_handler(kind: ReportKind) -> Handler:
    async def report(call: Call) -> Text:
        query: ReportQuestion = call.query
        form = call.path["format"]
        if kind.of_player and not query.player:
            raise ApiError("query/invalid", "say whose statement it is: ?player=ACCOUNT")
        days = await house_days(call.services.store)
        interval = _interval(days, query.start, query.end, query.day)
        since = blind_since(await call.services.desk.refresh(), call.account)
        if kind.shows_drop and since is not None and interval.end > since:
            message = f"the drop boxes of this day are not counted; ask up to {moment_text(since)}"
            raise ApiError("count/blind", message)
        order = ReportOrder(
            name=kind.name,
            form=form,
            interval=interval,
            table=query.table,
            account=query.player,
            days=days,
        )
        return await _make_report(call, order)

    return report


_Cells = dict[str, str | float | bool | None]
"""Column -> the value in a row; amounts are exact text, times ISO 8601."""


class ReportColumn(Struct, frozen=True):
    """A column of a report."""

    name: str
    title: str
    kind: Annotated[Format, Meta(description="How a value is written.")]


class ReportSection(Struct, frozen=True):
    """One table of a report."""

    name: str
    title: str
    columns: list[ReportColumn]
    rows: list[_Cells]
    totals: _Cells | None
    note: str


class ReportData(Struct, frozen=True):
    """A report as data."""

    format: str
    report: str
    title: str
    operator: str
    subject: str
    start: str = field(name="from")
    to: str
    generated: str
    time_zone: str
    software: str
    entries: int
    activity: Annotated[bool, Meta(description="Whether anything happened in the interval.")]
    sections: list[ReportSection]


for _kind in REPORTS.values():
    AUDIT_ROUTES.get(
        f"/reports/{_kind.name}.{{format}}",
        summary=f"Report: {_kind.about[0].lower()}{_kind.about[1:]}",
        query=ReportQuestion,
        answer=ReportData,
        texts=_TEXTS,
        needs=_kind.needs,
        codes=(*_CODES, "count/blind") if _kind.shows_drop else _CODES,
        waits=True,
    )(_report_handler(_kind))


@AUDIT_ROUTES.get(
    "/me/report",
    query=OwnReportQuestion,
    answer=ReportData,
    texts=_TEXTS,
    own="only one's own statement",
    codes=_CODES,
    waits=True,
)
async def own_report(call: Call) -> Text:
    """Return your statement as a report: JSON, CSV, HTML, PDF, Markdown or text."""
    query: OwnReportQuestion = call.query
    days = await house_days(call.services.store)
    interval = _interval(days, query.start, query.end, query.day)
    order = ReportOrder(
        name="statement",
        form=query.format,
        interval=interval,
        table="",
        account=call.account,
        days=days,
    )
    return await _make_report(call, order)


async def _make_report(call: Call, order: ReportOrder) -> Text:
    if order.form not in RENDERERS or (order.form == "pdf" and not pdf_is_possible()):
        raise ApiError("report/format", f"a report is one of {', '.join(RENDERERS)}")
    services = call.services
    made = await services.reporter.ask(
        order, write_report, services.settings.address, order, services.settings.clock()
    )
    return _STILL_WORKING if made is None else Text(made, RENDERERS[order.form][0])


def _interval(days: HouseDays, start: str, end: str, day: str = "") -> Interval:
    try:
        return read_interval(start, end, day, days)
    except ValueError as error:
        raise ApiError("query/invalid", str(error)) from None


# -- the journal -----------------------------------------------------------------------------------


@AUDIT_ROUTES.get(
    "/audit/entries",
    query=EntryQuestion,
    needs=Permission.READ_JOURNAL,
    codes=("query/invalid",),
)
async def entries(call: Call) -> JournalEntries:
    """Search the journal, the latest entries first."""
    query: EntryQuestion = call.query
    start, end = _interval(await house_days(call.services.store), query.start, query.end)
    wanted = Search(
        stream=query.stream,
        kind=query.kind,
        actor=query.actor,
        start=start,
        end=end,
        before=query.before or STILL,
        limit=query.limit,
    )
    matches = await call.services.store.search(wanted)
    since = blind_since(await call.services.desk.refresh(), call.account)
    shown = [
        _entry(position, _without_drop(entry) if _shows_drop(entry, since) else entry)
        for position, entry in matches
    ]
    return JournalEntries(shown, matches[-1][0] if len(matches) == query.limit else None)


def _shows_drop(entry: Entry, since: int | None) -> bool:
    """Return whether an entry says what is in a box that its reader is still to count."""
    if since is None or entry.at < since:
        return False
    is_figure = entry.stream == STREAM and entry.kind in _FIGURES
    return is_figure or any(line.account.startswith(("drop:", "box:")) for line in entry.postings)


def _without_drop(entry: Entry) -> Entry:
    return entry._replace(body=_WITHHELD, postings=())


def _entry(position: int, entry: Entry) -> JournalEntry:
    return show(
        JournalEntry,
        entry,
        position=position,
        at=moment_text(entry.at),
        body=json.decode(entry.body) if entry.body else None,
        postings=[(account, amount) for account, amount in entry.postings],
        before=entry.before.hex(),
        hash=entry.hash.hex(),
    )


@AUDIT_ROUTES.get(
    "/audit/export",
    query=ExportQuestion,
    texts=(_LINES,),
    needs=Permission.EXPORT,
    codes=("query/invalid",),
)
async def export(call: Call) -> Text:
    """Export the journal as JSON lines, part by part."""
    query: ExportQuestion = call.query
    lines: list[bytes] = []
    size = 0
    for position, entry in await call.services.store.entries_after(query.after, query.limit):
        lines.append(json.encode(_entry(position, entry)))
        size += len(lines[-1])
        if size > EXPORT_BYTES_MAX:
            break
    return Text(b"".join(line + b"\n" for line in lines), _LINES)


@AUDIT_ROUTES.get(
    "/audit/checkpoints",
    query=CheckpointQuestion,
    needs=Permission.READ_JOURNAL,
    codes=("query/invalid",),
)
async def checkpoints(call: Call) -> Checkpoints:
    """Return signed checkpoints, to keep in another place."""
    query: CheckpointQuestion = call.query
    kept = [
        checkpoint
        for checkpoint in await call.services.store.checkpoints()
        if checkpoint.number > query.after
    ]
    shown = [KeptCheckpoint(**checkpoint_json(checkpoint)) for checkpoint in kept[: query.limit]]
    return Checkpoints(shown, call.services.keys.public.hex())


@AUDIT_ROUTES.get(
    "/audit/verify",
    answer=Verified,
    needs=Permission.READ_JOURNAL,
    codes=("server/busy",),
    waits=True,
)
async def verify(call: Call) -> Text:
    """Verify the books from the first entry to the last."""
    settings = call.services.settings
    made = await call.services.reporter.ask(
        "verify", verify_books, settings.address, str(settings.key_file)
    )
    return _STILL_WORKING if made is None else Text(made)


@AUDIT_ROUTES.get("/audit/components", needs=Permission.READ_HASHES)
async def components(call: Call) -> ComponentHashes:
    """Hash the software's files now; nothing is recorded."""
    return _show_components(*await call.services.components.look())


@AUDIT_ROUTES.post("/audit/components", needs=Permission.READ_HASHES)
async def check_components(call: Call) -> ComponentHashes:
    """Hash the software's files now, record the result, and pause the tables if they differ."""
    return _show_components(*await call.services.components.check("on demand"))


def _show_components(files: Components, check: ComponentCheck) -> ComponentHashes:
    return ComponentHashes(
        version=__version__,
        root=files.root,
        files=len(files.hashes),
        as_expected=is_expected(check),
        changed=[*check.changed],
        hashes=dict(files.hashes),
    )
