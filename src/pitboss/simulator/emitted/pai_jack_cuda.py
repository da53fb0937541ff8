"""Pai Jack, a round in a thread of a graphics card.

Written by `python -m tools.generate_rounds` from `rounds/pai_jack.py`: change that.
"""

from __future__ import annotations

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.lanes.plan import NO_END, RoundEnds
from pitboss.simulator.machine.thread_deck import place_deck, thread_card
from pitboss.simulator.pai_jack.lane_looks import (
    PaiJackLanes,
    classify_hand,
    end_hand,
    house_way,
    number_hand,
    set_hand,
    settle_hand,
)
from pitboss.simulator.random.philox import U32


@jit_inlined
def play(
    cards: Array, entries: Array, places: Array, table: PaiJackLanes, base: Integer, lanes: Integer,
    shoe: Integer, seed: Integer,
) -> RoundEnds:  # fmt: skip
    """Play a round (2112)."""
    doubt = place_deck(cards, U32(places[0]), 10, shoe, seed, base, lanes)
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
    # rounds/pai_jack.py:31  look("dealers_number", looks.number_hand, *_DEALERS),
    dealers_number = number_hand(
        table, dealer_one, dealer_two, dealer_three, dealer_four, dealer_five
    )
    # rounds/pai_jack.py:32  look("against", looks.house_way, "dealers_number"),  # 2112(8)
    against = house_way(table, dealers_number)
    # rounds/pai_jack.py:33  look("number", looks.number_hand, *_MINE),
    number = number_hand(table, one, two, three, four, five)
    # rounds/pai_jack.py:34  look("kind", looks.classify_hand, "number", *_MINE),
    kind = classify_hand(table, number, one, two, three, four, five)
    # rounds/pai_jack.py:35  ask("mine", looks.set_hand, "number"),  # 2112(6), (7)
    mine = set_hand(table, number)
    # rounds/pai_jack.py:36  pay("cell", looks.settle_hand, "kind", "mine", "against"),  # 2112(5), (10), (11)
    cell = settle_hand(table, kind, mine, against)
    # rounds/pai_jack.py:38  end(looks.end_hand, "cell", "kind"),
    end_0 = U32(end_hand(table, cell, kind))
    return RoundEnds(U32(0), not doubt, end_0, NO_END, NO_END, NO_END)
