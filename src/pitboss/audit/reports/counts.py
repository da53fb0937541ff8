"""The count report: what team and verifier found in every box, beside the journal, and who.

Drop, win and hold of an accountant are those of the count (WAC 230-15-615); a difference is named
by its box, its table and the people who carried and counted it. A box is listed once its count is
signed, so the report is as blind as the count.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.audit.facts import Fact, OtherEntry
from pitboss.audit.report import BaseReport
from pitboss.audit.sheet import Format, Row, SheetSection, columns
from pitboss.engine.meter import UNITS_PER_CENT


@dataclass
class CountedBox:
    """One box on its way from the table to the signed count."""

    carrier: str
    counts: int = 0
    """How often the team counted it."""
    notes: dict[int, int] = field(default_factory=dict)
    """Denomination in cents -> how many were found at last."""


@dataclass(eq=False)
class CountReport(BaseReport):
    """Every box that was counted in the interval."""

    _boxes: dict[int, CountedBox] = field(default_factory=dict, init=False)
    _team: list[str] = field(default_factory=list, init=False)
    _verifier: str = field(default="", init=False)
    _rows: list[Row] = field(default_factory=list, init=False)
    _notes: list[Row] = field(default_factory=list, init=False)

    def before(self, fact: Fact) -> None:
        """Follow boxes that were taken before the interval, and counts that began before it."""
        super().before(fact)
        if isinstance(fact, OtherEntry):
            self._follow(fact)

    def add_other(self, happened: OtherEntry) -> None:
        """Take a step of a count; its boxes are listed once it is signed."""
        self._follow(happened)
        if happened.kind == "count-finished":
            self._list(happened)

    def _follow(self, happened: OtherEntry) -> None:
        body = happened.body
        actor = happened.entry.actor
        match happened.kind:
            case "box-taken":
                self._boxes[body["box"]] = CountedBox(actor)
            case "count-joined":
                self._team.append(actor)
            case "box-counted":
                box = self._boxes[body["box"]]
                box.counts += 1
                box.notes = {int(cents): count for cents, count in body["notes"].items()}
            case "box-recounted":
                self._verifier = actor
            case "day-opened":
                self._team = []
                self._verifier = ""
            case _:
                pass

    def _list(self, happened: OtherEntry) -> None:
        day = self.gambling_day(happened.at)
        for total in happened.body["boxes"]:
            number = total["box"]
            table = total["table"]
            if not self.is_wanted(table):
                continue
            box = self._boxes[number]
            counted = total["units"]
            book = total["book"]
            if table in self.physical:  # the journal knows no drop of its own
                book = counted
            who = (box.carrier, ", ".join(self._team), self._verifier)
            figures = (counted, book, counted - book, box.counts)
            named = (day, happened.at, number, table, self.table_name(table))
            self._rows.append((*named, *figures, *who))
            self._notes += (
                (number, table, cents * UNITS_PER_CENT, count, cents * count * UNITS_PER_CENT)
                for cents, count in sorted(box.notes.items())
            )

    def sections(self) -> list[SheetSection]:
        """Return the differences, all boxes, and the notes of each."""
        named = (
            *(("day", "Day"), ("at", "Signed", Format.TIME), ("box", "Box", Format.COUNT)),
            *(("table", "Table"), ("name", "Name"), ("counted", "Counted", Format.MONEY)),
            *(("book", "Journal", Format.MONEY), ("difference", "Difference", Format.MONEY)),
            *(("counts", "Counts", Format.COUNT), ("carrier", "Carried by")),
            *(("team", "Counted by"), ("verifier", "Verified by")),
        )
        gap = next(place for place, column in enumerate(named) if column[0] == "difference")
        differences = SheetSection(
            name="differences",
            title="Differences",
            columns=columns(*named),
            rows=[row for row in self._rows if row[gap]],
            note="Difference = counted − what the journal says was dropped; the house bears it.",
        )
        boxes = SheetSection(
            name="boxes", title="Boxes counted", columns=columns(*named), rows=self._rows
        )
        notes = SheetSection(
            name="notes",
            title="Notes and chips found",
            columns=columns(
                ("box", "Box", Format.COUNT),
                ("table", "Table"),
                ("denomination", "Denomination", Format.MONEY),
                ("number", "Number", Format.COUNT),
                ("amount", "Amount", Format.MONEY),
            ),
            rows=self._notes,
        )
        return [
            differences.with_totals("box", "counts"),
            boxes.with_totals("box", "counts"),
            notes.with_totals("box", "denomination"),
        ]
