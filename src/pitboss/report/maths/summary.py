"""Every wager in one line: the summary of the maths report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.exact.odds.figures import agrees_with
from pitboss.report.document.blocks import Block, Cell, Grid, Heading, Paragraph
from pitboss.report.games.page import summary_rows
from pitboss.report.maths.model import JackpotMaths, MathsReport, WagerMaths
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, format_dollars
from pitboss.text.numbers import dollars, percent

NOT_STATED = (
    "Of a wager that is decided by play beyond the main game, or by the play of a main game that is"
    " not solved, no house edge is stated."
)
BASIS = (
    "All amounts are for one unit wagered. The house edge is the expected loss; the return is what"
    " comes back, the stake of a winning wager included where it is kept. Shares of a jackpot"
    " meter count as nothing here; section 6, where there is one, adds them."
)


def summary_section(report: MathsReport) -> Iterator[Block]:
    """Yield the section: the main game first, then the wagers beside it."""
    yield Heading(1, "2", "Summary")
    rows: list[tuple[Cell, ...]] = [*_main_rows(report)]
    rows += [(wager.title, "–", "not stated", "", "", "", "") for wager in report.unsolved]
    rows += [
        (
            (it.title, it.odds.play),
            it.odds.table or "–",
            percent(it.edge),
            percent(1 - it.edge),
            percent(it.odds.hit_frequency, 3),
            f"{it.deviation:.4f}",
            _agreement(it),
        )
        for it in report.wagers
    ]
    heads = ("wager", "pay table", "house edge", "return", "hit frequency", "std. deviation",
             "printed figures")  # fmt: skip
    yield Grid(heads=heads, rows=tuple(rows), align="llrrrrl")
    if report.unsolved:
        yield Paragraph(NOT_STATED)
    yield Paragraph(BASIS, "note")
    for it in report.jackpots:
        yield Paragraph(_jackpot_sentence(it))


def _main_rows(report: MathsReport) -> Iterator[tuple[Cell, ...]]:
    title, main = ", ".join(wager.title for wager in report.main_wagers), report.main
    if main is not None:
        yield (
            (title, f"played for the best, of {main.unit}"),
            "–",
            percent(main.house_edge),
            percent(1 - main.house_edge),
            percent(1 - main.chance(sign=-1), 3),
            f"{main.solution.standard_deviation:.4f}",
            _printed_edge(report, main.house_edge),
        )
    elif report.told is None or report.told.beside:
        yield (title, "–", "not stated", "", "", "", "")
    if report.told is not None:
        for place, row in enumerate(summary_rows(report.told)):
            is_main = not place and not report.told.beside
            edge = report.told.stake.house_edge
            yield (*row, _printed_edge(report, edge) if is_main else "none printed")


def _printed_edge(report: MathsReport, house_edge: float) -> str:
    printed = report.configured.game.printed.get("house_advantage")
    if printed is None:
        return "none printed"
    agrees = agrees_with(printed, Fraction(house_edge))
    return f"{printed} {'reproduced' if agrees else 'NOT reproduced'}"


def _agreement(it: WagerMaths) -> str:
    if not it.printed:
        return "none printed"
    return "reproduced" if all(figure.agrees for figure in it.printed) else "NOT reproduced"


def _jackpot_sentence(it: JackpotMaths) -> str:
    title, stake = it.wager.title, format_dollars(it.stake)
    if it.jackpot.scheme == "house":
        return f"{title} for {stake}, with its posted prizes: {percent(it.edge_with_prizes)}."
    seed = dollars(Fraction(it.jackpot.seed, CENTS_PER_DOLLAR))
    return (
        f"{title} for {stake}, in the long run, with {percent(it.jackpot.contribution, 2)} of each"
        f" wager fed to the meter and a seed of {seed}: a house edge of"
        f" {percent(it.long_run_edge)}."
    )
