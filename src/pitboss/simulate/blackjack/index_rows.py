"""Index plays by the rows of the chart: those that a hand depends on, in their order.

A hand is surrendered before it is split, split before it is doubled, and doubled before it stands
or hits. Where the count does not reach an index play, the hand follows the strategy. If the
strategy makes the same play, that play is left out and the next in the order follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import KINDS
from pitboss.counts.index_play import INSURANCE, UPS, IndexPlay, hand_row
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.charts.model import Part, chart_place, pair_value
from pitboss.simulate.blackjack.strategy import HandHistory, Strategy

_ORDER = (
    (action_codes.SURRENDER,),
    SPLITS,
    (action_codes.FREE_DOUBLE,),
    (action_codes.DOUBLE,),
    (action_codes.STAND, action_codes.HIT),
)
_CANNOT_BUST = 11

Key = tuple[str, int, int]
"""The part of the chart, the row in it, and the up card."""
Asked = tuple[IndexPlay, int]
"""An index play, and its action as a number."""


@dataclass
class IndexRows:
    """The index plays of a counter, for the hands of one strategy."""

    strategy: Strategy
    plays: tuple[IndexPlay, ...] = ()
    _rows: dict[Key, list[IndexPlay]] = field(init=False)
    _fallback: dict[tuple[HandHistory, int, int, int], int] = field(init=False)
    _ups: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the plays by row."""
        self._rows, self._fallback = {}, {}
        for play in self.plays:
            if play.hand != INSURANCE:
                self._rows.setdefault(_key(play), []).append(play)
        self._ups = frozenset(up for _, _, up in self._rows)

    def questions(
        self, kind: HandHistory, up: int, node: int, action: int, *, may_split: bool = False
    ) -> tuple[list[Asked], int]:
        """Return the index plays a hand depends on, first things first, and the play after them.

        *action* is the strategy's; *up* is the value of the up card.
        """
        if action == action_codes.NOTHING or up not in self._ups:
            return [], action
        legal = int(kind.tables(self.strategy.rules).legal[node])
        plays = list(self._list_plays(up, node, action, legal, may_split=may_split))
        if not plays:
            return [], action
        in_order: list[Asked] = []
        for same in _ORDER:
            own = [(play, code) for play, code in plays if code in same]
            in_order += own[:1]
            if action in same and not (own and own[0][1] == action):
                return in_order, action
        last = in_order[-1][1] if in_order else action
        return in_order, self._instead(kind, up, node, last)

    def _list_plays(
        self, up: int, node: int, action: int, legal: int, *, may_split: bool
    ) -> Iterator[Asked]:
        """Yield the legal index plays of a pair's row, then those of the row of its total."""
        place, pair = chart_place(node), pair_value(node)
        keys: list[Key] = [(place.part.value, place.row, up)]
        if pair is not None and may_split:
            keys = [(Part.PAIRS.value, pair, up), *([] if action in SPLITS else keys)]
        for key in keys:
            for play in self._rows.get(key, ()):
                code = KINDS[play.action]
                if legal >> code & 1 and (may_split or code not in SPLITS):
                    yield play, code

    def _instead(self, kind: HandHistory, up: int, node: int, action: int) -> int:
        """Return how a hand is played that stands or hits, but not by *action*."""
        if action == action_codes.STAND:
            return action_codes.HIT
        if action == action_codes.HIT:
            return action_codes.STAND
        place = chart_place(node)
        key = kind, up, place.row, int(place.part is Part.SOFT)
        if key not in self._fallback:
            self._fallback[key] = self._hit_or_stand(kind, up, node)
        return self._fallback[key]

    def _hit_or_stand(self, kind: HandHistory, up: int, node: int) -> int:
        """Return what most other hands of the same total do, those of few cards first."""
        if int(hand_graph().hard[node]) <= _CANNOT_BUST and not hand_graph().cards[node, 0]:
            return action_codes.HIT
        place, actions = chart_place(node), self.strategy.more[kind][up - 1]
        by_size: dict[int, Counter[int]] = {}
        for other in np.nonzero((actions == 0) | (actions == 1))[0].tolist():
            there = chart_place(other)
            if there.part is place.part and there.row == place.row:
                by_size.setdefault(there.cards, Counter())[int(actions[other])] += 1
        if not by_size:
            return action_codes.STAND
        return by_size[min(by_size)].most_common(1)[0][0]


def _key(play: IndexPlay) -> Key:
    place = hand_row(play.hand)
    assert place is not None, "checked when the play was read"
    return (*place, (UPS.index(play.up) + 1) % len(UPS) + 1)
