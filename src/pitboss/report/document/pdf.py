"""A document as PDF, set by Typst."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from pitboss.report.document.blocks import Document
from pitboss.report.document.data import document_data

TEMPLATE = Path(__file__).with_name("maths.typ")
Paper = Literal["a4", "us-letter"]


def pdf_is_possible() -> bool:
    """Return whether the extra for PDF is installed."""
    return find_spec("typst") is not None


def pdf_file(document: Document, *, paper: Paper = "a4") -> bytes:
    """Return *document* as a PDF/A file; the same document gives the same bytes."""
    import typst  # noqa: PLC0415 - large, and only a PDF needs it

    made = typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        # Fonts come with Typst: those of the machine would give every machine its own report.
        ignore_system_fonts=True,
        sys_inputs={"document": json.dumps(document_data(document)), "paper": paper},
        pdf_standards="a-2b",
        timestamp=datetime.fromisoformat(document.date).replace(tzinfo=UTC),
    )
    assert isinstance(made, bytes)
    return made
