"""3 Card 21 "N" Done laid out for simulation: the results of hands, and their pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.card_classes import card_classes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import KIND_OF
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.three_card_21.bonus import BONUS
from pitboss.exact.three_card_21.solution import ThreeCardSolution, three_card_solution
from pitboss.exact.three_card_21.solver import ACE, CARDS, PAIR_NUMBER
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.simulate.blackjack.layout import dealer_automaton
from pitboss.simulate.blackjack.play import COLUMN_BITS, COLUMNS, FIRST_RESULT
from pitboss.simulate.cells.layout import Cell, CellLayout
from pitboss.simulate.hand_results import Ending, HandResult
from pitboss.simulate.side_wagers import side_wagers
from pitboss.simulate.tally import BASE, Part
from pitboss.simulate.three_card_21.kernel import ThreeCardTables
from pitboss.simulate.three_card_21.states import ThreeCardStates, compile_states
from pitboss.simulate.three_card_21.strategy import ThreeCardPlay, best_play, chart_play

Array = Any
OPTIMAL, CHART = STRATEGIES = ("optimal", "chart")
_PLAYS: Mapping[str, Callable[[ThreeCardSolution], ThreeCardPlay]] = {
    OPTIMAL: best_play,
    CHART: chart_play,
}
_PARTS = (
    Part("main", "The main wager", ("main",), BASE),
    Part(
        "with-bonus",
        "The main wager and the compulsory bonus",
        ("main", BONUS),
        BASE,
        "one of the equal wagers",
        "such wagers",
    ),
)
_CARDS_A_HAND, _CARDS_MOST = 5, 24
_RESULTS = {1: "win", 0: "push", -1: "lose"}


def three_card_layout(setup: Setup, strategy: str) -> CellLayout:
    """Lay a table out for optimal play, or for the printed charts."""
    return _lay_out(setup, _PLAYS[strategy](three_card_solution(setup)))


def standing_layout(setup: Setup) -> CellLayout:
    """Lay a table out for a player who splits what is over 21 and takes no other card."""
    play = ThreeCardPlay.empty(Rules.from_setup(setup))
    _up, *values = np.indices(play.first.shape) + 1
    play.first[sum(values) > TWENTY_ONE] = action_codes.SPLIT
    return _lay_out(setup, play)


def _lay_out(setup: Setup, play: ThreeCardPlay) -> CellLayout:
    states = compile_states(play)
    cells = _Cells(states.results)
    split = cells.number(Cell(events=("split",), pays=(0, 0), stakes=(0, 0)))
    bonus_at = len(cells.cells)
    bonus = _bonus_cells(setup)
    hand, most = max(abs(cell.pays[0]) for cell in cells.cells), max(c.pays[1] for c in bonus)
    return CellLayout(
        setup=setup,
        strategy=play,
        parts=_PARTS,
        placed=("main",),
        cells=(*cells.cells, *bonus),
        tables=_tables(setup, states, cells.settled, split, bonus_at),
        nets_most=(CARDS * hand, CARDS * hand + most),
        cards_a_hand=_CARDS_A_HAND,
        cards_most=_CARDS_MOST,
    )


def decide(layout: CellLayout, state: State, question: Question) -> Action:
    """Decide at the table engine as the layout's strategy has it; insurance is declined."""
    play: ThreeCardPlay = layout.strategy
    if question.wager is not None:
        return Action(
            seat=question.seat, hand=question.hand, kind=ActionKind.DECLINE, wager=question.wager
        )
    seat, up = state.seat(question.seat), value(state.dealer[0]) - 1
    hand = seat.hand(question.hand)
    values = [value(card) for card in hand.cards]
    others = [value(other.cards[0]) for other in seat.hands if other is not hand]
    if others:
        low, high = sorted(others)
        by_hand = play.split[int(values[0] == ACE), up, PAIR_NUMBER[low, high]]
        action = by_hand[hand_graph().node(*values)]
    elif len(values) == CARDS:
        action = play.first[up, *(card_value - 1 for card_value in values)]
    else:
        action = play.more[up, hand_graph().node(*values)]
    return Action(seat=question.seat, hand=question.hand, kind=KIND_OF[int(action)])


class _Cells:
    """The cells of hand results by the dealer's outcome; equal ones are one cell."""

    def __init__(self, results: tuple[HandResult, ...]) -> None:
        self._numbers: dict[Cell, int] = {}
        self.settled = np.zeros(len(results) << COLUMN_BITS, dtype=np.uint32)
        """(end, column): the cell."""
        numbered = list(enumerate(results))[FIRST_RESULT:]
        for number, result in sorted(numbered, key=lambda entry: _in_order(entry[1])):
            for column in range(COLUMNS):
                place = (number << COLUMN_BITS) + column
                self.settled[place] = self.number(_cell(result, result.pays[column]))

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(self._numbers)

    def number(self, cell: Cell) -> int:
        return self._numbers.setdefault(cell, len(self._numbers))


def _in_order(result: HandResult) -> tuple[bool, str, int]:
    """Sort the results for people: those that the dealer does not decide come first."""
    return result.waits, result.name, result.money.doublings


def _cell(result: HandResult, net: int) -> Cell:
    """Return the cell of a hand result with this win."""
    names = [result.name]
    if result.waits:
        names = [_RESULTS[int(np.sign(net))], f"stood on {result.name}"]
    names += ["doubled"] if result.money.doublings else []
    stake = result.money.stake
    return Cell(events=tuple(names), pays=(net, net), stakes=(stake, stake))


def _bonus_cells(setup: Setup) -> tuple[Cell, ...]:
    """Return the pays of the bonus, row by row: a wager equal to the main one (2111(2))."""
    (bonus,) = (replace(wager, stake=BASE) for wager in side_wagers(setup) if wager.id == BONUS)
    return tuple(
        Cell(events=(), pays=(0, bonus.net(combination)), stakes=(0, BASE))
        for combination in range(bonus.combinations)
    )


def _tables(
    setup: Setup, states: ThreeCardStates, settled: Array, split_cell: int, bonus_cells: int
) -> ThreeCardTables:
    """Return the arrays of the round."""
    classes, results = card_classes(setup), states.results
    dealer_first, dealer_steps = dealer_automaton(setup, classes)
    return ThreeCardTables(
        first=states.first.ravel(),
        steps=states.step.ravel(),
        starts=states.starts.ravel(),
        settled=settled,
        waits=np.array([result.waits for result in results], dtype=np.uint8),
        paid=np.array([result.ending is Ending.PAID for result in results], dtype=np.uint8),
        dealer_first=dealer_first,
        dealer_steps=dealer_steps,
        lost=np.int64(states.lost),
        split_cell=np.int64(split_cell),
        bonus_cells=np.int64(bonus_cells),
        suit=np.int64(setup.specific_suit),
    )
