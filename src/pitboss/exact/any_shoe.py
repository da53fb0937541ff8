"""The expected value of a main game with any cards left in the shoe.

A game is valued in two ways: with the best play for the cards that are left, and with the best play
of another shoe, the full one if nothing else is named, kept hand by hand. Values are to the player,
in units of the main wager; where a seat makes two equal main wagers, of both together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from os import cpu_count
from sys import getswitchinterval, setswitchinterval
from typing import TypeVar

from pitboss.cards import Card, Unseen
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import value as value_of

Item = TypeVar("Item")
Result = TypeVar("Result")
_TURN_S = 0.0005


@dataclass(frozen=True, slots=True)
class ShoeValue:
    """The expected value of the next round."""

    best: float
    """With the best play for the cards that are left."""
    fixed: float
    """With the play that is kept."""


class ShoeValues(ABC):
    """Values one table with any cards left."""

    def __init__(self, setup: Setup, base: Unseen | None = None) -> None:
        """Keep the best play of the shoe *base*; None: of a full shoe."""
        self.setup = setup
        self.base = Unseen.from_shoe(setup.shoe) if base is None else base

    @property
    @abstractmethod
    def classes(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of the base; each card of a class has the same effect if it alone is gone."""

    @property
    @abstractmethod
    def base_value(self) -> float:
        """The value of the base with its best play."""

    @abstractmethod
    def values(self, shoes: Sequence[Unseen]) -> tuple[ShoeValue, ...]:
        """Return both values of each shoe, several at once.

        Raise `RulesError` if the table's shoe never holds these cards, or they may not last for a
        round.
        """

    def value(self, unseen: Unseen) -> ShoeValue:
        """Return both values of one shoe."""
        return self.values((unseen,))[0]


def by_value_classes(unseen: Unseen) -> tuple[tuple[Card, ...], ...]:
    """Return the kinds of card that are left, those of one value together."""
    by_value: dict[int, list[Card]] = {}
    for card in unseen.kinds:
        by_value.setdefault(value_of(card), []).append(card)
    return tuple(map(tuple, by_value.values()))


def side_by_side(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Do the same work with several items: most of the time is spent in compiled code."""
    with _short_turns(), ThreadPoolExecutor(cpu_count()) as pool:
        return list(pool.map(work, items))


@contextmanager
def _short_turns() -> Iterator[None]:
    """Let a thread that leaves compiled code wait less for one that is in the middle of Python."""
    before = getswitchinterval()
    setswitchinterval(min(before, _TURN_S))
    try:
        yield
    finally:
        setswitchinterval(before)
