"""Two reports of `pitboss report --out FILE.json` beside each other: every figure that changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.report.document.blocks import Block, Cell, Document, Grid, Heading, Paragraph
from pitboss.report.document.data import FORMAT
from pitboss.rulebook.files import quote_path, read_text
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, parse_json
from pitboss.text.numbers import dollars, percent
from pitboss.version import __version__

REPORT_BYTES_MAX = 1 << 28
_NAMES_MAX = 1_000_000
"""A report has many more names and values than a house file."""
IDENTITY = ("game", "digest", "software", "software_digest", "number", "revision")
Value = Fraction | float
_LEAST_SHARE = 1e-6
"""A smaller share is no number of percents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFigure:
    """A figure as a report has it."""

    id: str
    name: str
    unit: str
    value: Value
    """A fraction where the report has one."""

    @property
    def text(self) -> str:
        """The figure for people."""
        return figure_text(self.value, self.unit)


def figure_text(value: Value, unit: str, *, sign: bool = False) -> str:
    """Return a figure in its unit.

    >>> figure_text(Fraction(114, 3731), "share"), figure_text(-12.5, "dollars", sign=True)
    ('3.055481%', '−$12.50')
    """
    size = value
    if sign:
        size = -value if value < 0 else value
    match unit:
        case "share" if not size or abs(float(size)) >= _LEAST_SHARE:
            text = percent(size, 6)
        case "dollars":
            text = dollars(size)
        case _:
            text = f"{float(size):.8g}".replace("-", "−")
    return text if not sign else f"{'−' if value < 0 else '+'}{text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenReport:
    """A report that was written before."""

    label: str
    date: str
    about: Mapping[str, str]
    history: tuple[tuple[str, str, str], ...]
    """Revision, date and change, a line each."""
    figures: Mapping[str, ReportFigure]

    @property
    def name(self) -> str:
        """Its revision, or else its date."""
        revision = self.about.get("revision", "")
        return f"revision {revision}" if revision else f"the report of {self.date}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A figure of two reports; None where one of them has it not."""

    id: str
    old: ReportFigure | None
    new: ReportFigure | None

    @property
    def shown(self) -> ReportFigure:
        """The figure of the newer report that has it."""
        figure = self.new or self.old
        assert figure is not None
        return figure

    @property
    def difference(self) -> Value | None:
        """New less old."""
        if self.old is None or self.new is None:
            return None
        return self.new.value - self.old.value

    def as_json(self) -> dict[str, Any]:
        """Return the change as JSON."""
        values = [None if side is None else float(side.value) for side in (self.old, self.new)]
        exact = [
            str(side.value) if side is not None and isinstance(side.value, Fraction) else None
            for side in (self.old, self.new)
        ]
        difference = None if self.difference is None else float(self.difference)
        return {
            "id": self.id,
            "name": self.shown.name,
            "unit": self.shown.unit,
            "old": values[0],
            "new": values[1],
            "old_exact": exact[0],
            "new_exact": exact[1],
            "difference": difference,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportComparison:
    """What changed from one report to another."""

    old: WrittenReport
    new: WrittenReport

    @property
    def identity(self) -> dict[str, tuple[str, str]]:
        """The fields that say what the reports are about, where they differ."""
        pairs = {
            key: (self.old.about.get(key, ""), self.new.about.get(key, "")) for key in IDENTITY
        }
        return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every figure that changed, came or went, in the order of the newer report."""
        old = self.old.figures
        new = self.new.figures
        every = dict.fromkeys((*new, *old))
        sides = (Change(id=key, old=old.get(key), new=new.get(key)) for key in every)
        return tuple(change for change in sides if change.difference != 0)

    @property
    def summary(self) -> str:
        """The changes in a sentence, for a revision history."""
        changes = self.changes
        both = [change for change in changes if change.difference is not None]
        came = sum(change.old is None for change in changes)
        gone = sum(change.new is None for change in changes)
        if not changes:
            return f"No figure changed since {self.old.name}."
        words = [f"{len(both)} of {len(self.new.figures)} figures changed"]
        words += [f"{came} are new"] if came else []
        words += [f"{gone} are gone"] if gone else []
        edges = [c for c in both if c.id.endswith(".house_edge")]
        main = "".join(
            f" {c.shown.name}: {c.old.text} to {c.new.text}." for c in edges[:3] if c.old and c.new
        )
        return f"Since {self.old.name}: {', '.join(words)}.{main}"

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as JSON."""
        sides = [{"label": side.label, "date": side.date, **side.about}
                 for side in (self.old, self.new)]  # fmt: skip
        differ = [{"what": key, "values": list(pair)} for key, pair in self.identity.items()]
        return {
            "compared": "reports",
            "subjects": sides,
            "differences": differ,
            "figures": len(self.new.figures),
            "changes": [change.as_json() for change in self.changes],
            "summary": self.summary,
        }


def is_report_name(text: str) -> bool:
    """Return whether a subject of a comparison is a report."""
    return text.lower().endswith(".json")


def read_report(path: Path) -> WrittenReport:
    """Read a report that `pitboss report --out FILE.json` wrote."""
    try:
        data = parse_json(read_text(path, REPORT_BYTES_MAX), names_max=_NAMES_MAX)
    except NotReadableError as error:
        raise _refusal(path, str(error)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _refusal(path, f"its format is not {FORMAT}")
    about = data.get("about")
    figures = data.get("figures")
    if not isinstance(about, dict) or not isinstance(figures, list) or not figures:
        raise _refusal(path, "it has no figures; write it again with this version")
    try:
        return WrittenReport(
            label=path.name,
            date=str(data["date"]),
            about={str(key): str(value) for key, value in about.items()},
            history=tuple((str(a), str(b), str(c)) for a, b, c in data.get("history", ())),
            figures={figure["id"]: _figure(figure) for figure in figures},
        )
    except (KeyError, TypeError, ValueError, ArithmeticError):
        raise _refusal(path, "a figure is malformed") from None


def _figure(data: Mapping[str, Any]) -> ReportFigure:
    exact = data.get("exact")
    value: Value = float(data["value"]) if exact is None else Fraction(str(exact))
    name = str(data["name"])
    unit = str(data["unit"])
    return ReportFigure(id=str(data["id"]), name=name, unit=unit, value=value)


def written_report(document: Document) -> WrittenReport:
    """Return a report that is about to be written."""
    return WrittenReport(
        label="this report",
        date=document.date,
        about=document.about,
        history=document.history,
        figures={
            figure.id: ReportFigure(
                id=figure.id, name=figure.name, unit=figure.unit, value=figure.value
            )
            for figure in document.figures
        },
    )


def _refusal(path: Path, why: str) -> RulesError:
    message = f"{quote_path(path)} is no report of pitboss report --out FILE.json: {why}"
    return RulesError([Problem(code="report/malformed", key="", message=message)])


def report_page(comparison: ReportComparison, *, date: str) -> Document:
    """Return the comparison as a document."""
    old = comparison.old
    new = comparison.new
    return Document(
        title="Changes between two reports",
        subtitle=f"{old.label} ({old.date}) and {new.label} ({new.date})",
        head=f"Comparison: {old.label}, {new.label}",
        foot=f"Pitboss {__version__}",
        date=date,
        blocks=tuple(_blocks(comparison)),
    )


def _blocks(comparison: ReportComparison) -> Iterator[Block]:
    yield Heading(1, "", "What the reports are about")
    if comparison.identity:
        rows = tuple((key.replace("_", " "), *pair) for key, pair in comparison.identity.items())
        heads = ("", comparison.old.label, comparison.new.label)
        yield Grid(heads=heads, rows=rows, align="lll", wide=2)
    else:
        yield Paragraph("The same game, digests, program and revision.")
    yield Heading(1, "", "Figures that changed")
    yield Paragraph(comparison.summary)
    yield from change_blocks(comparison)


def change_blocks(comparison: ReportComparison) -> Iterator[Block]:
    """Yield every figure that changed."""
    rows = tuple(map(_row, comparison.changes))
    if rows:
        heads = ("figure", "before", "now", "change")
        yield Grid(heads=heads, rows=rows, align="lrrr")


def _row(change: Change) -> tuple[Cell, ...]:
    before = "–" if change.old is None else change.old.text
    now = "gone" if change.new is None else change.new.text
    if change.difference is None:
        return change.shown.name, before if change.old else "new", now, ""
    size = figure_text(change.difference, change.shown.unit, sign=True)
    return change.shown.name, before, now, size
