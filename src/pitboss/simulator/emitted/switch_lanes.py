"""Blackjack Switch, a round in every lane.

Written by `python -m tools.generate_rounds` from `rounds/switch.py`: change that.
"""

from __future__ import annotations

from pitboss.compiled.jit import jit_inlined
from pitboss.simulator.lanes.hands import ROW_BITS
from pitboss.simulator.lanes.memory import LANES, Lanes, count, end
from pitboss.simulator.machine.lane_dealer import begin_dealer
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.switch.lane_looks import (
    SwitchLanes,
    dealer_draws,
    dealer_start,
    end_hand,
    end_seat,
    end_wagers,
    first_hand,
    is_over,
    is_split,
    is_switched,
    play_dealer,
    play_first,
    play_second,
    show_hand,
    wagers_of_deal,
    waits,
)

ENDS = 4
HAS_MORE = False


@jit_inlined
def play(lanes: Lanes, table: SwitchLanes) -> None:
    """Play a round in every lane (2105)."""
    for lane in range(count(lanes.playing)):
        at = U64(lanes.starts[lane])
        up = U32(lanes.cards[U64(at + U64(2))])
        down = U32(lanes.cards[U64(at + U64(5))])
        one = U32(lanes.cards[U64(at + U64(0))])
        two = U32(lanes.cards[U64(at + U64(1))])
        three = U32(lanes.cards[U64(at + U64(3))])
        four = U32(lanes.cards[U64(at + U64(4))])
        # rounds/switch.py:31  wager(
        dealt = wagers_of_deal(table, up, down, one, two, three, four)
        # rounds/switch.py:42  look("dealer", looks.dealer_start, "up", "down"),
        dealer = dealer_start(table, up, down)
        # rounds/switch.py:43  look("over", looks.is_over, "dealer"),
        over = is_over(table, dealer)
        # rounds/switch.py:45  ask("switched", looks.is_switched, "up", "one", "two", "three", "four"),  # 2105(8)
        switched = is_switched(table, up, one, two, three, four)
        # rounds/switch.py:46  ask("first", looks.first_hand, "over", "switched", "up", "one", "three", "four"),
        first = first_hand(table, over, switched, up, one, three, four)
        # rounds/switch.py:47  ask("second", looks.first_hand, "over", "switched", "up", "two", "four", "three"),
        second = first_hand(table, over, switched, up, two, four, three)
        # for later loops
        lanes.notes[lane] = dealt
        lanes.codes[U64(U64(3 * LANES) + lane)] = dealer
        lanes.codes[lane] = first
        lanes.codes[U64(U64(1 * LANES) + lane)] = second
        lanes.places[lane] = U64(at + U64(6))
    # rounds/switch.py:50  walk("first", looks.play_first, "up", "one", "own", leaves=lane_looks.is_split),
    play_first(lanes, table, 0)
    # rounds/switch.py:51  walk("second", looks.play_second, "up", "two", "other", leaves=lane_looks.is_split),
    play_second(lanes, table, 1)
    for lane in range(count(lanes.playing)):
        first = U32(lanes.codes[lane] >> U32(ROW_BITS))
        second = U32(lanes.codes[U64(U64(1 * LANES) + lane)] >> U32(ROW_BITS))
        # rounds/switch.py:52  wait(looks.waits, "first", "second"),
        # rounds/switch.py:53  wait(looks.dealer_draws),  # C85
        lanes.kept[lane] = not is_split(table, first) and not is_split(table, second)
        is_waiting = U32(waits(table, first) | waits(table, second) | dealer_draws(table))
        lanes.codes[U64(U64(3 * LANES) + lane)] = begin_dealer(
            U32(lanes.codes[U64(U64(3 * LANES) + lane)]), is_waiting
        )
    # rounds/switch.py:54  walk("dealer", looks.play_dealer, "up", "down", "insured", shows="drawn"),
    play_dealer(lanes, table, 3)
    for lane in range(count(lanes.playing)):
        first = U32(lanes.codes[lane] >> U32(ROW_BITS))
        dealer = U32(lanes.codes[U64(U64(3 * LANES) + lane)] >> U32(ROW_BITS))
        second = U32(lanes.codes[U64(U64(1 * LANES) + lane)] >> U32(ROW_BITS))
        dealt = U32(lanes.notes[lane])
        drawn = show_hand(lanes, table, 3, lane)
        # rounds/switch.py:55  end(looks.end_hand, "first", "dealer"),
        end(lanes.ends, lane, 0, end_hand(table, first, dealer))
        # rounds/switch.py:56  end(looks.end_hand, "second", "dealer"),
        end(lanes.ends, lane, 1, end_hand(table, second, dealer))
        # rounds/switch.py:57  end(looks.end_seat, "first", "second", "dealer"),
        end(lanes.ends, lane, 2, end_seat(table, first, second, dealer))
        # rounds/switch.py:58  end(looks.end_wagers, "dealt", "drawn", "dealer"),
        end(lanes.ends, lane, 3, end_wagers(table, dealt, drawn, dealer))
