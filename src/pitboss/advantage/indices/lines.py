"""The difference of two plays as a line: its value at a true count of 0, and its slope.

To the first order the difference changes with the cards left as its effects of removal say, and a
count sees of that what its tags have in common with the effects. The count has all cards seen: the
up card and the hand's own among them.

A line is right to the first order only. So shoes are drawn from the exact law of the cards left
given their tags, over a range of true counts and depths; every hand is valued in each of them, and
what the lines miss is fitted by a curve. A shoe's own first-order error is known and taken off, so
few shoes are enough. The same seed draws the same shoes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.advantage.indices.decisions import UpCardDecisions, mark_needed_hands, pairs_split
from pitboss.advantage.tag_sums import TagSums, tag_classes
from pitboss.cards import Card
from pitboss.cards.unseen import Unseen
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.counts.system import CountSystem
from pitboss.patterns.totals import value as value_of

Array = Any
_LEAST = 1e-30
TRUE_COUNTS = tuple(range(-6, 9))
"""The true counts at which shoes are drawn."""
_RARE = 1e-6
"""Counts less likely than this are not drawn."""
DEGREE = 2
"""The degree of the curve that is fitted to the errors of the lines."""


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
                place = value_of(Card(card)) - 1
                tag = system.tags[card] / system.unit
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
    left = effects.left
    size = effects.size
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeDraws:
    """The shoes to draw: their number at each true count, and their depths."""

    penetration: float
    """The share of the shoe that is dealt."""
    shoes: int = 3
    seed: int = 1


class ShoeLaw:
    """Draws the cards left after one up card, given the true count."""

    def __init__(
        self, system: CountSystem, full: Unseen, up: int, random: np.random.Generator
    ) -> None:
        """Draw from all cards of a shoe, or those left, without an up card of value *up*."""
        first = next(card for card in full.kinds if value_of(card) == up)
        self.counts = np.array(full.without(first).counts)
        self.tags = np.array(system.tags)
        self.unit = system.unit
        self.per = system.per
        self.sums = TagSums(tag_classes(self.counts.tolist(), system.tags))
        self.usual = float((np.array(full.counts) * self.tags).sum()) / full.size
        self.random = random
        self.value = np.array([value_of(Card(card)) for card in range(len(self.counts))])

    def draw(self, cards: int, true_count: float) -> Array:
        """Return how many cards of each value are left among *cards*, at about a true count."""
        wanted = cards * (self.usual - true_count * self.unit / self.per)
        chances = self.sums.chances(cards).items()
        possible = [total for total, chance in chances if chance > _RARE]
        total = min(possible, key=lambda count: abs(count - wanted))
        left = np.zeros(VALUES, dtype=np.int64)
        for tag, count in self.sums.draw(cards, total, self.random).items():
            alike = np.nonzero((self.tags == tag) & (self.counts > 0))[0]
            drawn = self.random.multivariate_hypergeometric(self.counts[alike], count)
            np.add.at(left, self.value[alike] - 1, drawn)
        return left


def fit_line_errors(
    effects: HandEffects,
    lines: DecisionLines,
    tags: ValueTags,
    law: ShoeLaw,
    draws: ShoeDraws,
    split_pairs: tuple[int, ...],
) -> Array:
    """Return what the lines miss, as curves in the true count.

    The curves are (decisions, coefficients), the constant first.
    """
    decisions = effects.decisions
    cards = hand_graph().cards[effects.decisions.node]
    solved = decisions.solution
    size = law.sums.size
    depths = [size * (1 - draws.penetration * (n + 0.5) / draws.shoes) for n in range(draws.shoes)]
    base = _ways(effects.left + cards, cards, solved.forbidden)
    line = mean_by_decision(decisions, np.stack([lines.at_zero, lines.slope], 1), decisions.weight)
    samples = []
    for true_count in TRUE_COUNTS:
        for depth in depths:
            left = law.draw(round(depth), true_count)
            weight = decisions.weight * _ways(left[None, :], cards, solved.forbidden) / base
            rest = np.maximum(left[None, :] - cards, 0)
            counts = tags.excess(rest)
            values = decisions.play.values(left, effects.needed, split_pairs)
            known = lines.at_zero + lines.slope * counts - effects.estimate(rest)
            truth = decisions.differences(values) + known
            count = mean_by_decision(decisions, counts, weight)
            mean = mean_by_decision(decisions, truth, weight)
            total = np.bincount(decisions.which, weight, len(decisions.decisions))
            missed = mean - line[:, 0] - line[:, 1] * count
            samples.append((count, missed, total / decisions.frequency))
    columns = (np.array(column).T for column in zip(*samples, strict=True))
    fits = [_fit(*column) for column in zip(*columns, strict=True)]
    return np.array(fits).reshape(-1, DEGREE + 1)


def _ways(left: Array, cards: Array, forbidden: int) -> Array:
    """Return the probability of being dealt *cards* from *left* and that no blackjack is found."""
    chance = np.ones(len(cards))
    size = np.broadcast_to(left.sum(axis=-1), len(cards)).astype(float)
    for place in range(VALUES):
        copies = np.broadcast_to(left[:, place], len(cards)).astype(float)
        for taken in range(int(cards[:, place].max())):
            chance *= np.where(cards[:, place] > taken, np.maximum(copies - taken, 0), 1)
    held = cards.sum(axis=1)
    for taken in range(int(held.max())):
        chance /= np.where(held > taken, size - taken, 1)
    if forbidden >= 0:
        blackjacks = np.maximum(left[:, forbidden] - cards[:, forbidden], 0)
        chance = chance * (1 - blackjacks / (size - held))
    return chance


def _fit(counts: Array, missed: Array, weights: Array) -> Array:
    """Return the curve of least squares."""
    root = np.sqrt(weights)
    columns = np.stack([counts**power for power in range(DEGREE + 1)], axis=1) * root[:, None]
    return np.linalg.lstsq(columns, missed * root, rcond=None)[0]
