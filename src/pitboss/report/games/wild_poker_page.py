"""Deuces Wild Xtreme in a maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.setup import Setup
from pitboss.exact.wild_poker.fold_rule import fold_rule
from pitboss.exact.wild_poker.folding import Folding
from pitboss.exact.wild_poker.solution import CONVENTION, METHOD, WildSolution, solved_wild
from pitboss.exact.wild_poker.strategy_text import rule_words
from pitboss.report.document.blocks import Block, Grid, Heading, Paragraph
from pitboss.report.games.page import FULL_DECK, gain_text
from pitboss.report.games.report import Stake, ToldGame, results
from pitboss.report.games.wild_poker_words import wagered, wild_figures
from pitboss.text.hands import rank_words
from pitboss.text.numbers import one_in, signed


def told_wild(setup: Setup) -> ToldGame:
    """Solve the game of a table and tell it."""
    solution = solved_wild(setup)
    odds, spots = solution.with_odds, setup.configured.spots
    stake = Stake(
        name=", ".join(spots[wager].wager.title for wager in odds.wagers),
        unit="the ante",
        edge=odds.house_edge,
        standard_deviation=float(odds.variance) ** 0.5,
        distribution=results(odds.distribution.items()),
    )
    return ToldGame(
        stakes=(stake,),
        wagers=frozenset(odds.wagers),
        figures=tuple(wild_figures(solution)),
        parts={
            "How rounds end": tuple(_ends(solution)),
            "Distribution of results": tuple(_distribution(odds)),
            "When to play": tuple(_strategy(solution)),
        },
        method=(METHOD, CONVENTION, FULL_DECK),
        exact=(
            ("House edge", odds.house_edge),
            ("House edge without Odds", solution.without_odds.house_edge),
            *((f"{end}, with Odds", chance) for end, chance in odds.ends.items()),
        ),
    )


def _ends(solution: WildSolution) -> Iterator[Block]:
    games = wagered(solution)
    ends = solution.with_odds.ends
    rows = tuple(
        (end, *(f"{float(game.ends[end]):.10f}" for game in games.values()), one_in(chance))
        for end, chance in ends.items()
    )
    titles = (f"{title[0].lower()}{title[1:]}" for title in games)
    yield Grid(heads=("end", *titles, "1 in, with Odds"), rows=rows, align="lrrr")
    wins = tuple(
        (rank_words(rank), f"{float(chance):.10f}", one_in(chance))
        for rank, chance in reversed(solution.with_odds.wins.items())
    )
    yield Heading(3, "", "What is won with")
    yield Grid(heads=("hand", "probability", "1 in"), rows=wins, align="lrr")


def _distribution(folding: Folding) -> Iterator[Block]:
    rows = tuple(
        (
            gain_text(gain),
            f"{float(chance):.10f}",
            one_in(chance),
            signed(float(gain * chance), 5),
        )
        for gain, chance in folding.distribution.items()
    )
    total = ("Total", "1", "", signed(-float(folding.house_edge), 5))
    heads = ("gain in antes", "probability", "1 in", "adds")
    yield Grid(heads=heads, rows=(*rows, total), align="rrrr", totals=1, wide=-1)


def _strategy(solution: WildSolution) -> Iterator[Block]:
    for title, folding in wagered(solution).items():
        yield Heading(3, "", title)
        yield Paragraph(rule_words(fold_rule(folding)))
