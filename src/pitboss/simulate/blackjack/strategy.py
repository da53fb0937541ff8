"""The strategy of a simulated player: an action for every hand, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import Card
from pitboss.compiled import action_codes
from pitboss.compiled.card_classes import CardClasses, card_classes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import RuleTables
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.solver import Rules
from pitboss.patterns.totals import value

Array = Any


class HandHistory(NamedTuple):
    """The history of a hand, as far as its play depends on it."""

    split: bool = False
    aces: bool = False
    """Made by a split of aces."""
    carried: bool = False
    """A lammer carries it."""
    switched: bool = False
    """Its second card came from a switch: 21 is not a blackjack."""
    pair: int = 0
    """The value of the pair that was split; 0: of any."""
    paired: bool = False
    """Its second card paired, and it was not split again."""

    def after(self, first: int, second: int) -> HandHistory:
        """Return the situation of a hand made by a split, by the values of its first two cards.

        >>> HandHistory(split=True).after(8, 8)
        HandHistory(split=True, aces=False, carried=False, switched=False, pair=8, paired=True)
        """
        return self._replace(pair=first, paired=first == second)

    def tables(self, rules: Rules) -> RuleTables:
        """Return what is legal here."""
        if not self.split:
            return rules.first
        return rules.split_aces if self.aces else rules.split


FIRST = HandHistory()
SWITCHED = HandHistory(switched=True)


def deals_two_hands(setup: Setup) -> bool:
    """Whether a seat is dealt two hands, whose second cards may be switched."""
    return len(setup.mains) == 2


def situations(rules: Rules) -> tuple[HandHistory, ...]:
    """Return every situation a game has: hands as dealt, switched, and made by a split."""
    dealt = (FIRST, SWITCHED) if deals_two_hands(rules.setup) else (FIRST,)
    loses = (False, True) if rules.setup.rules.free_bets else (False,)
    made = (HandHistory(split=True, aces=a, carried=c) for c, a in product(loses, (False, True)))
    return (*dealt, *made)


@dataclass(frozen=True, slots=True)
class Strategy:
    """An action for every hand: of two cards by their classes, of more by their values."""

    rules: Rules
    classes: CardClasses
    two: dict[HandHistory, Array]
    """(up, first, second class)."""
    unsplit: dict[HandHistory, Array]
    """The same for a pair that cannot be split because the seat has the most hands allowed."""
    more: dict[HandHistory, Array]
    """(up value less one, node); of hands of one pair only where they are played otherwise."""
    doubled: dict[HandHistory, Array]
    """(level, up value less one, node)."""
    switches: Array
    """(up, first hand's two, second hand's two values less one): whether to switch."""

    @classmethod
    def empty(cls, rules: Rules) -> Strategy:
        """Return an empty strategy."""
        classes, nodes, kinds = card_classes(rules.setup), hand_graph().size, situations(rules)
        count = classes.count

        def room(*shape: int) -> dict[HandHistory, Array]:
            return {kind: np.full(shape, action_codes.NOTHING, dtype=np.int8) for kind in kinds}

        shape = (VALUES,) * 5 if SWITCHED in kinds else (1,)
        return cls(
            rules,
            classes,
            two=room(count, count, count),
            unsplit=room(count, count, count),
            more=room(VALUES, nodes),
            doubled=room(action_codes.LEVELS, VALUES, nodes),
            switches=np.zeros(shape, dtype=np.uint8),
        )

    def situation(self, kind: HandHistory, first: int, second: int) -> HandHistory:
        """Return the situation by which a hand with these first two values is played on."""
        if not kind.split:
            return kind
        own = kind.after(first, second)
        return own if own in self.more else kind

    def switch(self, up: Card, cards: Sequence[Card]) -> bool:
        """Return whether to switch two hands of two cards."""
        return bool(self.switches[tuple(value(card) - 1 for card in (up, *cards))])
