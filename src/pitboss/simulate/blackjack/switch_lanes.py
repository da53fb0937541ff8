"""Blackjack Switch in lanes: one seat with its two hands, and no other wager."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulate.blackjack.play import COLUMN_BITS, FIRST_RESULT
from pitboss.simulate.lanes.hands import (
    BLACKJACK_ROW,
    DEALER,
    RANKS,
    HandLanes,
    begin_dealer,
    hand_lanes,
    hand_result,
    rank_at,
    walk,
)
from pitboss.simulate.lanes.memory import LANES, Lanes, count, end
from pitboss.simulate.lanes.plan import NO_ENDS, LaneEnds, LanePlan, plan
from pitboss.simulate.random.philox import U32, U64

Array = Any
ENDS = 4
HAS_MORE = False
_DEAL = 6
_RANKS, _VALUES, _TEN = U32(RANKS), U32(VALUES), U32(VALUES - 1)
_COLUMN_BITS = U32(COLUMN_BITS)
_NO_INSURANCE = U32(2)


class SwitchLanes(NamedTuple):
    """The hands of both wagers, and when they switch."""

    hands: HandLanes
    switches: Array
    """(up, values of both hands): whether to switch."""
    pays: Array
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    nets: np.uint32
    """The end of a round in which nothing is won; before it come those of hands."""
    insurance: np.uint32
    """The ends of insurance that would lose, that would win, and that is not offered."""


def switch_plan(job: Any) -> LanePlan | None:  # noqa: ANN401 - its module knows the solver
    """Return how lanes play Blackjack Switch."""
    if job.wagers or job.setup.bonus_cards:
        return None
    cells, nets, full = job.sections.cells, job.sections.nets, job.sections.full
    table = SwitchLanes(
        hands=hand_lanes(job.tables),
        switches=job.felt.switches,
        pays=job.pays,
        nets=np.uint32(cells + nets // 2),
        insurance=np.uint32(cells + nets),
    )
    won = np.arange(nets) - nets // 2
    return plan(
        table,
        LaneEnds((full.hands + np.arange(cells),)),
        LaneEnds((full.nets + won, full.totals + won)),
        LaneEnds((full.insurance + np.arange(2),)),
        NO_ENDS,
    )


@jit_inlined
def _value(rank: np.uint32) -> np.uint32:
    """Return the value of a rank, less one."""
    return U32(min(rank, _TEN))


@jit_inlined
def _deal(lanes: Lanes, table: SwitchLanes, lane: Integer) -> None:
    """Deal two hands and the dealer's, and switch."""
    place, cards, hands = U64(lanes.starts[lane]), lanes.cards, table.hands
    one, two, up = rank_at(cards, place, 0), rank_at(cards, place, 1), rank_at(cards, place, 2)
    three, four = rank_at(cards, place, 3), rank_at(cards, place, 4)
    down = rank_at(cards, place, 5)
    row = U32(U32(_value(up) * _VALUES + _value(one)) * _VALUES + _value(three))
    row = U32(U32(row * _VALUES + _value(two)) * _VALUES + _value(four))
    switched = U32(table.switches[row])
    dealer = U32(hands.dealer_first[U32(up * _RANKS + down)])
    first, second = (
        U32(hands.peeked[U32(one * _RANKS + three)]),
        U32(hands.peeked[U32(two * _RANKS + four)]),
    )
    three, four = (four, three) if switched else (three, four)
    base = U32(switched * _RANKS + up)
    played = U32(hands.first[U32(U32(base * _RANKS + one) * _RANKS + three)])
    other = U32(hands.first[U32(U32(base * _RANKS + two) * _RANKS + four)])
    over = hands.peeks != 0 and dealer == BLACKJACK_ROW
    lanes.codes[lane] = first if over else played
    lanes.codes[U64(U64(LANES) + lane)] = second if over else other
    lanes.codes[U64(U64(DEALER * LANES) + lane)] = dealer
    lanes.places[lane] = U64(place + U64(_DEAL))
    insured = U32(_value(down) == _TEN)
    end(lanes.ends, lane, 3, U32(table.insurance + (insured if up == U32(0) else _NO_INSURANCE)))


@jit_inlined
def play(lanes: Lanes, table: SwitchLanes) -> None:
    """Play a round in every lane."""
    waits = table.hands.waits
    for lane in range(count(lanes.playing)):
        _deal(lanes, table, lane)
    walk(lanes, table.hands.player, 0)
    walk(lanes, table.hands.player, 1)
    for lane in range(count(lanes.playing)):
        one, two = hand_result(lanes.codes, 0, lane), hand_result(lanes.codes, 1, lane)
        lanes.kept[lane] = one >= FIRST_RESULT and two >= FIRST_RESULT
        begin_dealer(lanes.codes, lane, waits[one] | waits[two])
    walk(lanes, table.hands.dealer, DEALER)
    for lane in range(count(lanes.playing)):
        outcome = hand_result(lanes.codes, DEALER, lane)
        one = U32(U32(hand_result(lanes.codes, 0, lane) << _COLUMN_BITS) + outcome)
        two = U32(U32(hand_result(lanes.codes, 1, lane) << _COLUMN_BITS) + outcome)
        end(lanes.ends, lane, 0, one)
        end(lanes.ends, lane, 1, two)
        end(lanes.ends, lane, 2, U32(np.int64(table.nets) + table.pays[one] + table.pays[two]))
