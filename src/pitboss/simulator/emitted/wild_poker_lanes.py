"""Deuces Wild Xtreme, a round in every lane.

Written by `python -m tools.generate_rounds` from `rounds/wild_poker.py`: change that.
"""

from __future__ import annotations

from pitboss.compiled.jit import jit_inlined
from pitboss.simulator.lanes.decks import LANES, Decks, DeckTurn, lane_card
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

ENDS = 1


@jit_inlined
def play(decks: Decks, table: WildLanes, turn: DeckTurn) -> None:
    """Play a round in every lane (2118)."""
    for lane in range(LANES):
        dealer_one = lane_card(decks.cards, 5, lane)
        dealer_two = lane_card(decks.cards, 6, lane)
        dealer_three = lane_card(decks.cards, 7, lane)
        dealer_four = lane_card(decks.cards, 8, lane)
        dealer_five = lane_card(decks.cards, 9, lane)
        one = lane_card(decks.cards, 0, lane)
        two = lane_card(decks.cards, 1, lane)
        three = lane_card(decks.cards, 2, lane)
        four = lane_card(decks.cards, 3, lane)
        five = lane_card(decks.cards, 4, lane)
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
        # rounds/wild_poker.py:44  end(looks.end_hand, "cell", "times"),
        # for later loops
        decks.notes[U32(U32(2 * LANES) + U32(lane))] = against
        decks.notes[lane] = number
        decks.notes[U32(U32(1 * LANES) + U32(lane))] = value
        decks.ends[lane] = end_hand(table, cell)
        decks.kept[lane] = decks.doubts[lane] == 0
    if has_bonus(table):
        for lane in range(LANES):
            one = lane_card(decks.cards, 0, lane)
            two = lane_card(decks.cards, 1, lane)
            three = lane_card(decks.cards, 2, lane)
            four = lane_card(decks.cards, 3, lane)
            five = lane_card(decks.cards, 4, lane)
            number = U32(decks.notes[lane])
            value = U32(decks.notes[U32(U32(1 * LANES) + U32(lane))])
            against = U32(decks.notes[U32(U32(2 * LANES) + U32(lane))])
            stand_in = lane_card(decks.cards, 10, lane) if replaces_joker(table) else U32(52)
            # rounds/wild_poker.py:40  wager("bonus", looks.bonus_row, *_MINE, "number", "value", "against", "stand_in"),
            bonus = bonus_row(table, one, two, three, four, five, number, value, against, stand_in)
            # rounds/wild_poker.py:41  end(looks.end_bonus, "bonus", is_counted=lane_looks.has_bonus),  # 2118(11)(a), (f)
            # for later loops
            decks.ends[U32(U32(1 * LANES) + U32(lane))] = end_bonus(table, bonus)
    if has_bonus(table):
        for lane in range(LANES):
            number = U32(decks.notes[lane])
            # rounds/wild_poker.py:42  end(looks.end_wilds, "number", is_counted=lane_looks.has_bonus),  # 2118(11)(b) to (e)
            decks.ends[U32(U32(2 * LANES) + U32(lane))] = end_wilds(table, number)
