"""A document as PDF, set by Typst."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from pitboss.report.document.blocks import Document
from pitboss.report.document.data import document_data
from pitboss.report.document.typesetting import Paper, typeset

TEMPLATE = Path(__file__).with_name("maths.typ")


def pdf_file(document: Document, *, paper: Paper = "a4") -> bytes:
    """Return *document* as a PDF/A file; the same document gives the same bytes."""
    return typeset(
        TEMPLATE.read_bytes(),
        "pdf",
        {"document": json.dumps(document_data(document)), "paper": paper},
        pdf_standards="a-2b",
        timestamp=datetime.fromisoformat(document.date).replace(tzinfo=UTC),
    )
