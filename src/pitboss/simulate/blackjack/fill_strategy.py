"""Fills a strategy's tables of two cards from its actions by value.

Only suits and splits are not decided by the values of two cards: the caller sets those, and the
rest follows from `Strategy.more`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np

from pitboss.cards import card_suit
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.blackjack.solver import Rules
from pitboss.simulate.blackjack.strategy import Array, HandHistory, Strategy

Pair = tuple[int, int]


def nodes_of_two(strategy: Strategy) -> Array:
    """(first, second class): the node of two cards."""
    values = strategy.classes.values
    return np.array([[hand_graph().node(one, two) for two in values] for one in values])


def by_values(strategy: Strategy, kind: HandHistory) -> Array:
    """(up, first, second class): the action with two cards by their values alone."""
    ups = np.array(strategy.classes.values) - 1
    return strategy.more[kind][ups][:, nodes_of_two(strategy)]


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
    ups, nodes = np.array(strategy.classes.values) - 1, nodes_of_two(strategy)
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
    classes, table = strategy.classes, nodes_of_two(strategy)
    for one, two in product(range(classes.count), repeat=2):
        node = int(table[one, two])
        if node in nodes:
            held = sorted((classes.values[s], card_suit(classes.cards[s])) for s in (one, two))
            (low, low_suit), (high, high_suit) = held
            yield one, two, node, (low, high), (low_suit, high_suit)


def suit_dependent_nodes(rules: Rules) -> set[int]:
    """Return the nodes of two dealt cards whose action depends on more than their values."""
    legal = rules.first.legal
    splits = sum(1 << kind for kind in SPLITS)
    return set(np.nonzero(legal & splits)[0].tolist()) | set(rules.live)
