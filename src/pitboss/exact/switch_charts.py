"""The play of Blackjack Switch as a chart: what to do with a total or a pair against each up card.

The strategy itself looks at every card of a hand. A cell of the chart says what most of the cards
that make its total call for, and names the hands for which another choice is better.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from math import comb

from pitboss.engine.actions import ActionKind
from pitboss.exact import kernels
from pitboss.exact.hand_graph import VALUES, hand_graph
from pitboss.exact.rule_tables import KINDS
from pitboss.exact.switch import SolvedSwitch
from pitboss.exact.switch_play import SwitchUpCard
from pitboss.patterns.totals import best_total, is_soft

_TWO = 2
_NAMES = {number: kind for kind, number in KINDS.items()}


class Part(Enum):
    """A part of the chart."""

    HARD = "hard, two cards"
    SOFT = "soft, two cards"
    PAIRS = "pairs"
    HARD_DRAWN = "hard, three or more cards"
    SOFT_DRAWN = "soft, three or more cards"


@dataclass(frozen=True, slots=True)
class Cell:
    """What to do with most hands of a total."""

    action: ActionKind
    exceptions: dict[tuple[int, ...], ActionKind]
    """Hands of that total, by values, for which another choice is better."""


Chart = dict[Part, dict[int, dict[int, Cell]]]
"""Part -> total, or value of a pair -> up card -> cell."""


def play_chart(solved: SolvedSwitch) -> Chart:
    """Return the chart for play after the switch, kept or not."""
    chart: Chart = {part: {} for part in Part}
    for up, against in solved.ups.items():
        for (part, row), hands in _by_row(against).items():
            chart[part].setdefault(row, {})[up] = _cell(against, hands)
    return {part: dict(sorted(rows.items())) for part, rows in chart.items()}


def _by_row(against: SwitchUpCard) -> dict[tuple[Part, int], list[int]]:
    """Sort the hands that are asked something into the rows of the chart."""
    rows: dict[tuple[Part, int], list[int]] = defaultdict(list)
    for node in _asked(against):
        rows[_row(node)].append(node)
    return rows


def _asked(against: SwitchUpCard) -> Iterator[int]:
    """Yield the undoubled hands that come about by the strategy and are asked something."""
    left, cards = against.solved.left, hand_graph().cards
    for node in range(1, hand_graph().size):
        reached = against.reached[node] & 1 and all(cards[node] <= left)
        if reached and against.first.action[node] != kernels.NOTHING:
            yield node


def _row(node: int) -> tuple[Part, int]:
    graph = hand_graph()
    cards, hard = graph.cards[node], int(graph.hard[node])
    total, soft = best_total(hard, cards[0] > 0), is_soft(hard, cards[0] > 0)
    if cards.sum() > _TWO:
        return (Part.SOFT_DRAWN if soft else Part.HARD_DRAWN), total
    if cards.max() == _TWO:
        return Part.PAIRS, hard // _TWO
    return (Part.SOFT if soft else Part.HARD), total


def _cell(against: SwitchUpCard, nodes: list[int]) -> Cell:
    weights: Counter[int] = Counter()
    actions = {node: int(against.first.action[node]) for node in nodes}
    for node, action in actions.items():
        weights[action] += _weight(against, node)  # type: ignore[assignment]  # of floats
    usual = max(weights, key=lambda action: weights[action])
    return Cell(
        _NAMES[usual],
        {_values(node): _NAMES[each] for node, each in actions.items() if each != usual},
    )


def _values(node: int) -> tuple[int, ...]:
    counts = hand_graph().cards[node]
    return tuple(value for value in range(1, VALUES + 1) for _ in range(counts[value - 1]))


def _weight(against: SwitchUpCard, node: int) -> float:
    """How likely so many cards of the shoe are just these, in any order."""
    left, ways, count = against.solved.left, 1, 0
    for have, take in zip(left.tolist(), hand_graph().cards[node].tolist(), strict=True):
        ways *= comb(have, take)
        count += take
    return ways / comb(sum(left.tolist()), count)
