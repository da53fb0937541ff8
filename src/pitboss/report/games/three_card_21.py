"""3 Card 21 "N" Done in a report: the bonus beside it, and the best play."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.charts.model import UPS, up_name
from pitboss.exact.three_card_21.bonus import BONUS
from pitboss.exact.three_card_21.solution import (
    LEGEND,
    METHOD,
    RESULTS_METHOD,
    ThreeCardSolution,
    after_hit,
    after_split,
    first_three,
    group_by_play,
)
from pitboss.report.catalogue.edges import SOLVED, EdgeEntry
from pitboss.report.document.blocks import Block, Charts, Fact, Grid, Heading, Paragraph
from pitboss.report.document.strategy_svg import code_cell, draw_rows
from pitboss.report.games.blackjack import STRATEGY, played_entry, up_card_edges
from pitboss.report.games.kind import KindReport, one_report
from pitboss.report.games.page import FULL_SHOE, distribution_blocks, up_card_blocks
from pitboss.report.games.report import GameReport, ReportPart, results
from pitboss.text.numbers import percent

ALIKE = "Three cards as dealt, those that are played alike together; T is any ten-value."


def three_card_report(solution: ThreeCardSolution) -> GameReport:
    """Report a solved game."""
    main, both = _parts(solution)
    edges = up_card_edges(solution.up_card_chances, solution.by_up_card)
    return GameReport(
        parts=(main, both),
        wagers=frozenset(solution.setup.mains),
        figures=tuple(_figures(solution)),
        sections={
            "With the bonus, which is compulsory": tuple(_bonus(solution)),
            "By up card": tuple(up_card_blocks(edges, main)),
            "Distribution of results": tuple(distribution_blocks(main)),
        },
        strategy=three_card_rules(solution),
        method=(METHOD, f"the distribution and the deviations are {RESULTS_METHOD}", FULL_SHOE),
    )


def three_card_rules(solution: ThreeCardSolution) -> dict[str, tuple[Block, ...]]:
    """Return how to play three cards, the cards after them, and split hands."""
    return {STRATEGY: tuple(_strategy(solution))}


def three_card_entries(solution: ThreeCardSolution) -> Iterator[EdgeEntry]:
    """Yield the catalogue's lines of the main wager, and of it with the bonus."""
    setup = solution.setup
    both = solution.together(solution.bonus_table)
    yield played_entry(solution, setup.mains[0], "the main wager, alone")
    yield EdgeEntry(
        wager=f"{setup.mains[0]}, {BONUS}",
        table=solution.bonus_table,
        house_edge=both.house_edge,
        standard_deviation=both.standard_deviation,
        unit="one of the two equal wagers",
        stakes=2,
        method=SOLVED,
    )


def _parts(solution: ThreeCardSolution) -> tuple[ReportPart, ReportPart]:
    setup = solution.setup
    posted = solution.together(solution.bonus_table)
    spots = setup.configured.spots
    title = spots[setup.mains[0]].wager.title
    main = ReportPart(
        name=title,
        unit="the main wager",
        edge=solution.house_edge,
        standard_deviation=solution.standard_deviation,
        average_wager=solution.average_wager,
        distribution=results(solution.results.gains.items()),
    )
    both = ReportPart(
        name=f"{title} and {spots[BONUS].wager.title}, table {solution.bonus_table}",
        unit="one of the two equal wagers",
        edge=posted.house_edge,
        standard_deviation=posted.standard_deviation,
        aim="optimal play of the main wager",
    )
    return main, both


def _figures(solution: ThreeCardSolution) -> Iterator[Fact]:
    posted = solution.together(solution.bonus_table)
    yield Fact("House edge", percent(solution.house_edge, 6), "of the main wager alone")
    yield Fact(
        "With the compulsory bonus",
        percent(posted.house_edge, 6),
        f"of one of the equal wagers, table {solution.bonus_table}",
    )
    yield Fact(
        "Splits played more simply",
        percent(solution.house_edge_by_own_cards, 6),
        "each hand by its own cards and the up card",
    )
    yield Fact("Element of risk", percent(solution.element_of_risk, 6), "of all that is wagered")
    yield Fact("Average wager", f"{solution.average_wager:.6f}", "main wagers")
    yield Fact("Standard deviation", f"{solution.standard_deviation:.6f}", "main wagers")
    yield Fact("With the bonus", f"{posted.standard_deviation:.6f}", "main wagers")


def _bonus(solution: ThreeCardSolution) -> Iterator[Block]:
    rows = tuple(
        (
            f"{pair.bonus.table}{' (here)' if pair.bonus.table == solution.bonus_table else ''}",
            (percent(float(pair.bonus.edge), 6), str(pair.bonus.edge)),
            percent(pair.house_edge, 6),
            f"{pair.standard_deviation:.6f}",
        )
        for pair in solution.every_bonus
    )
    heads = ("pay table", "edge of the bonus", "both together", "std. deviation")
    yield Grid(heads=heads, rows=rows, align="lrrr")


def _strategy(solution: ThreeCardSolution) -> Iterator[Block]:
    yield Paragraph(ALIKE)
    rows = tuple(
        (" ".join("".join(map(_letter, values)) for values in hands), *codes)
        for codes, hands in group_by_play(first_three(solution.hands)).items()
    )
    yield Grid(heads=("cards", *map(_letter, UPS)), rows=rows, align="l" * (len(UPS) + 1))
    for title, chart in (
        ("Four cards and more", after_hit(solution.game)),
        ("Hands of a split; an ace gets one card", after_split(solution.game)),
    ):
        yield Heading(3, "", title)
        drawn = [
            draw_rows(
                f"{title}: {part} totals",
                [(total, [code_cell(code) for code in codes]) for total, codes in totals.items()],
            )
            for part, totals in chart.items()
        ]
        yield Charts(tuple(drawn))
    yield Grid(heads=("Cell", "Meaning"), rows=tuple(LEGEND.items()), align="ll", wide=1)


def _letter(value: int) -> str:
    name = up_name(value)
    return "T" if name == "10" else name


KIND = KindReport(
    one_report(three_card_report),
    three_card_entries,
    "explanation/solver-3-card-21.md",
    three_card_rules,
)
