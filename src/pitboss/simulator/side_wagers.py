"""Side wagers as arrays: from the classes of their patterns to the rows that are paid.

The result of a wager in one round is a *combination* of rows: none, one, or as many as its family
can find at once. A simulation only counts combinations; their pays are worked out afterwards, in
whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.engine.setup import Setup, SideWager
from pitboss.engine.side_wagers import envy_units
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.rows import OF_THE_DEALER
from pitboss.rulebook.model import Moment, PayRow
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, fixed_ratio, keeps_stake, meter_share
from pitboss.rulebook.wager_patterns import PREFIX, card_axes, read_pattern
from pitboss.simulator.side_wager_kernels import family_number

CARDS = 52
CLASSES = 64
"""More classes than any pattern has."""
BEFORE_DEAL, EARLY, LATE = range(3)
"""When a wager is made: before the deal, after the peek, after the hands."""
FAMILY, MADE, ROLE, LOSES_ON, BASE, STRIDE, OF_DEALER, LIMIT = range(8)
"""The rows of `WagerTables.columns`."""
WORDS_AT, STEP_FIRST, STEP_SECOND, STEP_UP, STEP_DOWN = range(8, 13)
"""Further rows, for patterns in words: where its classes begin, and how far each card leads."""
COLUMNS = 13
_MADE = {Moment.BEFORE_DEAL: BEFORE_DEAL, Moment.AFTER_PEEK: EARLY, Moment.AFTER_HANDS: LATE}
_BONUS = "match-bonus-"
_HITS = {"match-each-card": (0, 0), "jackpot-up-and-down": (0, 1, 1)}
"""Families that find several classes at once: the class list of each."""


class WagerTables(NamedTuple):
    """The side wagers of a table as arrays for kernels."""

    size: np.int64
    columns: Array
    """(row, wager): family, moment, dealer's card, the total that loses it, the place of its
    combinations, the number of rows plus one, whether it is on the dealer's hand, its limit."""
    rows: Array
    """(wager, class list, class): the row that is paid, counted from one; 0: none."""
    alone: Array
    """(wager, class): whether it is paid alone, without other classes."""
    from_meter: Array
    """(combination): whether some of it comes out of a meter."""
    paid: Array
    """(combination): cents paid out, without a returned stake."""
    words: Array
    """The classes of all deals of each pattern in words, one behind the other."""


@dataclass(frozen=True, slots=True, order=True)
class Envy:
    """The pay to everybody else when a row is won."""

    envy: int
    name: str
    cents: int


@dataclass(frozen=True)
class Wager:
    """One side wager of a table."""

    side: SideWager
    stake: int
    """Cents on it in every round it is made."""
    setup: Setup

    @property
    def id(self) -> str:
        """Its name."""
        return self.side.id

    @cached_property
    def rows(self) -> tuple[PayRow, ...]:
        """The rows that may be paid, in the order of the pay table."""
        table = self.side.spot.table
        assert table is not None
        paid = {id(row) for classes in self.side.by_class for row in classes.values()}
        return tuple(row for row in table.rows if id(row) in paid)

    @property
    def lists(self) -> tuple[int, ...]:
        """For each class that its family may find, the class list."""
        return _HITS.get(self.side.family, (0,))

    @property
    def stride(self) -> int:
        """The number of rows plus one, for nothing."""
        return len(self.rows) + 1

    @property
    def combinations(self) -> int:
        """How many combinations of rows there may be."""
        return int(self.stride ** len(self.lists))

    def combination_rows(self, combination: int) -> tuple[PayRow, ...]:
        """Return the rows of a combination."""
        rows = []
        for _ in self.lists:
            combination, row = divmod(combination, self.stride)
            if row:
                rows.append(self.rows[row - 1])
        return tuple(rows)

    def net(self, combination: int) -> int:
        """Return what a combination wins in cents, shares of a meter left out."""
        rows = self.combination_rows(combination)
        if not rows:
            return -self.stake
        return self.paid_cents(combination) - (
            0 if any(keeps_stake(row.pay) for row in rows) else self.stake
        )

    def paid_cents(self, combination: int) -> int:
        """Return the cents paid out, without a returned stake; C113: within a hand's limit."""
        rounded = self.setup.rounding.apply
        spot = self.side.spot
        rows = self.combination_rows(combination)
        cents = sum(rounded(self.stake * fixed_ratio(row.pay)) for row in rows)
        of_hand = spot.aggregate if spot.aggregate_per == "hand" else None
        return cents if of_hand is None else min(cents, of_hand)

    def is_fed(self, combination: int) -> bool:
        """Whether some of it comes out of a meter."""
        rows = self.combination_rows(combination)
        return any(row.from_jackpot or meter_share(row.pay) for row in rows)

    @property
    def role(self) -> int:
        """The dealer's card it is about: up, down, or a bonus card."""
        if self.id.startswith(_BONUS):
            return 1 + int(self.id.removeprefix(_BONUS))
        return 1 if self.id == "match-down" else 0

    @cached_property
    def envies(self) -> tuple[Envy, ...]:
        """The rows that pay others, the least first (2118(13)(f)(i)(C); ruling D4)."""
        table = self.side.spot.table
        if table is None or table.envy_to != "players":
            return ()
        units = envy_units(table, self.stake)
        envied = [row for row in self.rows if row.envy]
        return tuple(
            sorted(Envy(row.envy or 0, row.name, units * (row.envy or 0)) for row in envied)
        )

    def envy_number(self, combination: int) -> int:
        """Return the number of a combination in `envies`, from one; 0: none."""
        names = [row.name for row in self.combination_rows(combination) if row.envy]
        places = [place for place, envy in enumerate(self.envies, 1) if envy.name in names]
        return max(places, default=0)

    @property
    def limit(self) -> int:
        """The most that is paid on it in a round, all seats together (ruling C74)."""
        spot = self.side.spot
        return 0 if spot.aggregate_per == "hand" else spot.aggregate or 0


def side_wagers(setup: Setup) -> tuple[Wager, ...]:
    """Return the side wagers of a table, each at its smallest stake of a dollar or more."""
    return tuple(Wager(side, wager_stake(side), setup) for side in setup.side_wagers)


def wager_stake(side: SideWager) -> int:
    """Return the stake of a wager: its fixed amount, or the fewest whole dollars allowed."""
    jackpot = side.spot.jackpot
    least = side.spot.min
    most = side.spot.max
    if jackpot is not None and jackpot.wager is not None:
        return jackpot.wager
    dollars = max(1, -(-least // CENTS_PER_DOLLAR)) * CENTS_PER_DOLLAR
    return dollars if most is None or dollars <= most else most


def wager_tables(wagers: tuple[Wager, ...]) -> WagerTables:
    """Return the wagers as the kernels take them."""
    count = max(1, len(wagers))
    rows = np.zeros((count, 2, CLASSES), dtype=np.int32)
    alone = np.zeros((count, CLASSES), dtype=np.uint8)
    in_words = any(wager.side.family.startswith(PREFIX) for wager in wagers)
    columns = np.zeros((COLUMNS if in_words else WORDS_AT, count), dtype=np.int32)
    words = [np.zeros(0, dtype=np.uint8)]
    words_at = 0
    for number, (wager, base) in enumerate(zip(wagers, _bases(wagers), strict=False)):
        side = wager.side
        numbers = {id(row): place for place, row in enumerate(wager.rows, start=1)}
        for place, classes in enumerate(side.by_class):
            for number_of_class, row in classes.items():
                rows[number, place, number_of_class] = numbers[id(row)]
        for number_of_class in FAMILIES[side.family].alone:
            alone[number, number_of_class] = number_of_class in side.by_class[0]
        columns[:WORDS_AT, number] = (
            family_number(side.family),
            _MADE[side.spot.wager.made],
            wager.role,
            side.spot.wager.loses_on_total or 0,
            base,
            wager.stride,
            side.family in OF_THE_DEALER,
            wager.limit,
        )
        if side.family.startswith(PREFIX):
            columns[WORDS_AT:, number] = words_at, *_steps(FAMILIES[side.family].cards)
            words.append(_classes(side.family))
            words_at += len(words[-1])
    total = sum(wager.combinations for wager in wagers)
    from_meter = np.zeros(max(1, total), dtype=np.uint8)
    paid = np.zeros(max(1, total), dtype=np.int64)
    for wager, base in zip(wagers, _bases(wagers), strict=False):
        for combination in range(wager.combinations):
            from_meter[base + combination] = wager.is_fed(combination)
            paid[base + combination] = wager.paid_cents(combination)
    size = np.int64(len(wagers))
    return WagerTables(size, columns, rows, alone, from_meter, paid, np.concatenate(words))


def _steps(roles: tuple[str, ...]) -> list[int]:
    """Return how far a card of each role leads in the classes of a pattern; 0: not at all."""
    places = {role: len(roles) - 1 - place for place, role in enumerate(roles)}
    every = ("first", "second", "up", "down")
    return [CARDS ** places[role] if role in places else 0 for role in every]


@lru_cache(maxsize=8)
def _classes(family: str) -> Array:
    """Return the class of every deal of a pattern in words."""
    pattern = read_pattern(family)
    count = len(pattern.roles)
    axes = card_axes(np.arange(CARDS, dtype=np.int16), count)
    return np.broadcast_to(pattern.classify_all(*axes), (CARDS,) * count).astype(np.uint8).ravel()


@jit_inlined
def classify_words(
    tables: WagerTables,
    number: Integer,
    first: Integer,
    second: Integer,
    up: Integer,
    down: Integer,
) -> Integer:
    """Look up the class of a pattern in words."""
    columns = tables.columns
    place = columns[WORDS_AT, number] + columns[STEP_FIRST, number] * first
    place += columns[STEP_SECOND, number] * second + columns[STEP_UP, number] * up
    return np.int64(tables.words[place + columns[STEP_DOWN, number] * down])


def _bases(wagers: tuple[Wager, ...]) -> Iterator[int]:
    """Return where each wager's combinations begin."""
    base = 0
    for wager in wagers:
        yield base
        base += wager.combinations
    yield base
