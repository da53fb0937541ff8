"""21-Hold 'em: poker after blackjack, the dealer's first two cards in common (2104)."""

from __future__ import annotations

from pitboss.simulator.holdem import lane_looks, looks
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
    reshuffle,
    wait,
    walk,
)

_COMMUNITY = "up", "down"

ROUND = Program(
    title="21-Hold 'em",
    cite="2104",
    tables=looks.HoldemTables,
    lanes=lane_looks.HoldemLanes,
    lane_looks=lane_looks,
    has_decks=True,  # 2104(14)
    operations=(
        deal(SEATS, "one"),
        deal(DEALER, "up"),
        deal(SEATS, "two"),
        deal(DEALER, "down"),
        look("dealer", looks.dealer_start, "up", "down"),
        look("over", looks.is_over, "dealer"),
        ask("hand", looks.first_hand, "over", "up", "one", "two"),
        walk("hand", looks.play_hand, "up", "one", "two"),
        wait(looks.waits, "hand"),
        walk("dealer", looks.play_dealer),
        look("poker", looks.has_poker),
        reshuffle(looks.shuffle_again, *_COMMUNITY, when="poker"),  # 2104(5), (6)
        deal(SEATS, "three", when="poker"),  # 2104(7)
        ask("bets", looks.bets_on_first, *_COMMUNITY, "three", when="poker"),  # 2104(8)
        deal(SEATS, "four", when="bets"),  # 2104(9): to every seat still in
        ask("stays", looks.bets_on_second, *_COMMUNITY, "three", "four", when="bets"),  # 2104(10)
        deal(SEATS, "five", when="stays"),  # 2104(11)
        pay("way", looks.end_poker, "bets", "stays", *_COMMUNITY, "three", "four", "five"),
        limit("row", looks.due_on_poker, "way", looks.share_poker, when="poker"),  # 2104(13)
        end(looks.end_seat, "hand", "dealer", "way", "row"),
        reshuffle(),  # 2104(14)
    ),
)
