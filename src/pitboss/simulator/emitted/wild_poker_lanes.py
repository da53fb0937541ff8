"""Deuces Wild Xtreme, a round in every lane.

Written by `python -m tools.generate_rounds` from `rounds/wild_poker.py`: change that.
"""

from __future__ import annotations

from pitboss.compiled.jit import jit_inlined
from pitboss.simulator.lanes.decks import LANES, Decks, DeckTurn, lane_card
from pitboss.simulator.wild_poker.lane_looks import WildLanes, compare, end_hand, value_hand


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
        # rounds/wild_poker.py:35  look("against", looks.value_hand, *_DEALERS),
        against = value_hand(table, dealer_one, dealer_two, dealer_three, dealer_four, dealer_five)
        # rounds/wild_poker.py:36  ask("value", looks.value_hand, *_MINE),  # 2118(8): its lowest bit is the decision
        value = value_hand(table, one, two, three, four, five)
        # rounds/wild_poker.py:37  pay("cell", looks.compare, "value", "against"),  # 2118(8)(b), (9)
        cell = compare(table, value, against)
        # rounds/wild_poker.py:40  end(looks.end_hand, "cell", "times"),
        decks.ends[lane] = end_hand(table, cell)
        decks.kept[lane] = decks.doubts[lane] == 0
