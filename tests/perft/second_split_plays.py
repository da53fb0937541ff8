"""Every play of a split that looks at one hand alone, by the second plain blackjack.

A play says what to do with a hand by its own cards, whether its second card paired, and whether it
may be split again. All plays are valued at once, each with a place of its own in an array of
fractions; the search that values `ev split` looks at all hands instead.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from tests.perft import second_reference
from tests.perft.second_colorado import Move, Play
from tests.perft.shoe import Cards, worth

Array = Any
Known = tuple[bool, bool, tuple[int, ...]]
SPLIT = "split"
PLAYS_MAX = 4096


class InOrder(second_reference.Deal):
    """Hands keep the order of their cards: whether the second one paired must be seen."""

    def receive(self, play: Play, card: str) -> Play:
        hand = play.todo[0]
        return play.then(hand._replace(cards=(*hand.cards, card), due=False))


class SplitPlays:
    """All plays of the hands of one split."""

    def __init__(self, table: second_reference.Table) -> None:
        self.deal = InOrder(table)
        self.choices = dict[Known, tuple[str, ...]]()
        self._known: dict[tuple[Play, Cards], Array] = {}
        begun = self.deal.opening()
        (made,) = (after for label, _, after in self.deal.moves(begun) if label == SPLIT)
        self._discover(made, table.unseen)
        sizes = [len(labels) for labels in self.choices.values()]
        assert prod(sizes) <= PLAYS_MAX, f"{prod(sizes)} plays"
        digits = np.unravel_index(np.arange(prod(sizes)), sizes)
        self.chosen = dict(zip(self.choices, digits, strict=True))
        self.values = self._value(made, table.unseen)
        """(plays): what each is worth, in cents."""

    @property
    def best(self) -> Fraction:
        """What the best of them is worth."""
        most: Fraction = max(self.values)
        return most

    def _list_choices(self, play: Play, moves: list[Move]) -> tuple[Known, tuple[str, ...]]:
        labels = tuple(label for label, _, _ in moves)
        values = tuple(map(worth, play.todo[0].cards))
        return (SPLIT in labels, values[0] == values[1], tuple(sorted(values))), labels

    def _discover(self, play: Play, unseen: Cards) -> None:
        _, play = self.deal.settle(play)
        if moves := list(self.deal.moves(play)):
            known, labels = self._list_choices(play, moves)
            assert self.choices.setdefault(known, labels) == labels
            for _, _, after in moves:
                self._discover(after, unseen)
        elif play.todo:
            for card, _, left in self.deal.dealer.draws(unseen):
                self._discover(self.deal.receive(play, card), left)

    def _value(self, play: Play, unseen: Cards) -> Array:
        key = play, unseen
        if key not in self._known:
            gain, settle = self.deal.settle(play)
            self._known[key] = gain + self._value_after(settle, unseen)
        return self._known[key]

    def _value_after(self, play: Play, unseen: Cards) -> Array:
        if moves := list(self.deal.moves(play)):
            chosen = self.chosen[self._list_choices(play, moves)[0]]
            values = [won + self._value(after, unseen) for _, won, after in moves]
            return np.select([chosen == place for place in range(len(moves))], values)
        if not play.todo:
            return np.array([self.deal.at_the_end(play, unseen)], dtype=object)
        mean = np.array([Fraction(0)], dtype=object)
        for card, chance, left in self.deal.dealer.draws(unseen):
            mean = mean + chance * self._value(self.deal.receive(play, card), left)
        return mean
