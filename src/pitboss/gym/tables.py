"""Opening tables and numbering shoes, for both kinds of environment.

Shoe *n* of a seed is the simulator's, card for card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Self

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.arrays import Array
from pitboss.engine.actions import RefusedError
from pitboss.engine.setup import Setup, prepare
from pitboss.gym.kinds import KINDS
from pitboss.rulebook.defaults import complete_main_game, first_tables
from pitboss.rulebook.house import House, ShoeSettings
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.reading.library import game as game_of
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shoes import DealtShoe
from pitboss.simulator.random.shuffle import SPARE, STATE, Cutting
from pitboss.simulator.settings import dealt_range, penetration_problems

Illegal = Literal["penalty", "raise"]
ILLEGAL: Final[Illegal] = "penalty"
_WORD = 2**64
_WHEN_NEEDED = Cutting(*map(U32, (0, 0, 0, 0)))
"""No card is placed before it is dealt."""


def table(
    game: str, options: Mapping[str, OptionValue] | None, tables: Mapping[str, str] | None
) -> Setup:
    """Return a table; required options have their usual values unless given.

    Without *tables* only the main game is on the felt.

    >>> table("wa/spanish-21", {"redouble": True}, None).rules.decks
    6
    """
    rules = game_of(game)
    options = options or {}
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
            self.seed = seed % _WORD
            self._next = 0
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


def shoe_room(lanes: int, size: int) -> tuple[Array, Array, Array]:
    """Return arrays for as many shoes: their cards, their state, their random words."""
    return (
        np.empty((lanes, size + SPARE), dtype=np.uint8),
        np.zeros((lanes, STATE), dtype=np.uint32),
        np.empty((lanes, 4), dtype=np.uint32),
    )


def full_shoe(setup: Setup) -> Array:
    """Return the cards of a table's shoe in order."""
    return np.array(setup.shoe.cards(), dtype=np.uint8)


def find_cut(setup: Setup, penetration: float | None) -> tuple[int, int]:
    """Return how many cards are burned, and the index from which no round starts.

    Without a penetration every round has a fresh shoe.
    """
    if penetration is None:
        return 0, 1
    shoe = ShoeSettings()
    for problem in penetration_problems(penetration, shoe, setup):
        raise ValueError(f"penetration: {problem.message}")
    return dealt_range(penetration, shoe, setup)


class NumberedShoe:
    """One shoe, dealt from its front."""

    def __init__(self, setup: Setup) -> None:
        """Prepare for the shoes of a table."""
        full = full_shoe(setup)
        self._size = len(full)
        self._shoe = DealtShoe(full, _WHEN_NEEDED)
        self.dealt = self._before = 0
        """Cards that were dealt, and those of earlier rounds."""

    def open(self, seed: int, number: int) -> Self:
        """Shuffle shoe *number* of *seed*, and return it."""
        self._shoe.open(seed, number)
        self.dealt = self._before = 0
        return self

    def begin_round(self) -> None:
        """Allow the cards dealt so far to be shuffled in again if the shoe runs out."""
        self._before = self.dealt
        self._shoe.begin_round(self.dealt)

    def reshuffle_but(self, kept: Sequence[Card]) -> None:
        """Shuffle all but the two cards *kept* on the table; 2104(6): fifty cards are left."""
        dealt = [self._shoe.card(index) for index in range(self.dealt)]
        up, down = map(dealt.index, kept)
        self._shoe.shuffle_but(up, down)
        self.dealt = len(kept)

    def draw(self) -> Card:
        """Return the next card; if none is left, those of earlier rounds are shuffled in."""
        if self.dealt >= self._size + self._before:
            raise RefusedError("shoe/empty", "this round has used every card of the shoe")
        self.dealt += 1
        return self._shoe.card(self.dealt - 1)
