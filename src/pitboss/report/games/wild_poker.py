"""Deuces Wild Xtreme in a report: how rounds end, and when to play."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from pitboss.exact.wild_poker.solution import CONVENTION, METHOD, Folding, WildSolution, fold_rule
from pitboss.report.catalogue.edges import EXACT, EdgeEntry
from pitboss.report.document.blocks import Block, Fact, Grid, Heading, Paragraph
from pitboss.report.games.kind import KindReport, one_report
from pitboss.report.games.page import FULL_DECK, gain_text
from pitboss.report.games.report import GameReport, ReportPart, results
from pitboss.text.hands import rank_words
from pitboss.text.numbers import format_signed, one_in, percent


def wild_report(solution: WildSolution) -> GameReport:
    """Report a solved game."""
    odds = solution.with_odds
    spots = solution.setup.configured.spots
    main = ReportPart(
        name=", ".join(spots[wager].wager.title for wager in odds.wagers),
        unit="the ante",
        edge=odds.house_edge,
        standard_deviation=float(odds.variance) ** 0.5,
        average_wager=float(odds.average_wager),
        distribution=results(odds.distribution.items()),
    )
    return GameReport(
        parts=(main,),
        wagers=frozenset(odds.wagers),
        figures=tuple(_figures(solution)),
        sections={
            "How rounds end": tuple(_ends(solution)),
            "Distribution of results": tuple(_distribution(odds)),
        },
        strategy=wild_rules(solution),
        method=(METHOD, CONVENTION, FULL_DECK),
        exact=(
            ("House edge", odds.house_edge),
            ("House edge without Odds", solution.without_odds.house_edge),
            *((f"{end}, with Odds", chance) for end, chance in odds.ends.items()),
        ),
    )


def wild_rules(solution: WildSolution) -> dict[str, tuple[Block, ...]]:
    """Return when to play, and when to fold."""
    return {"When to play": tuple(_strategy(solution))}


def wild_entries(solution: WildSolution) -> Iterator[EdgeEntry]:
    """Yield the line with Odds, which are compulsory (ruling D1), and the line without them."""
    for folding, unit, stakes in (
        (solution.with_odds, "the ante, with Odds as large", 2),
        (solution.without_odds, "the ante, if there were no Odds", 1),
    ):
        yield EdgeEntry(
            wager=", ".join(folding.wagers),
            house_edge=float(folding.house_edge),
            house_edge_fraction=folding.house_edge,
            standard_deviation=sqrt(folding.variance),
            unit=unit,
            stakes=stakes,
            method=EXACT,
        )


def _games(solution: WildSolution) -> dict[str, Folding]:
    return {
        "With Odds, as the rules have it": solution.with_odds,
        "For the ante and the play wager alone": solution.without_odds,
    }


def _figures(solution: WildSolution) -> Iterator[Fact]:
    folding = solution.with_odds
    without = solution.without_odds
    edge = folding.house_edge
    other = without.house_edge
    yield Fact("House edge", percent(edge, 6), f"of the ante, with Odds, {edge}")
    yield Fact("Without Odds", percent(other, 6), f"of the ante, {other}")
    for wager, share in folding.by_wager.items():
        yield Fact(f"Of it on {wager}", percent(share, 6), "of the ante")
    risk = percent(edge / folding.average_wager, 6)
    yield Fact("Element of risk", risk, "of all that is wagered")
    yield Fact("Average wager", f"{float(folding.average_wager):.6f}", "antes")
    deviation = f"{float(folding.variance) ** 0.5:.6f}"
    yield Fact("Standard deviation", deviation, "antes")


def _ends(solution: WildSolution) -> Iterator[Block]:
    games = _games(solution)
    rows = tuple(
        (end, *(f"{float(game.ends[end]):.10f}" for game in games.values()), one_in(chance))
        for end, chance in solution.with_odds.ends.items()
    )
    heads = ("end", "with Odds", "without Odds", "1 in, with Odds")
    yield Grid(heads=heads, rows=rows, align="lrrr")
    wins = tuple(
        (rank_words(rank), f"{float(chance):.10f}", one_in(chance))
        for rank, chance in reversed(solution.with_odds.wins.items())
    )
    yield Heading(3, "", "Winning hands, with Odds")
    yield Grid(heads=("hand", "probability", "1 in"), rows=wins, align="lrr")


def _distribution(folding: Folding) -> Iterator[Block]:
    rows = tuple(
        (
            gain_text(gain),
            f"{float(chance):.10f}",
            one_in(chance),
            format_signed(float(gain * chance), 5),
        )
        for gain, chance in folding.distribution.items()
    )
    total = ("Total", "1", "", format_signed(-float(folding.house_edge), 5))
    heads = ("gain in antes", "probability", "1 in", "adds")
    yield Grid(heads=heads, rows=(*rows, total), align="rrrr", totals=1, wide=-1)


def _strategy(solution: WildSolution) -> Iterator[Block]:
    for title, folding in _games(solution).items():
        yield Heading(3, "", title)
        yield Paragraph(fold_rule(folding).words)


KIND = KindReport(
    one_report(wild_report), wild_entries, "explanation/solver-deuces-wild.md", wild_rules
)
