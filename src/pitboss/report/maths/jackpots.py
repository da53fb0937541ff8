"""What jackpots award and return, as a section of the maths report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.report.document.blocks import Block, Fact, Facts, Grid, Heading, NewPage, Paragraph
from pitboss.report.maths.model import JackpotMaths, MathsReport
from pitboss.report.maths.progressive import progressive_blocks
from pitboss.report.maths.wagers import played_text
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, format_dollars
from pitboss.text.numbers import dollars, one_in, percent


def jackpots_section(report: MathsReport) -> Iterator[Block]:
    """Yield the section; none where the table has no jackpot."""
    if not report.jackpots:
        return
    yield NewPage()
    yield Heading(1, "6", "Jackpots")
    for place, it in enumerate(report.jackpots, start=1):
        table = it.wager.table
        assert table
        yield Heading(2, f"6.{place}", f"{it.wager.title}, pay table {table.id}")
        if it.wager.odds.play:
            yield Paragraph(played_text(it.wager))
        yield _award_grid(it)
        if it.jackpot.scheme == "house":
            yield from _house_jackpot(it)
        else:
            yield from progressive_blocks(it)


def _award_grid(it: JackpotMaths) -> Grid:
    rows = [
        (
            o.name,
            percent(o.meter, 0),
            one_in(o.probability),
            f"{float(o.probability * o.meter):.3e}",
        )
        for o in it.wager.outcomes
        if o.meter
    ]
    total = ("Share of the meter won with one wager", "", "", f"{float(it.share):.3e}")
    heads = ("award", "of the meter", "1 in", "share a wager")
    return Grid(heads=heads, rows=(*rows, total), align="lrrr", totals=1)


def _house_jackpot(it: JackpotMaths) -> Iterator[Block]:
    prizes = ", ".join(
        f"{dollars(Fraction(cents, CENTS_PER_DOLLAR))} for {share}%"
        for share, cents in it.jackpot.prizes.items()
    )
    yield Facts(
        (
            Fact(name="Scheme", text="house jackpot", below="no wager feeds it"),
            Fact(name="Wager", text=format_dollars(it.stake)),
            Fact(name="Posted prizes", text=prizes),
            Fact(name="House edge, fixed pays", text=percent(it.wager.edge, 6)),
            Fact(name="House edge with prizes", text=percent(it.edge_with_prizes, 6)),
        )
    )
