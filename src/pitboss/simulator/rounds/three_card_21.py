"""3 Card 21 "N" Done: blackjack with three cards each, which may be over 21 already (2111)."""

from __future__ import annotations

from pitboss.simulator.machine.program import (
    DEALER,
    SEATS,
    Program,
    ask,
    deal,
    end,
    look,
    split,
    wager,
    wait,
    walk,
)
from pitboss.simulator.three_card_21 import lane_looks, looks

_HANDS = "first", "second", "third"

ROUND = Program(
    title='3 Card 21 "N" Done',
    cite="2111",
    tables=looks.ThreeCardTables,
    lanes=lane_looks.ThreeCardLanes,
    lane_looks=lane_looks,
    operations=(
        deal(SEATS, "one"),  # 2111(3)
        deal(DEALER, "up"),
        deal(SEATS, "two"),
        deal(DEALER, "down"),
        deal(SEATS, "three"),  # 2111(3): it comes after the dealer's second
        look("dealer", looks.dealer_start, "up", "down"),
        look("over", looks.is_over, "dealer"),  # 2111(6): the peek
        wager("bonus", looks.bonus_row, "one", "two", "three"),  # 2111(4)
        ask("hand", looks.first_hand, "over", "up", "one", "two", "three"),  # 2111(6); T1, T3
        split(  # player rules (2)(a), (3)(b); T2: a hand for each card, as they were dealt
            "hand",
            looks.is_split,
            looks.start_hand,
            first=("up", "one", "two", "three"),
            second=("up", "two", "three", "one"),
            third=("up", "three", "one", "two"),
        ),
        walk("first", looks.play_hand),  # T2: finished before the next gets its second card
        walk("second", looks.play_hand),
        walk("third", looks.play_hand),
        wait(looks.waits, *_HANDS),
        walk("dealer", looks.play_dealer),
        end(looks.end_hand, "first", "dealer"),
        end(looks.end_hand, "second", "dealer"),
        end(looks.end_hand, "third", "dealer"),
        end(looks.end_seat, *_HANDS, "dealer", "bonus"),
    ),
)
