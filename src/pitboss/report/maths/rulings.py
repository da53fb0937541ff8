"""How unclear documents are read: an appendix of the maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.report.document.blocks import Block, Grid, Heading, Paragraph
from pitboss.report.maths.model import MathsReport

RECORDS = "round record"
"""Rulings that cite it are about how a round is written down, not how it is played or paid."""


def rulings_section(report: MathsReport) -> Iterator[Block]:
    """Yield the appendix: every ruling on how the game is played or paid."""
    yield Heading(1, "A", "Rulings applied")
    yield Paragraph(
        "Where the document is silent, unclear or contradicts itself, it is read as follows. A"
        " ruling is a reading of the document and no part of it.",
        "note",
    )
    rows = tuple(
        (
            ruling.id,
            (plain_text(f"{ruling.question} {ruling.ruling}"), f"{ruling.status}; {ruling.cite}"),
        )
        for ruling in report.configured.game.rulings
        if RECORDS not in ruling.cite
    )
    yield Grid(heads=("", "question and answer"), rows=rows, align="ll", wide=1)


def plain_text(text: str) -> str:
    """Return the text of a ruling as a page shows it, which has no marks for code.

    >>> plain_text("The option `soft17` decides.")
    'The option soft17 decides.'
    """
    return text.replace("`", "")
