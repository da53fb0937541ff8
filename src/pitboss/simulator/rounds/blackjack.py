"""Blackjack: every table whose seats play one hand each against the dealer.

One seat alone is played by an automaton of whole rounds, which is made of the same tables
(`blackjack/round_automaton.py`): it is three times as fast.
"""

from __future__ import annotations

from pitboss.simulator.blackjack import looks
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
    title="Blackjack",
    cite="DP1 to DP10",
    tables=looks.TableHands,
    operations=(
        deal(SEATS, "one"),  # DP1: a card to every hand, and one to the dealer, face up
        deal(DEALER, "up"),
        deal(SEATS, "two"),
        deal(DEALER, "down", is_hidden=True),
        deal(DEALER, several=looks.deal_bonus),  # GR12, W12: for Match The Dealer
        look("dealer", looks.dealer_start, "up", "down"),
        look("over", looks.is_over, "dealer"),  # GR9: the peek ends the round
        ask("insured", looks.takes_insurance, "up", by_count=True),  # DP8, before the peek
        ask("hand", looks.first_hand, "over", *_DEAL),  # DP2, GR9, R14: paid, surrendered early
        walk("hand", looks.play_seat, *_DEAL),  # DP4 to DP7, W30: all that a player decides
        wait(looks.waits, "hand"),
        wait(looks.dealer_draws),  # W28: for a side wager
        walk("dealer", looks.play_dealer, "up", "down", "insured"),  # DP9
        end(looks.end_hand, "hand", "dealer"),  # DP10
        wager("", looks.wager_row, "over", "dealer", of_round=True),  # at their own moments
    ),
)
