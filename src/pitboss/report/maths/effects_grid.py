"""What each option costs, as a part of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.exact.effects import Effect
from pitboss.report.document.blocks import Block, Grid, Paragraph
from pitboss.text.numbers import percent, signed
from pitboss.text.options import option_text


def effect_blocks(effects: Sequence[Effect]) -> Iterator[Block]:
    """Yield the house edge with one option changed at a time."""
    if not effects:
        yield Paragraph("No option that the document leaves open changes a rule of the main game.")
        return
    rows = tuple(
        (
            f"{it.option} {option_text(it.value)}",
            option_text(it.given),
            percent(it.house_edge),
            signed(it.change),
        )
        for it in effects
    )
    yield Grid(heads=("option", "here", "house edge", "change"), rows=rows, align="llrr")
    yield Paragraph(
        "The house edge with one option changed, all others as configured; what the document does"
        " not allow together is left out.",
        "note",
    )
