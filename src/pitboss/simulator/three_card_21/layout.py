"""3 Card 21 "N" Done laid out for simulation: its strategies, hands as states, results and pays.

A state is a hand whose player wants a card: a card leads to another state, or to a result. States
with the same next states are one state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, permutations

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import card_classes
from pitboss.compiled.hand_graph import BUST, VALUES, hand_graph
from pitboss.compiled.rule_tables import KIND_OF, KINDS, RuleTables, make_cards
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.model import UPS
from pitboss.exact.three_card_21.bonus import BONUS
from pitboss.exact.three_card_21.solution import (
    Chart,
    ThreeCardSolution,
    after_hit,
    after_split,
    three_card_solution,
)
from pitboss.exact.three_card_21.solver import ACE, CARDS, PAIR_NUMBER, PAIRS
from pitboss.patterns.totals import TWENTY_ONE, best_total, is_soft, value
from pitboss.simulator.blackjack.layout import dealer_automaton
from pitboss.simulator.blackjack.play import COLUMN_BITS, COLUMNS, FIRST_RESULT, SPLIT
from pitboss.simulator.blackjack.strategy import FIRST, HandHistory
from pitboss.simulator.cells.job import Cell, CellLayout
from pitboss.simulator.hand_results import Ending, HandResult, HandStake, ResultTable
from pitboss.simulator.side_wagers import side_wagers
from pitboss.simulator.tally import BASE, Part
from pitboss.simulator.three_card_21.looks import ThreeCardTables

_IF_TWO_MAY_NOT = {"D": action_codes.HIT, "Ds": action_codes.STAND}
_CODES = {
    "H": action_codes.HIT,
    "S": action_codes.STAND,
    "D": action_codes.DOUBLE,
    "Ds": action_codes.DOUBLE,
}
_OVER = (10, 10, 2)
"""The result of three cards that are not a 21 against a dealer blackjack."""
OPTIMAL, CHART = STRATEGIES = ("optimal", "chart")
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
_CARDS_A_HAND = 5
_CARDS_MOST = 24
_RESULTS = {1: "win", 0: "push", -1: "lose"}


@dataclass(frozen=True, slots=True)
class ThreeCardPlay:
    """An action of `exact.blackjack.kernels` for every hand; `NOTHING` without a question."""

    rules: Rules
    first: Array
    """(up, first, second, third value less one): with three cards as dealt."""
    more: Array
    """(up value less one, node): with four cards or more."""
    split: Array
    """(an ace starts it, up value less one, pair that starts the others, node)."""

    @classmethod
    def empty(cls, rules: Rules) -> ThreeCardPlay:
        """Return a strategy without any action."""
        nodes = hand_graph().size
        shapes = (VALUES,) * (1 + CARDS), (VALUES, nodes), (2, VALUES, len(PAIRS), nodes)
        arrays = (np.full(shape, action_codes.NOTHING, dtype=np.int8) for shape in shapes)
        return cls(rules, *arrays)


def best_play(solution: ThreeCardSolution) -> ThreeCardPlay:
    """Return optimal play: the play of a split hand depends on the starts of the others."""
    game = solution.game
    play = _empty(solution)
    for up in game.ups:
        splits = game.against(up)
        play.more[up - 1] = splits.up.first.action
        for number, pair in enumerate(PAIRS):
            play.split[0, up - 1, number] = splits.actions(ACE + 1, pair)
            play.split[1, up - 1, number] = splits.actions(ACE, pair)
    return play


def chart_play(solution: ThreeCardSolution) -> ThreeCardPlay:
    """Return the play of the charts: after the first three cards by hard or soft total alone."""
    play = _empty(solution)
    rules = solution.game.rules
    play.more[:] = _chart_actions(after_hit(solution.game), rules.first)
    play.split[0] = _chart_actions(after_split(solution.game), rules.split)[:, np.newaxis]
    return play


def _empty(solution: ThreeCardSolution) -> ThreeCardPlay:
    """Return an empty strategy, with the actions of three cards: one line for each."""
    play = ThreeCardPlay.empty(solution.game.rules)
    for hand in solution.hands:
        if hand.action is not None:
            for order in permutations(card_value - 1 for card_value in hand.values):
                play.first[hand.up - 1, *order] = KINDS[hand.action]
    return play


def _chart_actions(chart: Chart, tables: RuleTables) -> Array:
    """(up value less one, node): the chart's action with every hand it covers."""
    actions = np.full((VALUES, hand_graph().size), action_codes.NOTHING, dtype=np.int8)
    for node, part, total in _totals():
        row = chart[part].get(total) if tables.legal[node] else None
        for up, code in zip(UPS, row or (), strict=False):
            action = _CODES[code]
            if not tables.legal[node] >> action & 1:
                action = _IF_TWO_MAY_NOT[code]
            actions[up - 1, node] = action
    return actions


def _totals() -> Iterator[tuple[int, str, str]]:
    """Yield every hand with its place in a chart: its part, and its total."""
    graph = hand_graph()
    for node in range(graph.size):
        hard = int(graph.hard[node])
        ace = bool(graph.cards[node, 0])
        yield node, "soft" if is_soft(hard, ace) else "hard", str(best_total(hard, ace))


_PLAYS: Mapping[str, Callable[[ThreeCardSolution], ThreeCardPlay]] = {
    OPTIMAL: best_play,
    CHART: chart_play,
}


@dataclass(frozen=True, slots=True)
class ThreeCardStates:
    """Where cards lead. A code that is not negative is a state; ~code is the number of a result."""

    first: Array
    """(up, first, second, third value less one): the code of three cards as dealt."""
    step: Array
    """(state, value less one): the next code."""
    starts: Array
    """(up, its card, the cards of the others, values less one): the state of a split hand."""
    results: tuple[HandResult, ...]
    lost: int
    """The result of a hand that a dealer blackjack takes."""


def compile_states(play: ThreeCardPlay) -> ThreeCardStates:
    """Compile a strategy and the rules it is for."""
    return _Builder(play).build()


@dataclass(slots=True)
class _Builder:
    play: ThreeCardPlay
    rows: dict[bytes, int] = field(default_factory=dict)
    results: ResultTable = field(init=False)

    def __post_init__(self) -> None:
        self.results = ResultTable(self.setup)

    @property
    def setup(self) -> Setup:
        return self.play.rules.setup

    def build(self) -> ThreeCardStates:
        first = self._first()
        starts = self._starts()
        step = np.array([np.frombuffer(row, dtype=np.int16) for row in self.rows])
        lost = self.results.against_blackjack(make_cards(_OVER))
        return ThreeCardStates(first, step, starts, self.results.results, lost)

    def _first(self) -> Array:
        """Return the code after an action with three cards, in any order."""
        rules = self.play.rules
        more = self._codes(FIRST, rules.first, self.play.more, CARDS + 1)
        codes = np.zeros_like(self.play.first, dtype=np.int16)
        for values in combinations_with_replacement(range(VALUES), CARDS):
            for up in range(VALUES):
                action = int(self.play.first[up, *values])
                code = self._three(values, more[up], action)
                for order in permutations(values):
                    codes[up, *order] = code
        return codes

    def _three(self, values: tuple[int, ...], more: Array, action: int) -> int:
        if action == action_codes.SPLIT:
            return ~SPLIT
        if action == action_codes.SURRENDER:
            return ~self.results.surrender(HandStake.first_wager())
        tables = self.play.rules.first
        node = hand_graph().node(*(card + 1 for card in values))
        if action == action_codes.HIT:
            return self._state(self._row(more, node))
        if action == action_codes.DOUBLE:
            return self._double_state(FIRST, tables, node)
        return self._stays(FIRST, tables, node, HandStake.first_wager())

    def _starts(self) -> Array:
        graph = hand_graph()
        rules = self.play.rules
        starts = np.zeros((VALUES,) * 4, dtype=np.int16)
        codes = [
            self._codes(
                HandHistory(split=True, aces=is_ace), tables, self.play.split[int(is_ace)], 2
            )
            for is_ace, tables in ((False, rules.split), (True, rules.split_aces))
        ]
        for start in range(VALUES):
            second = graph.child[graph.node(start + 1)]
            states = self._states(codes[start + 1 == ACE][:, :, second])
            for (low, high), pair in PAIR_NUMBER.items():
                starts[:, start, low - 1, high - 1] = states[:, pair]
                starts[:, start, high - 1, low - 1] = states[:, pair]
        return starts

    def _codes(self, kind: HandHistory, tables: RuleTables, actions: Array, least: int) -> Array:
        """(..., nodes): the codes of all hands of *least* cards or more, played by *actions*.

        Cards only raise the hard total: the hands that follow already have their codes.
        """
        graph = hand_graph()
        codes = np.zeros(actions.shape, dtype=np.int16)
        for node in range(graph.size - 1, 0, -1):
            if graph.cards[node].sum() < least:
                continue
            mine = actions[..., node]
            codes[..., node] = self._stays(kind, tables, node, HandStake.first_wager())
            if (mine == action_codes.DOUBLE).any():
                codes[mine == action_codes.DOUBLE, node] = self._double_state(kind, tables, node)
            hit = mine == action_codes.HIT
            if hit.any():
                codes[hit, node] = self._states(self._row(codes, node)[hit])
        return codes

    def _row(self, codes: Array, node: int) -> Array:
        """(..., values): the next codes of a hand that is hit."""
        child = hand_graph().child[node]
        bust = ~self.results.bust(HandStake.first_wager())
        return np.where(child == BUST, bust, codes[..., child]).astype(np.int16)

    def _states(self, rows: Array) -> Array:
        """(...): the states with the next codes in the last axis of *rows*."""
        flat = np.ascontiguousarray(rows).reshape(-1, VALUES)
        alike, number = np.unique(flat, axis=0, return_inverse=True)
        states = [self._state(row) for row in alike]
        return np.array(states, dtype=np.int16)[number].reshape(rows.shape[:-1])

    def _state(self, row: Array) -> int:
        return self.rows.setdefault(row.tobytes(), len(self.rows))

    def _double_state(self, kind: HandHistory, tables: RuleTables, node: int) -> int:
        """Return the state of a doubled hand: one card, and no more decisions."""
        money = HandStake.first_wager().double(free=False)
        row = [
            ~self.results.bust(money) if child == BUST else self._stays(kind, tables, child, money)
            for child in hand_graph().child[node].tolist()
        ]
        return self._state(np.array(row, dtype=np.int16))

    def _stays(self, kind: HandHistory, tables: RuleTables, node: int, money: HandStake) -> int:
        """Return the result of a hand that takes no more cards (2111 (5)): a 21 is paid."""
        if tables.paid_immediately[node]:
            return ~self.results.pay(money, node, kind)
        graph = hand_graph()
        total = best_total(int(graph.hard[node]), bool(graph.cards[node, 0]))
        return ~self.results.stood(money, total)


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
    hand = max(abs(cell.pays[0]) for cell in cells.cells)
    most = max(c.pays[1] for c in bonus)
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
    seat = state.seat(question.seat)
    up = value(state.dealer[0]) - 1
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
    classes = card_classes(setup)
    results = states.results
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
