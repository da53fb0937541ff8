"""Deuces Wild Xtreme: five-card poker against the dealer, deuces and the joker wild (2118)."""

from __future__ import annotations

from pitboss.cards import JOKER
from pitboss.simulator.machine.program import (
    DEALER,
    SEATS,
    Program,
    ask,
    deal,
    end,
    limit,
    look,
    pay,
    wager,
)
from pitboss.simulator.wild_poker import lane_looks, looks

_MINE = "one", "two", "three", "four", "five"
_DEALERS = "dealer_one", "dealer_two", "dealer_three", "dealer_four", "dealer_five"

ROUND = Program(
    title="Deuces Wild Xtreme",
    cite="2118",
    tables=looks.WildPokerTables,
    lanes=lane_looks.WildLanes,
    lane_looks=lane_looks,
    has_decks=True,  # 2118(8)
    operations=(
        deal(SEATS, *_MINE),  # 2118(8)
        deal(DEALER, *_DEALERS),
        look("replaced", looks.replaces_joker),
        deal(DEALER, "stand_in", when="replaced", otherwise=JOKER),  # 2118(13)(f)(i)(F); D5
        look("dealers_number", looks.number_hand, *_DEALERS),
        look("against", looks.value_hand, "dealers_number"),
        look("number", looks.number_hand, *_MINE),
        ask("value", looks.value_hand, "number"),  # 2118(8): its lowest bit is the decision
        pay("cell", looks.compare, "value", "against"),  # 2118(8)(b), (9)
        wager("bonus", looks.bonus_row, *_MINE, "number", "value", "against", "stand_in"),
        end(looks.end_bonus, "bonus", is_counted=lane_looks.has_bonus),  # 2118(11)(a), (f)
        end(looks.end_wilds, "number", is_counted=lane_looks.has_bonus),  # 2118(11)(b) to (e)
        limit("times", looks.due_on_odds, "cell", looks.share_odds),  # C74
        end(looks.end_hand, "cell", "times"),
    ),
)
