"""Filling a strategy's tables of two cards from what it does with their values.

Suits and splits are what two cards may have that their values alone do not decide: whoever fills a
table says those, and everything else follows from `Strategy.more`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from pitboss.cards import suit_of
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.blackjack.solver import Rules
from pitboss.simulate.blackjack.strategy import Array, Situation, Strategy

Pair = tuple[int, int]


def nodes_of_two(strategy: Strategy) -> Array:
    """(first, second class): the node of two cards."""
    values = strategy.classes.values
    return np.array([[hand_graph().node(one, two) for two in values] for one in values])


def by_values(strategy: Strategy, kind: Situation) -> Array:
    """(up, first, second class): what is done with two cards for their values alone."""
    ups = np.array(strategy.classes.values) - 1
    return strategy.more[kind][ups][:, nodes_of_two(strategy)]


def split_again(strategy: Strategy, kind: Situation) -> Array:
    """(first, second class): how a pair that a split has made is split again, or NOTHING.

    It is, wherever that is legal, and free where it may be.
    """
    legal = kind.tables(strategy.rules).legal[nodes_of_two(strategy)]
    found = np.full(legal.shape, action_codes.NOTHING, dtype=np.int8)
    for each in SPLITS:
        found[legal >> each & 1 > 0] = each
    return found


def fill_dealt(strategy: Strategy, kind: Situation) -> None:
    """Fill the table of hands as dealt for their values alone."""
    strategy.two[kind][:] = by_values(strategy, kind)


def fill_split(strategy: Strategy, kind: Situation) -> None:
    """Fill the table of hands that a split made from that of those that are not split again."""
    again = split_again(strategy, kind)
    strategy.two[kind][:] = np.where(again != action_codes.NOTHING, again, strategy.unsplit[kind])


def in_suits(strategy: Strategy, nodes: set[int]) -> Iterator[tuple[int, int, int, Pair, Pair]]:
    """Yield the two cards of some nodes: their classes, their node, values and suits, lower first.

    Cards of one value are distinguished by their suits only where those matter.
    """
    classes, table = strategy.classes, nodes_of_two(strategy)
    for one, two in product(range(classes.count), repeat=2):
        node = int(table[one, two])
        if node in nodes:
            held = sorted((classes.values[s], suit_of(classes.cards[s])) for s in (one, two))
            (low, low_suit), (high, high_suit) = held
            yield one, two, node, (low, high), (low_suit, high_suit)


def suit_dependent_nodes(rules: Rules) -> set[int]:
    """Return the nodes of two cards, as dealt, that more than their values decides."""
    legal = rules.first.legal
    splits = sum(1 << kind for kind in SPLITS)
    return set(np.nonzero(legal & splits)[0].tolist()) | set(rules.live)
