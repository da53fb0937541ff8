"""Sheets as PDF, set by Typst."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from pitboss.report.document.typesetting import Paper, typeset
from pitboss.report.sheets.parts import Sheet

TEMPLATE = Path(__file__).with_name("sheets.typ")


def sheets_pdf(sheets: Iterable[Sheet], *, date: str, paper: Paper = "us-letter") -> bytes:
    """Return sheets as one PDF, each on pages of its own size."""
    return typeset(
        TEMPLATE.read_bytes(),
        "pdf",
        sheet_inputs(sheets, paper),
        timestamp=datetime.fromisoformat(date).replace(tzinfo=UTC),
    )


def sheet_inputs(sheets: Iterable[Sheet], paper: Paper) -> dict[str, str]:
    """Return the inputs of the template."""
    data = [
        asdict(sheet)
        | {"parts": [{"kind": type(part).__name__, **asdict(part)} for part in sheet.parts]}
        for sheet in sheets
    ]
    return {"sheets": json.dumps(data), "paper": paper}
