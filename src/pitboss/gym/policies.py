"""A strategy as a policy: observations in, actions out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.arrays import Array
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KIND_OF, KIND_OF
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.gym.actions import DEAL, NUMBER
from pitboss.gym.observations import Observation, Phase
from pitboss.simulator.blackjack.best_play import best_play
from pitboss.simulator.blackjack.strategy import FIRST, HandHistory, Strategy, deals_two_hands

Policy = Callable[[Observation], Any]
"""From one observation to one action, or from those of many tables to as many."""
_NUMBER_OF = np.array([NUMBER[KIND_OF[action]] for action in range(action_codes.ACTIONS)])
_DOUBLED_NUMBER_OF = np.array(
    [NUMBER[DOUBLED_KIND_OF[action]] for action in range(action_codes.DOUBLED_ACTIONS)]
)
_TAKE = NUMBER[ActionKind.TAKE_BLACKJACK]
_KEEP = NUMBER[ActionKind.KEEP_BLACKJACK]


def policy(strategy: Strategy) -> Policy:
    """Return a policy that plays by *strategy* and takes no insurance.

    It answers one observation with one action, and those of many tables with as many.
    """
    if deals_two_hands(strategy.rules.setup):
        raise ValueError("a policy is for games in which one hand is dealt")

    def decide(seen: Observation) -> Array | int:
        many = {name: np.atleast_1d(np.asarray(fact)) for name, fact in seen.items()}
        if np.ndim(seen["phase"]) == 0:
            many = {name: np.asarray(fact)[np.newaxis] for name, fact in seen.items()}
            return int(_Questions(strategy, many).actions()[0])
        return _Questions(strategy, many).actions()

    return decide


def best_policy(setup: Setup) -> Policy:
    """Solve the main game of a table (`env.setup`) and return its best play as a policy."""
    return policy(best_play(setup))


class _Questions:
    """The questions of several tables."""

    def __init__(self, strategy: Strategy, seen: Observation) -> None:
        self.strategy = strategy
        self.seen = seen
        self.card_class = np.array(strategy.classes.class_of)

    def actions(self) -> Array:
        phase = self.seen["phase"]
        chosen = np.full(len(phase), NUMBER[DEAL])
        chosen[phase == Phase.INSURANCE] = NUMBER[ActionKind.DECLINE]
        self._answer_blackjacks(chosen, np.flatnonzero(phase == Phase.BLACKJACK))
        is_asked = (phase == Phase.HAND) | (phase == Phase.RESCUE)
        for kind in self.strategy.two:
            at = np.flatnonzero(is_asked & self._are(kind))
            if len(at):
                chosen[at] = self._hand_actions(kind, at)
        return chosen

    def _are(self, kind: HandHistory) -> Array:
        """Return which hands have this history."""
        split = self.seen["split"] == kind.split
        aces = (self.seen["cards"][:, 0] == 1) == kind.aces if kind.split else True
        return np.asarray(split & aces & (self.seen["carried"] == kind.carried))

    def _two(self, table: dict[HandHistory, Array], kind: HandHistory, at: Array) -> Array:
        """Return the actions of two cards, by suits as far as the strategy uses them."""
        up = self._classes(self.seen["up"], self.seen["up_suit"])[at]
        cards = self._classes(self.seen["cards"], self.seen["card_suits"])[at]
        return table[kind][up, cards[:, 0], cards[:, 1]]

    def _classes(self, ranks: Array, suits: Array) -> Array:
        cards = (ranks.astype(np.int64) - 1) * 4 + suits.astype(np.int64) - 1
        return self.card_class[np.maximum(cards, 0)]

    def _answer_blackjacks(self, chosen: Array, at: Array) -> None:
        doubles = self._two(self.strategy.two, FIRST, at) == action_codes.DOUBLE
        chosen[at] = np.where(doubles, _KEEP, _TAKE)

    def _hand_actions(self, kind: HandHistory, at: Array) -> Array:
        strategy = self.strategy
        seen = self.seen
        nodes = self._nodes(at)
        places = np.minimum(seen["up"][at], VALUES) - 1
        numbers = _action_numbers(strategy.more[kind][places, nodes])
        for own, mine in self._own_situations(kind, at):
            numbers[mine] = _action_numbers(strategy.more[own][places[mine], nodes[mine]])
        two = seen["ranks"][at].sum(axis=1) == 2
        numbers[two] = self._two_card_actions(kind, at[two])
        levels = seen["doublings"][at]
        doubled = levels > 0
        actions = strategy.doubled[kind][levels - 1, places, nodes]
        for own, mine in self._own_situations(kind, at):
            actions[mine] = strategy.doubled[own][levels[mine] - 1, places[mine], nodes[mine]]
        actions = actions[doubled]
        numbers[doubled] = _DOUBLED_NUMBER_OF[np.maximum(actions, action_codes.STAND)]
        return numbers

    def _own_situations(self, kind: HandHistory, at: Array) -> Iterator[tuple[HandHistory, Array]]:
        """Yield the situations of pairs whose split hands are played otherwise, and which."""
        first, second = np.minimum(self.seen["cards"][at, :2], VALUES).T
        for own in self.strategy.more:
            if own.pair and own._replace(pair=0, paired=False) == kind:
                yield own, (first == own.pair) & ((second == own.pair) == own.paired)

    def _two_card_actions(self, kind: HandHistory, at: Array) -> Array:
        """Return the actions of pairs that cannot be split again."""
        actions = self._two(self.strategy.two, kind, at)
        numbers = _action_numbers(actions)
        legal = self.seen["action_mask"][at, numbers].astype(bool)
        refused = np.isin(actions, SPLITS) & ~legal
        unsplit = _action_numbers(self._two(self.strategy.unsplit, kind, at))
        return np.where(refused, unsplit, numbers)

    def _nodes(self, at: Array) -> Array:
        """Return the nodes of the hands, card by card."""
        ranks = self.seen["ranks"][at]
        counts = ranks[:, :VALUES].astype(np.int64)
        counts[:, VALUES - 1] = ranks[:, VALUES - 1 :].sum(axis=1)
        nodes = np.zeros(len(at), dtype=np.int64)
        child = hand_graph().child
        for place in range(VALUES):
            for held in range(counts[:, place].max(initial=0)):
                nodes = np.where(counts[:, place] > held, child[nodes, place], nodes)
        return nodes


def _action_numbers(actions: Array) -> Array:
    """Return the numbers of actions; without an action of the strategy only standing is legal."""
    return _NUMBER_OF[np.maximum(actions, action_codes.STAND)]
