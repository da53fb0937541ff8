"""What printed pays come to, read from the words on the felt and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor

CENTS = 100


@dataclass
class Meter:
    """What a jackpot shows, in cents."""

    shows: Fraction
    seed: int

    def award(self, percent: int) -> int:
        """Whole cents, rounded down; after 100 % the seed and the part of a cent are left (W25)."""
        paid = floor(self.shows * percent / 100)
        self.shows = self.shows - paid + (self.seed if percent == 100 else 0)
        return paid


def net(texts: Iterable[str], stake: int, meter: Meter | None = None) -> int:
    """What *stake* cents gain where these pays are all due at once.

    >>> net(["3 to 2"], 600), net(["13 for 2"], 600), net(["$25"], 100), net(["push"], 600)
    (900, 3300, 2400, 0)
    >>> net([], 600), net(["10%"], 100, Meter(Fraction(500000), 0))
    (-600, 49900)
    """
    paid = 0
    kept = False
    for text in texts:
        for part in text.split(" + "):
            amount, keeps = _part(part, stake, meter)
            paid += amount
            kept = kept or keeps
    return paid - (0 if kept else stake)


def _part(text: str, stake: int, meter: Meter | None) -> tuple[int, bool]:
    if text in {"push", "loss"}:
        return 0, text == "push"
    if text.endswith("%"):
        assert meter
        return meter.award(int(text[:-1])), False
    if text.startswith("$"):
        return floor(Fraction(text[1:]) * stake), False
    pays, word, per = text.split()
    return floor(Fraction(pays) * stake / int(per)), word == "to"
