"""When to switch, as a chart: points for each hand, whose sums are compared.

The exact decision depends on all four cards. It is nearly always the same as adding up the expected
values of the single hands. Points are those values in hundredths of a wager, one number for all
hands of a total: a seat adds the points of its two hands, and of the two it would have, and
switches if the new sum is higher.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.charts.model import UPS, Part, chart_place, pair_value, row_name, up_name
from pitboss.exact.switch.cases import TWO_CARDS, TwoCards
from pitboss.exact.switch.play import NATURAL
from pitboss.exact.switch.solver import SolvedSwitch, adds_up_to_more, two_hands

POINTS = 100
"""Points in a wager."""
PARTS = (Part.HARD, Part.SOFT, Part.PAIRS)


@dataclass(frozen=True)
class SwitchPoints:
    """The points of hands of two cards against each up card."""

    parts: Mapping[Part, Mapping[int, Mapping[int, int]]]
    """Part -> total, or value of a pair -> up card -> points; a soft 21 is one made by a switch."""
    natural: int
    """The points of a blackjack that is kept, against every up card."""

    def hand_points(self, up: int, cards: TwoCards, *, switched: bool = False) -> int:
        """Return the points of a hand."""
        if cards == NATURAL and not switched:
            return self.natural
        part, row = chart_row(cards)
        return self.parts[part][row][up]

    def switches(self, solved: SolvedSwitch, step: int = 1) -> dict[int, Array]:
        """Return up card -> which deals are switched, points rounded to multiples of *step*."""
        return {
            up: deals.switches_by(*self._points_by_hand(up, step))
            for up, deals in solved.deals.items()
        }

    def _points_by_hand(self, up: int, step: int = 1) -> tuple[Array, Array]:
        """Return the points of each of `TWO_CARDS`, kept and made by a switch."""
        kept, made = (
            np.array(
                [_round_to(self.hand_points(up, hand, switched=s), step) for hand in TWO_CARDS]
            )
            for s in (False, True)
        )
        return kept, made

    def all_deals(self, up: int) -> Array:
        """Return whether to switch any four cards, by their values less one in the order dealt."""
        kept, made = self._points_by_hand(up)
        held, changed = two_hands(np.indices((VALUES,) * 4))
        return adds_up_to_more(kept[np.stack(held)], made[np.stack(changed)])

    def edge(self, solved: SolvedSwitch, step: int = 1) -> float:
        """Return the edge per unit of both wagers for a seat that switches by points."""
        return float(solved.edge_switching(self.switches(solved, step)))

    def as_json(self) -> dict[str, object]:
        """Return the points for programs: part -> row -> up card -> points."""
        record: dict[str, object] = {
            part.value: {
                row_name(part, row): {up_name(up): cells[up] for up in UPS if up in cells}
                for row, cells in rows.items()
            }
            for part, rows in self.parts.items()
        }
        return record | {"blackjack": self.natural}


def switch_points(solved: SolvedSwitch) -> SwitchPoints:
    """Return the points of a solved game: the average of the hands of one total, as dealt."""
    parts: dict[Part, dict[int, dict[int, int]]] = {part: {} for part in PARTS}
    for up, against in solved.ups.items():
        worth: dict[tuple[Part, int], list[tuple[Number, Number]]] = defaultdict(list)
        for cards in TWO_CARDS:
            ways = _ways(against.solved.left, cards)
            if ways:
                worth[chart_row(cards)].append((ways, against.alone(cards, switched=True)))
        for (part, row), hands in worth.items():
            mean = sum(ways * value for ways, value in hands) / sum(ways for ways, _ in hands)
            parts[part].setdefault(row, {})[up] = round(POINTS * mean)
    natural = round(POINTS * solved.setup.blackjack_odds.ratio)
    return SwitchPoints({p: dict(sorted(rows.items())) for p, rows in parts.items()}, natural)


def chart_row(cards: TwoCards) -> tuple[Part, int]:
    """Return the row of a hand; a pair is always in its own row."""
    node = hand_graph().node(*cards)
    pair, place = pair_value(node), chart_place(node)
    return (place.part, place.row) if pair is None else (Part.PAIRS, pair)


def _ways(left: Array, cards: TwoCards) -> int:
    """Return the number of ways to deal the cards, in any order."""
    low, high = cards
    if low == high:
        return int(left[low - 1] * (left[low - 1] - 1))
    return int(2 * left[low - 1] * left[high - 1])


def _round_to(points: int, step: int) -> int:
    """Round to the nearest multiple, halves away from nothing."""
    return (abs(points) + step // 2) // step * step * (1 if points >= 0 else -1)
