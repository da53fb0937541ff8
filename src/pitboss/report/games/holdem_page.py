"""The poker part of 21-Hold 'em in a maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.rounds.holdem import spots
from pitboss.engine.setup import Setup
from pitboss.exact.holdem.fold_rules import FoldRules, fold_rules
from pitboss.exact.holdem.poker import PokerSolution, solved_poker
from pitboss.exact.holdem.solution import METHOD
from pitboss.exact.holdem.strategy_text import bet_words
from pitboss.report.document.blocks import Block, Grid, Paragraph
from pitboss.report.games.holdem_words import (
    BET_WITH,
    BY_COMMUNITY,
    DECISIONS,
    TITLE,
    community_rows,
    poker_figures,
)
from pitboss.report.games.page import FULL_DECK, gain_text
from pitboss.report.games.report import Stake, ToldGame, results
from pitboss.rulebook.model import HoldemRules
from pitboss.text.numbers import one_in, signed


def told_holdem(setup: Setup) -> ToldGame:
    """Solve the poker part of a table and tell it."""
    solution = solved_poker(setup)
    rules, game = fold_rules(solution), setup.configured.game
    assert isinstance(game.kind_rules, HoldemRules)
    wagers = spots(game.kind_rules)
    stake = Stake(
        name=", ".join(game.wager(wager).title for wager in wagers),
        unit="PK",
        edge=solution.poker_edge,
        standard_deviation=solution.standard_deviation,
        distribution=results((gain, p) for p, gain in solution.outcomes.values()),
    )
    return ToldGame(
        stakes=(stake,),
        wagers=frozenset(wagers),
        figures=tuple(poker_figures(solution, rules)),
        parts={
            "How the poker part ends": tuple(_ends(solution)),
            "When to bet on": tuple(_strategy(rules)),
            "By community cards": tuple(_by_community(solution)),
        },
        method=(METHOD, FULL_DECK),
        beside=TITLE,
        exact=(
            ("House edge", solution.poker_edge),
            ("House edge, never folding", solution.poker_edge_never_folding),
            *((outcome, chance) for outcome, (chance, _) in solution.outcomes.items()),
        ),
    )


def _ends(solution: PokerSolution) -> Iterator[Block]:
    rows = tuple(
        (
            outcome,
            gain_text(gain),
            f"{float(chance):.10f}",
            one_in(chance),
            signed(float(chance * gain), 5),
        )
        for outcome, (chance, gain) in solution.outcomes.items()
    )
    total = ("Total", "", "1", "", signed(-float(solution.poker_edge), 5))
    heads = ("outcome", "gains", "probability", "1 in", "adds")
    yield Grid(heads=heads, rows=(*rows, total), align="lrrrr", totals=1)
    yield Paragraph("Gains are in units of PK, all three wagers together.", "note")


def _strategy(rules: FoldRules) -> Iterator[Block]:
    for held, title in DECISIONS.items():
        yield Paragraph(f"{title} {BET_WITH}:")
        yield Paragraph("; ".join(bet_words(rules, held)) + ".", "note")


def _by_community(solution: PokerSolution) -> Iterator[Block]:
    heads, *cells = community_rows(solution)
    rows = tuple(tuple(cell.replace("-", "−") for cell in row) for row in cells)
    yield Grid(heads=heads, rows=rows, align="l" + "r" * (len(heads) - 1), wide=-1)
    yield Paragraph(f"{BY_COMMUNITY}.", "note")
