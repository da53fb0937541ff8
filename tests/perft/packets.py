"""What the second implementations of Pai Jack and Deuces Wild share: packets of five, face down.

The seat's five cards, the dealer's five, perhaps one card more that everybody sees; one decision.
Nothing of the engine, the rule book or the patterns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from tests.perft.shoe import NOTHING_ASKED, Cards, Depths, Shoe, branches

PACKET = 5


@dataclass(frozen=True, kw_only=True)
class Packets(Shoe, ABC):
    """The deal of a round: the seat's packet, the dealer's, the card more."""

    @property
    def dealt_count(self) -> int:
        """How many cards the deal has."""
        return 2 * PACKET

    @abstractmethod
    def moves(self) -> list[str]:
        """Return what the seat may decide; nothing: it is not asked."""

    @abstractmethod
    def gain(self, move: str) -> int:
        """Return what the seat gains by a decision, all cards being dealt."""

    @property
    def own(self) -> Cards:
        return self.start[:PACKET]

    @property
    def dealer(self) -> Cards:
        return self.start[PACKET : 2 * PACKET]

    def deals(self) -> Iterator[tuple[Fraction, Self]]:
        """Yield every way the deal may end, and how likely it is."""
        if len(self.start) == self.dealt_count:
            yield Fraction(1), self
            return
        unseen = self.unseen
        for card, copies in Counter(unseen).items():
            for chance, ended in self.dealt(card).deals():
                yield chance * Fraction(copies, len(unseen)), ended

    def solve(self) -> tuple[Fraction, dict[str, Fraction]]:
        """Return the value of best play, and of each decision if only one can be asked.

        A decision is made on what the seat sees: its own five cards and the card more.
        """
        sets: dict[Cards, dict[str, Fraction]] = {}
        for chance, ended in self.deals():
            values = sets.setdefault((*ended.own, *ended.start[2 * PACKET :]), {})
            for move in ended.moves() or [NOTHING_ASKED]:
                values[move] = values.get(move, Fraction(0)) + chance * ended.gain(move)
        value = sum((max(values.values()) for values in sets.values()), Fraction(0))
        (first, *others) = sets.values()
        return value, {} if others or NOTHING_ASKED in first else first

    def paths(self) -> Depths:
        """Count the nodes at each distance from the start."""
        if len(self.start) < self.dealt_count:
            return branches(self.dealt(card).paths() for card in set(self.unseen))
        return branches(Counter[int]() for _ in self.moves())
