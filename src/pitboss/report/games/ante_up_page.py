"""Ante Up 21 in a maths report."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.rounds.ante_up import ANTE, BET
from pitboss.engine.setup import Setup
from pitboss.exact.ante_up.play import Aim
from pitboss.exact.ante_up.solution import (
    JOINT_ERROR,
    METHOD,
    POKER_ERROR,
    AnteUpSolution,
    solved_ante_up,
)
from pitboss.exact.ante_up.strategy_text import UPS, fold_words, rank_name
from pitboss.report.document.blocks import Block, Grid, Paragraph
from pitboss.report.games.ante_up_words import (
    AIMS,
    ENDS,
    FOLD,
    OTHERWISE,
    ante_up_figures,
    differences,
)
from pitboss.report.games.page import FULL_SHOE
from pitboss.report.games.report import Stake, ToldGame
from pitboss.text.numbers import one_in, percent

_ERRORS = (
    f"the error of the joint edge is below {percent(JOINT_ERROR, 2)} of the ANTE, that of the poker"
    f" edge below {percent(POKER_ERROR, 1)}; the edge of the 21 wager is that of the blackjack game"
    " by itself and has none but that of floating point"
)


def told_ante_up(setup: Setup) -> ToldGame:
    """Solve the game of a table and tell it."""
    solution = solved_ante_up(setup)
    return ToldGame(
        stakes=tuple(_stakes(setup, solution)),
        wagers=frozenset((*setup.mains, ANTE, BET)),
        figures=tuple(ante_up_figures(solution)),
        parts={
            "Played for one wager, or for both": tuple(_aims(solution)),
            ENDS: tuple(_ends(solution)),
            "By up card, played for both": tuple(_up_cards(solution)),
            FOLD: tuple(Paragraph(words) for words in fold_words(solution.hands)),
            "Playing for both": tuple(_otherwise(solution)),
        },
        method=(
            METHOD,
            _ERRORS,
            FULL_SHOE,
        ),
    )


def _stakes(setup: Setup, solution: AnteUpSolution) -> Iterator[Stake]:
    spots, poker = setup.configured.spots, solution.figures(Aim.POKER)
    main, *both = (spots[wager].wager.title for wager in (setup.mains[0], ANTE, BET))
    deviation = solution.alone.standard_deviation
    yield Stake(
        name=main,
        unit="the 21 wager",
        edge=solution.house_edge,
        standard_deviation=deviation,
        aim="played for alone",
    )
    yield Stake(
        name=" and ".join(both), unit="the ANTE", edge=poker.poker_edge, aim="played for alone"
    )
    yield Stake(
        name="Both together",
        unit="the ANTE, with a 21 wager as large",
        edge=solution.joint.joint_edge,
        standard_deviation=solution.standard_deviation,
        aim="played for both",
    )


def _aims(solution: AnteUpSolution) -> Iterator[Block]:
    rows = []
    for aim, words in AIMS.items():
        each = solution.figures(aim)
        edges = (each.joint_edge, each.house_edge, each.poker_edge)
        rows.append((words, *map(percent, edges), percent(each.fold_probability, 2)))
    heads = ("played", "both wagers", "21", "ANTE and BET", "folded")
    yield Grid(heads=heads, rows=tuple(rows), align="lrrrr")


def _ends(solution: AnteUpSolution) -> Iterator[Block]:
    rows = tuple(
        (outcome, f"{chance:.8f}", one_in(chance)) for outcome, chance in solution.outcomes.items()
    )
    yield Grid(heads=("end", "probability", "1 in"), rows=rows, align="lrr")


def _up_cards(solution: AnteUpSolution) -> Iterator[Block]:
    edges = ((up, *solution.against_up(up)) for up in UPS)
    rows = tuple(
        (rank_name(up), percent(share, 3), percent(edge, 2), percent(share * edge))
        for up, share, edge in edges
    )
    heads = ("up card", "comes", "joint edge", "adds to the edge")
    yield Grid(heads=heads, rows=rows, align="lrrr")


def _otherwise(solution: AnteUpSolution) -> Iterator[Block]:
    yield Paragraph(f"{OTHERWISE}.")
    rows = tuple((rank_name(up), differences(solution, up)) for up in UPS)
    yield Grid(heads=("up card", "first two cards"), rows=rows, align="ll", wide=1)
