"""The strategy of a simulated player: an action for every hand, as arrays.

Only suits and splits are not decided by the values of two cards: whoever makes a strategy sets
those, and the functions here fill the rest from `Strategy.more`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from pitboss.cards import Card, card_suit
from pitboss.compiled import action_codes
from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import CardClasses, card_classes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import RuleTables
from pitboss.engine.legal import surrenders_early
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.blackjack.solver import Rules
from pitboss.patterns.totals import value

Pair = tuple[int, int]


class HandHistory(NamedTuple):
    """The history of a hand, as far as its play depends on it."""

    split: bool = False
    aces: bool = False
    """Made by a split of aces."""
    carried: bool = False
    """A lammer carries it, or a split made it where original bets alone are at risk."""
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
    terms = rules.setup.rules
    loses = (False, True) if terms.free_bets or terms.original_bets_only else (False,)
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
        classes = card_classes(rules.setup)
        nodes = hand_graph().size
        kinds = situations(rules)
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


def nodes_of_two(strategy: Strategy) -> Array:
    """(first, second class): the node of two cards."""
    values = strategy.classes.values
    return np.array([[hand_graph().node(one, two) for two in values] for one in values])


def by_values(strategy: Strategy, kind: HandHistory) -> Array:
    """(up, first, second class): the action with two cards by their values alone."""
    ups = np.array(strategy.classes.values) - 1
    actions: Array = strategy.more[kind][ups][:, nodes_of_two(strategy)]
    return actions


def split_again(strategy: Strategy, kind: HandHistory) -> Array:
    """(first, second class): how a pair made by a split is split again, or NOTHING.

    It is split wherever that is legal, and free where that is possible.
    """
    legal = kind.tables(strategy.rules).legal[nodes_of_two(strategy)]
    actions = np.full(legal.shape, action_codes.NOTHING, dtype=np.int8)
    for action in SPLITS:
        actions[legal >> action & 1 > 0] = action
    return actions


def fill_dealt(strategy: Strategy, kind: HandHistory) -> None:
    """Fill the table of hands as dealt for their values alone."""
    strategy.two[kind][:] = by_values(strategy, kind)


def fill_split(strategy: Strategy, kind: HandHistory, kept: Iterable[Pair] = ()) -> None:
    """Fill the table of split hands from the table of hands that are not split again.

    *kept* are the up cards and pairs, by their values, that are not split again though they may be.
    """
    again = np.broadcast_to(split_again(strategy, kind), strategy.two[kind].shape).copy()
    for up, pair in kept:
        own = strategy.classes.classes_with_value(pair)
        again[np.ix_(strategy.classes.classes_with_value(up), own, own)] = action_codes.NOTHING
    strategy.two[kind][:] = np.where(again != action_codes.NOTHING, again, strategy.unsplit[kind])


def fill_unsplit(strategy: Strategy, kind: HandHistory) -> None:
    """Fill the table of split hands that are not split again, by their values alone."""
    strategy.unsplit[kind][:] = by_values(strategy, kind)
    ups = np.array(strategy.classes.values) - 1
    nodes = nodes_of_two(strategy)
    for own, actions in strategy.more.items():
        if own.pair and own._replace(pair=0, paired=False) == kind:
            for one in strategy.classes.classes_with_value(own.pair):
                for two, value in enumerate(strategy.classes.values):
                    if (value == own.pair) == own.paired:
                        strategy.unsplit[kind][:, one, two] = actions[ups, nodes[one, two]]


def in_suits(strategy: Strategy, nodes: set[int]) -> Iterator[tuple[int, int, int, Pair, Pair]]:
    """Yield the two cards of some nodes: their classes, node, values and suits, lower first.

    Cards of one value differ by suit only where suits matter.
    """
    classes = strategy.classes
    table = nodes_of_two(strategy)
    for one, two in product(range(classes.count), repeat=2):
        node = int(table[one, two])
        if node in nodes:
            held = sorted((classes.values[s], card_suit(classes.cards[s])) for s in (one, two))
            (low, low_suit), (high, high_suit) = held
            yield one, two, node, (low, high), (low_suit, high_suit)


def suit_dependent_nodes(rules: Rules) -> set[int]:
    """Return the nodes of two dealt cards whose action depends on more than their values.

    Where the dealer has not looked yet, the play of each is the solver's by itself.
    """
    if any(surrenders_early(rules.setup, up) for up in range(1, VALUES + 1)):
        return set(np.nonzero(hand_graph().cards.sum(axis=1) == 2)[0].tolist())
    legal = rules.first.legal
    splits = sum(1 << kind for kind in SPLITS)
    return set(np.nonzero(legal & splits)[0].tolist()) | set(rules.live)
