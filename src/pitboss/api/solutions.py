"""A solved table: its house edge, its best play, as data and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.api.own_play import chart_by
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.charts.model import Chart
from pitboss.exact.charts.parse import read_chart
from pitboss.exact.kinds import has_split_plays, is_solved, solve, solve_split_play
from pitboss.exact.solution import EdgePart
from pitboss.exact.solution import Solution as ExactSolution
from pitboss.exact.wager_size import at_wager
from pitboss.questions.play import Play
from pitboss.report.document.blocks import Document
from pitboss.report.document.html import html_page
from pitboss.report.kinds import sections
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.tabular import Row, Tabular
from pitboss.text.options import rule_options

if TYPE_CHECKING:
    from pitboss.api.tables import Table

_SHOWN = 40
"""The most characters of a wrong name that are shown."""


@dataclass(frozen=True, repr=False)
class Solution(Tabular):
    """The main game of a table under its best play. `Table.solve` makes one.

    >>> import pitboss
    >>> solution = pitboss.table("co/pai-jack").solve()
    >>> solution
    <Solution of co/pai-jack: house edge 1.676340% of the main wager>
    >>> solution.house_edge
    Fraction(...)
    """

    table: Table
    """The table, with the side wagers left out that nobody named."""
    solved: ExactSolution = field(compare=False)
    """Everything that the solver computed; what it holds depends on the kind of round."""

    @property
    def house_edge(self) -> float | Fraction:
        """The share of the main wager that the house keeps; a `Fraction` where that is exact."""
        return self.solved.house_edge

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round, in units of the main wager."""
        return self.solved.standard_deviation

    @property
    def parts(self) -> tuple[EdgePart, ...]:
        """The edge of every part of the game, the main wager first."""
        return self.solved.parts

    @property
    def chart(self) -> Chart | None:
        """The strategy by up card; None where hands are not played by a chart.

        >>> import pitboss
        >>> chart = pitboss.solve("reference/blackjack").chart
        >>> strategy = chart.as_json()
        >>> strategy["hard"]["11"]["10"], strategy["legend"]["D"]
        ('D', 'double, otherwise hit')
        """
        return getattr(self.solved, "chart", None)

    def cost_of(self, chart: Mapping[str, Any] | Play) -> float:
        """Return the exact cost of playing by *chart* instead of the best play.

        *chart* is written as `chart.as_json()` writes one, or it is a function that is asked for
        each `ChartHand` of a chart. Games whose main wager is not one blackjack hand have no such
        charts, and raise `RulesError`.

        >>> import pitboss
        >>> solution = pitboss.solve("reference/blackjack")
        >>> mine = solution.chart.as_json()
        >>> mine["hard"]["12"]["2"] = "S"
        >>> 0 < solution.cost_of(mine) < 0.001
        True
        >>> f"{solution.cost_of(lambda hand: 'hit' if hand.total < 17 else 'stand'):.4%}"
        '5.5701%'
        """
        solved = self.solved
        if not isinstance(solved, BlackjackSolution):
            message = f"{self.table.game.id} is not played by charts of one hand"
            raise RulesError([Problem(code="option/conflict", key="chart", message=message)])
        given = (
            chart_by(chart, self.table.main.setup)["strategy"] if callable(chart) else dict(chart)
        )
        strategy = read_chart(given, solved.game.rules, "chart")
        return solved.play_by(strategy).house_edge - solved.house_edge

    def as_json(self) -> dict[str, Any]:
        """Return everything as data, as `pitboss solve --json` prints it."""
        record = self.solved.as_json()
        first = {key: record[key] for key in ("game", "options", "digest")}
        return first | {"assumed": list(self.table.assumed)} | record

    def to_html(self, *, date: str = "") -> str:
        """Return the figures, the best play and the method as one self-contained page.

        >>> import pitboss
        >>> page = pitboss.solve("co/pai-jack").to_html()
        >>> page.startswith("<!DOCTYPE html>"), "Pai Jack" in page
        (True, True)
        """
        game = self.table.game
        document = Document(
            title=f"{game.title}, solved",
            subtitle=", ".join(rule_options(self.table.setup)),
            head=game.id,
            foot=f"digest {self.table.digest}",
            date=date,
            blocks=sections(self.solved),
        )
        return html_page(document)

    def __repr__(self) -> str:
        """Say the house edge, and that of every part where there are several."""
        edge = float(self.house_edge)
        (main, *others) = self.parts
        of = "" if others else f" of {main.unit}"
        parts = "".join(f"; {p.id} {p.edge:.6%} of {p.unit}" for p in self.parts) if others else ""
        return f"<Solution of {self.table.game.id}: house edge {edge:.6%}{of}{parts}>"

    def as_rows(self) -> list[Row]:
        """Return a row for each part of the game: its house edge and what that is a share of."""
        return [
            {
                "part": part.id,
                "house_edge": part.edge,
                "of": part.unit,
                "standard_deviation": part.standard_deviation,
                "method": part.method,
            }
            for part in self.parts
        ]

    def _caption(self) -> str:
        return f"{self.table.game.title} ({self.table.game.id})"


def solve_table(
    table: Table, split_play: str | None = None, *, wager: int | None = None
) -> Solution:
    """Solve the main game of a table; `RulesError` where the solver does not know its rules.

    *split_play* names how hands made by a split are played: best, or as-unsplit. *wager* is the
    main wager in cents: where it can be doubled again, the table's maximum caps a large one.
    """
    check_solvable(table)
    setup = at_wager(table.setup, wager)
    if split_play is None:
        return Solution(table, solve(setup))
    play = read_split_play(split_play)
    if problems := tuple(split_play_problems(table)):
        raise RulesError(problems)
    return Solution(table, solve_split_play(setup, play))


def read_split_play(text: str, key: str = "split_play") -> SplitPlay:
    """Return a play of hands made by a split by its name; `RulesError` for another name.

    >>> read_split_play("best")
    <SplitPlay.BEST: 'best'>
    """
    names = [play.value for play in SplitPlay]
    if text not in names:
        message = f"{text[:_SHOWN]!r} is not a play after a split: give {' or '.join(names)}"
        raise RulesError([Problem(code="option/invalid", key=key, message=message)])
    return SplitPlay(text)


def split_play_problems(table: Table, key: str = "split_play") -> Iterator[Problem]:
    """Yield a problem if the solver knows only one play of split hands for this game."""
    if not has_split_plays(table.setup):
        message = f"{table.game.id} is not solved for either play after a split: leave it out"
        yield Problem(code="option/conflict", key=key, message=message)


def check_solvable(table: Table) -> None:
    """Raise `RulesError` where the solver does not know the rules of a table."""
    if not is_solved(table.setup):
        message = f"the main game of {table.game.id} cannot be solved yet"
        raise RulesError([Problem(code="game/not-solved", key="", message=message)])
