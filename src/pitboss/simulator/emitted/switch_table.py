"""Blackjack Switch, as a whole table plays it.

Written by `python -m tools.generate_rounds` from `rounds/switch.py`: change that.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.jit import Integer, jit_linked
from pitboss.simulator.blackjack.looks import (
    TableHands,
    deal_bonus,
    dealer_draws,
    dealer_start,
    is_over,
    play_dealer,
    takes_insurance,
    wager_row,
    waits,
)
from pitboss.simulator.buffers import SEATS_MAX, STORED_AT, WAGERS_ROOM, RoundBuffers
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import HOLE, Deck, card_at, dealt_card
from pitboss.simulator.side_wagers import WagerTables
from pitboss.simulator.switch.looks import (
    end_hand,
    end_seat,
    end_wagers,
    first_hand,
    is_switched,
    play_first,
    play_second,
    second_card,
)


@jit_linked
def play_round(
    deck: Deck,
    tables: TableHands,
    seats: Integer,
    wagers: WagerTables | None,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round (2105); return where the next card lies."""
    stored = buffers.cards
    waiting = np.int64(0)
    # rounds/switch.py:26  deal(SEATS, "one", "two"),  # a card to each of two hands
    deal_0 = index
    index = U32(index + U32(2) * U32(seats))
    # rounds/switch.py:27  deal(DEALER, "up"),
    up = card_at(deck, index)
    index = U32(index + U32(1))
    # rounds/switch.py:28  deal(SEATS, "three", "four"),
    deal_1 = index
    index = U32(index + U32(2) * U32(seats))
    # rounds/switch.py:29  deal(DEALER, "down", is_hidden=True),
    down = card_at(deck, index)
    deck.state[HOLE] = index
    index = U32(index + U32(1))
    # rounds/switch.py:30  deal(DEALER, several=looks.deal_bonus),
    index = deal_bonus(deck, tables, index, buffers)
    # rounds/switch.py:42  look("dealer", looks.dealer_start, "up", "down"),
    dealer = dealer_start(tables, up, down)
    # rounds/switch.py:43  look("over", looks.is_over, "dealer"),
    over = is_over(tables, dealer)
    # rounds/switch.py:44  ask("insured", looks.takes_insurance, "up", by_count=True),
    insured = takes_insurance(deck, tables, index, up)
    for seat in range(seats):
        one = dealt_card(deck, U32(deal_0 + U32(2) * U32(seat)))
        two = dealt_card(deck, U32(deal_0 + U32(2) * U32(seat) + U32(1)))
        three = dealt_card(deck, U32(deal_1 + U32(2) * U32(seat)))
        four = dealt_card(deck, U32(deal_1 + U32(2) * U32(seat) + U32(1)))
        # rounds/switch.py:45  ask("switched", looks.is_switched, "up", "one", "two", "three", "four"),  # 2105(8)
        switched = is_switched(tables, up, one, two, three, four)
        # rounds/switch.py:46  ask("first", looks.first_hand, "over", "switched", "up", "one", "three", "four"),
        first = first_hand(tables, over, switched, up, one, three, four)
        # rounds/switch.py:47  ask("second", looks.first_hand, "over", "switched", "up", "two", "four", "three"),
        second = first_hand(tables, over, switched, up, two, four, three)
        # rounds/switch.py:48  look("own", looks.second_card, "over", "switched", "three", "four"),
        own = second_card(tables, over, switched, three, four)
        # rounds/switch.py:49  look("other", looks.second_card, "over", "switched", "four", "three"),
        other = second_card(tables, over, switched, four, three)
        # rounds/switch.py:50  walk("first", looks.play_first, "up", "one", "own", leaves=lane_looks.is_split),
        index, first_result = play_first(deck, tables, index, first, up, one, own, buffers, seat)
        # rounds/switch.py:51  walk("second", looks.play_second, "up", "two", "other", leaves=lane_looks.is_split),
        index, second_result = play_second(
            deck, tables, index, second, up, two, other, buffers, seat
        )
        # rounds/switch.py:52  wait(looks.waits, "first", "second"),
        waiting = waiting | waits(tables, first_result) | waits(tables, second_result)
        stored[STORED_AT + seat] = first_result
        stored[STORED_AT + 1 * SEATS_MAX + seat] = second_result
    # rounds/switch.py:53  wait(looks.dealer_draws),  # C85
    if not waiting:
        waiting = dealer_draws(deck, tables, seats, wagers, buffers)
    # rounds/switch.py:54  walk("dealer", looks.play_dealer, "up", "down", "insured", shows="drawn"),
    index, dealer_result = play_dealer(
        deck, tables, index, dealer, up, down, insured, waiting, buffers
    )
    for seat in range(seats):
        first_result = U32(stored[STORED_AT + seat])
        second_result = U32(stored[STORED_AT + 1 * SEATS_MAX + seat])
        # rounds/switch.py:55  end(looks.end_hand, "first", "dealer"),
        buffers.ended[seat] = 0
        end_hand(tables, buffers, seat, first_result, dealer_result)
        # rounds/switch.py:56  end(looks.end_hand, "second", "dealer"),
        end_hand(tables, buffers, seat, second_result, dealer_result)
        # rounds/switch.py:57  end(looks.end_seat, "first", "second", "dealer"),
        end_seat(tables, buffers, seat, first_result, second_result, dealer_result)
        # rounds/switch.py:58  end(looks.end_wagers, "dealt", "drawn", "dealer"),
        end_wagers(tables, buffers, seat, dealer_result)
        # rounds/switch.py:59  wager("", looks.wager_row, "over", "dealer", of_round=True),
        if wagers is not None:
            for wager in range(wagers.size):
                buffers.rows[seat * WAGERS_ROOM + wager] = wager_row(
                    deck, tables, wagers, wager, buffers, seat, over, dealer_result
                )
    return index
