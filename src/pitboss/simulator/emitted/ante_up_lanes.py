"""Ante Up 21, a round in every lane.

Written by `python -m tools.generate_rounds` from `rounds/ante_up.py`: change that.
"""

from __future__ import annotations

from pitboss.compiled.jit import jit_inlined
from pitboss.simulator.ante_up.lane_looks import (
    AnteUpLanes,
    bet_waits,
    bonus_row,
    dealer_start,
    end_bonus,
    end_seat,
    end_splits,
    first_hand,
    has_bonus,
    is_bet,
    is_over,
    play_dealer,
    play_hand,
    see_cards,
    show_hand,
    waits,
)
from pitboss.simulator.lanes.hands import ROW_BITS
from pitboss.simulator.lanes.memory import LANES, Lanes, count, end
from pitboss.simulator.machine.lane_dealer import begin_dealer
from pitboss.simulator.random.philox import U32, U64

ENDS = 1
HAS_MORE = True


@jit_inlined
def play(lanes: Lanes, table: AnteUpLanes) -> None:
    """Play a round in every lane (2106)."""
    for lane in range(count(lanes.playing)):
        at = U64(lanes.starts[lane])
        up = U32(lanes.cards[U64(at + U64(1))])
        down = U32(lanes.cards[U64(at + U64(3))])
        one = U32(lanes.cards[U64(at + U64(0))])
        two = U32(lanes.cards[U64(at + U64(2))])
        # rounds/ante_up.py:32  look("dealer", looks.dealer_start, "up", "down"),
        dealer = dealer_start(table, up, down)
        # rounds/ante_up.py:33  look("over", looks.is_over, "dealer"),  # 2106(10): no bet depends on it
        over = is_over(table, dealer)
        # rounds/ante_up.py:36  ask("bet", looks.is_bet, *_DEAL),  # 2106(9)
        bet = is_bet(table, up, one, two)
        # rounds/ante_up.py:37  ask("hand", looks.first_hand, "over", *_DEAL),
        hand = first_hand(table, over, up, one, two)
        # for later loops
        lanes.codes[U64(U64(3 * LANES) + lane)] = dealer
        see_cards(lanes, 3, lane, up, down)
        lanes.notes[lane] = bet
        lanes.codes[lane] = hand
        see_cards(lanes, 0, lane, one, two)
        lanes.places[lane] = U64(at + U64(4))
        lanes.kept[lane] = 1
        lanes.more[lane] = has_bonus(table)
    if has_bonus(table):
        for lane in range(count(lanes.playing)):
            at = U64(lanes.starts[lane])
            one = U32(lanes.cards[U64(at + U64(0))])
            two = U32(lanes.cards[U64(at + U64(2))])
            up = U32(lanes.cards[U64(at + U64(1))])
            # rounds/ante_up.py:34  wager("bonus", looks.bonus_row, "one", "two", "up"),  # 2106(8)
            bonus = bonus_row(table, one, two, up)
            # rounds/ante_up.py:35  end(looks.end_bonus, "bonus", is_counted=lane_looks.has_bonus),
            # for later loops
            end(lanes.ends, lane, 1, end_bonus(table, bonus))
    # rounds/ante_up.py:38  walk(
    play_hand(lanes, table, 0)
    for lane in range(count(lanes.playing)):
        hand = U32(lanes.codes[lane] >> U32(ROW_BITS))
        bet = U32(lanes.notes[lane])
        # rounds/ante_up.py:41  wait(looks.waits, "hand"),
        # rounds/ante_up.py:42  wait(looks.bet_waits, "bet"),  # A3
        is_waiting = U32(waits(table, hand) | bet_waits(table, bet))
        lanes.codes[U64(U64(3 * LANES) + lane)] = begin_dealer(
            U32(lanes.codes[U64(U64(3 * LANES) + lane)]), is_waiting
        )
    # rounds/ante_up.py:43  walk("dealer", looks.play_dealer, "up", "down", shows="against", holds=("up", "down")),
    play_dealer(lanes, table, 3)
    for lane in range(count(lanes.playing)):
        hand = U32(lanes.codes[lane] >> U32(ROW_BITS))
        bet = U32(lanes.notes[lane])
        dealer = U32(lanes.codes[U64(U64(3 * LANES) + lane)] >> U32(ROW_BITS))
        mine = show_hand(lanes, table, 0, lane)
        against = show_hand(lanes, table, 3, lane)
        # rounds/ante_up.py:44  end(  # 2106(13)
        end(lanes.ends, lane, 0, end_seat(table, hand, bet, dealer, mine, against))
    end_splits(lanes, table)
