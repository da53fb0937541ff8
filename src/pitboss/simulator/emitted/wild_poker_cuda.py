"""Deuces Wild Xtreme, a round in a thread of a graphics card.

Written by `python -m tools.generate_rounds` from `rounds/wild_poker.py`: change that.
"""

from __future__ import annotations

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.lanes.plan import NO_END, RoundEnds
from pitboss.simulator.machine.thread_deck import place_deck, thread_card
from pitboss.simulator.random.philox import U32
from pitboss.simulator.wild_poker.lane_looks import (
    WildLanes,
    bonus_row,
    compare,
    end_bonus,
    end_hand,
    end_wilds,
    has_bonus,
    number_hand,
    replaces_joker,
    value_hand,
)


@jit_inlined
def play(
    cards: Array, entries: Array, places: Array, table: WildLanes, base: Integer, lanes: Integer,
    shoe: Integer, seed: Integer,
) -> RoundEnds:  # fmt: skip
    """Play a round (2118)."""
    doubt = place_deck(cards, U32(places[0]), 11, shoe, seed, base, lanes)
    one = thread_card(cards, U32(U32(0)), lanes, base)
    two = thread_card(cards, U32(U32(1)), lanes, base)
    three = thread_card(cards, U32(U32(2)), lanes, base)
    four = thread_card(cards, U32(U32(3)), lanes, base)
    five = thread_card(cards, U32(U32(4)), lanes, base)
    dealer_one = thread_card(cards, U32(U32(5)), lanes, base)
    dealer_two = thread_card(cards, U32(U32(6)), lanes, base)
    dealer_three = thread_card(cards, U32(U32(7)), lanes, base)
    dealer_four = thread_card(cards, U32(U32(8)), lanes, base)
    dealer_five = thread_card(cards, U32(U32(9)), lanes, base)
    stand_in = thread_card(cards, U32(U32(10)), lanes, base) if replaces_joker(table) else U32(52)
    # rounds/wild_poker.py:35  look("dealers_number", looks.number_hand, *_DEALERS),
    dealers_number = number_hand(
        table, dealer_one, dealer_two, dealer_three, dealer_four, dealer_five
    )
    # rounds/wild_poker.py:36  look("against", looks.value_hand, "dealers_number"),
    against = value_hand(table, dealers_number)
    # rounds/wild_poker.py:37  look("number", looks.number_hand, *_MINE),
    number = number_hand(table, one, two, three, four, five)
    # rounds/wild_poker.py:38  ask("value", looks.value_hand, "number"),  # 2118(8): its lowest bit is the decision
    value = value_hand(table, number)
    # rounds/wild_poker.py:39  pay("cell", looks.compare, "value", "against"),  # 2118(8)(b), (9)
    cell = compare(table, value, against)
    # rounds/wild_poker.py:40  wager("bonus", looks.bonus_row, *_MINE, "number", "value", "against", "stand_in"),
    bonus = bonus_row(table, one, two, three, four, five, number, value, against, stand_in)
    # rounds/wild_poker.py:41  end(looks.end_bonus, "bonus", is_counted=lane_looks.has_bonus),  # 2118(11)(a), (f)
    end_1 = NO_END
    if has_bonus(table):
        end_1 = U32(end_bonus(table, bonus))
    # rounds/wild_poker.py:42  end(looks.end_wilds, "number", is_counted=lane_looks.has_bonus),  # 2118(11)(b) to (e)
    end_2 = NO_END
    if has_bonus(table):
        end_2 = U32(end_wilds(table, number))
    # rounds/wild_poker.py:44  end(looks.end_hand, "cell", "times"),
    end_0 = U32(end_hand(table, cell))
    return RoundEnds(U32(0), not doubt, end_0, end_1, end_2, NO_END)
