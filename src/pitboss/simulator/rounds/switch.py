"""Blackjack Switch: two hands, whose second cards may change places (2105).

Lanes play it; a whole table is played by the functions of blackjack, which know its splits too.
"""

from __future__ import annotations

from pitboss.simulator.machine.program import (
    DEALER,
    SEATS,
    Program,
    ask,
    deal,
    end,
    look,
    wait,
    walk,
)
from pitboss.simulator.switch import lane_looks as looks

ROUND = Program(
    title="Blackjack Switch",
    cite="2105",
    lanes=looks.SwitchLanes,
    lane_looks=looks,
    operations=(
        deal(SEATS, "one", "two"),  # a card to each of two hands
        deal(DEALER, "up"),
        deal(SEATS, "three", "four"),
        deal(DEALER, "down"),
        look("dealt", looks.wagers_of_deal, "up", "down", "one", "two", "three", "four"),
        look("dealer", looks.dealer_start, "up", "down"),
        look("over", looks.is_over, "dealer"),
        ask("switched", looks.is_switched, "up", "one", "two", "three", "four"),  # 2105(8)
        ask("first", looks.first_hand, "over", "switched", "up", "one", "three", "four"),
        ask("second", looks.first_hand, "over", "switched", "up", "two", "four", "three"),
        walk("first", looks.play_hand, leaves=looks.is_split),
        walk("second", looks.play_hand, leaves=looks.is_split),
        wait(looks.waits, "first", "second"),
        wait(looks.dealer_draws),  # C85
        walk("dealer", looks.play_dealer, shows="drawn"),
        end(looks.end_hand, "first", "dealer"),
        end(looks.end_hand, "second", "dealer"),
        end(looks.end_seat, "first", "second", "dealer"),
        end(looks.end_wagers, "dealt", "drawn", "dealer"),
    ),
)
