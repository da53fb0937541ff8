"""Draw the picture of docs/guides/reports.md: two pages of reports of a small floor, as PNG.

Run `python -m tools.report_picture` after a change of how reports look.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typst

from pitboss.audit.render import sheet_document
from pitboss.audit.report import ReportQuery
from pitboss.report.document.data import document_data
from pitboss.report.document.typesetting import TEMPLATE
from tests.audit.played import make_sheet, played_floor

FOLDER = Path(__file__).parent.parent / "docs/pictures"
NAMES = ("master-games", "game-performance")


def draw(name: str) -> bytes:
    """Return the first page of a report."""
    entries = played_floor().entries
    question = ReportQuery(
        generated=max(entry.at for entry in entries) + 1, operator="Nordlicht Casino"
    )
    document = sheet_document(make_sheet(name, question, entries))
    made: Any = typst.compile(
        TEMPLATE.read_bytes(),
        format="png",
        ppi=110,
        ignore_system_fonts=True,
        sys_inputs={"document": json.dumps(document_data(document)), "paper": "us-letter"},
    )
    page: bytes = made[0] if isinstance(made, list) else made
    return page


if __name__ == "__main__":
    for report in NAMES:
        (FOLDER / f"report-{report}.png").write_bytes(draw(report))
