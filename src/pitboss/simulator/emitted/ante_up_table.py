"""Ante Up 21, as a whole table plays it.

Written by `python -m tools.generate_rounds` from `rounds/ante_up.py`: change that.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.jit import Integer, jit_linked
from pitboss.simulator.ante_up.looks import (
    AnteUpTables,
    bet_waits,
    bonus_row,
    dealer_start,
    end_bonus,
    end_seat,
    first_hand,
    is_bet,
    is_over,
    play_dealer,
    play_hand,
    waits,
)
from pitboss.simulator.buffers import SEATS_MAX, STORED_AT, WAGERS_ROOM, RoundBuffers
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck, card_at, dealt_card
from pitboss.simulator.side_wagers import WagerTables


@jit_linked
def play_round(
    deck: Deck,
    tables: AnteUpTables,
    seats: Integer,
    wagers: WagerTables | None,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round (2106); return where the next card lies."""
    stored = buffers.cards
    waiting = np.int64(0)
    # rounds/ante_up.py:28  deal(SEATS, "one"),
    deal_0 = index
    index = U32(index + U32(seats))
    # rounds/ante_up.py:29  deal(DEALER, "up"),
    up = card_at(deck, index)
    index = U32(index + U32(1))
    # rounds/ante_up.py:30  deal(SEATS, "two"),
    deal_1 = index
    index = U32(index + U32(seats))
    # rounds/ante_up.py:31  deal(DEALER, "down"),
    down = card_at(deck, index)
    index = U32(index + U32(1))
    # rounds/ante_up.py:32  look("dealer", looks.dealer_start, "up", "down"),
    dealer = dealer_start(tables, up, down)
    # rounds/ante_up.py:33  look("over", looks.is_over, "dealer"),  # 2106(10): no bet depends on it
    over = is_over(tables, dealer)
    for seat in range(seats):
        one = dealt_card(deck, U32(deal_0 + U32(seat)))
        two = dealt_card(deck, U32(deal_1 + U32(seat)))
        # rounds/ante_up.py:34  wager("bonus", looks.bonus_row, "one", "two", "up"),  # 2106(8)
        if wagers is not None:
            for wager in range(wagers.size):
                buffers.rows[seat * WAGERS_ROOM + wager] = bonus_row(
                    tables, wagers, wager, one, two, up
                )
        # rounds/ante_up.py:35  end(looks.end_bonus, "bonus", is_counted=lane_looks.has_bonus),
        buffers.ended[seat] = 0
        end_bonus(tables, buffers, seat)
        # rounds/ante_up.py:36  ask("bet", looks.is_bet, *_DEAL),  # 2106(9)
        bet = is_bet(tables, up, one, two)
        # rounds/ante_up.py:37  ask("hand", looks.first_hand, "over", *_DEAL),
        hand = first_hand(tables, over, up, one, two)
        # rounds/ante_up.py:38  walk(
        index, hand_result = play_hand(
            deck, tables, index, hand, over, bet, up, one, two, buffers, seat
        )
        # rounds/ante_up.py:41  wait(looks.waits, "hand"),
        waiting = waiting | waits(tables, hand_result)
        # rounds/ante_up.py:42  wait(looks.bet_waits, "bet"),  # A3
        waiting = waiting | bet_waits(tables, bet)
        stored[STORED_AT + 1 * SEATS_MAX + seat] = bet
        stored[STORED_AT + seat] = hand_result
    # rounds/ante_up.py:43  walk("dealer", looks.play_dealer, "up", "down", shows="against", holds=("up", "down")),
    index, dealer_result = play_dealer(deck, tables, index, dealer, up, down, waiting, buffers)
    for seat in range(seats):
        hand_result = U32(stored[STORED_AT + seat])
        bet = U32(stored[STORED_AT + 1 * SEATS_MAX + seat])
        # rounds/ante_up.py:44  end(  # 2106(13)
        end_seat(tables, buffers, seat, hand_result, bet, dealer_result)
    return index
