"""Pai Jack, a round in every lane.

Written by `python -m tools.generate_rounds` from `rounds/pai_jack.py`: change that.
"""

from __future__ import annotations

from pitboss.compiled.jit import jit_inlined
from pitboss.simulator.lanes.decks import LANES, Decks, DeckTurn, lane_card
from pitboss.simulator.pai_jack.lane_looks import (
    PaiJackLanes,
    classify_hand,
    end_hand,
    house_way,
    number_hand,
    set_hand,
    settle_hand,
)

ENDS = 1


@jit_inlined
def play(decks: Decks, table: PaiJackLanes, turn: DeckTurn) -> None:
    """Play a round in every lane (2112)."""
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
        decks.ends[lane] = end_hand(table, cell, kind)
        decks.kept[lane] = decks.doubts[lane] == 0
