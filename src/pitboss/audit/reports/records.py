"""Reports of papers: slips, component checks, and what is kept for how long."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field

from pitboss.audit.components import CHANGED, CHECKED
from pitboss.audit.facts import Fact, OtherEntry
from pitboss.audit.interval import DAY
from pitboss.audit.report import BaseReport
from pitboss.audit.sheet import Format, Row, SheetSection, columns

YEARS_KEPT = 10
"""Years for which entries are kept."""


@dataclass(eq=False)
class ComponentChecks(BaseReport):
    """When the software's files were checked, and what was found."""

    _rows: list[Row] = field(default_factory=list, init=False)

    def add_other(self, happened: OtherEntry) -> None:
        """Take a check."""
        if happened.kind not in {CHECKED, CHANGED}:
            return
        body = happened.body
        verdict = "as expected" if happened.kind == CHECKED else "differ"
        changed = ", ".join(body.get("changed", ()))
        facts = (body["why"], body["version"], body["files"], body["root"], verdict, changed)
        self._rows.append((happened.at, *facts))

    def sections(self) -> list[SheetSection]:
        """Return the checks."""
        return [
            SheetSection(
                name="checks",
                title="Checks of the software's files",
                columns=columns(
                    ("at", "When", Format.TIME),
                    ("why", "Why"),
                    ("version", "Version"),
                    ("files", "Files", Format.COUNT),
                    ("root", "SHA-256 over all files"),
                    ("verdict", "Files are"),
                    ("changed", "Different files"),
                ),
                rows=self._rows,
                note="Files are hashed when the server starts, every 24 hours and on demand"
                " ('pitboss floor components'). Where they differ from those that were expected, no"
                " new round is dealt.",
            )
        ]


@dataclass
class StreamTally:
    """The entries of one kind of stream."""

    entries: int = 0
    bytes: int = 0
    first: int = 0
    last: int = 0


@dataclass(eq=False)
class Retention(BaseReport):
    """The content of the journal, with its first and last dates and its retention."""

    _kept: dict[tuple[str, str], StreamTally] = field(default_factory=dict, init=False)

    def add(self, fact: Fact) -> None:
        """Count the entries of a fact."""
        for entry in fact.entries:
            stream = entry.stream.partition("/")[0]
            kept = self._kept.setdefault((stream, entry.kind), StreamTally())
            kept.entries += 1
            kept.bytes += len(entry.body)
            kept.first = min(kept.first or entry.at, entry.at)
            kept.last = max(kept.last, entry.at)

    def sections(self) -> list[SheetSection]:
        """Return a row for each kind of entry."""
        kept = SheetSection(
            name="kept",
            title="Entries of the journal",
            columns=columns(
                ("stream", "Stream"),
                ("kind", "Kind of entry"),
                ("entries", "Entries", Format.COUNT),
                ("bytes", "Bytes", Format.COUNT),
                ("first", "First", Format.TIME),
                ("last", "Last", Format.TIME),
                ("until", "Kept at least until", Format.TIME),
            ),
            rows=[
                (*key, *astuple(kept), kept.last + YEARS_KEPT * 365 * DAY)
                for key, kept in sorted(self._kept.items())
            ],
            note=f"No entry is ever changed or removed; each is kept for {YEARS_KEPT} years."
            " 'pitboss floor export' writes all of them as JSON lines or CSV.",
        )
        return [kept.with_totals()]


MISSING = "missing"
RAISING = {"table-opened": "error", "table-closed": "error"}
"""Entries that raise an error slip where a count differs."""


@dataclass(kw_only=True)
class SlipLine:
    """One slip, as far as it has come."""

    at: int = 0
    table: str = ""
    units: int | None = None
    state: str = MISSING
    signatures: list[str] = field(default_factory=list)
    reason: str = ""
    is_listed: bool = False


@dataclass(eq=False)
class Slips(BaseReport):
    """Every slip of the interval, and every number that no slip has."""

    _slips: dict[tuple[str, int], SlipLine] = field(default_factory=dict, init=False)
    _counters: dict[str, str] = field(default_factory=dict, init=False)
    """Table -> who counted its tray first, whose signature an error slip has too."""

    def before(self, fact: Fact) -> None:
        """Follow the slips up to the interval."""
        super().before(fact)
        if isinstance(fact, OtherEntry):
            self._take(fact, is_listed=False)

    def add_other(self, happened: OtherEntry) -> None:
        """Take a slip that was asked for, signed or made void."""
        self._take(happened, is_listed=True)

    def _take(self, happened: OtherEntry, *, is_listed: bool) -> None:
        kind = happened.kind
        body = happened.body
        if kind == "tray-counted":
            self._counters[body["table"]] = f"{body['party']}: {happened.entry.actor}"
        if kind in RAISING and happened.entry.stream == "office":
            if not body.get("slip"):
                return
            key = (RAISING[kind], body["slip"])
            state = "raised"
        elif kind in {"slip-asked", "slip-signed", "slip-voided"}:
            key = (body["kind"], body["number"])
            state = {"slip-asked": "requested", "slip-voided": "void"}.get(kind) or body["state"]
        else:
            return
        slip = self._slips.setdefault(key, SlipLine(at=happened.at))
        slip.state = state
        slip.table = body["table"]
        slip.is_listed |= is_listed
        slip.reason = body.get("reason", slip.reason)
        if kind in RAISING:
            expected = body["opener"] if kind == "table-opened" else body["book"]
            slip.units = body["units"] - (expected or 0)
            slip.signatures += [self._counters[body["table"]]] * (body["table"] in self._counters)
        else:
            slip.units = body.get("units", slip.units)
        if kind != "slip-voided":
            slip.signatures.append(f"{body.get('party', 'asked')}: {happened.entry.actor}")

    def sections(self) -> list[SheetSection]:
        """Return the gaps, then the slips."""
        gaps: list[Row] = []
        for kind in sorted({kind for kind, _ in self._slips}):
            numbers = [number for name, number in self._slips if name == kind]
            lacking = sorted(set(range(1, max(numbers) + 1)) - set(numbers))
            shown = ", ".join(map(str, lacking)) or "none"
            gaps.append((kind, len(numbers), max(numbers), len(lacking), shown))
        listed = sorted((key, slip) for key, slip in self._slips.items() if slip.is_listed)
        return [
            SheetSection(
                name="numbers",
                title="Numbers",
                columns=columns(
                    ("kind", "Kind of slip"),
                    ("slips", "Slips", Format.COUNT),
                    ("last", "Last number", Format.COUNT),
                    ("gaps", "Gaps", Format.COUNT),
                    ("missing", "Missing numbers"),
                ),
                rows=gaps,
                note="Numbers of each kind are consecutive and never used twice (WAC 230-15-520);"
                " a void slip keeps its number.",
            ),
            SheetSection(
                name="slips",
                title="Slips",
                columns=columns(
                    ("kind", "Kind"),
                    ("number", "Number", Format.COUNT),
                    ("at", "When", Format.TIME),
                    ("table", "Table"),
                    ("amount", "Amount", Format.MONEY),
                    ("state", "State"),
                    ("signatures", "Signatures"),
                    ("reason", "Why void"),
                ),
                rows=[
                    (
                        *key,
                        slip.at,
                        slip.table,
                        slip.units,
                        slip.state,
                        "; ".join(slip.signatures),
                        slip.reason,
                    )
                    for key, slip in listed
                ],
            ),
        ]
