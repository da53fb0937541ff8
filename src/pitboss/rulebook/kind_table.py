"""A table by kind of round: one entry for each, imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import TypeVar

from pitboss.late import load
from pitboss.rulebook.model import RoundKind

Entry = TypeVar("Entry")


class KindTable(MutableMapping[RoundKind, Entry]):
    """Where the entry of every kind is: a player of one game waits for no import of the others.

    >>> table = KindTable[float]({RoundKind.SWITCH: "math:pi", RoundKind.PAI_JACK: "no.module:E"})
    >>> table[RoundKind.SWITCH], len(table)
    (3.141592653589793, 2)
    """

    def __init__(self, places: Mapping[RoundKind, str]) -> None:
        """Find each entry at its place, `module:name`."""
        self._places = dict(places)
        self._found = dict[RoundKind, Entry]()

    def __getitem__(self, kind: RoundKind) -> Entry:
        """Return an entry, imported now if it was not before."""
        if kind not in self._found:
            self._found[kind] = load(self._places[kind])
        return self._found[kind]

    def __setitem__(self, kind: RoundKind, entry: Entry) -> None:
        """Put an entry in the place of another."""
        self._places.setdefault(kind, "")
        self._found[kind] = entry

    def __delitem__(self, kind: RoundKind) -> None:
        """Remove a kind."""
        del self._places[kind]
        self._found.pop(kind, None)

    def __iter__(self) -> Iterator[RoundKind]:
        """Go through the kinds; nothing is imported."""
        return iter(self._places)

    def __len__(self) -> int:
        """Return how many kinds there are."""
        return len(self._places)
