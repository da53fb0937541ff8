"""3 Card 21 "N" Done in a maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.setup import Setup
from pitboss.exact.charts.model import UPS, up_name
from pitboss.exact.three_card_21.bonus import BONUS
from pitboss.exact.three_card_21.chart import LEGEND
from pitboss.exact.three_card_21.solution import (
    METHOD,
    RESULTS_METHOD,
    ThreeCardSolution,
    solved_three_card,
)
from pitboss.report.document.blocks import Block, Chart, Charts, Grid, Heading, Paragraph
from pitboss.report.document.strategy_svg import coded, rows_svg
from pitboss.report.games.page import FULL_SHOE
from pitboss.report.games.report import Stake, ToldGame, results
from pitboss.report.games.three_card_21_words import (
    ALIKE,
    alike_rows,
    letter,
    three_card_figures,
    totals_charts,
)
from pitboss.report.maths.main_game import UpCardEdge
from pitboss.report.maths.spread_page import distribution_grid, up_card_blocks
from pitboss.text.numbers import percent


def told_three_card(setup: Setup) -> ToldGame:
    """Solve the game of a table and tell it."""
    solution = solved_three_card(setup)
    spots, posted = setup.configured.spots, solution.together(solution.posted)
    title = spots[setup.mains[0]].wager.title
    main = Stake(
        name=title,
        unit="the main wager",
        edge=solution.house_edge,
        standard_deviation=solution.standard_deviation,
        distribution=results(solution.results.gains.items()),
    )
    both = Stake(
        name=f"{title} and {spots[BONUS].wager.title}, table {solution.posted}",
        unit="one of the two equal wagers",
        edge=posted.house_edge,
        standard_deviation=posted.standard_deviation,
        aim="the main wager played for the best",
    )
    return ToldGame(
        stakes=(main, both),
        wagers=frozenset(setup.mains),
        figures=tuple(three_card_figures(solution)),
        parts={
            "With the bonus, which is compulsory": tuple(_bonus(solution)),
            "By up card": tuple(_up_cards(solution, main)),
            "Distribution of results": tuple(distribution_grid(main)),
            "Strategy": tuple(_strategy(solution)),
        },
        method=(METHOD, f"the distribution and the deviations are {RESULTS_METHOD}", FULL_SHOE),
    )


def _bonus(solution: ThreeCardSolution) -> Iterator[Block]:
    rows = tuple(
        (
            f"{each.bonus.table}{' (here)' if each.bonus.table == solution.posted else ''}",
            (percent(float(each.bonus.edge), 6), str(each.bonus.edge)),
            percent(each.house_edge, 6),
            f"{each.standard_deviation:.6f}",
        )
        for each in solution.every_bonus
    )
    heads = ("pay table", "edge of the bonus", "both together", "std. deviation")
    yield Grid(heads=heads, rows=rows, align="lrrr")


def _up_cards(solution: ThreeCardSolution, main: Stake) -> Iterator[Block]:
    edges = tuple(
        UpCardEdge(up=up_name(up), probability=share, house_edge=-worth)
        for up, (share, worth) in ((up, solution.by_up_card[up]) for up in UPS)
    )
    yield from up_card_blocks(edges, main)


def _strategy(solution: ThreeCardSolution) -> Iterator[Block]:
    yield Paragraph(f"{ALIKE}.")
    rows = tuple((names, *row) for row, names in alike_rows(solution))
    yield Grid(heads=("cards", *map(letter, UPS)), rows=rows, align="l" * (len(UPS) + 1))
    for title, chart in totals_charts(solution).items():
        yield Heading(3, "", title)
        drawn = [
            Chart(svg=_svg(part, totals), caption=f"{title}: {part} totals")
            for part, totals in chart.items()
        ]
        yield Charts(tuple(drawn))
    yield Grid(heads=("Cell", "Meaning"), rows=tuple(LEGEND.items()), align="ll", wide=1)


def _svg(part: str, totals: dict[str, tuple[str, ...]]) -> str:
    return rows_svg(part, [(total, [coded(code) for code in row]) for total, row in totals.items()])
