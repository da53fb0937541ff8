"""The difference of two plays as a line: its value at a true count of 0, and its slope.

To the first order the difference changes with the cards left as its effects of removal say, and a
count sees of that what its tags have in common with the effects. The count has all cards seen: the
up card and the hand's own among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.advantage.indices.decisions import UpCardDecisions
from pitboss.advantage.indices.fixed_play import mark_needed_hands, pairs_split
from pitboss.cards import Card
from pitboss.cards.unseen import Unseen
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.counts.system import CountSystem
from pitboss.patterns.totals import value as value_of

Array = Any
_LEAST = 1e-30


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueTags:
    """The tags of a count by the value of cards: what plays depend on has no suits."""

    full: Array
    """(values): the cards of the full shoe, or of those that were left at first."""
    mean: Array
    """(values): the mean tag, in printed tags."""
    square: Array
    """(values): the mean square of the tags."""
    per: int

    @classmethod
    def from_system(cls, system: CountSystem, cards: Unseen) -> ValueTags:
        """Sort the tags of a count by the values of the cards of a shoe."""
        full, mean, square = (np.zeros(VALUES) for _ in range(3))
        for card, count in enumerate(cards.counts):
            if count:
                place, tag = value_of(Card(card)) - 1, system.tags[card] / system.unit
                full[place] += count
                mean[place] += count * tag
                square[place] += count * tag * tag
        some = np.maximum(full, 1)
        return cls(full=full, mean=mean / some, square=square / some, per=system.per)

    def excess(self, counts: Array) -> Array:
        """Return the true count with cards *counts* unseen, (.., values), and a balanced count.

        Of an unbalanced count, it is what the count exceeds its expectation by.
        """
        usual = (self.full @ self.mean) / self.full.sum()
        return -self.per * ((counts @ self.mean) / counts.sum(axis=-1) - usual)

    def variance(self, counts: Array) -> Array:
        """Return the variance of the tag of one of the cards *counts*."""
        size = counts.sum(axis=-1)
        return np.maximum(
            (counts @ self.square) / size - ((counts @ self.mean) / size) ** 2, _LEAST
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEffects:
    """The differences of all hands against one up card, and their effects of removal."""

    decisions: UpCardDecisions
    needed: Array
    """(nodes): the hands that can come of all these."""
    split_pairs: tuple[int, ...]
    """The pairs that one of the plays splits."""
    difference: Array
    """(hands): with the full shoe less the up card and the hand's cards."""
    removal: Array
    """(hands, values): the change when one more card of a value is gone, less its mean."""
    left: Array
    """(hands, values): the cards left."""

    @property
    def size(self) -> Array:
        """(hands): how many cards are left."""
        return self.left.sum(axis=1)

    def estimate(self, left: Array) -> Array:
        """Return the differences with other cards left, to the first order; *left* as `left`."""
        size = self.size[:, None]
        shift = left / left.sum(axis=1, keepdims=True) - self.left / size
        return self.difference - (size[:, 0] - 1) * (self.removal * shift).sum(axis=1)


def hand_effects(decisions: UpCardDecisions) -> HandEffects:
    """Compute the effects of removal of every hand's difference."""
    needed, pairs = _needed_hands(decisions)
    solved = decisions.solution
    full = decisions.differences(decisions.play.values(solved.left, needed, pairs))
    left = _cards_left(decisions)
    removal = np.zeros(left.shape)
    for place in range(VALUES):
        if solved.left[place]:
            fewer = solved.left.copy()
            fewer[place] -= 1
            values = decisions.play.values(fewer, needed, pairs)
            removal[:, place] = decisions.differences(values) - full
    removal[left <= 0] = 0
    removal -= (removal * left).sum(axis=1, keepdims=True) / left.sum(axis=1, keepdims=True)
    removal[left <= 0] = 0
    return effects_from(decisions, full, removal)


def effects_from(decisions: UpCardDecisions, difference: Array, removal: Array) -> HandEffects:
    """Return effects that have been computed before."""
    needed, pairs = _needed_hands(decisions)
    return HandEffects(
        decisions=decisions,
        needed=needed,
        split_pairs=pairs,
        difference=difference,
        removal=removal,
        left=_cards_left(decisions),
    )


def _needed_hands(decisions: UpCardDecisions) -> tuple[Array, tuple[int, ...]]:
    actions = np.concatenate([decisions.action, decisions.otherwise])
    pairs = pairs_split(actions, np.tile(decisions.node, 2))
    return mark_needed_hands(decisions.solution, decisions.node), pairs


def _cards_left(decisions: UpCardDecisions) -> Array:
    return decisions.solution.left[None, :] - hand_graph().cards[decisions.node]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionLines:
    """The lines of all hands against one up card by a count."""

    slope: Array
    """(hands): the change of the difference for each whole true count."""
    at_zero: Array
    """(hands): the difference at a true count of 0."""


def fit_lines(effects: HandEffects, tags: ValueTags) -> DecisionLines:
    """Return the lines of all hands by a count."""
    left, size = effects.left, effects.size
    deviation = tags.mean[None, :] - ((left @ tags.mean) / size)[:, None]
    covariance = (left * effects.removal * deviation).sum(axis=1) / size
    slope = (size - 1) / tags.per * covariance / tags.variance(left)
    return DecisionLines(slope=slope, at_zero=effects.difference - slope * tags.excess(left))


def correlation(removal: Array, cards: Array, tags: ValueTags) -> float:
    """Return the correlation of tags with effects of removal by value, among some *cards*."""
    share = cards / cards.sum()
    removal = removal - removal @ share
    covariance = (removal * (tags.mean - tags.mean @ share)) @ share
    spread = float(tags.variance(cards)) * (removal**2 @ share)
    return float(covariance / np.sqrt(max(spread, _LEAST)))


def mean_by_decision(decisions: UpCardDecisions, values: Array, weight: Array) -> Array:
    """Return the means of values of hands over each decision; *values* are (hands, ..)."""
    count = len(decisions.decisions)
    total = np.bincount(decisions.which, weight, count)
    total = np.where(total > 0, total, 1)
    if values.ndim == 1:
        return np.bincount(decisions.which, weight * values, count) / total
    columns = (np.bincount(decisions.which, weight * column, count) for column in values.T)
    return np.stack([column / total for column in columns], axis=1)
