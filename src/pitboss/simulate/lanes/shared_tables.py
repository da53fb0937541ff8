"""A round as the threads of a graphics card play it, by tables that they share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from pitboss.simulate.random.philox import U32

Array = Any
_WORD = 4
NO_END = U32(0xFFFFFFFF)


@dataclass(slots=True)
class SharedTables:
    """Tables of one or two bytes an entry, one behind another."""

    begin: int
    """The bytes before the first."""
    parts: list[Array] = field(default_factory=list)

    def _add(self, table: Array, kind: type[np.unsignedinteger[Any]]) -> int:
        """Put a table behind the others; return the number of its first entry."""
        entries = np.asarray(table).ravel().astype(kind)
        assert (entries == np.asarray(table).ravel()).all(), "every entry fits"
        begin = self.begin + sum(map(len, self.parts))
        padded = np.zeros(-(-entries.nbytes // _WORD) * _WORD, dtype=np.uint8)
        padded[: entries.nbytes] = entries.view(np.uint8)
        self.parts.append(padded)
        return begin // entries.itemsize

    def halves(self, table: Array) -> int:
        """Add a table of two bytes an entry; return where it begins among such entries."""
        return self._add(table, np.uint16)

    def bytes(self, table: Array) -> int:
        """Add a table of one byte an entry; return where it begins."""
        return self._add(table, np.uint8)

    def add_words(self, table: Array) -> int:
        """Add a table of a word an entry, which may be negative; return where it begins."""
        return self._add(np.asarray(table).astype(np.int32).view(np.uint32), np.uint32)

    @property
    def words(self) -> Array:
        """All of them, in words."""
        return np.concatenate([*self.parts, np.zeros(0, dtype=np.uint8)]).view(np.uint32)


@dataclass(frozen=True, slots=True)
class SharedRound:
    """A kind of round as the threads of a graphics card play it, a shoe each."""

    words: Array
    """The tables that they share."""
    places: tuple[int, ...]
    """Where these begin, and other numbers; the function of the round knows them by their order."""
    more: Any
    """Tables that are too large to be shared: a NamedTuple of the kind."""
    is_deck: bool = False
    """Whether every round has a deck of its own, which its function shuffles."""


class RoundEnds(NamedTuple):
    """The result of a round: the ends that lanes count, `NO_END` where it has fewer."""

    after: Any
    """The index of the next card."""
    is_kept: Any
    """Whether the round was played; if not, the kind's function for any table plays it."""
    one: Any
    two: Any
    three: Any
    four: Any
