"""Exact fractions in the maths report: short ones in place, long ones in an appendix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.report.document.blocks import Block, Cell, Grid, Heading
from pitboss.report.maths.model import MathsReport, WagerMaths

FRACTION_MAX = 34
"""A longer exact fraction is written in the appendix, not in the table."""


def fraction_text(value: Fraction) -> str:
    """Write a fraction exactly, or say where it is written.

    >>> fraction_text(Fraction(114, 3731)), fraction_text(Fraction(1, 10**40))
    ('114/3731', 'exact fraction in appendix B')
    """
    text = str(value)
    return text if len(text) <= FRACTION_MAX else "exact fraction in appendix B"


def key_fractions(it: WagerMaths) -> dict[str, Fraction]:
    """Return the figures that a wager is known by, each with its name."""
    hits, wins = it.odds.hit_frequency, it.win_frequency
    net = {} if wins == hits else {"Net win frequency": wins}
    return {
        "House edge": it.edge,
        "Return to player": 1 - it.edge,
        "Hit frequency": hits,
        **net,
        "Variance": it.odds.variance,
    }


def fractions_section(report: MathsReport) -> Iterator[Block]:
    """Yield the appendix: all of a told game, the long ones of wagers; none if there are none."""
    rows: list[tuple[Cell, ...]] = []
    if report.told is not None:
        name = report.told.stake.name
        rows += [(name, figure, str(value)) for figure, value in report.told.exact]
    for it in report.wagers:
        values: Iterable[tuple[str, Fraction]] = (
            *key_fractions(it).items(),
            *((o.name, o.probability) for o in it.outcomes),
        )
        rows += [
            (it.title, name, str(value)) for name, value in values if len(str(value)) > FRACTION_MAX
        ]
    if rows:
        yield Heading(1, "B", "Exact fractions")
        yield Grid(heads=("wager", "figure", "exactly"), rows=tuple(rows), align="lll", wide=2)
