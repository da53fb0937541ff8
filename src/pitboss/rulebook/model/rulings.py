"""Rulings: how an unclear or contradictory rule is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """How an unclear or contradictory rule is read."""

    id: str
    games: tuple[str, ...]
    cite: str
    question: str
    ruling: str
    status: Literal["ruling", "as printed", "inferred"]
    about: tuple[str, ...] = ()
    """Patterns of the features it is about; empty if it is about the whole game."""

    def applies(self, features: Iterable[str]) -> bool:
        """Whether it is about a table with these *features*.

        >>> ruling = Ruling(
        ...     id="W4",
        ...     games=(),
        ...     cite="",
        ...     question="",
        ...     ruling="",
        ...     status="ruling",
        ...     about=("table:4a-*",),
        ... )
        >>> ruling.applies(["jackpot-1", "table:4a-3"]), ruling.applies(["table:3c-5"])
        (True, False)
        """
        if not self.about:
            return True
        return any(fnmatchcase(feature, pattern) for feature in features for pattern in self.about)
