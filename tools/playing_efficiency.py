"""Playing efficiency: the part of what perfect play could gain that a count gains.

By Griffin's definition: what playing variations gain by the count, over what they would gain for
somebody who knew every card left. Both are normal integrals with the effects of removal; for the
count the spread is smaller by the correlation. The plays are all decisions of the chart, each with
the one alternative that could gain most, insurance left out. Programs differ in the plays that they
take and in depth, and so in the figure.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist

from pitboss.advantage.indices.lines import (
    HandEffects,
    ShoeDraws,
    ValueTags,
    correlation,
    mean_by_decision,
)
from pitboss.advantage.indices.plays import CountedTable
from pitboss.compiled.hand_graph import hand_graph
from pitboss.counts.system import CountSystem
from pitboss.engine.setup import Setup

_NORMAL = NormalDist()
_TWO = 2
_STEPS = 24
"""Depths at which gains are computed."""


@dataclass(frozen=True, slots=True)
class PlayingEfficiency:
    """The gain of playing variations, in units a round of one unit."""

    by_count: float
    perfect: float

    @property
    def share(self) -> float:
        """The playing efficiency."""
        return self.by_count / self.perfect if self.perfect else 0.0


def playing_efficiency(
    setup: Setup, system: CountSystem, penetration: float = 0.75, *, two_cards: bool = False
) -> PlayingEfficiency:
    """Return the gain of playing variations by a count, and with perfect knowledge.

    With *two_cards* only first decisions are taken, as older studies do.
    """
    table = CountedTable(setup=setup, system=system, draws=ShoeDraws(penetration=penetration))
    by_count = perfect = 0.0
    for up in table.ups:
        effects = table.effects(up)
        if two_cards:
            effects = _first_decisions(effects)
        for one, other in gains_by_row(effects, table.tags, penetration):
            by_count = by_count + one
            perfect = perfect + other
    return PlayingEfficiency(by_count, perfect)


def _first_decisions(effects: HandEffects) -> HandEffects:
    """Return the same with hands of more cards never reached."""
    decisions = effects.decisions
    first = hand_graph().cards[decisions.node].sum(axis=1) == _TWO
    return replace(effects, decisions=replace(decisions, weight=decisions.weight * first))


def gains_by_row(
    effects: HandEffects, tags: ValueTags, penetration: float
) -> list[tuple[float, float]]:
    """Return the gain by the count and the perfect one, of the best alternative of each row."""
    decisions = effects.decisions
    weight = decisions.weight
    cards = decisions.solution.left.astype(float)
    difference = mean_by_decision(decisions, effects.difference, weight)
    removal = mean_by_decision(decisions, effects.removal, weight)
    share = cards / cards.sum()
    size = float(cards.sum())
    by_row: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
    for place, decision in enumerate(decisions.decisions):
        spread = (size - 1) * sqrt((removal[place] - removal[place] @ share) ** 2 @ share)
        accuracy = abs(correlation(removal[place], cards, tags))
        loss = -float(difference[place])
        often = float(decisions.frequency[place])
        perfect = 0.0
        by_count = 0.0
        for step in range(_STEPS):
            left = size * (1 - penetration * (step + 0.5) / _STEPS)
            depth = spread * sqrt((size - left) / (left * (size - 1)))
            perfect += often * _beyond(loss, depth) / _STEPS
            by_count += often * _beyond(loss, depth * accuracy) / _STEPS
        by_row[decision.hand, decision.otherwise].append((by_count, perfect))
    return [max(gains, key=lambda gain: gain[1]) for gains in by_row.values()]


def _beyond(loss: float, spread: float) -> float:
    """Return the mean of what exceeds a loss, of a normal variable with mean 0.

    >>> round(_beyond(0.0, 1.0), 4), _beyond(1.0, 0.0)
    (0.3989, 0.0)
    """
    if spread <= 0:
        return max(0.0, -loss)
    away = loss / spread
    return spread * _NORMAL.pdf(away) - loss * _NORMAL.cdf(-away)
