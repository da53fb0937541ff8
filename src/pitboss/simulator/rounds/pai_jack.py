"""Pai Jack: five cards set as a low hand of two and a high hand of three (2112)."""

from __future__ import annotations

from pitboss.simulator.machine.program import (
    DEALER,
    SEATS,
    Program,
    ask,
    deal,
    end,
    look,
    pay,
    wager,
)
from pitboss.simulator.pai_jack import lane_looks, looks

_MINE = "one", "two", "three", "four", "five"
_DEALERS = "dealer_one", "dealer_two", "dealer_three", "dealer_four", "dealer_five"

ROUND = Program(
    title="Pai Jack",
    cite="2112",
    tables=looks.PaiJackTables,
    lanes=lane_looks.PaiJackLanes,
    lane_looks=lane_looks,
    has_decks=True,  # 2112(1)
    operations=(
        deal(SEATS, *_MINE),  # 2112(3): five cards at once
        deal(DEALER, *_DEALERS),
        look("dealers_number", looks.number_hand, *_DEALERS),
        look("against", looks.house_way, "dealers_number"),  # 2112(8)
        look("number", looks.number_hand, *_MINE),
        look("kind", looks.classify_hand, "number", *_MINE),
        ask("mine", looks.set_hand, "number"),  # 2112(6), (7)
        pay("cell", looks.settle_hand, "kind", "mine", "against"),  # 2112(5), (10), (11)
        wager("", looks.bonus_row, "kind"),
        end(looks.end_hand, "cell", "kind"),
    ),
)
