"""Slips of the office: fills, credits and error slips, with every number accounted for."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.audit.facts import Fact, OtherEntry
from pitboss.audit.report import BaseReport
from pitboss.audit.sheet import Format, Row, SheetSection, columns

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

    def before(self, fact: Fact) -> None:
        """Follow the slips up to the interval."""
        super().before(fact)
        if isinstance(fact, OtherEntry):
            self._take(fact, is_listed=False)

    def add_other(self, happened: OtherEntry) -> None:
        """Take a slip that was asked for, signed or made void."""
        self._take(happened, is_listed=True)

    def _take(self, happened: OtherEntry, *, is_listed: bool) -> None:
        kind, body = happened.kind, happened.body
        if kind in RAISING and happened.entry.stream == "office":
            if not body.get("slip"):
                return
            key, state = (RAISING[kind], body["slip"]), "raised"
        elif kind in {"slip-asked", "slip-signed", "slip-voided"}:
            key = (body["kind"], body["number"])
            state = {"slip-asked": "requested", "slip-voided": "void"}.get(kind) or body["state"]
        else:
            return
        slip = self._slips.setdefault(key, SlipLine(at=happened.at))
        slip.state, slip.table = state, body["table"]
        slip.is_listed |= is_listed
        slip.reason = body.get("reason", slip.reason)
        if kind in RAISING:
            expected = body["opener"] if kind == "table-opened" else body["book"]
            slip.units = body["units"] - (expected or 0)
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
