"""Opening tables and numbering shoes, for both kinds of environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np

from pitboss.engine.setup import Setup, prepare
from pitboss.gym.kinds import KINDS
from pitboss.rulebook.defaults import complete_main_game, first_tables
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.reading.library import game as game_of

SEATS_MAX = 7
Illegal = Literal["penalty", "raise"]
ILLEGAL: Final[Illegal] = "penalty"
_WORD = 2**64


def table(
    game: str, options: Mapping[str, OptionValue] | None, tables: Mapping[str, str] | None
) -> Setup:
    """Return a table; required options have their usual values unless given.

    Without *tables* only the main game is on the felt.

    >>> table("wa/spanish-21", {"redouble": True}, None).rules.decks
    6
    """
    rules, options = game_of(game), options or {}
    if tables is None:
        wagers = KINDS[rules.round].wagers
        first = first_tables(rules, options.get("decks", rules.option("decks").default))
        tables = {wager: first[wager] for wager in wagers if wager in first}
    house, _ = complete_main_game(House(game=game, options=options, tables=tables))
    return prepare(house)


def check_illegal(illegal: Illegal) -> Illegal:
    """Return how illegal actions are handled, or raise `ValueError`."""
    if illegal not in {"penalty", "raise"}:
        raise ValueError(f"illegal is penalty or raise, not {illegal}")
    return illegal


class Seeding:
    """The seed of the shoes, and the next of them."""

    def __init__(self) -> None:
        """Start without a seed: the first reset draws one."""
        self.seed = -1
        self._next = 0

    def number(
        self, seed: int | None, options: Mapping[str, Any] | None, random: np.random.Generator
    ) -> int:
        """Return the number of the first shoe after a reset."""
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
        """Skip the shoes of other tables."""
        self._next += shoes
