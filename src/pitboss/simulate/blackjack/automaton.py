"""A strategy and the rules of a table as one automaton: a card leads from state to state.

A state is a hand whose player wants a card. A card leads to the next such state, or to a result.
The table engine says what is legal and what every result pays. States with the same next states are
one state, so the automaton fits into the processor's nearest cache.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import BUST, VALUES, hand_graph
from pitboss.counts.index_play import IndexPlay
from pitboss.patterns.totals import TWENTY_ONE, best_total
from pitboss.simulate.blackjack.fill_strategy import nodes_of_two
from pitboss.simulate.blackjack.index_rows import IndexRows
from pitboss.simulate.blackjack.play import FREE_SPLIT, SPLIT
from pitboss.simulate.blackjack.strategy import FIRST, SWITCHED, HandHistory, Strategy
from pitboss.simulate.counting.kernel import Ask
from pitboss.simulate.hand_results import HandResult, HandStake, ResultTable

Array = Any
_SPLITS = (SPLIT, FREE_SPLIT)
_SPLIT_OF = {action_codes.SPLIT: SPLIT, action_codes.FREE_SPLIT: FREE_SPLIT}
_ASKS = -(1 << 14)
"""Asks have codes from here on down until all results are known."""
_DOUBLED = {action_codes.DOUBLE: False, action_codes.FREE_DOUBLE: True}


@dataclass(frozen=True, slots=True)
class Automaton:
    """Where cards lead. A code that is not negative is a state; ~code is the number of a result."""

    classes: Array
    """Card -> class."""
    first: Array
    """(switched, up, first, second class): the code of two cards as dealt, or after a switch."""
    step: Array
    """(state, class): the next code."""
    starts: Array
    """(carried, up, class): the state of a hand that a split starts with one card."""
    refused: Array
    """(carried, up, first, second class): the code of a pair that cannot be split again."""
    peeked: Array
    """(first, second class): the result of two cards when the dealer shows a blackjack at once."""
    results: tuple[HandResult, ...]
    asks: tuple[Ask, ...] = ()
    """Questions about the count; `~code` of an ask is its number behind all results."""

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.step)


def automaton(strategy: Strategy, plays: tuple[IndexPlay, ...] = ()) -> Automaton:
    """Compile a strategy and the rules it is for; with *plays* it asks for the count."""
    return _Builder(strategy, plays).build()


@dataclass(slots=True)
class _Builder:
    strategy: Strategy
    plays: tuple[IndexPlay, ...] = ()
    asks: dict[Ask, int] = field(default_factory=dict)
    rows: dict[tuple[int, ...], int] = field(default_factory=dict)
    known: dict[tuple[Any, ...], int] = field(default_factory=dict)
    by_value: dict[tuple[Any, ...], tuple[list[int], dict[int, int]]] = field(default_factory=dict)
    """History, up card and money -> the action of every hand, and the codes computed so far."""
    told_apart: dict[tuple[Any, ...], bool] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    results: ResultTable = field(init=False)
    index_rows: IndexRows = field(init=False)
    nodes: list[list[int]] = field(init=False)
    child: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.results = ResultTable(self.strategy.rules.setup)
        self.index_rows = IndexRows(self.strategy, self.plays)
        self.nodes = nodes_of_two(self.strategy).tolist()
        self.child = hand_graph().child.tolist()

    def build(self) -> Automaton:
        classes = self.strategy.classes
        count = classes.count
        dealt = [kind for kind in (FIRST, SWITCHED) if kind in self.strategy.two]
        first = np.zeros((len(dealt), count, count, count), dtype=np.int16)
        starts = np.zeros((2, count, count), dtype=np.int16)
        refused = np.zeros((2, count, count, count), dtype=np.int16)
        peeked = np.zeros((count, count), dtype=np.int16)
        for one in range(count):
            for two in range(count):
                peeked[one, two] = self.results.against_blackjack(self._cards(one, two))
                for place, kind in enumerate(dealt):
                    for up in range(count):
                        first[place, up, one, two] = self._two(kind, up, one, two)
        for kind in self.strategy.two:
            if kind.split:
                self._split(kind, starts, refused)
        step = np.array(list(self.rows), dtype=np.int16).reshape(-1, count)
        return Automaton(
            np.array(classes.class_of, dtype=np.uint8),
            self._behind_results(first),
            self._behind_results(step),
            self._behind_results(starts),
            self._behind_results(refused),
            peeked,
            self.results.results,
            self._numbered_asks(),
        )

    def _behind_results(self, codes: Array) -> Array:
        """Number asks behind the results, all of which are known now."""
        if not self.asks:
            return codes
        moved = np.where(codes <= _ASKS, codes - _ASKS - len(self.results.results) - 1, codes)
        return moved.astype(np.int16)

    def _numbered_asks(self) -> tuple[Ask, ...]:
        codes = [(ask.yes, ask.no, ask.usual) for ask in self.asks]
        moved = self._behind_results(np.array(codes, dtype=np.int32).reshape(-1, 3)).tolist()
        return tuple(Ask(ask.at, *behind) for ask, behind in zip(self.asks, moved, strict=True))

    def _ask(self, play: IndexPlay, made: int, otherwise: int, usual: int) -> int:
        """Return the code of a question; for now asks are numbered far behind all results."""
        if made == otherwise:
            return made
        yes, no = (otherwise, made) if play.below else (made, otherwise)
        return _ASKS - self.asks.setdefault(Ask(play.at, yes, no, usual), len(self.asks))

    def _split(self, kind: HandHistory, starts: Array, refused: Array) -> None:
        count, values = self.strategy.classes.count, self.strategy.classes.values
        for one in range(count):
            if (values[one] == 1) != kind.aces:
                continue
            for up in range(count):
                row = [self._two(kind, up, one, two) for two in range(count)]
                starts[int(kind.carried), up, one] = self._state(row)
                refused[int(kind.carried), up, one] = [
                    self._two(kind, up, one, two, split=False) if self._may_split(code) else code
                    for two, code in enumerate(row)
                ]

    def _may_split(self, code: int) -> bool:
        """Return whether a code is a split, or asks for one."""
        if code > _ASKS:
            return ~code in _SPLITS
        ask = list(self.asks)[_ASKS - code]
        return self._may_split(ask.yes) or self._may_split(ask.no)

    def _cards(self, *classes: int) -> tuple[Any, ...]:
        return tuple(self.strategy.classes.cards[card_class] for card_class in classes)

    def _state(self, row: list[int]) -> int:
        return self.rows.setdefault(tuple(row), len(self.rows))

    def _two(self, kind: HandHistory, up: int, one: int, two: int, *, split: bool = True) -> int:
        """The code of two cards."""
        node = self.nodes[one][two]
        actions = self.strategy.two if split else self.strategy.unsplit
        action = int(actions[kind][up, one, two])
        money = HandStake.carried_by_lammer() if kind.carried else HandStake.first_wager()
        values = self.strategy.classes.values
        kind = self.strategy.situation(kind, values[one], values[two])
        return self._decide(kind, up, node, money, action, (one, two), may_split=split)

    def _decide(
        self,
        kind: HandHistory,
        up: int,
        node: int,
        money: HandStake,
        action: int,
        suited: tuple[int, ...] = (),
        *,
        may_split: bool = False,
    ) -> int:
        """Return the code of a hand whose player decides, or a question about the count."""
        if not self.plays or money.doublings:
            return self._code(kind, up, node, money, action, suited)
        value = self.strategy.classes.values[up]
        plays, otherwise = self.index_rows.questions(kind, value, node, action, may_split=may_split)
        usual = self._code(kind, up, node, money, action, suited)
        if not plays:
            return usual
        code = self._code(kind, up, node, money, otherwise, suited)
        for play, made in reversed(plays):
            code = self._ask(play, self._code(kind, up, node, money, made, suited), code, usual)
        return code

    def _code(
        self,
        kind: HandHistory,
        up: int,
        node: int,
        money: HandStake,
        action: int,
        suited: tuple[int, ...] = (),
    ) -> int:
        """Return the code after an action; *suited* are the cards of a hand of two."""
        tables = kind.tables(self.strategy.rules)
        if action in _SPLIT_OF:
            return ~_SPLIT_OF[action]
        if money.doublings:
            return self._double_code(kind, up, node, money, action)
        if action in _DOUBLED or action == action_codes.HIT:
            return self._drawing(kind, up, node, money, action, suited)
        if action == action_codes.SURRENDER:
            return ~self.results.surrender(money)
        if tables.paid_immediately[node] and not (kind.switched and suited):
            return ~self.results.pay(money, node, kind)
        return ~self.results.stood(money, self._total(node))

    def _drawing(
        self,
        kind: HandHistory,
        up: int,
        node: int,
        money: HandStake,
        action: int,
        suited: tuple[int, ...],
    ) -> int:
        """Return the state of a hand that doubles or hits."""
        if action in _DOUBLED:
            return self._find_state(kind, up, node, money.double(free=_DOUBLED[action]))
        return self._find_state(kind, up, node, money, suited)

    def _double_code(
        self, kind: HandHistory, up: int, node: int, money: HandStake, action: int
    ) -> int:
        if action == action_codes.RESCUE:
            return ~self.results.rescue(money)
        if action == action_codes.REDOUBLE:
            return self._find_state(kind, up, node, money.redouble())
        total = self._total(node)
        if total == TWENTY_ONE and self.strategy.rules.setup.rules.twenty_one_wins:
            return ~self.results.pay(money, node, kind)
        return ~self.results.stood(money, total)

    def _total(self, node: int) -> int:
        if node not in self.totals:
            graph = hand_graph()
            self.totals[node] = best_total(int(graph.hard[node]), bool(graph.cards[node, 0]))
        return self.totals[node]

    def _find_state(
        self, kind: HandHistory, up: int, node: int, money: HandStake, suited: tuple[int, ...] = ()
    ) -> int:
        """Return the state of a hand that is dealt a card."""
        key: tuple[object, ...] = (kind, self.strategy.classes.values[up], node, money)
        if suited and self._may_be_bonus(kind, node):
            key = (kind, up, *sorted(suited), money)
        else:
            suited = ()
        if key not in self.known:
            row = [*self._codes_by_value(kind, up, node, money)]
            if suited:
                self._bonuses(kind, up, money, suited, row)
            self.known[key] = self._state(row)
        return self.known[key]

    def _codes_by_value(self, kind: HandHistory, up: int, node: int, money: HandStake) -> list[int]:
        """Return the next code for every card by its value alone."""
        classes = self.strategy.classes
        value = classes.values[up]
        key = kind, value, money
        if key not in self.by_value:
            actions = self.strategy.more[kind][value - 1]
            if money.doublings:
                actions = self.strategy.doubled[kind][money.doublings - 1, value - 1]
            self.by_value[key] = actions.tolist(), {}
        actions, codes = self.by_value[key]
        by_value = []
        for child in self.child[node]:
            if child not in codes:
                codes[child] = (
                    ~self.results.bust(money)
                    if child == BUST
                    else self._decide(kind, up, child, money, actions[child])
                )
            by_value.append(codes[child])
        return [by_value[value - 1] for value in classes.values]

    def _may_be_bonus(self, kind: HandHistory, node: int) -> bool:
        """Return whether two cards and a third may make a 21 that pays by suit."""
        key = kind, node
        if key not in self.told_apart:
            graph = hand_graph()
            worth = TWENTY_ONE - int(graph.hard[node])
            paid = (
                1 < worth <= VALUES
                and not graph.cards[node, 0]
                and kind.tables(self.strategy.rules).paid_immediately[graph.child[node, worth - 1]]
            )
            values = {worth, *(np.nonzero(graph.cards[node])[0] + 1).tolist()}
            in_suits = any(
                len(self.strategy.classes.classes_with_value(value)) > 1 for value in values
            )
            self.told_apart[key] = bool(paid and in_suits)
        return self.told_apart[key]

    def _bonuses(
        self, kind: HandHistory, up: int, money: HandStake, suited: tuple[int, ...], row: list[int]
    ) -> None:
        """Set the codes of cards whose suits decide what a 21 of three cards pays."""
        classes, node = self.strategy.classes, self.nodes[suited[0]][suited[1]]
        worth = TWENTY_ONE - int(hand_graph().hard[node])
        child = self.child[node][worth - 1]
        for third in classes.classes_with_value(worth):
            cards = self._cards(*suited, third)
            row[third] = ~self.results.pay(money, child, kind, cards, classes.cards[up])
