"""21-Hold 'em, as a whole table plays it.

Written by `python -m tools.generate_rounds` from `rounds/holdem.py`: change that.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.jit import Integer, jit_linked
from pitboss.simulator.buffers import SEATS_MAX, STORED_AT, RoundBuffers
from pitboss.simulator.holdem.looks import (
    HoldemTables,
    bets_on_first,
    bets_on_second,
    dealer_start,
    due_on_poker,
    end_poker,
    end_seat,
    first_hand,
    has_poker,
    is_over,
    play_dealer,
    play_hand,
    share_poker,
    shuffle_again,
    waits,
)
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck, card_at, dealt_card
from pitboss.simulator.side_wagers import WagerTables


@jit_linked
def play_round(
    deck: Deck,
    tables: HoldemTables,
    seats: Integer,
    wagers: WagerTables | None,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round (2104); return where the next card lies."""
    stored = buffers.cards
    waiting = np.int64(0)
    due = np.int64(0)
    # rounds/holdem.py:31  deal(SEATS, "one"),
    deal_0 = index
    index = U32(index + U32(seats))
    # rounds/holdem.py:32  deal(DEALER, "up"),
    place_of_up = index
    up = card_at(deck, index)
    index = U32(index + U32(1))
    # rounds/holdem.py:33  deal(SEATS, "two"),
    deal_1 = index
    index = U32(index + U32(seats))
    # rounds/holdem.py:34  deal(DEALER, "down"),
    place_of_down = index
    down = card_at(deck, index)
    index = U32(index + U32(1))
    # rounds/holdem.py:35  look("dealer", looks.dealer_start, "up", "down"),
    dealer = dealer_start(tables, up, down)
    # rounds/holdem.py:36  look("over", looks.is_over, "dealer"),
    over = is_over(tables, dealer)
    for seat in range(seats):
        one = dealt_card(deck, U32(deal_0 + U32(seat)))
        two = dealt_card(deck, U32(deal_1 + U32(seat)))
        # rounds/holdem.py:37  ask("hand", looks.first_hand, "over", "up", "one", "two"),
        hand = first_hand(tables, over, up, one, two)
        # rounds/holdem.py:38  walk("hand", looks.play_hand, "up", "one", "two"),
        index, hand_result = play_hand(deck, tables, index, hand, up, one, two, buffers, seat)
        # rounds/holdem.py:39  wait(looks.waits, "hand"),
        waiting = waiting | waits(tables, hand_result)
        stored[STORED_AT + 4 * SEATS_MAX + seat] = hand_result
    # rounds/holdem.py:40  walk("dealer", looks.play_dealer),
    index, dealer_result = play_dealer(deck, tables, index, dealer, waiting)
    # rounds/holdem.py:41  look("poker", looks.has_poker),
    poker = has_poker(tables)
    # rounds/holdem.py:42  reshuffle(looks.shuffle_again, *_COMMUNITY, when="poker"),  # 2104(5), (6)
    if poker:
        index = shuffle_again(deck, place_of_up, place_of_down)
    for seat in range(seats):
        # rounds/holdem.py:43  deal(SEATS, "three", when="poker"),  # 2104(7)
        three = U32(0)
        if poker:
            three = card_at(deck, index)
            index = U32(index + U32(1))
        # rounds/holdem.py:44  ask("bets", looks.bets_on_first, *_COMMUNITY, "three", when="poker"),  # 2104(8)
        bets = U32(0)
        if poker:
            bets = bets_on_first(tables, up, down, three)
        stored[STORED_AT + 1 * SEATS_MAX + seat] = three
        stored[STORED_AT + seat] = bets
    for seat in range(seats):
        bets = U32(stored[STORED_AT + seat])
        three = U32(stored[STORED_AT + 1 * SEATS_MAX + seat])
        # rounds/holdem.py:45  deal(SEATS, "four", when="bets"),  # 2104(9): to every seat still in
        four = U32(0)
        if bets:
            four = card_at(deck, index)
            index = U32(index + U32(1))
        # rounds/holdem.py:46  ask("stays", looks.bets_on_second, *_COMMUNITY, "three", "four", when="bets"),  # 2104(10)
        stays = U32(0)
        if bets:
            stays = bets_on_second(tables, up, down, three, four)
        stored[STORED_AT + 3 * SEATS_MAX + seat] = four
        stored[STORED_AT + 2 * SEATS_MAX + seat] = stays
    for seat in range(seats):
        stays = U32(stored[STORED_AT + 2 * SEATS_MAX + seat])
        bets = U32(stored[STORED_AT + seat])
        three = U32(stored[STORED_AT + 1 * SEATS_MAX + seat])
        four = U32(stored[STORED_AT + 3 * SEATS_MAX + seat])
        # rounds/holdem.py:47  deal(SEATS, "five", when="stays"),  # 2104(11)
        five = U32(0)
        if stays:
            five = card_at(deck, index)
            index = U32(index + U32(1))
        # rounds/holdem.py:48  pay("way", looks.end_poker, "bets", "stays", *_COMMUNITY, "three", "four", "five"),
        way = end_poker(tables, bets, stays, up, down, three, four, five)
        # rounds/holdem.py:49  limit("row", looks.due_on_poker, "way", looks.share_poker, when="poker"),  # 2104(13)
        if poker:
            due = due + due_on_poker(tables, way)
        stored[STORED_AT + 5 * SEATS_MAX + seat] = way
    # rounds/holdem.py:49  limit("row", looks.due_on_poker, "way", looks.share_poker, when="poker"),  # 2104(13)
    row = share_poker(tables, due) if poker else np.int64(0)
    for seat in range(seats):
        hand_result = U32(stored[STORED_AT + 4 * SEATS_MAX + seat])
        way = U32(stored[STORED_AT + 5 * SEATS_MAX + seat])
        # rounds/holdem.py:50  end(looks.end_seat, "hand", "dealer", "way", "row"),
        buffers.ended[seat] = 0
        end_seat(tables, buffers, seat, hand_result, dealer_result, way, row)
    # rounds/holdem.py:51  reshuffle(),  # 2104(14)
    index = U32(deck.size)
    return index
