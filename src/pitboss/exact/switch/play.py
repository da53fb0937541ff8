"""Blackjack Switch against one up card: the expected value of each hand beside each other hand.

A hand is played by its own cards and the up card, as `solver.UpCard` finds it best for that hand
alone; so is every hand of a split. That strategy is then followed with the two first cards of the
seat's other hand gone. The later draws of the other hand change nothing: it is played by its own
cards, and every unseen card is equally likely. So the value of two hands is the sum of two values,
and exact for the printed strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import cards_of, hand_of
from pitboss.engine import legal
from pitboss.engine.setup import Setup
from pitboss.engine.values import replace
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.blackjack.solver import PAID, HandValues, Splits, UpCard
from pitboss.exact.blackjack.split_patterns import split_weights
from pitboss.exact.switch.beside import (
    TWO_CARDS,
    Followed,
    FollowedHands,
    Group,
    TwoCards,
    next_chances,
    pair_chances,
    without,
)

NATURAL: TwoCards = (1, VALUES)
SplitsPair = Callable[[int], bool]
"""Whether a pair of that value is split."""


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
        beside = {other: left for other in others if (left := self.left_beside(other)) is not None}
        if beside:
            self._fill([TWO_CARDS.index(other) for other in beside], np.stack([*beside.values()]))

    @cached_property
    def followed(self) -> FollowedHands:
        """The play of hands that are not split."""
        starts = range(1, VALUES + 1)
        return FollowedHands(self.solved, self.first, self.solved.rules.first, starts)

    @cached_property
    def splits(self) -> dict[int, FollowedHands]:
        """Pair that is split -> the play of its hands."""
        up = self.solved
        return {
            pair: FollowedHands(up, up.split[pair == 1, PAID], up.rules.of_split(pair), (pair,))
            for pair in range(1, VALUES + 1)
            if self.first.action[hand_graph().node(pair, pair)] == action_codes.SPLIT
        }

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is quickly made again: it is larger than the rest."""
        return {k: v for k, v in vars(self).items() if k not in {"followed", "splits"}}

    def left_beside(self, other: TwoCards) -> Array | None:
        """Return the cards left without those of *other*; None if the shoe lacks them."""
        left = self.solved.left.copy()
        for value in other:
            left[value - 1] -= 1
        return left if min(left) >= 0 else None

    def alone(self, cards: TwoCards, *, switched: bool) -> Number:
        """Return the value of two cards without knowledge of the other hand."""
        node = hand_graph().node(*cards)
        if switched and node == hand_graph().node(*NATURAL):
            return self.solved.win[node] - self.solved.loss[node]
        return self.first.best[node]

    def _fill(self, places: list[int], others: Array) -> None:
        """Value every hand beside the other hands of those *places*, each without its cards."""
        up = self.solved
        gone = {pair: _gone(up, pair) for pair in self.splits}
        groups = [Group(self.followed, others)]
        groups += [
            Group(self.splits[pair], without(others, pair, 1 + count))
            for pair, counts in gone.items()
            for count in counts
        ]
        hands, *best = Followed(up, groups).values()
        self.kept[:, places] = self.switched[:, places] = hands.T
        for pair, counts in gone.items():
            mine, best = best[: len(counts)], best[len(counts) :]
            row = TWO_CARDS.index((pair, pair))
            worth = split_values(up, pair, others, mine)
            self.kept[row, places] = self.switched[row, places] = worth
        # 2105(8)(b), (e): kept it is a blackjack and paid at once; switched it is 21, and waits.
        self.switched[TWO_CARDS.index(NATURAL), places] = [self._waits(left) for left in others]

    def _waits(self, left: Array) -> Number:
        """Return the value of an ace and a ten-value card that wait for the dealer as 21."""
        node = hand_graph().node(*NATURAL)
        needed = np.zeros(hand_graph().size, dtype=bool)
        needed[node] = True
        win, loss = self.solved.stands(left, needed)
        return win[node] - loss[node]


def _gone(up: UpCard, pair: int) -> range:
    """Return how many further cards of a pair may be gone for a hand of its split."""
    weights = split_weights(Splits(up).hands_max(pair))
    return range(1 + max(gone for _, gone, _ in weights))


def split_values(up: UpCard, pair: int, others: Array, best: Sequence[Array]) -> Array:
    """(others): the value of a split beside each; *best* has its hands by further cards gone.

    Each is (others, values): the value by second card.
    """
    all_pair = pair_chances(up, others, pair, len(best))
    lefts = (without(others, pair, 1 + gone) for gone in range(len(best)))
    chances = (next_chances(up, without(left, pair, 1)) for left in lefts)
    seconds = [chance * values for chance, values in zip(chances, best, strict=True)]
    total = up.arithmetic.zeros(len(others))
    for hand, gone, weight in split_weights(Splits(up).hands_max(pair)):
        worth = seconds[gone].sum(axis=1)
        if hand.no_pair:
            worth = worth - seconds[gone][:, pair - 1]
        total = total + weight * all_pair[:, gone] * worth
    return total


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
