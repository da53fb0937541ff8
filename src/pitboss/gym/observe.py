"""The observations of many tables at once, compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

from pitboss.compiled.jit import Integer, jit_cached, jit_inlined
from pitboss.gym.lanes import (
    COUNT,
    FIRST,
    HAND,
    HANDS,
    KIND,
    MONEY,
    NODE,
    ONE,
    PHASE,
    TWO,
    UP,
    LaneRules,
    TableLanes,
    legal_now,
    value,
)
from pitboss.gym.observations import FACT, Phase

Array = Any
_WAGER = int(Phase.WAGER)
_F_PHASE, _F_TOTAL, _F_SOFT = FACT["phase"], FACT["total"], FACT["soft"]
_F_PAIR, _F_UP, _F_UP_SUIT = FACT["pair"], FACT["up"], FACT["up_suit"]
_F_HAND, _F_HANDS, _F_SPLIT = FACT["hand"], FACT["hands"], FACT["split"]
_F_CARRIED, _F_FREE, _F_DOUBLINGS = FACT["carried"], FACT["free"], FACT["doublings"]


class ObservationArrays(NamedTuple):
    """The arrays of observations."""

    facts: Array
    """(fact, lane)."""
    ranks: Array
    suits: Array
    cards: Array
    card_suits: Array
    seen: Array
    mask: Array


@jit_cached
def observe_all(rules: LaneRules, lanes: TableLanes, out: ObservationArrays) -> None:
    """Write the observation of every table."""
    for at in range(len(lanes.facts)):
        facts = lanes.facts[at]
        out.facts[_F_PHASE, at] = facts[PHASE]
        mask = legal_now(rules, facts)
        for action in range(out.mask.shape[1]):
            out.mask[at, action] = (mask >> action) & 1
        for rank in range(out.seen.shape[1]):
            out.seen[at, rank] = lanes.seen[at, rank]
        if facts[PHASE] > _WAGER:
            _observe_hand(rules, lanes, at, out)


@jit_inlined
def _observe_hand(rules: LaneRules, lanes: TableLanes, at: Integer, out: ObservationArrays) -> None:
    facts = lanes.facts[at]
    node, money, one, two = facts[NODE], facts[MONEY], facts[ONE], facts[TWO]
    out.facts[_F_TOTAL, at] = rules.total[node]
    out.facts[_F_SOFT, at] = rules.soft[node]
    out.facts[_F_PAIR, at] = facts[COUNT] == 2 and value(one) == value(two)
    out.facts[_F_UP, at] = (facts[UP] >> 2) + 1
    out.facts[_F_UP_SUIT, at] = (facts[UP] & 3) + 1
    out.facts[_F_DOUBLINGS, at] = rules.doublings[money]
    out.facts[_F_HAND, at] = facts[HAND]
    out.facts[_F_HANDS, at] = facts[HANDS]
    out.facts[_F_SPLIT, at] = facts[KIND] != FIRST
    out.facts[_F_CARRIED, at] = rules.carried[money]
    out.facts[_F_FREE, at] = rules.lammers[money]
    out.cards[at, 0] = (one >> 2) + 1
    out.cards[at, 1] = (two >> 2) + 1
    out.card_suits[at, 0] = (one & 3) + 1
    out.card_suits[at, 1] = (two & 3) + 1
    for rank in range(out.ranks.shape[1]):
        out.ranks[at, rank] = lanes.ranks[at, rank]
    for suit in range(out.suits.shape[1]):
        out.suits[at, suit] = lanes.suits[at, suit]
