"""Print a document of blocks, or write it in the format that the file's ending names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from pitboss.cli.output import terminal_width
from pitboss.report.document.blocks import Document
from pitboss.report.document.html import html_page
from pitboss.report.document.markdown import csv_text, markdown_page
from pitboss.report.document.terminal import terminal_page
from pitboss.report.document.typesetting import Paper, pdf_file
from pitboss.rulebook.files import write_whole

_WRITERS: Mapping[str, Callable[[Document, Paper], bytes]] = {
    ".html": lambda document, _: html_page(document).encode(),
    ".pdf": lambda document, paper: pdf_file(document, paper=paper),
    ".md": lambda document, _: markdown_page(document).encode(),
    ".csv": lambda document, _: csv_text(document).encode(),
    ".txt": lambda document, _: terminal_page(document).encode(),
}
ENDINGS = (".html", ".pdf", ".md", ".csv")
"""The endings of files that a document with tables can be written to."""


def today() -> str:
    """Return the date of a document."""
    return datetime.now(UTC).date().isoformat()


def write_document(document: Document, out: Path, paper: Paper = "a4") -> None:
    """Write *document* in the form that the ending of *out* names, whole or not at all."""
    write_whole(out, _WRITERS[out.suffix.lower()](document, paper))


def print_document(document: Document) -> None:
    """Print *document* at the width of the terminal."""
    print(terminal_page(document, terminal_width()), end="")
