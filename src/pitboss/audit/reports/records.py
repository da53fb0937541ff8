"""Reports of the records themselves: component checks, and what is kept for how long."""

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
