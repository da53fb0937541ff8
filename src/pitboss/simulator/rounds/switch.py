"""Blackjack Switch: two hands, whose second cards may change places (2105)."""

from __future__ import annotations

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
from pitboss.simulator.switch import lane_looks, looks

ROUND = Program(
    title="Blackjack Switch",
    cite="2105",
    tables=looks.TableHands,
    lanes=lane_looks.SwitchLanes,
    lane_looks=lane_looks,
    operations=(
        deal(SEATS, "one", "two"),  # a card to each of two hands
        deal(DEALER, "up"),
        deal(SEATS, "three", "four"),
        deal(DEALER, "down", is_hidden=True),
        deal(DEALER, several=looks.deal_bonus),
        wager(
            "dealt",
            lane_looks.wagers_of_deal,
            "up",
            "down",
            "one",
            "two",
            "three",
            "four",
            of_lanes=True,
        ),
        look("dealer", looks.dealer_start, "up", "down"),
        look("over", looks.is_over, "dealer"),
        ask("insured", looks.takes_insurance, "up", by_count=True),
        ask("switched", looks.is_switched, "up", "one", "two", "three", "four"),  # 2105(8)
        ask("first", looks.first_hand, "over", "switched", "up", "one", "three", "four"),
        ask("second", looks.first_hand, "over", "switched", "up", "two", "four", "three"),
        look("own", looks.second_card, "over", "switched", "three", "four"),
        look("other", looks.second_card, "over", "switched", "four", "three"),
        walk("first", looks.play_first, "up", "one", "own", leaves=lane_looks.is_split),
        walk("second", looks.play_second, "up", "two", "other", leaves=lane_looks.is_split),
        wait(looks.waits, "first", "second"),
        wait(looks.dealer_draws),  # C85
        walk("dealer", looks.play_dealer, "up", "down", "insured", shows="drawn"),
        end(looks.end_hand, "first", "dealer"),
        end(looks.end_hand, "second", "dealer"),
        end(looks.end_seat, "first", "second", "dealer"),
        end(looks.end_wagers, "dealt", "drawn", "dealer"),
        wager("", looks.wager_row, "over", "dealer", of_round=True),
    ),
)
