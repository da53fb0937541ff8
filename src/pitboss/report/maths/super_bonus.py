"""The Super Bonus, which needs no wager of its own, among the wagers of the maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.odds.wager_odds import WagerOdds
from pitboss.report.document.blocks import Block, Fact, Facts, Heading
from pitboss.report.maths.model import MathsReport
from pitboss.rulebook.pays import format_dollars
from pitboss.text.numbers import one_in, percent


def super_bonus_blocks(report: MathsReport, number: str) -> Iterator[Block]:
    """Yield the part with that *number*; only for a game that has the bonus."""
    bonus = report.configured.game.super_bonus
    assert bonus
    (row,) = report.super_bonus[0].rows
    bands = ", ".join(
        f"{format_dollars(band.pays)} from a wager of {format_dollars(band.wager_min)}"
        for band in bonus.bands
    )
    yield Heading(2, number, "Super Bonus, which needs no wager of its own")
    yield Facts(
        (
            Fact(name="Hand", text=row.name, below=bonus.cite),
            Fact(name="Pays", text=bands),
            Fact(name="Probability", text=f"1 in {one_in(row.probability)}",
                 below=f"{row.probability}, for a player who draws to two sevens"),
            *(
                Fact(name="Worth", text=f"{percent(-odds.edge)} of {_wager(odds)}",
                     below=f"the Envy Bonus of {format_dollars(bonus.envy)} apart")
                for odds in report.super_bonus
            ),
        )
    )  # fmt: skip


def _wager(odds: WagerOdds) -> str:
    main = odds.options.get("main")
    return "the smallest wager of a band" if main is None else f"a wager of {main}"
