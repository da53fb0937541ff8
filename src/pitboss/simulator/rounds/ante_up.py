"""Ante Up 21: two-card poker with the cards of the blackjack hand (2106)."""

from __future__ import annotations

from pitboss.simulator.ante_up import lane_looks, looks
from pitboss.simulator.machine.program import (
    DEALER,
    SEATS,
    Program,
    ask,
    deal,
    end,
    look,
    wager,
    wait,
    walk,
)

_DEAL = "up", "one", "two"

ROUND = Program(
    title="Ante Up 21",
    cite="2106",
    tables=looks.AnteUpTables,
    lanes=lane_looks.AnteUpLanes,
    lane_looks=lane_looks,
    operations=(
        deal(SEATS, "one"),
        deal(DEALER, "up"),
        deal(SEATS, "two"),
        deal(DEALER, "down"),
        look("dealer", looks.dealer_start, "up", "down"),
        look("over", looks.is_over, "dealer"),  # 2106(10): no bet depends on it
        wager("bonus", looks.bonus_row, "one", "two", "up"),  # 2106(8)
        end(looks.end_bonus, "bonus", is_counted=lane_looks.has_bonus),
        ask("bet", looks.is_bet, *_DEAL),  # 2106(9)
        ask("hand", looks.first_hand, "over", *_DEAL),
        walk(
            "hand", looks.play_hand, "over", "bet", *_DEAL, shows="mine", holds=("one", "two")
        ),  # A1
        wait(looks.waits, "hand"),
        wait(looks.bet_waits, "bet"),  # A3
        walk("dealer", looks.play_dealer, "up", "down", shows="against", holds=("up", "down")),
        end(  # 2106(13)
            looks.end_seat,
            "hand",
            "bet",
            "dealer",
            "mine",
            "against",
            of_splits=lane_looks.end_splits,
        ),
    ),
)
