"""Blackjack, as a whole table plays it.

Written by `python -m tools.generate_rounds` from `rounds/blackjack.py`: change that.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.jit import Integer, jit_linked
from pitboss.simulator.blackjack.looks import (
    TableHands,
    deal_bonus,
    dealer_draws,
    dealer_start,
    end_hand,
    first_hand,
    is_over,
    play_dealer,
    play_seat,
    takes_insurance,
    wager_row,
    waits,
)
from pitboss.simulator.buffers import STORED_AT, WAGERS_ROOM, RoundBuffers
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import HOLE, Deck, card_at, dealt_card
from pitboss.simulator.side_wagers import WagerTables


@jit_linked
def play_round(
    deck: Deck,
    tables: TableHands,
    seats: Integer,
    wagers: WagerTables | None,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round (DP1 to DP10); return where the next card lies."""
    stored = buffers.cards
    waiting = np.int64(0)
    # rounds/blackjack.py:30  deal(SEATS, "one"),  # DP1: a card to every hand, and one to the dealer, face up
    deal_0 = index
    index = U32(index + U32(seats))
    # rounds/blackjack.py:31  deal(DEALER, "up"),
    up = card_at(deck, index)
    index = U32(index + U32(1))
    # rounds/blackjack.py:32  deal(SEATS, "two"),
    deal_1 = index
    index = U32(index + U32(seats))
    # rounds/blackjack.py:33  deal(DEALER, "down", is_hidden=True),
    down = card_at(deck, index)
    deck.state[HOLE] = index
    index = U32(index + U32(1))
    # rounds/blackjack.py:34  deal(DEALER, several=looks.deal_bonus),  # GR12, W12: for Match The Dealer
    index = deal_bonus(deck, tables, index, buffers)
    # rounds/blackjack.py:35  look("dealer", looks.dealer_start, "up", "down"),
    dealer = dealer_start(tables, up, down)
    # rounds/blackjack.py:36  look("over", looks.is_over, "dealer"),  # GR9: the peek ends the round
    over = is_over(tables, dealer)
    # rounds/blackjack.py:37  ask("insured", looks.takes_insurance, "up", by_count=True),  # DP8, before the peek
    insured = takes_insurance(deck, tables, index, up)
    for seat in range(seats):
        one = dealt_card(deck, U32(deal_0 + U32(seat)))
        two = dealt_card(deck, U32(deal_1 + U32(seat)))
        # rounds/blackjack.py:38  ask("hand", looks.first_hand, "over", *_DEAL),  # DP2, GR9, R14: paid, surrendered early
        hand = first_hand(tables, over, up, one, two)
        # rounds/blackjack.py:39  walk("hand", looks.play_seat, *_DEAL),  # DP4 to DP7, W30: all that a player decides
        index, hand_result = play_seat(deck, tables, index, hand, up, one, two, buffers, seat)
        # rounds/blackjack.py:40  wait(looks.waits, "hand"),
        waiting = waiting | waits(tables, hand_result)
        stored[STORED_AT + seat] = hand_result
    # rounds/blackjack.py:41  wait(looks.dealer_draws),  # W28: for a side wager
    if not waiting:
        waiting = dealer_draws(deck, tables, seats, wagers, buffers)
    # rounds/blackjack.py:42  walk("dealer", looks.play_dealer, "up", "down", "insured"),  # DP9
    index, dealer_result = play_dealer(
        deck, tables, index, dealer, up, down, insured, waiting, buffers
    )
    for seat in range(seats):
        hand_result = U32(stored[STORED_AT + seat])
        # rounds/blackjack.py:43  end(looks.end_hand, "hand", "dealer"),  # DP10
        buffers.ended[seat] = 0
        end_hand(tables, buffers, seat, hand_result, dealer_result)
        # rounds/blackjack.py:44  wager("", looks.wager_row, "over", "dealer", of_round=True),  # at their own moments
        if wagers is not None:
            for wager in range(wagers.size):
                buffers.rows[seat * WAGERS_ROOM + wager] = wager_row(
                    deck, tables, wagers, wager, buffers, seat, over, dealer_result
                )
    return index
