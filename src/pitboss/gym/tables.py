"""What both kinds of environment share: how a table is opened, how shoes are numbered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np

from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.reading.library import game as game_of
from pitboss.simulate.kinds import KINDS

__all__ = ["ILLEGAL", "PLAYED", "SEATS_MAX", "OptionValue", "Seeding", "checked_illegal", "table"]

PLAYED = frozenset(kind for kind, entry in KINDS.items() if entry.is_blackjack)
"""The kinds of round that there are environments for."""
SEATS_MAX = 7
Illegal = Literal["penalty", "raise"]
ILLEGAL: Final[Illegal] = "penalty"
_WORD = 2**64


def table(
    game: str, options: Mapping[str, OptionValue] | None, tables: Mapping[str, str] | None
) -> Setup:
    """Return a table; options that a house must choose are the usual ones where not given.

    Without *tables* there are no side wagers on the felt.

    >>> table("wa/spanish-21", {"redouble": True}, None).rules.decks
    6
    """
    rules = game_of(game)
    if rules.round not in PLAYED:
        raise ValueError(f"{game} has rounds of its own kind, and no environment plays them")
    usual = {option.id: option.usual for option in rules.options if option.required}
    chosen = {**usual, **(options or {})}
    return prepare(House(game=game, options=chosen, tables=tables or {}))


def checked_illegal(illegal: Illegal) -> Illegal:
    """Return what is done about an action that is not legal, or raise `ValueError`."""
    if illegal not in {"penalty", "raise"}:
        raise ValueError(f"illegal is penalty or raise, not {illegal}")
    return illegal


class Seeding:
    """The seed of the shoes, and which of them come next."""

    def __init__(self) -> None:
        """Start without a seed: the first reset finds one."""
        self.seed = -1
        self._next = 0

    def number(
        self, seed: int | None, options: Mapping[str, Any] | None, random: np.random.Generator
    ) -> int:
        """Return the number of the shoe that a reset begins with."""
        if seed is not None:
            self.seed, self._next = seed % _WORD, 0
        elif self.seed < 0:
            self.seed = int(random.integers(_WORD, dtype=np.uint64))
        if options is not None and "shoe" in options:
            self._next = int(options["shoe"])
        number = self._next
        self._next += 1
        return number

    def skip(self, shoes: int) -> None:
        """Pass over shoes that other tables have."""
        self._next += shoes
