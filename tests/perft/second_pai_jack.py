"""A second reading of Pai Jack (30-2112): no engine, no rule book, no patterns."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from tests.perft.packets import Packets
from tests.perft.shoe import Cards, total

TENS = "TJQK"
PRINTED = {
    "1": (500, 15, 8, 6),
    "2": (500, 50, 12, 5),
    "3": (500, 50, 10, 5),
    "4": (1000, 30, 12, 5),
}
"""2112(12): Super, Royal, Jack Pai Jack and any other, to 1."""


def has_pai_jack(cards: Cards) -> bool:
    """2112(5): an ace and any two ten-valued cards."""
    return any(card[0] == "A" for card in cards) and sum(card[0] in TENS for card in cards) >= 2


def bonus_odds(table: str, cards: Cards) -> int:
    """2112(12), ruling C27: the five cards contain it; the highest pay counts; -1: it loses."""
    ranks = [card[0] for card in cards]
    rows = []
    if "A" in ranks and ranks.count("J") == 4:
        rows.append(0)
    if any({f"A{suit}", f"K{suit}", f"Q{suit}"} <= set(cards) for suit in "shdc"):
        rows.append(1)
    if "A" in ranks and ranks.count("J") >= 2:
        rows.append(2)
    if has_pai_jack(cards):
        rows.append(3)
    return max((PRINTED[table][row] for row in rows), default=-1)


@dataclass(frozen=True)
class Way:
    """Five cards set."""

    low: Cards
    high_total: int
    low_total: int

    @property
    def is_foul(self) -> bool:
        """2112(6)(a), (7); ruling P3."""
        return self.high_total > 21 or self.low_total > self.high_total


def ways(cards: Cards, low_ace: str) -> list[Way]:
    """2112(6), ruling P2: every way to set five cards; by option a low ace may be 1."""
    settings = []
    for places in combinations(range(5), 2):
        low = tuple(cards[place] for place in places)
        high = tuple(card for place, card in enumerate(cards) if place not in places)
        way = Way(low, total(high)[0], total(low)[0])
        if low_ace == "either" and way.is_foul and "A" in (low[0][0], low[1][0]):
            way = Way(low, way.high_total, way.low_total - 10)
        settings.append(way)
    return settings


def house_way(cards: Cards, low_ace: str) -> Way | None:
    """2112(9)(b), (10), ruling P1: the highest high hand, then the highest low; None: a bust."""
    legal = [way for way in ways(cards, low_ace) if not way.is_foul]
    return max(legal, key=lambda way: (way.high_total, way.low_total), default=None)


@dataclass(frozen=True, kw_only=True)
class Table(Packets):
    """What is asked: the wagers of the one seat and what the house does with a foul."""

    wager: int
    bonus: int
    bonus_table: str
    foul: str
    low_ace: str
    rounds_up: bool

    def moves(self) -> list[str]:
        if has_pai_jack(self.own) or house_way(self.own, self.low_ace) is None:
            return []
        taken = self.foul != "reset"
        return [
            f"set {' '.join(way.low)}"
            for way in ways(self.own, self.low_ace)
            if taken or not way.is_foul
        ]

    def gain(self, move: str) -> int:
        bonus = self.bonus * bonus_odds(self.bonus_table, self.own) if self.bonus else 0
        return bonus + self.main_gain(move)

    def main_gain(self, move: str) -> int:
        if has_pai_jack(self.own):  # 2112(5): 3 to 2, before the dealer's hand is seen
            return (3 * self.wager + self.rounds_up) // 2
        mine = next(
            (way for way in ways(self.own, self.low_ace) if move == f"set {' '.join(way.low)}"),
            None,
        )
        if mine is not None and mine.is_foul:
            if self.foul == "lose":
                return -self.wager
            mine = house_way(self.own, self.low_ace)
        return self.wager * self.against_the_dealer(mine)

    def against_the_dealer(self, mine: Way | None) -> int:
        """2112(9)(a), (10), (11), ruling P4: 1 wins, 0 pushes, -1 loses."""
        if has_pai_jack(self.dealer):
            return -1
        his = house_way(self.dealer, self.low_ace)
        if his is None:
            return 0
        if mine is None:
            return -1
        high = (mine.high_total > his.high_total) - (mine.high_total < his.high_total)
        low = (mine.low_total > his.low_total) - (mine.low_total < his.low_total)
        return (high + low > 0) - (high + low < 0)
