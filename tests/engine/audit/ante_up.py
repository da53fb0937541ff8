"""A second opinion on Ante Up 21 (30-2106): a finished record settled from the text alone.

The blackjack part is the other auditor's; bets, folds and the comparison of the two best cards are
here, with the four pay schedules as they are printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.engine.audit.holdem import Blackjack, height

ROWS = (
    "three aces of spades",
    "three aces, same suit",
    "three of a kind, same suit",
    "three aces",
    "three of a kind",
    "pair of suited aces",
    "pair of aces",
    "suited pair",
    "pair",
)
SCHEDULES = {
    "A": (5000, 1000, 250, 100, 40, 30, 10, 15, 5),
    "B": (5000, 2500, 500, 150, 50, 30, 15, 10, 3),
    "C": (10000, 5000, 500, 150, 50, 25, 10, 5, 3),
    "D": (5000, 2500, 750, 200, 50, 25, 10, 5, 3),
}
"""2106(14)(b): what each row pays to 1."""

QUEEN = 12


def gains(record: Mapping[str, Any]) -> dict[tuple[int, str], int]:
    """Return (seat, wager) -> what it gains, in cents; tips as "tip:" wagers."""
    return AnteUp(record).gains


def settle(record: Mapping[str, Any]) -> dict[int, int]:
    """Return seat -> what it gains, in cents; tips are the dealer's."""
    return AnteUp(record).nets()


def tips(record: Mapping[str, Any]) -> dict[tuple[int, str], int]:
    """Return (seat, wager) -> what the tip beside that wager gains."""
    return AnteUp(record).tips()


def bonus_row(first: str, second: str, up: str) -> str | None:
    """2106(8)(b), C18: a pair of the player's own, or three of a kind with the up card."""
    if first[0] != second[0]:
        return None
    aces = first[0] == "A"
    suited = first[-1] == second[-1]
    if up[0] == first[0]:
        if suited and up[-1] == first[-1]:
            if aces:
                return ROWS[0] if first[-1] == "s" else ROWS[1]
            return ROWS[2]
        return ROWS[3] if aces else ROWS[4]
    if aces:
        return ROWS[5] if suited else ROWS[6]
    return ROWS[7] if suited else ROWS[8]


def two_cards(cards: list[str]) -> tuple[int, int, int]:
    """2106(1)(a), A1: the best two of all cards: whether a pair, then the cards from the top."""
    ranks = Counter(map(height, cards))
    pairs = [rank for rank, count in ranks.items() if count > 1]
    if pairs:
        return 1, max(pairs), max(pairs)
    high, second, *_ = sorted(ranks, reverse=True)
    return 0, high, second


class AnteUp(Blackjack):
    """2106: blackjack and two-card poker with the same cards."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.schedule = record.get("tables", {}).get("poker-bonus")
        super().__init__(record)

    def play(self) -> None:
        self.deal()
        self.poker_bonus()
        self.bet_or_fold()
        self.insurance()
        self.first_cards()
        if not self.dealer_blackjack:
            self.play_hands()
            self.play_dealer()
            self.compare()
        self.compare_poker()

    def poker_bonus(self) -> None:
        for seat, wagers in self.wagers.items():
            if "poker-bonus" in wagers:
                assert "ante" in wagers
                first, second = self.hands[seat][0].cards
                row = bonus_row(first, second, self.dealer[0])
                pay = SCHEDULES[self.schedule][ROWS.index(row)] if row else -1
                self.settle(seat, "poker-bonus", pay)

    def bet_or_fold(self) -> None:
        for seat, wagers in self.wagers.items():
            if "ante" in wagers:
                decision = self.take_decision(seat)
                assert not decision.get("tip")
                if decision["action"] == "bet":
                    assert decision.get("amount", wagers["ante"]) == wagers["ante"]
                    wagers["bet"] = wagers["ante"]
                else:
                    assert decision["action"] == "fold"
                    self.settle(seat, "ante", -1)

    def live(self) -> bool:
        """A3: a BET waits for the dealer too."""
        return super().live() or any("bet" in wagers for wagers in self.wagers.values())

    def compare_poker(self) -> None:
        dealer = two_cards(self.dealer)
        for seat, wagers in self.wagers.items():
            if "bet" not in wagers:
                continue
            mine = two_cards([card for hand in self.hands[seat] for card in hand.cards])
            result = (mine > dealer) - (mine < dealer)
            if not dealer[0] and dealer[1] < QUEEN:
                ante = 1
                bet = 0
            else:
                ante = result
                bet = 0 if self.dealer_blackjack else result
            self.settle(seat, "ante", ante)
            self.settle(seat, "bet", bet)
