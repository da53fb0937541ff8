"""Blackjack Switch against one up card: the expected value of each hand beside each other hand.

A hand is played by its own cards and the up card, as `solver.UpCard` finds it best for that hand
alone; so is every hand of a split. That strategy is then followed with the two first cards of the
seat's other hand gone. The later draws of the other hand change nothing: it is played by its own
cards, and every unseen card is equally likely. So the value of two hands is the sum of two values,
and exact for the printed strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any, cast

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import RuleTables, cards_of, hand_of
from pitboss.engine import legal
from pitboss.engine.setup import Setup
from pitboss.engine.values import replace
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.blackjack.solver import PAID, HandValues, Splits, UpCard

TwoCards = tuple[int, int]
NATURAL: TwoCards = (1, VALUES)
TWO_CARDS = cast(
    "tuple[TwoCards, ...]", tuple(combinations_with_replacement(range(1, VALUES + 1), 2))
)
"""Every hand of two cards, by values, the lower first."""
SplitsPair = Callable[[int], bool]
"""Whether a pair of that value is split."""


class FixedStrategyHands:
    """A strategy that is followed again and again, each time with other cards left.

    Its arrays are reused, because clearing them would take as long as the play.
    """

    def __init__(
        self, up: UpCard, found: HandValues, tables: RuleTables, starts: Iterable[int]
    ) -> None:
        """Follow the actions of *found* from first cards of the values *starts*."""
        self.tables, self.found = tables, found.with_same_actions(up.arithmetic)
        graph = hand_graph()
        self.reached = np.zeros(graph.size, dtype=np.int64)
        """The hands that occur, in the bits of `kernels.mark_needed`."""
        self._stood = np.zeros(graph.size, dtype=bool)
        here, stood, suits = self.reached.copy(), self._stood.copy(), self._stood.copy()
        actions = found.action, found.doubled_action
        for start in starts:
            node = graph.node(start)
            up.arithmetic.kernels.mark_needed(
                up.arithmetic.graph, node, *actions, suits, here, stood
            )
            here[node] = 0  # one card alone is not yet a hand
            self.reached |= here
            self._stood |= stood

    def play(self, up: UpCard, left: Array) -> tuple[Array, Array]:
        """Return the values of all hands that occur, and of standing with them."""
        win, loss = up.stands(left, self._stood)
        needed = self.reached > 0
        up.play(self.found, self.tables, PAID, needed, left, win, loss, fixed=True)
        return self.found.best, win - loss


class FixedStrategySplits(Splits):
    """Values splits by a strategy that was found with other cards left."""

    def __init__(self, up: UpCard, followed: dict[int, FixedStrategyHands]) -> None:
        """Follow for each pair the play of the hands of its split."""
        super().__init__(up)
        self._strategy = followed
        self._seconds: dict[tuple[int, int], Array] = {}

    def hand_value(self, pair: int, gone: int, loses: int, *, no_pair: bool) -> Number:
        """Value one hand with any second card, or only with one that does not pair."""
        assert loses == PAID, "no lammers lie on the layout of Blackjack Switch"
        key = pair, gone
        if key not in self._seconds:
            self._seconds[key] = self._second_card_values(pair, gone)
        seconds = self._seconds[key]
        return seconds.sum() - (seconds[pair - 1] if no_pair else 0)

    def _second_card_values(self, pair: int, gone: int) -> Array:
        """Return the part of each second card in the value: its probability times its hand's."""
        left, node = self.up.without(pair, 1 + gone), hand_graph().node(pair)
        best, _ = self._strategy[pair].play(self.up, left)
        return self.up.chances_after(node, left) * best[hand_graph().child[node]]


class SwitchUpCard:
    """The strategy against one up card, and every hand's value beside every other hand."""

    def __init__(
        self,
        solved: UpCard,
        splits_pair: SplitsPair | None = None,
        others: Iterable[TwoCards] = TWO_CARDS,
    ) -> None:
        """Follow the strategy of *solved*; pairs are split where *splits_pair* says so.

        Without it they are split where that is better. Hands are valued beside *others* only.
        """
        self.solved = solved
        self.first = _with_splits(solved, splits_pair)
        """The strategy for hands as dealt or switched, and their values without knowledge of the
        other hand."""
        shape = len(TWO_CARDS), len(TWO_CARDS)
        self.kept, self.switched = (solved.arithmetic.zeros(*shape) for _ in range(2))
        """(hands, other hands): the value of a hand that was kept, or made by a switch."""
        for other in others:
            up = self.beside(other)
            if up is not None:
                self._fill(TWO_CARDS.index(other), up)

    @cached_property
    def followed(self) -> FixedStrategyHands:
        """The play of hands that are not split."""
        starts = range(1, VALUES + 1)
        return FixedStrategyHands(self.solved, self.first, self.solved.rules.first, starts)

    @cached_property
    def splits(self) -> dict[int, FixedStrategyHands]:
        """Pair that is split -> the play of its hands."""
        up = self.solved
        return {
            pair: FixedStrategyHands(
                up, up.split[pair == 1, PAID], up.rules.of_split(pair), (pair,)
            )
            for pair in range(1, VALUES + 1)
            if self.first.action[hand_graph().node(pair, pair)] == action_codes.SPLIT
        }

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is quickly made again: it is larger than the rest."""
        return {k: v for k, v in vars(self).items() if k not in {"followed", "splits"}}

    def beside(self, other: TwoCards) -> UpCard | None:
        """Return the up card without the cards of *other*; None if the shoe lacks them."""
        up = copy(self.solved)
        up.left = self.solved.left.copy()
        for value in other:
            up.left[value - 1] -= 1
        return up if min(up.left) >= 0 else None

    def alone(self, cards: TwoCards, *, switched: bool) -> Number:
        """Return the value of two cards without knowledge of the other hand."""
        node = hand_graph().node(*cards)
        if switched and node == hand_graph().node(*NATURAL):
            return self.solved.win[node] - self.solved.loss[node]
        return self.first.best[node]

    def _fill(self, place: int, up: UpCard) -> None:
        """Value every hand beside the other hand of that *place*; *up* is without its cards."""
        best, stand = self.followed.play(up, up.left)
        splits = FixedStrategySplits(up, self.splits)
        for row, cards in enumerate(TWO_CARDS):
            node = hand_graph().node(*cards)
            is_split = self.first.action[node] == action_codes.SPLIT
            worth = splits.value(cards[0]) if is_split else best[node]
            self.kept[row, place] = self.switched[row, place] = worth
        # 2105(8)(b), (e): kept it is a blackjack and paid at once; switched it is 21, and waits.
        natural = TWO_CARDS.index(NATURAL)
        self.switched[natural, place] = stand[hand_graph().node(*NATURAL)]


def _with_splits(solved: UpCard, splits_pair: SplitsPair | None) -> HandValues:
    """Return the strategy for first hands with the pairs that are split."""
    first = solved.first.with_same_actions(solved.arithmetic)
    first.best[:], first.values[:] = solved.first.best, solved.first.values
    splits = Splits(solved)
    for value in range(1, VALUES + 1):
        node = hand_graph().node(value, value)
        if solved.rules.first.legal[node] >> action_codes.SPLIT & 1 and solved.left[value - 1] > 1:
            first.values[node, action_codes.SPLIT] = splits.value(value)
            better = first.values[node, action_codes.SPLIT] > first.best[node]
            if better if splits_pair is None else splits_pair(value):
                first.best[node] = first.values[node, action_codes.SPLIT]
                first.action[node] = action_codes.SPLIT
    return first


def switch_is_solved(setup: Setup) -> bool:
    """Return whether the solver knows the rules for two hands; a house may write others.

    A dealer blackjack is found before the switch, a blackjack is paid at once and a 21 made by a
    switch waits for the dealer; a doubled hand has no more decisions, and nothing is free.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> switch_is_solved(prepare(House(game="co/blackjack-switch")))
    True
    """
    rules, hand = setup.rules, replace(hand_of(cards_of(NATURAL)), switched=True)
    waits = not legal.hand_choices(setup, hand, 1) and not rules.twenty_one_wins
    more = rules.blackjack_double or rules.rescue or rules.redouble or rules.free_bets
    return rules.peek and waits and not more
