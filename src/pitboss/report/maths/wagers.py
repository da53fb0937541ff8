"""The wagers beside the main one, each with all its figures: a section of the maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.report.document.blocks import Block, Charts, Fact, Facts, Heading, NewPage, Paragraph
from pitboss.report.maths.fractions import fraction_text, key_fractions
from pitboss.report.maths.hold import HOLD, VOLATILITY, hold_grid
from pitboss.report.maths.model import MathsReport, WagerMaths
from pitboss.report.maths.outcomes import outcome_charts, outcome_grid, up_card_grid
from pitboss.report.maths.super_bonus import super_bonus_blocks
from pitboss.text.numbers import one_in, percent
from pitboss.text.rules import deck_words

DRAWN = (
    "The dealer is taken to complete the hand whatever the players did. The number of cards is not"
    " fixed, so there is no number of equally likely deals; the probabilities are exact."
)

_MORE = {
    "Hit frequency": "1 in {one_in} wagers is paid",
    "Net win frequency": "pushes and returned stakes left out",
}


def wagers_section(report: MathsReport) -> Iterator[Block]:
    """Yield the section, each wager on a page of its own."""
    yield NewPage()
    yield Heading(1, "5", "Wagers")
    for place, it in enumerate(report.wagers, start=1):
        if place > 1:
            yield NewPage()
        yield from _wager(f"5.{place}", it)
    if report.super_bonus:
        yield from super_bonus_blocks(report, f"5.{len(report.wagers) + 1}")


def played_text(it: WagerMaths) -> str:
    """Say how a wager is played that the player's play decides, and what it costs the main one."""
    said = f"The player's play decides. Here it is the play that is {it.odds.play}."
    main = it.odds.with_main
    if main is None or not main.given_up:
        return said
    return (
        f"{said} The main wager then costs {percent(main.edge + main.given_up)} instead of"
        f" {percent(main.edge)}."
    )


def _wager(number: str, it: WagerMaths) -> Iterator[Block]:
    table = f", pay table {it.table.id}" if it.table else ""
    yield Heading(2, number, f"{it.title}{table}")
    if it.odds.play:
        yield Paragraph(played_text(it))
    yield Facts(tuple(_key_figures(it)))
    yield outcome_grid(it)
    if it.deals is not None:
        text = f"Combinations are of {it.deals:,} equally likely deals: {it.dealt}."
    elif it.table is None:
        text = f"What decides is {it.dealt}."
    else:
        text = DRAWN if it.odds.by_up_card else f"What decides is {it.dealt}."
    yield Paragraph(text, "note")
    if it.odds.by_up_card:
        yield up_card_grid(it)
    if charts := tuple(outcome_charts(it)):
        yield Charts(charts)
    yield Heading(3, "", "Actual against theoretical hold")
    yield hold_grid(it.edge, it.deviation)
    yield Paragraph(_hold_note(it), "note")


def _key_figures(it: WagerMaths) -> Iterator[Fact]:
    if it.table:
        yield Fact(name="Pay table", text=f"{it.table.title}, {it.table.cite}",
                   below=f"approved for {deck_words(it.table.decks)}")  # fmt: skip
    for name, value in key_fractions(it).items():
        text = f"{float(value):.6f}" if name == "Variance" else percent(value, 6)
        more = _MORE[name].format(one_in=one_in(value)) if name in _MORE else ""
        below = "; ".join(filter(None, (fraction_text(value), more)))
        yield Fact(name=name, text=text, below=below)
    index = VOLATILITY * it.deviation
    yield Fact(
        name="Standard deviation",
        text=f"{it.deviation:.6f}",
        below=f"volatility index {index:.4f} (90%, {VOLATILITY} standard deviations),"
        f" skewness {it.skewness:.3f}",
    )


def _hold_note(it: WagerMaths) -> str:
    paid = [o.probability for o in it.outcomes if o.probability and o.net > -1]
    rarest = min(paid)
    hands = f"Here the rarest fixed pay comes once in {one_in(rarest)} wagers."
    return f"Theoretical hold {percent(it.edge)}. {HOLD} {hands}"
