"""3 Card 21 "N" Done, a round in every lane.

Written by `python -m tools.generate_rounds` from `rounds/three_card_21.py`: change that.
"""

from __future__ import annotations

from pitboss.compiled.jit import jit_inlined
from pitboss.simulator.lanes.hands import ROW_BITS
from pitboss.simulator.lanes.memory import LANES, Lanes, count, end
from pitboss.simulator.machine.lane_dealer import begin_dealer
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.three_card_21.lane_looks import (
    NO_HAND,
    ThreeCardLanes,
    bonus_row,
    dealer_start,
    end_hand,
    end_seat,
    first_hand,
    is_over,
    is_split,
    play_dealer,
    play_hand,
    start_hand,
    waits,
)

ENDS = 4
HAS_MORE = False


@jit_inlined
def play(lanes: Lanes, table: ThreeCardLanes) -> None:
    """Play a round in every lane (2111)."""
    left = U64(0)
    for lane in range(count(lanes.playing)):
        at = U64(lanes.starts[lane])
        up = U32(lanes.cards[U64(at + U64(1))])
        down = U32(lanes.cards[U64(at + U64(3))])
        one = U32(lanes.cards[U64(at + U64(0))])
        two = U32(lanes.cards[U64(at + U64(2))])
        three = U32(lanes.cards[U64(at + U64(4))])
        # rounds/three_card_21.py:34  look("dealer", looks.dealer_start, "up", "down"),
        dealer = dealer_start(table, up, down)
        # rounds/three_card_21.py:35  look("over", looks.is_over, "dealer"),  # 2111(6): the peek
        over = is_over(table, dealer)
        # rounds/three_card_21.py:36  wager("bonus", looks.bonus_row, "one", "two", "three"),  # 2111(4)
        bonus = bonus_row(table, one, two, three)
        # rounds/three_card_21.py:37  ask("hand", looks.first_hand, "over", "up", "one", "two", "three"),  # 2111(6); T1, T3
        hand = first_hand(table, over, up, one, two, three)
        # rounds/three_card_21.py:38  split(  # player rules (2)(a), (3)(b); T2: a hand for each card, as they were dealt
        lanes.split[left] = lane
        left = U64(left + U64(is_split(table, hand)))
        # for later loops
        lanes.codes[U64(U64(3 * LANES) + lane)] = dealer
        lanes.notes[lane] = bonus
        lanes.codes[lane] = hand
        lanes.codes[U64(U64(1 * LANES) + lane)] = NO_HAND
        lanes.codes[U64(U64(2 * LANES) + lane)] = NO_HAND
        lanes.places[lane] = U64(at + U64(5))
        lanes.kept[lane] = 1
    # rounds/three_card_21.py:38  split(  # player rules (2)(a), (3)(b); T2: a hand for each card, as they were dealt
    for number in range(left):
        split_lane = U64(lanes.split[number])
        at = U64(lanes.starts[split_lane])
        up = U32(lanes.cards[U64(at + U64(1))])
        one = U32(lanes.cards[U64(at + U64(0))])
        two = U32(lanes.cards[U64(at + U64(2))])
        three = U32(lanes.cards[U64(at + U64(4))])
        lanes.codes[split_lane] = start_hand(table, up, one, two, three)
        lanes.codes[U64(U64(1 * LANES) + split_lane)] = start_hand(table, up, two, three, one)
        lanes.codes[U64(U64(2 * LANES) + split_lane)] = start_hand(table, up, three, one, two)
    # rounds/three_card_21.py:46  walk("first", looks.play_hand),  # T2: finished before the next gets its second card
    play_hand(lanes, table, 0)
    # rounds/three_card_21.py:47  walk("second", looks.play_hand),
    play_hand(lanes, table, 1)
    # rounds/three_card_21.py:48  walk("third", looks.play_hand),
    play_hand(lanes, table, 2)
    for lane in range(count(lanes.playing)):
        first = U32(lanes.codes[lane] >> U32(ROW_BITS))
        second = U32(lanes.codes[U64(U64(1 * LANES) + lane)] >> U32(ROW_BITS))
        third = U32(lanes.codes[U64(U64(2 * LANES) + lane)] >> U32(ROW_BITS))
        # rounds/three_card_21.py:49  wait(looks.waits, *_HANDS),
        is_waiting = U32(waits(table, first) | waits(table, second) | waits(table, third))
        lanes.codes[U64(U64(3 * LANES) + lane)] = begin_dealer(
            U32(lanes.codes[U64(U64(3 * LANES) + lane)]), is_waiting
        )
    # rounds/three_card_21.py:50  walk("dealer", looks.play_dealer),
    play_dealer(lanes, table, 3)
    for lane in range(count(lanes.playing)):
        first = U32(lanes.codes[lane] >> U32(ROW_BITS))
        dealer = U32(lanes.codes[U64(U64(3 * LANES) + lane)] >> U32(ROW_BITS))
        second = U32(lanes.codes[U64(U64(1 * LANES) + lane)] >> U32(ROW_BITS))
        third = U32(lanes.codes[U64(U64(2 * LANES) + lane)] >> U32(ROW_BITS))
        bonus = U32(lanes.notes[lane])
        # rounds/three_card_21.py:51  end(looks.end_hand, "first", "dealer"),
        end(lanes.ends, lane, 0, end_hand(table, first, dealer))
        # rounds/three_card_21.py:52  end(looks.end_hand, "second", "dealer"),
        end(lanes.ends, lane, 1, end_hand(table, second, dealer))
        # rounds/three_card_21.py:53  end(looks.end_hand, "third", "dealer"),
        end(lanes.ends, lane, 2, end_hand(table, third, dealer))
        # rounds/three_card_21.py:54  end(looks.end_seat, *_HANDS, "dealer", "bonus"),
        end(lanes.ends, lane, 3, end_seat(table, first, second, third, dealer, bonus))
