"""3 Card 21 "N" Done, as a whole table plays it.

Written by `python -m tools.generate_rounds` from `rounds/three_card_21.py`: change that.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.jit import Integer, jit_linked
from pitboss.simulator.buffers import SEATS_MAX, STORED_AT, WAGERS_ROOM, RoundBuffers
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck, card_at, dealt_card
from pitboss.simulator.side_wagers import WagerTables
from pitboss.simulator.three_card_21.looks import (
    NO_HAND,
    ThreeCardTables,
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


@jit_linked
def play_round(
    deck: Deck,
    tables: ThreeCardTables,
    seats: Integer,
    wagers: WagerTables | None,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round (2111); return where the next card lies."""
    stored = buffers.cards
    waiting = np.int64(0)
    # rounds/three_card_21.py:29  deal(SEATS, "one"),  # 2111(3)
    deal_0 = index
    index = U32(index + U32(seats))
    # rounds/three_card_21.py:30  deal(DEALER, "up"),
    up = card_at(deck, index)
    index = U32(index + U32(1))
    # rounds/three_card_21.py:31  deal(SEATS, "two"),
    deal_1 = index
    index = U32(index + U32(seats))
    # rounds/three_card_21.py:32  deal(DEALER, "down"),
    down = card_at(deck, index)
    index = U32(index + U32(1))
    # rounds/three_card_21.py:33  deal(SEATS, "three"),  # 2111(3): it comes after the dealer's second
    deal_2 = index
    index = U32(index + U32(seats))
    # rounds/three_card_21.py:34  look("dealer", looks.dealer_start, "up", "down"),
    dealer = dealer_start(tables, up, down)
    # rounds/three_card_21.py:35  look("over", looks.is_over, "dealer"),  # 2111(6): the peek
    over = is_over(tables, dealer)
    for seat in range(seats):
        one = dealt_card(deck, U32(deal_0 + U32(seat)))
        two = dealt_card(deck, U32(deal_1 + U32(seat)))
        three = card_at(deck, U32(deal_2 + U32(seat)))
        # rounds/three_card_21.py:36  wager("bonus", looks.bonus_row, "one", "two", "three"),  # 2111(4)
        if wagers is not None:
            for wager in range(wagers.size):
                buffers.rows[seat * WAGERS_ROOM + wager] = bonus_row(
                    tables, wagers, wager, one, two, three
                )
        # rounds/three_card_21.py:37  ask("hand", looks.first_hand, "over", "up", "one", "two", "three"),  # 2111(6); T1, T3
        hand = first_hand(tables, over, up, one, two, three)
        # rounds/three_card_21.py:38  split(  # player rules (2)(a), (3)(b); T2: a hand for each card, as they were dealt
        first = hand
        second = NO_HAND
        third = NO_HAND
        if is_split(tables, hand):
            first = start_hand(tables, up, one, two, three)
            second = start_hand(tables, up, two, three, one)
            third = start_hand(tables, up, three, one, two)
        # rounds/three_card_21.py:46  walk("first", looks.play_hand),  # T2: finished before the next gets its second card
        index, first_result = play_hand(deck, tables, index, first)
        # rounds/three_card_21.py:47  walk("second", looks.play_hand),
        index, second_result = play_hand(deck, tables, index, second)
        # rounds/three_card_21.py:48  walk("third", looks.play_hand),
        index, third_result = play_hand(deck, tables, index, third)
        # rounds/three_card_21.py:49  wait(looks.waits, *_HANDS),
        waiting = (
            waiting
            | waits(tables, first_result)
            | waits(tables, second_result)
            | waits(tables, third_result)
        )
        stored[STORED_AT + seat] = first_result
        stored[STORED_AT + 1 * SEATS_MAX + seat] = second_result
        stored[STORED_AT + 2 * SEATS_MAX + seat] = third_result
    # rounds/three_card_21.py:50  walk("dealer", looks.play_dealer),
    index, dealer_result = play_dealer(deck, tables, index, dealer, waiting)
    for seat in range(seats):
        first_result = U32(stored[STORED_AT + seat])
        second_result = U32(stored[STORED_AT + 1 * SEATS_MAX + seat])
        third_result = U32(stored[STORED_AT + 2 * SEATS_MAX + seat])
        # rounds/three_card_21.py:51  end(looks.end_hand, "first", "dealer"),
        buffers.ended[seat] = 0
        end_hand(tables, buffers, seat, first_result, dealer_result)
        # rounds/three_card_21.py:52  end(looks.end_hand, "second", "dealer"),
        end_hand(tables, buffers, seat, second_result, dealer_result)
        # rounds/three_card_21.py:53  end(looks.end_hand, "third", "dealer"),
        end_hand(tables, buffers, seat, third_result, dealer_result)
        # rounds/three_card_21.py:54  end(looks.end_seat, *_HANDS, "dealer", "bonus"),
        end_seat(tables, buffers, seat, first_result, second_result, third_result, dealer_result)
    return index
