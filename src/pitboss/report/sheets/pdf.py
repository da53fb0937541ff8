"""Sheets as PDF, set by Typst."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from pitboss.report.document.pdf import Paper
from pitboss.report.sheets.parts import Sheet

TEMPLATE = Path(__file__).with_name("sheets.typ")


def sheets_pdf(sheets: Iterable[Sheet], *, date: str, paper: Paper = "us-letter") -> bytes:
    """Return sheets as one PDF, each on pages of its own size."""
    import typst  # noqa: PLC0415 - large, and only a PDF needs it

    made: bytes = typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs=sheet_inputs(sheets, paper),
        timestamp=datetime.fromisoformat(date).replace(tzinfo=UTC),
    )
    return made


def sheet_inputs(sheets: Iterable[Sheet], paper: Paper) -> dict[str, str]:
    """Return what the template reads."""
    data = [
        asdict(sheet)
        | {"parts": [{"kind": type(part).__name__, **asdict(part)} for part in sheet.parts]}
        for sheet in sheets
    ]
    return {"sheets": json.dumps(data), "paper": paper}
