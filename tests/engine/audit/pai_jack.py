"""An auditor of Pai Jack: settles a finished record again from the words of 30-2112 alone.

Cards are two-letter texts, every one of the ten settings is written out, and pays are those
printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import Any

TIP = "tip:"
ROWS = ("super", "royal", "jack", "pai jack")
PRINTED = {
    "1": (500, 15, 8, 6),
    "2": (500, 50, 12, 5),
    "3": (500, 50, 10, 5),
    "4": (1000, 30, 12, 5),
}
"""Pay table -> what `ROWS` pay to 1."""
DEFAULTS = {"foul": "reset", "rounding": "down", "low_hand_ace": "eleven"}


def total(cards: list[str]) -> int:
    low = sum(1 if c[0] == "A" else 10 if c[0] in "TJQK" else int(c[0]) for c in cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def is_pai_jack(three: list[str]) -> bool:
    ranks = [card[0] for card in three]
    return ranks.count("A") == 1 and sum(rank in "TJQK" for rank in ranks) == 2


def bonus_lines(cards: list[str]) -> set[str]:
    """Return which of the printed lines five cards contain."""
    lines = set()
    for chosen in combinations(cards, 3):
        three = list(chosen)
        if is_pai_jack(three):
            lines.add("pai jack")
            ranks = "".join(sorted(card[0] for card in three))
            if ranks == "AJJ":
                lines.add("jack")
            if ranks == "AKQ" and len({card[1] for card in three}) == 1:
                lines.add("royal")
    if sorted(card[0] for card in cards) == ["A", "J", "J", "J", "J"]:
        lines.add("super")
    return lines


@dataclass(frozen=True)
class Setting:
    """One way to set five cards."""

    high: list[str]
    low: list[str]
    low_ace: str = "eleven"

    @property
    def totals(self) -> tuple[int, int]:
        """2112(6); ruling P2: by option a low ace is 1 where 11 would be too much."""
        high = total(self.high)
        low = total(self.low)
        if self.low_ace == "either" and low > high and any(card[0] == "A" for card in self.low):
            low -= 10
        return high, low

    @property
    def is_legal(self) -> bool:
        """2112(6)(a), (7)."""
        high, low = self.totals
        return high <= 21 and low <= high


def settings(cards: list[str], low_ace: str = "eleven") -> list[Setting]:
    return [
        Setting([card for card in cards if card not in low], list(low), low_ace)
        for low in combinations(cards, 2)
    ]


def house_way(cards: list[str], low_ace: str) -> Setting | None:
    """2112(9); ruling P1: the highest high hand that is legal, then the highest low hand."""
    ways = [way for way in settings(cards, low_ace) if way.is_legal]
    pai_jacks = [way for way in ways if is_pai_jack(way.high)]
    return max(pai_jacks or ways, key=lambda way: way.totals, default=None)


class Auditor:
    """One finished record, dealt again."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.options = DEFAULTS | record.get("options", {})
        self.table = record.get("tables", {}).get("pai-jack-bonus")
        self.decisions: Iterator[Mapping[str, Any]] = iter(record["decisions"])
        seats = sorted(record["seats"], key=lambda given: int(given["seat"]))
        packets = record["cards"].split()
        assert len(packets) == 5 * len(seats) + 5
        self.dealer = packets[-5:]
        self.gains: dict[tuple[int, str], int] = {}
        for place, given in enumerate(seats):
            self.settle_seat(given, packets[5 * place : 5 * place + 5])
        assert next(self.decisions, None) is None, "a decision is left over"

    def settle_seat(self, given: Mapping[str, Any], cards: list[str]) -> None:
        seat = given["seat"]
        wagers = given["wagers"]
        tips = given.get("tips", {})
        pays = {"main": self.main(seat, cards)}
        if "pai-jack-bonus" in wagers:
            pays["pai-jack-bonus"] = self.bonus(cards)
        for wager, pay in pays.items():
            self.gains[seat, wager] = self.cents(pay * wagers[wager])
            self.gains[seat, TIP + wager] = self.cents(pay * tips.get(wager, 0))

    def cents(self, exact: Fraction) -> int:
        return ceil(exact) if self.options["rounding"] == "up" else floor(exact)

    def bonus(self, cards: list[str]) -> Fraction:
        pays = dict(zip(ROWS, PRINTED[self.table], strict=True))
        return Fraction(max((pays[line] for line in bonus_lines(cards)), default=-1))

    def main(self, seat: int, cards: list[str]) -> Fraction:
        """Return what the main wager gains for each cent of it."""
        if "pai jack" in bonus_lines(cards):
            return Fraction(3, 2)
        mine = house_way(cards, self.options["low_hand_ace"])
        if mine is not None:  # no bust: the player was asked
            mine = self.set_by_the_player(seat, cards, mine)
            if mine is None:
                return Fraction(-1)
        dealers = house_way(self.dealer, self.options["low_hand_ace"])
        if "pai jack" in bonus_lines(self.dealer):
            return Fraction(-1)
        if dealers is None:
            return Fraction(0)
        return Fraction(-1) if mine is None else Fraction(compared(mine, dealers))

    def set_by_the_player(self, seat: int, cards: list[str], way: Setting) -> Setting | None:
        """2112(11)(i): the setting that counts, or None where a foul has lost."""
        given = next(self.decisions)
        assert (given["seat"], given["action"]) == (seat, "set")
        low = sorted(given["low"].split())
        ways = settings(cards, self.options["low_hand_ace"])
        (chosen,) = (way for way in ways if sorted(way.low) == low)
        if chosen.is_legal:
            return chosen
        assert self.options["foul"] != "reset", "a foul was not set again"
        return None if self.options["foul"] == "lose" else way


def compared(mine: Setting, dealers: Setting) -> int:
    """2112(11), the printed table: high hand result and low hand result, as the player sees it."""
    results = []
    for my, his in zip(mine.totals, dealers.totals, strict=True):
        results.append("win" if my > his else "lose" if my < his else "tie")
    match tuple(results):
        case ("win", "win") | ("win", "tie") | ("tie", "win"):
            return 1
        case ("lose", "lose") | ("tie", "lose") | ("lose", "tie"):
            return -1
        case _:
            return 0


def gains(record: Mapping[str, Any]) -> dict[tuple[int, str], int]:
    """Return (seat, wager) -> what it gained, in cents; tips as "tip:" wagers."""
    return Auditor(record).gains


def settle(record: Mapping[str, Any]) -> dict[int, int]:
    """Return seat -> what it gained, in cents."""
    return _by_seat(record, tips=False)


def tips(record: Mapping[str, Any]) -> dict[int, int]:
    """Return seat -> what its tips gained the dealer, in cents."""
    return _by_seat(record, tips=True)


def _by_seat(record: Mapping[str, Any], *, tips: bool) -> dict[int, int]:
    nets: dict[int, int] = {}
    for (seat, wager), gain in gains(record).items():
        nets[seat] = nets.get(seat, 0) + (gain if wager.startswith(TIP) == tips else 0)
    return nets
