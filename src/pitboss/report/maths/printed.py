"""The figures a document prints against the exact ones, as a section of the maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.report.document.blocks import Block, Cell, Grid, Heading, Paragraph
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.rulings import plain_text


def printed_section(report: MathsReport, number: str) -> Iterator[Block]:
    """Yield the section with that *number*: what is reproduced, and by which reading."""
    yield Heading(1, number, "Printed figures")
    rows: list[tuple[Cell, ...]] = []
    for it in report.wagers:
        rows += [
            (
                f"Table {figure.table}, {figure.decks} decks",
                figure.name,
                figure.printed,
                figure.exact_text,
                "reproduced" if figure.agrees else "NOT reproduced",
                ", ".join(figure.rulings) or "–",
            )
            for figure in it.printed
        ]
    if not rows:
        yield Paragraph("The document prints no figure for the pay tables in use.")
        return
    heads = ("where", "figure", "printed", "exact", "", "reading")
    yield Grid(heads=heads, rows=tuple(rows), align="llrrll")
    used = {ruling for it in report.wagers for figure in it.printed for ruling in figure.rulings}
    texts = [r for r in report.configured.game.rulings if r.id in used]
    for ruling in texts:
        yield Paragraph(plain_text(f"{ruling.id}: {ruling.ruling}"), "note")
