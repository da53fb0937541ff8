"""Pai Jack in a maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.setup import Setup
from pitboss.exact.pai_jack.setting_rules import SettingRules
from pitboss.exact.pai_jack.solution import METHOD, PaiJackSolution, solved_pai_jack
from pitboss.exact.pai_jack.strategy_text import rule_words
from pitboss.report.document.blocks import Block, Grid, Paragraph
from pitboss.report.games.page import FULL_DECK, gain_text
from pitboss.report.games.pai_jack_words import HOUSE_WAY, STRATEGY, pai_jack_figures
from pitboss.report.games.report import Stake, ToldGame, results
from pitboss.text.numbers import one_in, signed


def told_pai_jack(setup: Setup) -> ToldGame:
    """Solve the game of a table and tell it."""
    solution = solved_pai_jack(setup)
    best, rules = solution.best, solution.rules
    main = setup.configured.spots[setup.mains[0]].wager
    stake = Stake(
        name=main.title,
        unit="the main wager",
        edge=best.house_edge,
        standard_deviation=best.standard_deviation,
        distribution=results((best.pays[o], p) for o, p in best.probabilities.items()),
    )
    return ToldGame(
        stakes=(stake,),
        wagers=frozenset(setup.mains),
        figures=tuple(pai_jack_figures(solution, rules)),
        parts={
            "How rounds end": tuple(_ends(solution)),
            STRATEGY: tuple(_strategy(rules)),
        },
        method=(METHOD, FULL_DECK),
        exact=(
            ("House edge", best.house_edge),
            ("House edge, set the house way", solution.house_way.house_edge),
            *((f"{name}, set for the best", chance) for name, chance in best.probabilities.items()),
        ),
    )


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
    heads = ("outcome", "gains", "set for the best", "1 in", "adds", "set the house way")
    yield Grid(heads=heads, rows=rows, align="lrrrrr")


def _strategy(rules: SettingRules) -> Iterator[Block]:
    for number, words in enumerate(rule_words(rules), start=1):
        yield Paragraph(f"{number}. {words}")
    yield Paragraph(HOUSE_WAY, "note")
