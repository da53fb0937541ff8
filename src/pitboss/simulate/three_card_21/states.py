"""The hands of 3 Card 21 "N" Done as states: a card leads from one to another, or to a result.

A state is a hand whose player wants a card. States with the same next states are one state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement, permutations
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import BUST, VALUES, hand_graph
from pitboss.compiled.rule_tables import RuleTables, make_cards
from pitboss.engine.setup import Setup
from pitboss.exact.three_card_21.solver import ACE, CARDS, PAIR_NUMBER
from pitboss.patterns.totals import best_total
from pitboss.simulate.blackjack.play import SPLIT
from pitboss.simulate.blackjack.strategy import FIRST, HandHistory
from pitboss.simulate.hand_results import HandResult, HandStake, ResultTable
from pitboss.simulate.three_card_21.strategy import ThreeCardPlay

Array = Any
_OVER = (10, 10, 2)
"""The result of three cards that are not a 21 against a dealer blackjack."""


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
        first, starts = self._first(), self._starts()
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
        tables, node = self.play.rules.first, hand_graph().node(*(card + 1 for card in values))
        if action == action_codes.HIT:
            return self._state(self._row(more, node))
        if action == action_codes.DOUBLE:
            return self._double_state(FIRST, tables, node)
        return self._stays(FIRST, tables, node, HandStake.first_wager())

    def _starts(self) -> Array:
        graph, rules = hand_graph(), self.play.rules
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
