"""Pai Jack, as a whole table plays it.

Written by `python -m tools.generate_rounds` from `rounds/pai_jack.py`: change that.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.jit import Integer, jit_linked
from pitboss.simulator.buffers import WAGERS_ROOM, RoundBuffers
from pitboss.simulator.pai_jack.looks import (
    PaiJackTables,
    bonus_row,
    classify_hand,
    end_hand,
    house_way,
    number_hand,
    set_hand,
    settle_hand,
)
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck, card_at, dealt_card
from pitboss.simulator.side_wagers import WagerTables


@jit_linked
def play_round(
    deck: Deck,
    tables: PaiJackTables,
    seats: Integer,
    wagers: WagerTables | None,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round (2112); return where the next card lies."""
    # rounds/pai_jack.py:29  deal(SEATS, *_MINE),  # 2112(3): five cards at once
    deal_0 = index
    index = U32(index + U32(5) * U32(seats))
    # rounds/pai_jack.py:30  deal(DEALER, *_DEALERS),
    dealer_one = card_at(deck, index)
    dealer_two = card_at(deck, U32(index + U32(1)))
    dealer_three = card_at(deck, U32(index + U32(2)))
    dealer_four = card_at(deck, U32(index + U32(3)))
    dealer_five = card_at(deck, U32(index + U32(4)))
    index = U32(index + U32(5))
    # rounds/pai_jack.py:31  look("dealers_number", looks.number_hand, *_DEALERS),
    dealers_number = number_hand(
        tables, dealer_one, dealer_two, dealer_three, dealer_four, dealer_five
    )
    # rounds/pai_jack.py:32  look("against", looks.house_way, "dealers_number"),  # 2112(8)
    against = house_way(tables, dealers_number)
    for seat in range(seats):
        one = dealt_card(deck, U32(deal_0 + U32(5) * U32(seat)))
        two = dealt_card(deck, U32(deal_0 + U32(5) * U32(seat) + U32(1)))
        three = dealt_card(deck, U32(deal_0 + U32(5) * U32(seat) + U32(2)))
        four = dealt_card(deck, U32(deal_0 + U32(5) * U32(seat) + U32(3)))
        five = dealt_card(deck, U32(deal_0 + U32(5) * U32(seat) + U32(4)))
        # rounds/pai_jack.py:33  look("number", looks.number_hand, *_MINE),
        number = number_hand(tables, one, two, three, four, five)
        # rounds/pai_jack.py:34  look("kind", looks.classify_hand, "number", *_MINE),
        kind = classify_hand(tables, number, one, two, three, four, five)
        # rounds/pai_jack.py:35  ask("mine", looks.set_hand, "number"),  # 2112(6), (7)
        mine = set_hand(tables, number)
        # rounds/pai_jack.py:36  pay("cell", looks.settle_hand, "kind", "mine", "against"),  # 2112(5), (10), (11)
        cell = settle_hand(tables, kind, mine, against)
        # rounds/pai_jack.py:37  wager("", looks.bonus_row, "kind"),
        if wagers is not None:
            for wager in range(wagers.size):
                buffers.rows[seat * WAGERS_ROOM + wager] = bonus_row(tables, wagers, wager, kind)
        # rounds/pai_jack.py:38  end(looks.end_hand, "cell", "kind"),
        buffers.ended[seat] = 0
        end_hand(tables, buffers, seat, cell, kind)
    return index
