"""Every play of a split at the table engine, all of them at once.

A play says what to do with a hand of the split by what the player knows: the cards of the hand,
whether the second one paired, and what it may lose. The engine's tree is walked once; the value of
a position is an array with one place for each play.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round, act
from pitboss.engine.events import CardDealt
from pitboss.engine.rounds.plan import CardNeeded, Step
from pitboss.engine.state import Hand, State
from pitboss.patterns.totals import value as value_of
from tests.exact.solved_positions import UNIT, Position, after

Array = Any
Known = tuple[object, ...]
PLAYS_MAX = 1 << 17


def known(hand: Hand, kinds: tuple[ActionKind, ...]) -> Known:
    """Return what a player knows of a hand that a split made, and whether it may be split again."""
    start, second, *_ = values = tuple(map(value_of, hand.cards))
    may_split = bool({ActionKind.SPLIT, ActionKind.FREE_SPLIT}.intersection(kinds))
    return may_split, start == second, tuple(sorted(values)), hand.made_free, hand.doublings


class EveryPlay:
    """All plays of the hands of one split."""

    def __init__(self, position: Position, none: float | Fraction = 0.0) -> None:
        """Walk a position; with a fraction for *none* all is exact, and slower."""
        self.position = position
        self._none = none
        self.choices: dict[Known, tuple[ActionKind, ...]] = {}
        self._walk(self._discover)
        self.plays = prod(map(len, self.choices.values()))
        assert self.plays <= PLAYS_MAX, f"{self.plays} plays of {len(self.choices)} hands"
        digits = np.unravel_index(np.arange(self.plays), [len(c) for c in self.choices.values()])
        self.chosen = dict(zip(self.choices, digits, strict=True))
        self.values = self._walk(self._value) / UNIT
        """(plays): what each is worth."""

    def place(self, chosen: dict[Known, ActionKind]) -> int:
        """Return the place of one play."""
        digits = [kinds.index(chosen[hand]) for hand, kinds in self.choices.items()]
        return int(np.ravel_multi_index(digits, [len(c) for c in self.choices.values()]))

    def _walk(self, visit: Any) -> Array:  # noqa: ANN401 - either of two methods
        first, second = parse_cards(self.position.hand)
        left = Counter(self.position.left)
        left.subtract([first, second])
        total = np.array([self._none])
        ways = 0
        for down, copies in list(left.items()):
            round_ = Round.start(self.position.setup, [Bets(1, {"main": UNIT})])
            for card in (first, self.position.up_card, second, down):
                round_.deal(card)
            if copies <= 0 or round_.state.dealer_blackjack:
                continue
            rest = Counter(left)
            rest[down] -= 1
            total = total + copies * visit(round_.state, round_.due, rest)
            ways += copies
        return total / ways

    def _asked(self, state: State, due: Question) -> tuple[Known | None, tuple[ActionKind, ...]]:
        hand = state.seat(1).hand(due.hand)
        kinds = tuple(choice.kind for choice in due.choices)
        if not hand.split:
            free = ActionKind.FREE_SPLIT in kinds
            return None, (ActionKind.FREE_SPLIT if free else ActionKind.SPLIT,)
        return known(hand, kinds), kinds

    def _discover(self, state: State, due: Step, left: Counter[Card]) -> Array:
        if isinstance(due, Question):
            hand, kinds = self._asked(state, due)
            if hand is not None:
                assert self.choices.setdefault(hand, kinds) == kinds
            for kind in kinds:
                self._discover(*_decided(state, due, kind), left)
        elif due is not None:
            for card in [card for card, copies in left.items() if copies]:
                left[card] -= 1
                self._discover(*_dealt(state, due, card), left)
                left[card] += 1
        return np.zeros(1)

    def _value(self, state: State, due: Step, left: Counter[Card]) -> Array:
        if due is None:
            return np.array([self._none + sum(state.net().values())])
        if isinstance(due, Question):
            return self._choose(state, due, left)
        total = np.array([self._none])
        for card, copies in list(left.items()):
            if copies:
                left[card] -= 1
                total = total + copies * self._value(*_dealt(state, due, card), left)
                left[card] += 1
        return total / left.total()

    def _choose(self, state: State, due: Question, left: Counter[Card]) -> Array:
        hand, kinds = self._asked(state, due)
        values = {k: self._value(*_decided(state, due, k), left) for k in kinds}
        if hand is None:
            return values[kinds[0]]
        chosen = self.chosen[hand]
        return np.select([chosen == place for place in range(len(kinds))], [*values.values()])


def _decided(state: State, due: Question, kind: ActionKind) -> tuple[State, Step]:
    return after(state, act(state, Action(seat=due.seat, hand=due.hand, kind=kind)))


def _dealt(state: State, due: Step, card: Card) -> tuple[State, Step]:
    assert isinstance(due, CardNeeded)
    return after(state, [CardDealt(card, due.place, due.seat, due.hand)])
