"""Ante Up 21 laid out for simulation: the 21 wager, ANTE and BET, and their results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pitboss.engine.actions import Action, Question
from pitboss.engine.events import WagerSettled
from pitboss.engine.rounds.ante_up import ANTE, BET, settle_fold
from pitboss.engine.setup import Setup
from pitboss.engine.state import Seat, State
from pitboss.exact.ante_up.hands import ANTES, AnteUpPays, make_card, rank_graph
from pitboss.exact.ante_up.play import Objective
from pitboss.exact.ante_up.solution import (
    DEALER_BLACKJACK,
    FOLDED,
    POKER_OUTCOMES,
    SPLIT,
    Ranks,
    ante_up_solution,
    find_node,
)
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.two_card_poker import BEST_TWO_SHIFT
from pitboss.simulate.ante_up.arrays import HandTables, poker_hands
from pitboss.simulate.ante_up.kernel import NATURAL, SPLIT_UP, UNSPLIT, AnteUpTables
from pitboss.simulate.ante_up.strategy import AnteUpPlay, solved_play, standing_play
from pitboss.simulate.blackjack.job import result_events
from pitboss.simulate.cells.layout import Cell, CellLayout
from pitboss.simulate.hand_results import HandResult
from pitboss.simulate.tally import BASE, Part

Array = Any
MAIN = "main"
PARTS = (
    Part(MAIN, "The 21 wager", (MAIN,), BASE, "the 21 wager", "21 wagers"),
    Part("poker", "ANTE and BET", (ANTE, BET), BASE, "the ANTE", "ANTEs"),
    Part("both", "Both together", (MAIN, ANTE, BET), BASE, "the ANTE", "ANTEs"),
)
_AIMS = {"optimal": Objective.BOTH, "for-21": Objective.TWENTY_ONE, "for-poker": Objective.POKER}
STRATEGIES = tuple(_AIMS)
FOLDED_WAY = 0
"""The results of ANTE and BET are numbered; folding is the first."""
_BET = "bet"
_ENDED = {1: "won", 0: "pushed", -1: "lost"}
_BESTS = 2 << BEST_TWO_SHIFT
_CARDS_A_HAND = 4
_CARDS_MOST = 24


def ante_up_layout(setup: Setup, strategy: str) -> CellLayout:
    """Lay a table out for a player who plays for both wagers, for 21 or for poker."""
    return lay_out(setup, solved_play(ante_up_solution(setup), _AIMS[strategy]))


def standing_layout(setup: Setup) -> CellLayout:
    """Lay a table out for a player who never bets and takes no card; nothing is solved."""
    return lay_out(setup, standing_play(setup))


def lay_out(setup: Setup, play: AnteUpPlay) -> CellLayout:
    """Lay a table out for any strategy."""
    assert setup.rules.peek, "2106(9)(c)"
    hands = HandTables(play)
    of_21 = tuple(
        _cell_of_21(result, column)
        for result in hands.results
        for column in range(len(result.pays))
    )
    numbers, ways, of_poker = _poker(AnteUpPays(setup))
    most = setup.rules.max_hands * max(abs(cell.pays[0]) for cell in of_21)
    return CellLayout(
        setup=setup,
        strategy=play,
        parts=PARTS,
        placed=(MAIN, ANTE),
        cells=of_21 + of_poker,
        tables=AnteUpTables(hands.blackjack, hands.bet, numbers, ways, np.int64(len(of_21))),
        nets_most=(most, ANTES * BASE, most + ANTES * BASE),
        cards_a_hand=_CARDS_A_HAND,
        cards_most=_CARDS_MOST,
    )


def decide(layout: CellLayout, state: State, question: Question) -> Action:
    """Decide at the table engine as the layout's strategy does."""
    action: Action = layout.strategy.decide(state, question)
    return action


def _cell_of_21(result: HandResult, column: int) -> Cell:
    """Return the cell of a hand result against one outcome of the dealer."""
    pays, stake = result.pays[column], result.money.stake
    return Cell(events=tuple(result_events(result)), pays=(pays, 0, pays), stakes=(stake, 0, stake))


def _poker(pays: AnteUpPays) -> tuple[Array, Array, tuple[Cell, ...]]:
    """Return the numbers of poker hands, the result of one against another, and the cells.

    Every answer comes from the engine; folding is the first cell.
    """
    hands = poker_hands()
    numbers = np.zeros(_BESTS, dtype=np.int64)
    numbers[list(hands)] = range(len(hands))
    ways = np.zeros((3, len(hands), len(hands)), dtype=np.int64)
    cells = {_fold_cell(): FOLDED_WAY}
    for mine, ranks in hands.items():
        for dealers, others in hands.items():
            for how, cell in _compare_hands(pays, (mine, dealers), (ranks, others)):
                way = cells.setdefault(cell, len(cells))
                ways[how, numbers[mine], numbers[dealers]] = way
    return numbers, ways, tuple(cells)


def _compare_hands(
    pays: AnteUpPays, bests: tuple[int, int], ranks: tuple[Ranks, Ranks]
) -> Iterator[tuple[int, Cell]]:
    """Yield the result of a bet: with one hand, with several, and against a dealer blackjack."""
    gain = int(pays.poker[bests])
    outcome = POKER_OUTCOMES[gain]
    yield UNSPLIT, _cell(gain, outcome)
    yield SPLIT_UP, _cell(gain, f"{SPLIT}{outcome.removeprefix(_BET)}", SPLIT)
    if rank_graph().total[find_node(ranks[1])] == TWENTY_ONE:
        mine, dealers = (tuple(map(make_card, hand)) for hand in ranks)
        _, gain = pays.against_blackjack(mine, dealers)
        outcome = f"{DEALER_BLACKJACK}, ANTE {_ENDED[gain]}"
        yield NATURAL, _cell(gain, outcome, DEALER_BLACKJACK)


def _fold_cell() -> Cell:
    """Return the cell of a fold, which loses the ANTE."""
    seat = Seat(1, "", {ANTE: BASE}, (MAIN,), (), {})
    (line,) = (event for event in settle_fold(seat) if isinstance(event, WagerSettled))
    return Cell(events=(FOLDED,), pays=(0, line.net, line.net), stakes=(0, line.stake, line.stake))


def _cell(gain: int, *events: str) -> Cell:
    """Return the cell of ANTE and BET together."""
    won, stake = gain * BASE, ANTES * BASE
    return Cell(events=events, pays=(0, won, won), stakes=(0, stake, stake))
