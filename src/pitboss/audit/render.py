"""A sheet in every form: JSON and CSV for programs; page, PDF, Markdown and text for people."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from typing import Any, Final

from pitboss.audit.interval import clock_text, moment_text
from pitboss.audit.sheet import Column, Format, ReportSheet, Row, SheetSection, Value
from pitboss.engine.meter import UNITS_PER_CENT, UNITS_PER_DOLLAR
from pitboss.report.document.blocks import (
    Block,
    Charts,
    Document,
    Fact,
    Facts,
    Grid,
    Heading,
    Paragraph,
)
from pitboss.report.document.html import html_page
from pitboss.report.document.markdown import markdown_page
from pitboss.report.document.terminal import WIDTH, terminal_page
from pitboss.report.document.typesetting import Paper, pdf_file
from pitboss.text.numbers import money
from pitboss.text.spreadsheets import safe_cell
from pitboss.version import __version__

FORMAT: Final = "pitboss-report-1"
"""Changes when readers of the JSON must change."""
NO_ACTIVITY: Final = "No Activity"
_ACCOUNT: Final = re.compile(r"\b[0-9a-f]{16}\b")
_WIDE: Final = 9
"""A page with a table of so many columns is turned."""


# -- values ----------------------------------------------------------------------------------------


def data_value(column: Column, value: Value) -> Any:  # noqa: ANN401 - what JSON has
    """Return a value as programs read it: dollars as exact text, times in ISO 8601.

    >>> win = Column("win", "Win", Format.MONEY)
    >>> data_value(win, -125_050), data_value(Column("n", "N"), None)
    ('-12.505', None)
    """
    if value is None or isinstance(value, str):  # the label of a total may stand in any column
        return value
    match column.kind:
        case Format.MONEY:
            return dollars_text(int(value))
        case Format.TIME:
            return moment_text(int(value))
        case Format.SHARE | Format.NUMBER:
            return float(value) if isfinite(float(value)) else None
        case _:
            return value


def dollars_text(units: int) -> str:
    """Write units of 1/10,000 dollar in dollars, exactly, at least to the cent.

    >>> dollars_text(12_345_600), dollars_text(-1), dollars_text(0)
    ('1234.56', '-0.0001', '0.00')
    """
    whole, part = divmod(abs(units), UNITS_PER_DOLLAR)
    digits = f"{part:04}"
    digits = digits[:2] + digits[2:].rstrip("0")
    return f"{'-' if units < 0 else ''}{whole}.{digits}"


def format_value(column: Column, value: Value, zone: str = "UTC") -> str:
    """Return a value as people read it, a time by the clock of a time zone.

    >>> format_value(Column("win", "Win", Format.MONEY), -125_000)
    '−$12.50'
    >>> format_value(Column("hold", "Hold", Format.SHARE), 0.1234)
    '12.34%'
    """
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if column.kind is Format.TIME:
        return clock_text(int(value), zone, seconds=True)
    return _SHOWN[column.kind](value)


def _format_money(value: Any) -> str:  # noqa: ANN401
    units = int(value)
    if units % UNITS_PER_CENT == 0:
        return money(units // UNITS_PER_CENT).replace("-", "−")
    sign = "−" if units < 0 else ""
    rest = abs(units) % UNITS_PER_DOLLAR
    return f"{sign}${abs(units) // UNITS_PER_DOLLAR:,}.{rest:04}"


_SHOWN: Mapping[Format, Callable[[Any], str]] = {
    Format.TEXT: str,
    Format.COUNT: lambda value: f"{value:,}",
    Format.MONEY: _format_money,
    Format.SHARE: lambda value: f"{float(Fraction(value)):.2%}".replace("-", "−"),
    Format.NUMBER: lambda value: f"{value:+.2f}".replace("-", "−") if isfinite(value) else "–",
    Format.YES: lambda value: "yes" if value else "no",
}


# -- for programs ----------------------------------------------------------------------------------


def sheet_data(sheet: ReportSheet) -> dict[str, Any]:
    """Return a sheet as plain data."""
    return {
        "format": FORMAT,
        "report": sheet.name,
        "title": sheet.title,
        "operator": sheet.operator,
        "subject": sheet.subject,
        "from": moment_text(sheet.interval.start),
        "to": moment_text(sheet.interval.end),
        "generated": moment_text(sheet.generated),
        "time_zone": sheet.zone,
        "software": __version__,
        "entries": sheet.entries,
        "activity": sheet.has_activity,
        "sections": [_section_data(section) for section in sheet.sections],
    }


def _section_data(section: SheetSection) -> dict[str, Any]:
    return {
        "name": section.name,
        "title": section.title,
        "columns": [
            {"name": column.name, "title": column.title, "kind": column.kind}
            for column in section.columns
        ],
        "rows": [_row_data(section, row) for row in section.rows],
        "totals": section.totals and _row_data(section, section.totals),
        "note": section.note,
    }


def _row_data(section: SheetSection, row: Row) -> dict[str, Any]:
    cells = zip(section.columns, row, strict=True)
    return {column.name: data_value(column, value) for column, value in cells}


def sheet_json(sheet: ReportSheet) -> bytes:
    """Return a sheet as JSON."""
    return (json.dumps(sheet_data(sheet), ensure_ascii=False, indent=1) + "\n").encode()


def sheet_csv(sheet: ReportSheet) -> bytes:
    """Return the tables of a sheet as CSV, each line with its section, amounts in dollars."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    head = {
        "report": sheet.title,
        "operator": sheet.operator,
        "interval": sheet.interval.words(sheet.zone),
        "generated": moment_text(sheet.generated),
    }
    writer.writerows((name, safe_cell(text)) for name, text in head.items())
    if not sheet.has_activity:
        writer.writerow((NO_ACTIVITY,))
    for section in sheet.sections:
        if section.rows:
            writer.writerow(("section", *(column.name for column in section.columns)))
            writer.writerows((section.name, *_csv_row(section, row)) for row in section.rows)
            if section.totals:
                writer.writerow((f"{section.name} total", *_csv_row(section, section.totals)))
    return text.getvalue().encode()


def _csv_row(section: SheetSection, row: Row) -> Iterator[object]:
    for column, value in zip(section.columns, row, strict=True):
        cell = data_value(column, value)
        yield safe_cell(cell)


# -- for people ------------------------------------------------------------------------------------


def sheet_document(sheet: ReportSheet) -> Document:
    """Return a sheet as a document of blocks."""
    head = f"{sheet.title}, {sheet.operator}"
    return Document(
        title=sheet.title,
        subtitle=sheet.about,
        head=head,
        foot=f"{sheet.operator} · {sheet.interval.words(sheet.zone)} · Pitboss {__version__}",
        date=clock_text(sheet.generated, sheet.zone)[:10],
        blocks=tuple(_blocks(sheet)),
        wide=any(
            sum(column.is_shown for column in section.columns) > _WIDE and section.rows
            for section in sheet.sections
        ),
    )


def _blocks(sheet: ReportSheet) -> Iterator[Block]:
    facts = {
        "Operator": sheet.operator,
        "About": _with_names(sheet.subject, sheet.names),
        "Interval": sheet.interval.words(sheet.zone),
        "Generated": f"{clock_text(sheet.generated, sheet.zone)} {sheet.zone}",
        "Read from": f"{sheet.entries:,} entries of the journal",
    }
    yield Facts(tuple(Fact(name, text) for name, text in facts.items() if text))
    if not sheet.has_activity:
        yield Paragraph(NO_ACTIVITY)
    for section in sheet.sections:
        if section.rows or sheet.has_activity:
            yield from _section_blocks(section, sheet)


def _section_blocks(section: SheetSection, sheet: ReportSheet) -> Iterator[Block]:
    yield Heading(1, "", section.title)
    if not section.rows:
        yield Paragraph(NO_ACTIVITY)
        return
    if section.charts:
        yield Charts(section.charts)
    shown = [*section.rows, section.totals] if section.totals else section.rows
    places = [place for place, column in enumerate(section.columns) if column.is_shown]
    heads = [section.columns[place] for place in places]
    last = len(shown) - 1 if section.totals else len(shown)
    rows = tuple(
        tuple(
            _cell(section.columns[place], row[place], sheet, is_total=number == last)
            for place in places
        )
        for number, row in enumerate(shown)
    )
    yield Grid(
        heads=tuple(column.title for column in heads),
        rows=rows,
        align="".join("l" if column.is_left else "r" for column in heads),
        totals=1 if section.totals else 0,
    )
    if section.note:
        yield Paragraph(section.note, "note")


def _cell(column: Column, value: Value, sheet: ReportSheet, *, is_total: bool) -> str:
    """Return a cell, with people by their names; what has no total stays empty."""
    if isinstance(value, str):
        return _with_names(value, sheet.names)
    return "" if is_total and value is None else format_value(column, value, sheet.zone)


def _with_names(text: str, names: Mapping[str, str]) -> str:
    """Write people's names where their accounts are.

    >>> _with_names("floor: dae79a5e2069387b", {"dae79a5e2069387b": "nora"})
    'floor: nora'
    """
    return _ACCOUNT.sub(lambda found: names.get(found[0], found[0]), text)


def sheet_text(sheet: ReportSheet, width: int = WIDTH) -> str:
    """Return a sheet as text for a terminal; a table too wide for it becomes several."""
    return terminal_page(replace(sheet_document(sheet), wide=True), width, fits=True)


RENDERERS: Mapping[str, tuple[str, Callable[[ReportSheet, Paper], bytes]]] = {
    "json": ("application/json", lambda sheet, _: sheet_json(sheet)),
    "csv": ("text/csv; charset=utf-8", lambda sheet, _: sheet_csv(sheet)),
    "html": (
        "text/html; charset=utf-8",
        lambda sheet, _: html_page(sheet_document(sheet)).encode(),
    ),
    "pdf": ("application/pdf", lambda sheet, paper: pdf_file(sheet_document(sheet), paper=paper)),
    "md": (
        "text/markdown; charset=utf-8",
        lambda sheet, _: markdown_page(sheet_document(sheet)).encode(),
    ),
    "text": ("text/plain; charset=utf-8", lambda sheet, _: sheet_text(sheet).encode()),
}
"""Format -> its media type, and what writes it."""


def render(sheet: ReportSheet, form: str, paper: Paper = "us-letter") -> bytes:
    """Return a sheet in one of the forms of `RENDERERS`."""
    return RENDERERS[form][1](sheet, paper)
