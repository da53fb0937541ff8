"""Sheets as PDF, set by Typst."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pitboss.report.document.pdf import Paper
from pitboss.report.sheets.parts import Part, Sheet

TEMPLATE = Path(__file__).with_name("sheets.typ")


def sheets_pdf(sheets: Iterable[Sheet], *, date: str, paper: Paper = "us-letter") -> bytes:
    """Return sheets as one PDF, each on pages of its own size."""
    made = _compiled(sheets, date, paper, "pdf")
    assert isinstance(made, bytes)
    return made


def sheets_png(sheets: Iterable[Sheet], *, date: str, paper: Paper = "us-letter") -> list[bytes]:
    """Return every page as a picture."""
    made = _compiled(sheets, date, paper, "png")
    return [made] if isinstance(made, bytes) else list(made)


def _compiled(
    sheets: Iterable[Sheet], date: str, paper: Paper, form: Literal["pdf", "png"]
) -> bytes | list[bytes]:
    import typst  # noqa: PLC0415 - an extra

    data = [
        asdict(sheet) | {"parts": [_part(part) for part in sheet.parts], "date": date}
        for sheet in sheets
    ]
    made: bytes | list[bytes] = typst.compile(
        TEMPLATE.read_bytes(),
        format=form,
        ignore_system_fonts=True,
        ppi=110,
        sys_inputs={"sheets": json.dumps(data), "paper": paper},
        timestamp=datetime.fromisoformat(date).replace(tzinfo=UTC),
    )
    return made


def _part(part: Part) -> dict[str, Any]:
    return {"kind": type(part).__name__, **asdict(part)}
