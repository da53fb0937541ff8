"""Pai Jack in a report: how rounds end, and how to set a hand."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.setup import Setup
from pitboss.exact.pai_jack.setting_rules import (
    TOLD_IN_WORDS,
    Correction,
    SettingRules,
    setting_rules,
)
from pitboss.exact.pai_jack.solution import PaiJackSolution
from pitboss.report.catalogue.entry import EXACT, Entry, solve_command
from pitboss.report.document.blocks import Block, Fact, Grid, Paragraph
from pitboss.report.games.page import FULL_DECK, gain_text
from pitboss.report.games.report import EdgePart, GameReport, results
from pitboss.text.numbers import one_in, percent, signed

CONVENTION = "per unit of the main wager"
METHOD = "exact: every hand by values, set in every way, against every hand of the dealer"
HOUSE_WAY = (
    "The house way has the highest high hand of 21 or less that the low hand does not outrank, and"
    " among those the highest low hand. A hand that has no legal setting is a bust, and an ace with"
    " two ten-values is paid at once."
)


def pai_jack_report(setup: Setup, solution: PaiJackSolution) -> GameReport:
    """Report a solved game."""
    best, rules = solution.best, setting_rules(solution)
    main = EdgePart(
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
        strategy={"How to set a hand": tuple(_strategy(rules))},
        method=(METHOD, FULL_DECK),
        exact=(
            ("House edge", best.house_edge),
            ("House edge, set the house way", solution.house_way.house_edge),
            *((f"{name}, set for the best", chance) for name, chance in best.probabilities.items()),
        ),
    )


def pai_jack_entries(setup: Setup, solution: PaiJackSolution) -> Iterator[Entry]:
    """Yield the catalogue's line of the main wager."""
    best, game_id = solution.best, setup.configured.game.id
    yield Entry(
        game=game_id,
        wager=setup.mains[0],
        house_edge=float(best.house_edge),
        house_edge_fraction=best.house_edge,
        standard_deviation=best.standard_deviation,
        unit="the main wager",
        method=EXACT,
        strategy=solve_command(game_id),
    )


def rule_words(rules: SettingRules) -> Iterator[str]:
    """Yield the rules as sentences, the exceptions that matter last."""
    lowest = {high: min(rules.lows(high)) for high in rules.thresholds}
    for high, least in rules.thresholds.items():
        with_low = "" if least == lowest[high] else f" and its low hand at least {least}"
        yield f"Set the house way if its high hand is {high}{with_low}."
    yield "Otherwise set the highest low hand that is legal, and with it the highest high hand."
    for exception in rules.exceptions[:TOLD_IN_WORDS]:
        yield _exception_words(exception)


def _exception_words(exception: Correction) -> str:
    chosen = "set the house way" if exception.house_way else "set the highest low hand"
    cell = exception.cell
    return (
        f"Exception: where the house way is {cell.high} and {cell.low} and the highest low hand"
        f" {cell.highest_low}, {chosen}."
    )


def _figures(solution: PaiJackSolution, rules: SettingRules) -> Iterator[Fact]:
    best, house, every = solution.best, solution.house_way, len(rules.exceptions)
    plain, worded, whole = (rules.figures(n).house_edge for n in (0, TOLD_IN_WORDS, every))
    deviation = f"{best.standard_deviation:.6f}"
    for name, text, below in (
        ("House edge", percent(best.house_edge, 6), f"of the main wager, {best.house_edge}"),
        ("Setting the house way", percent(house.house_edge, 6), f"of it, {house.house_edge}"),
        ("Setting by the rules below", percent(worded, 6), ""),
        ("Without their exceptions", percent(plain, 6), ""),
        ("With all exceptions", percent(whole, 6), f"all {every}, which the JSON lists"),
        ("Standard deviation", deviation, "main wagers"),
    ):
        yield Fact(name=name, text=text, below=below)


def _ends(solution: PaiJackSolution) -> Iterator[Block]:
    best, house = solution.best.probabilities, solution.house_way.probabilities
    rows = tuple(
        (
            outcome,
            gain_text(solution.pays[outcome]),
            (f"{float(chance):.10f}", str(chance)),
            one_in(chance),
            signed(float(chance * solution.pays[outcome]), 5),
            f"{float(house[outcome]):.10f}",
        )
        for outcome, chance in best.items()
    )
    heads = ("outcome", "gains", "set for the best", "1 in", "adds", "house way")
    yield Grid(heads=heads, rows=rows, align="lrrrrr")


def _strategy(rules: SettingRules) -> Iterator[Block]:
    for number, words in enumerate(rule_words(rules), start=1):
        yield Paragraph(f"{number}. {words}")
    yield Paragraph(HOUSE_WAY, "note")
