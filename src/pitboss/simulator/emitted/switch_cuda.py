"""Blackjack Switch, a round in a thread of a graphics card.

Written by `python -m tools.generate_rounds` from `rounds/switch.py`: change that.
"""

from __future__ import annotations

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.lanes.hands import ROW_BITS
from pitboss.simulator.lanes.plan import RoundEnds
from pitboss.simulator.machine.lane_dealer import begin_dealer
from pitboss.simulator.machine.thread_deck import draw_cards, thread_card
from pitboss.simulator.random.philox import U32
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
    paths_of_play_dealer,
    paths_of_play_first,
    wagers_of_deal,
    waits,
)


@jit_inlined
def play(
    cards: Array, entries: Array, places: Array, table: SwitchLanes, base: Integer, lanes: Integer,
    index: Integer, frontier: Integer,
) -> RoundEnds:  # fmt: skip
    """Play a round (2105)."""
    one = thread_card(cards, U32(index + U32(0)), lanes, base)
    two = thread_card(cards, U32(index + U32(1)), lanes, base)
    up = thread_card(cards, U32(index + U32(2)), lanes, base)
    three = thread_card(cards, U32(index + U32(3)), lanes, base)
    four = thread_card(cards, U32(index + U32(4)), lanes, base)
    down = thread_card(cards, U32(index + U32(5)), lanes, base)
    at = U32(index + U32(6))
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
    # rounds/switch.py:50  walk("first", looks.play_first, "up", "one", "own", leaves=lane_looks.is_split),
    first, at, has_ended = draw_cards(
        cards, paths_of_play_first(table), first, at, frontier, lanes, base
    )
    first = U32(first >> U32(ROW_BITS))
    first_has_ended = has_ended
    # rounds/switch.py:51  walk("second", looks.play_second, "up", "two", "other", leaves=lane_looks.is_split),
    second, at, has_ended = draw_cards(
        cards, paths_of_play_first(table), second, at, frontier, lanes, base
    )
    second = U32(second >> U32(ROW_BITS))
    second_has_ended = has_ended
    # rounds/switch.py:52  wait(looks.waits, "first", "second"),
    # rounds/switch.py:53  wait(looks.dealer_draws),  # C85
    is_waiting = U32(waits(table, first) | waits(table, second) | dealer_draws(table))
    dealer = begin_dealer(U32(dealer), is_waiting)
    # rounds/switch.py:54  walk("dealer", looks.play_dealer, "up", "down", "insured", shows="drawn"),
    begins = at
    dealer, at, has_ended = draw_cards(
        cards, paths_of_play_dealer(table), dealer, at, frontier, lanes, base
    )
    dealer = U32(dealer >> U32(ROW_BITS))
    dealer_has_ended = has_ended
    drawn = U32(at - begins)
    # rounds/switch.py:55  end(looks.end_hand, "first", "dealer"),
    end_0 = U32(end_hand(table, first, dealer))
    # rounds/switch.py:56  end(looks.end_hand, "second", "dealer"),
    end_1 = U32(end_hand(table, second, dealer))
    # rounds/switch.py:57  end(looks.end_seat, "first", "second", "dealer"),
    end_2 = U32(end_seat(table, first, second, dealer))
    # rounds/switch.py:58  end(looks.end_wagers, "dealt", "drawn", "dealer"),
    end_3 = U32(end_wagers(table, dealt, drawn, dealer))
    return RoundEnds(
        at,
        first_has_ended
        and not is_split(table, first)
        and second_has_ended
        and not is_split(table, second)
        and dealer_has_ended,
        end_0,
        end_1,
        end_2,
        end_3,
    )
