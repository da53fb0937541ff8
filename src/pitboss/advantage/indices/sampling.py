"""Differences of plays checked with shoes drawn at random, given the count.

A line is right to the first order only. So shoes are drawn from the exact law of the cards left
given their tags, over a range of true counts and depths; every hand is valued in each of them, and
what the lines miss is fitted by a curve. A shoe's own first-order error is known and taken off, so
few shoes are enough. The same seed draws the same shoes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.advantage.indices.lines import DecisionLines, HandEffects, ValueTags, mean_by_decision
from pitboss.advantage.tag_sums import TagSums, tag_classes
from pitboss.cards import Card
from pitboss.cards.unseen import Unseen
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.counts.system import CountSystem
from pitboss.patterns.totals import value as value_of

Array = Any
TRUE_COUNTS = tuple(range(-6, 9))
"""The true counts at which shoes are drawn."""
_RARE = 1e-6
"""Counts less likely than this are not drawn."""
DEGREE = 2
"""The degree of the curve that is fitted to the errors of the lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeDraws:
    """The shoes to draw: their number at each true count, and their depths."""

    shoes: int = 3
    seed: int = 1
    penetration: float = 0.75
    """The share of the shoe that is dealt."""


class ShoeLaw:
    """Draws the cards left after one up card, given the true count."""

    def __init__(
        self, system: CountSystem, full: Unseen, up: int, random: np.random.Generator
    ) -> None:
        """Draw from all cards of a shoe, or those left, without an up card of value *up*."""
        first = next(card for card in full.kinds if value_of(card) == up)
        self.counts = np.array(full.without(first).counts)
        self.tags, self.unit, self.per = np.array(system.tags), system.unit, system.per
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
    decisions, cards = effects.decisions, hand_graph().cards[effects.decisions.node]
    solved, size = decisions.solution, law.sums.size
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
    chance, size = np.ones(len(cards)), np.broadcast_to(left.sum(axis=-1), len(cards)).astype(float)
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
