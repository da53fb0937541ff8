"""Deuces Wild Xtreme, as a whole table plays it.

Written by `python -m tools.generate_rounds` from `rounds/wild_poker.py`: change that.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.jit import Integer, jit_linked
from pitboss.simulator.buffers import STORED_AT, WAGERS_ROOM, RoundBuffers
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck, card_at, dealt_card
from pitboss.simulator.side_wagers import WagerTables
from pitboss.simulator.wild_poker.looks import (
    WildPokerTables,
    bonus_row,
    compare,
    due_on_odds,
    end_bonus,
    end_hand,
    end_wilds,
    number_hand,
    replaces_joker,
    share_odds,
    value_hand,
)


@jit_linked
def play_round(
    deck: Deck,
    tables: WildPokerTables,
    seats: Integer,
    wagers: WagerTables | None,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round (2118); return where the next card lies."""
    stored = buffers.cards
    due = np.int64(0)
    # rounds/wild_poker.py:31  deal(SEATS, *_MINE),  # 2118(8)
    deal_0 = index
    index = U32(index + U32(5) * U32(seats))
    # rounds/wild_poker.py:32  deal(DEALER, *_DEALERS),
    dealer_one = card_at(deck, index)
    dealer_two = card_at(deck, U32(index + U32(1)))
    dealer_three = card_at(deck, U32(index + U32(2)))
    dealer_four = card_at(deck, U32(index + U32(3)))
    dealer_five = card_at(deck, U32(index + U32(4)))
    index = U32(index + U32(5))
    # rounds/wild_poker.py:33  look("replaced", looks.replaces_joker),
    replaced = replaces_joker(tables)
    # rounds/wild_poker.py:34  deal(DEALER, "stand_in", when="replaced", otherwise=JOKER),  # 2118(13)(f)(i)(F); D5
    stand_in = U32(52)
    if replaced:
        stand_in = card_at(deck, index)
        index = U32(index + U32(1))
    # rounds/wild_poker.py:35  look("dealers_number", looks.number_hand, *_DEALERS),
    dealers_number = number_hand(
        tables, dealer_one, dealer_two, dealer_three, dealer_four, dealer_five
    )
    # rounds/wild_poker.py:36  look("against", looks.value_hand, "dealers_number"),
    against = value_hand(tables, dealers_number)
    for seat in range(seats):
        one = dealt_card(deck, U32(deal_0 + U32(5) * U32(seat)))
        two = dealt_card(deck, U32(deal_0 + U32(5) * U32(seat) + U32(1)))
        three = dealt_card(deck, U32(deal_0 + U32(5) * U32(seat) + U32(2)))
        four = dealt_card(deck, U32(deal_0 + U32(5) * U32(seat) + U32(3)))
        five = dealt_card(deck, U32(deal_0 + U32(5) * U32(seat) + U32(4)))
        # rounds/wild_poker.py:37  look("number", looks.number_hand, *_MINE),
        number = number_hand(tables, one, two, three, four, five)
        # rounds/wild_poker.py:38  ask("value", looks.value_hand, "number"),  # 2118(8): its lowest bit is the decision
        value = value_hand(tables, number)
        # rounds/wild_poker.py:39  pay("cell", looks.compare, "value", "against"),  # 2118(8)(b), (9)
        cell = compare(tables, value, against)
        # rounds/wild_poker.py:40  wager("bonus", looks.bonus_row, *_MINE, "number", "value", "against", "stand_in"),
        if wagers is not None:
            for wager in range(wagers.size):
                buffers.rows[seat * WAGERS_ROOM + wager] = bonus_row(
                    tables,
                    wagers,
                    wager,
                    one,
                    two,
                    three,
                    four,
                    five,
                    number,
                    value,
                    against,
                    stand_in,
                )
        # rounds/wild_poker.py:41  end(looks.end_bonus, "bonus", is_counted=lane_looks.has_bonus),  # 2118(11)(a), (f)
        buffers.ended[seat] = 0
        end_bonus(tables, buffers, seat)
        # rounds/wild_poker.py:42  end(looks.end_wilds, "number", is_counted=lane_looks.has_bonus),  # 2118(11)(b) to (e)
        end_wilds(tables, buffers, seat, number)
        # rounds/wild_poker.py:43  limit("times", looks.due_on_odds, "cell", looks.share_odds),  # C74
        due = due + due_on_odds(tables, cell)
        stored[STORED_AT + seat] = cell
    # rounds/wild_poker.py:43  limit("times", looks.due_on_odds, "cell", looks.share_odds),  # C74
    times = share_odds(tables, due)
    for seat in range(seats):
        cell = U32(stored[STORED_AT + seat])
        # rounds/wild_poker.py:44  end(looks.end_hand, "cell", "times"),
        end_hand(tables, buffers, seat, cell, times)
    return index
