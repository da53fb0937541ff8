"""A second reading of Deuces Wild Xtreme (30-2118): no engine, no rule book, no patterns.

What wild cards make is found by construction, hand by hand from the top; the auditor of the random
rounds finds it by trying every card. `second_wild_wagers.py` has the bonus wagers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.perft.packets import Packets
from tests.perft.second_wagers import Jackpot
from tests.perft.second_wild_hands import best
from tests.perft.second_wild_wagers import bonus_gain

ODDS = {
    "five wilds": 1000,
    "royal flush": 50,
    "five of a kind": 10,
    "straight flush": 9,
    "four of a kind": 4,
    "full house": 3,
    "flush": 2,
    "straight": 1,
}
"""2118(12): to 1; any other hand that beats the dealer pushes."""


@dataclass(frozen=True, kw_only=True)
class Table(Packets):
    """What is asked: the wagers of the one seat, the pay tables and the meters."""

    wagers: Mapping[str, int]
    tables: Mapping[str, str]
    jackpots: Mapping[str, Jackpot]

    @property
    def dealt_count(self) -> int:
        """Ruling D5: the replacement card is dealt where the linked progressive is offered."""
        return 10 + ("five-card-linked" in self.tables)

    def moves(self) -> list[str]:
        return ["bet", "fold"] if "ante" in self.wagers else []

    def gain(self, move: str) -> int:
        bonus = sum(
            bonus_gain(
                wager,
                self.tables[wager],
                stake,
                self.jackpots.get(wager),
                (self.own, self.dealer, self.start[10:]),
            )
            for wager, stake in self.wagers.items()
            if wager not in ("ante", "odds")
        )
        return bonus + (self.standard(move) if move else 0)

    def standard(self, move: str) -> int:
        """2118(8), (9), (12)."""
        ante = self.wagers["ante"]
        odds = self.wagers["odds"]
        mine = best(self.own)
        his = best(self.dealer)
        if move == "fold":
            return -ante - odds
        if mine.standing < his.standing:
            return -3 * ante - odds
        if mine.standing == his.standing:
            return 0
        return 3 * ante + odds * ODDS.get(mine.name, 0)
