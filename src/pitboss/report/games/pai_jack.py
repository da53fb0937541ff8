"""Pai Jack in a report: how rounds end, and how to set a hand."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.pai_jack.settings import TOLD_IN_WORDS, SettingRules, rule_words
from pitboss.exact.pai_jack.solution import METHOD, PaiJackSolution
from pitboss.report.catalogue.edges import EXACT, EdgeEntry
from pitboss.report.document.blocks import Block, Fact, Grid, Paragraph
from pitboss.report.games.kind import KindReport, one_report
from pitboss.report.games.page import FULL_DECK, gain_text
from pitboss.report.games.report import GameReport, ReportPart, results
from pitboss.text.numbers import format_signed, one_in, percent

HOUSE_WAY = (
    "The house way has the highest high hand of 21 or less that the low hand does not outrank, and"
    " among those the highest low hand. A hand that has no legal setting is a bust, and an ace with"
    " two ten-values is paid at once."
)


def pai_jack_report(solution: PaiJackSolution) -> GameReport:
    """Report a solved game."""
    setup = solution.setup
    best = solution.best
    rules = solution.rules
    main = ReportPart(
        name=setup.configured.spots[setup.mains[0]].wager.title,
        unit="the main wager",
        edge=best.house_edge,
        standard_deviation=best.standard_deviation,
        distribution=results((best.pays[o], p) for o, p in best.probabilities.items()),
    )
    return GameReport(
        parts=(main,),
        wagers=frozenset(setup.mains),
        figures=tuple(_figures(solution, rules)),
        sections={"How rounds end": tuple(_ends(solution))},
        strategy=pai_jack_rules(solution),
        method=(METHOD, FULL_DECK),
        exact=(
            ("House edge", best.house_edge),
            ("House edge, set the house way", solution.house_way.house_edge),
            *((f"{name}, optimal setting", chance) for name, chance in best.probabilities.items()),
        ),
    )


def pai_jack_rules(solution: PaiJackSolution) -> dict[str, tuple[Block, ...]]:
    """Return how to set a hand."""
    return {"How to set a hand": tuple(_strategy(solution.rules))}


def pai_jack_entries(solution: PaiJackSolution) -> Iterator[EdgeEntry]:
    """Yield the catalogue's line of the main wager."""
    best = solution.best
    yield EdgeEntry(
        wager=solution.setup.mains[0],
        house_edge=float(best.house_edge),
        house_edge_fraction=best.house_edge,
        standard_deviation=best.standard_deviation,
        unit="the main wager",
        method=EXACT,
    )


def _figures(solution: PaiJackSolution, rules: SettingRules) -> Iterator[Fact]:
    best = solution.best
    house = solution.house_way
    every = len(rules.exceptions)
    plain, worded, whole = (rules.figures(n).house_edge for n in (0, TOLD_IN_WORDS, every))
    deviation = f"{best.standard_deviation:.6f}"
    yield Fact("House edge", percent(best.house_edge, 6), f"of the main wager, {best.house_edge}")
    edge = house.house_edge
    yield Fact("Setting the house way", percent(edge, 6), f"of the main wager, {edge}")
    yield Fact("Setting by the rules below", percent(worded, 6))
    yield Fact("Without their exceptions", percent(plain, 6))
    yield Fact("With all exceptions", percent(whole, 6), f"all {every}, which the JSON lists")
    yield Fact("Standard deviation", deviation, "main wagers")


def _ends(solution: PaiJackSolution) -> Iterator[Block]:
    best = solution.best.probabilities
    house = solution.house_way.probabilities
    rows = tuple(
        (
            outcome,
            gain_text(solution.pays[outcome]),
            (f"{float(chance):.10f}", str(chance)),
            one_in(chance),
            format_signed(float(chance * solution.pays[outcome]), 5),
            f"{float(house[outcome]):.10f}",
        )
        for outcome, chance in best.items()
    )
    heads = ("outcome", "gains", "optimal setting", "1 in", "adds", "house way")
    yield Grid(heads=heads, rows=rows, align="lrrrrr")


def _strategy(rules: SettingRules) -> Iterator[Block]:
    for number, words in enumerate(rule_words(rules), start=1):
        yield Paragraph(f"{number}. {words}")
    yield Paragraph(HOUSE_WAY, "note")


KIND = KindReport(
    one_report(pai_jack_report), pai_jack_entries, "explanation/solver-pai-jack.md", pai_jack_rules
)
