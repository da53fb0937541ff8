"""The hands of a split in every case: a case is a number of further pair cards that are gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import local

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack.arithmetic import Arithmetic, Array, Number
from pitboss.exact.blackjack.solver import (
    HandValues,
    Rules,
    UpCard,
    exact_pays,
    exact_stakes,
)
from pitboss.exact.blackjack.split_play import HandActions

Choices = tuple[Array, Array]
"""Masks of actions: (nodes), and (levels, nodes) for doubled hands."""
_LEAST = 1e-13
"""The least gain, in units of the wager, for which a hand is played otherwise than unsplit."""


def least_gain(arithmetic: Arithmetic) -> Number:
    """Return the least gain that is not a rounding error."""
    return arithmetic.number(_LEAST if arithmetic.number is float else 0)


@dataclass(frozen=True, slots=True)
class _Room:
    """Working memory for all cases of one pair."""

    chance: Array
    likely: Array
    win: Array
    loss: Array
    best: Array
    values: Array
    doubled: Array
    doubled_values: Array

    @property
    def drawn(self) -> tuple[Array, ...]:
        """The chances of cards, of hands and of standing hands, for the kernels."""
        return self.chance, self.likely, self.win, self.loss

    @classmethod
    def make(cls, arithmetic: Arithmetic, cases: int) -> _Room:
        """Return empty arrays."""
        nodes = hand_graph().size
        levels = action_codes.LEVELS
        zeros = arithmetic.zeros
        return cls(
            chance=zeros(cases, nodes, VALUES),
            likely=zeros(cases, nodes),
            win=zeros(cases, nodes),
            loss=zeros(cases, nodes),
            best=zeros(cases, nodes),
            values=zeros(cases, nodes, action_codes.ACTIONS),
            doubled=zeros(cases, levels, nodes),
            doubled_values=zeros(cases, levels, nodes, action_codes.DOUBLED_ACTIONS),
        )


@dataclass(frozen=True, slots=True)
class MeanHands:
    """Hands of a split on average over all cases, by the probability of each given the hand.

    A hand's mean value is that of the hands after the next card, each with its mean chance.
    """

    rules: Rules
    values: HandValues
    chances: Array
    """(nodes, values): the chance of each next card."""
    win: Array
    """(nodes): the probability that the hand wins if it stands."""
    loss: Array

    def chances_after(self, node: int) -> Array:
        """Return the chance of each next card of a hand."""
        return self.chances[node]


class _Rooms(local):
    """The working memory of one thread, by the type of its numbers and the number of cases."""

    def __init__(self) -> None:
        self.rooms: dict[tuple[type, int], _Room] = {}

    def borrow(self, arithmetic: Arithmetic, cases: int) -> _Room:
        """Return arrays with undefined content."""
        key = arithmetic.number, cases
        if key not in self.rooms:
            self.rooms[key] = _Room.make(arithmetic, cases)
        return self.rooms[key]


_rooms = _Rooms()


class SplitCases:
    """All hands of one pair against one up card, drawn in every case.

    The arrays are working memory: use one object at a time.
    """

    def __init__(
        self,
        up: UpCard,
        pair: int,
        cases: int,
        choices: dict[int, Choices],
        stands: Callable[[int, Array, Array], tuple[Array, Array]],
    ) -> None:
        """Draw the hands that *choices* reach; *stands* lets hands stand in a case.

        *choices* has the open choices by what a hand loses.
        """
        self.up = up
        self.pair = pair
        self.choices = choices
        self.left = [up.without(pair, 1 + case) for case in range(cases)]
        """(cases, values): the cards left."""
        self._start = hand_graph().node(pair)
        self._room = _rooms.borrow(up.arithmetic, cases)
        self._needed, stood = self._mark_open()
        draw_all = up.arithmetic.split_kernels.draw_all
        draw_all(up.deal, self._start, self._needed, np.stack(self.left), self._room.drawn)
        for case, left in enumerate(self.left):
            self._room.win[case], self._room.loss[case] = stands(case, left, stood)

    def _mark_open(self) -> tuple[Array, Array]:
        """Return the hands that open choices reach, and those that may stand."""
        up = self.up
        size = hand_graph().size
        needed, stood = (np.zeros(size, dtype=bool) for _ in range(2))
        for choices in self.choices.values():
            reached = np.zeros(size, dtype=np.int64)
            stands = np.zeros(size, dtype=bool)
            live = up.rules.live_after_split
            up.arithmetic.split_kernels.mark_open(
                up.arithmetic.graph, self._start, choices, live, reached, stands
            )
            needed |= reached > 0
            stood |= stands
        needed[self._start] = False
        return needed, stood

    @property
    def is_unpaired(self) -> Array:
        """(nodes): whether a hand has no two cards of the pair's value."""
        return hand_graph().cards[:, self.pair - 1] <= 1

    def second_chances(self, case: int) -> Array:
        """Return the probability of each second card."""
        return self._room.chance[case, self._start].copy()

    def play(self, loses: int, weights: Array, *, paired: bool = False) -> HandActions:
        """Play hands best for the *weights* of the cases; their values are kept until the next.

        *paired*: only hands whose second card may have paired. Without weights hands are played as
        unsplit.
        """
        up = self.up
        room = self._room
        needed = self._needed
        if paired:
            needed = needed & ~self.is_unpaired
        unsplit = up.split[self.pair == 1, loses]
        tables = up.rules.split_tables(self.pair)
        actions = HandActions(unsplit.action.copy(), unsplit.doubled_action.copy())
        up.arithmetic.split_kernels.play_together(
            up.arithmetic.graph,
            needed,
            weights,
            room.drawn,
            (
                tables.doubled_legal,
                tables.paid_immediately,
                exact_pays(tables, up.arithmetic),
                exact_stakes(tables, up.arithmetic),
                up.rest_taken_by,
            ),
            self.choices[loses],
            loses,
            (
                actions.action,
                actions.doubled_action,
                room.best,
                room.values,
                room.doubled,
                room.doubled_values,
            ),
            least_gain(up.arithmetic),
            up.arithmetic.number(1),
        )
        return actions

    def seconds(self, case: int) -> tuple[Array, Array]:
        """Return the values of the hands of two cards by the second, as played and if hit."""
        children = hand_graph().child[self._start]
        values = self._room.values[case, children, action_codes.HIT]
        return self._room.best[case, children], values

    def means(self, weights: Array, actions: HandActions) -> MeanHands:
        """Return the values of all hands just played, on average over the cases."""
        room = self._room
        means = HandValues.empty(self.up.arithmetic)
        means.action[:] = actions.action
        means.doubled_action[:] = actions.doubled_action
        nodes = np.flatnonzero(self._needed)
        counts = weights[:, np.newaxis] * room.likely[:, nodes]
        total = counts.sum(axis=0)
        nodes = nodes[total > 0]
        counts = (counts / np.where(total > 0, total, 1))[:, total > 0]
        by_action = counts[:, :, np.newaxis]
        means.best[nodes] = (counts * room.best[:, nodes]).sum(axis=0)
        means.values[nodes] = (by_action * room.values[:, nodes]).sum(axis=0)
        for level in range(action_codes.LEVELS):
            means.doubled[level, nodes] = (counts * room.doubled[:, level, nodes]).sum(axis=0)
            values = room.doubled_values[:, level, nodes]
            means.doubled_values[level, nodes] = (by_action * values).sum(axis=0)
        zeros = self.up.arithmetic.zeros
        size = hand_graph().size
        chances = zeros(size, VALUES)
        win = zeros(size)
        loss = zeros(size)
        chances[nodes] = (by_action * room.chance[:, nodes]).sum(axis=0)
        win[nodes] = (counts * room.win[:, nodes]).sum(axis=0)
        loss[nodes] = (counts * room.loss[:, nodes]).sum(axis=0)
        return MeanHands(rules=self.up.rules, values=means, chances=chances, win=win, loss=loss)


def open_choices(legal: Array, values: Array, kept: Array, margin: Number | None) -> Array:
    """Return masks of the legal choices that are worse than the best by *margin* at most.

    *legal* is (...), *values* is (..., actions) and *kept* the best actions. None: all are open.
    """
    masks = np.zeros(legal.shape, dtype=np.int64)
    best = np.take_along_axis(values, np.maximum(kept, 0)[..., np.newaxis], axis=-1)[..., 0]
    for kind in range(min(values.shape[-1], action_codes.SPLIT)):
        is_legal = legal >> kind & 1 > 0
        is_open = is_legal if margin is None else is_legal & (values[..., kind] >= best - margin)
        masks[is_open] |= 1 << kind
    return masks
