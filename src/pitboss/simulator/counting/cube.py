"""The cube of a run: its rounds by cards gone and by count, which answers every ramp and cut.

Bets change no card, and a round does not depend on a cut card behind it. So one run answers every
ramp, every count at which a player begins to bet, and every earlier cut card, in microseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.counts.ramp import Ramp
from pitboss.simulator.counting.fields import (
    EXTRAS,
    FIELDS,
    INSURANCE_WON,
    INSURED,
    SHOE_ROUNDS,
    SHOE_SQUARES,
    SHOES,
    STEP,
)

if TYPE_CHECKING:
    from pitboss.simulator.job import Job
    from pitboss.simulator.tally import Tally

PER = 100
"""Gains are for so many rounds."""
DESIRABILITY = 1000
"""The desirability index is so many times the gain of a round by its standard deviation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRow:
    """The rounds of one count, or of one depth, with a bet of one unit."""

    count: int
    """The true count, the running count, or the cards gone."""
    rounds: int
    frequency: float
    mean: float
    standard_error: float
    variance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bets:
    """What a ramp wins: everything in units and for a round that is dealt, played or not."""

    ramp: str
    average: float
    """The first wager of a round."""
    expectation: float
    standard_error: float
    sd: float
    sd_long_run: float | None
    """With the correlation of the rounds of a shoe; None for another cut card than the run's."""
    per_100: float
    score: float
    n0: float | None
    """Rounds after which the expectation is one standard deviation; None without an edge."""
    di: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """A side wager that is made from some count on."""

    wager: str
    rule: str
    frequency: float
    """The part of all rounds in which it is made."""
    edge: float | None
    """The player's expectation on a unit when it is made; None if it never is."""
    standard_error: float | None
    per_100: float


@dataclass(frozen=True, slots=True)
class Moments:
    """Results of one unit by bin: how many, their sum and the sum of their squares, in units."""

    number: Array
    total: Array
    squares: Array


@dataclass(frozen=True)
class Cube:
    """The counts of a run with a counter, as whole numbers."""

    cells: Array
    """(watching or playing, step of cards, bin, field)."""
    low: int
    """The count of the first bin."""
    cut: int
    unit: float
    """One counted unit of the main game, in first wagers."""
    wagers: tuple[str, ...]
    side_units: tuple[float, ...]
    """One counted unit of each side wager, in its stakes."""
    has_second: bool
    products: Array
    """(bin, bin): the sum of products of what both bins won in a shoe."""
    shoe_sums: Array
    """(2, bin): what each bin won in whole shoes, and that times the rounds of the shoe."""
    extras: Array

    @classmethod
    def from_tally(cls, job: Job, tally: Tally) -> Cube:
        """Read the cube of a run."""
        layout = job.count_layout
        wagered = job.parts(tally)[0].part.wagered
        counts = tally.counts[len(tally.counts) - layout.size :]
        size = layout.cells * layout.fields
        bins = layout.bins
        cells = counts[:size].reshape(1 + layout.watches, layout.rows, bins, layout.fields)
        products = np.zeros((bins, bins), dtype=np.int64)
        products[np.tril_indices(bins)] = counts[size:][: layout.products]
        behind = counts[size + layout.products :]
        stakes = zip(layout.side_units, layout.wagers, strict=True)
        return cls(
            cells=cells,
            low=layout.low_bin,
            cut=job.cut,
            unit=layout.unit / wagered,
            wagers=tuple(wager.id for wager in layout.wagers),
            side_units=tuple(unit / wager.stake for unit, wager in stakes),
            has_second=bool(layout.counter.hands),
            products=products + np.tril(products, -1).T,
            shoe_sums=behind[: 2 * bins].reshape(2, bins),
            extras=behind[2 * bins :][:EXTRAS],
        )

    @property
    def bins(self) -> int:
        """How many counts are told apart."""
        return int(self.cells.shape[2])

    @cached_property
    def counts(self) -> Array:
        """The count of every bin; the first and the last stand for all beyond."""
        return np.arange(self.low, self.low + self.bins)

    @property
    def insurance(self) -> tuple[int, int]:
        """How often the counter insured, and how often he won."""
        return int(self.extras[INSURED]), int(self.extras[INSURANCE_WON])

    def with_hands_from(self, count: int | None) -> Cube:
        """Return the rounds of somebody who plays a second hand from a count on; None: never.

        The run itself dealt a second hand at every count. What whole shoes came to is not known.
        """
        assert self.has_second, "a second hand was never dealt"
        cells = self.cells.copy()
        extras = self.extras.copy()
        idle = self.counts < count if count is not None else np.ones(self.bins, dtype=bool)
        cells[:, :, idle, FIELDS : 2 * FIELDS] = 0
        if idle.any():
            extras[SHOES] = 0
        return replace(self, cells=cells, extras=extras)

    def with_cut(self, cut: int) -> Cube:
        """Return the rounds before an earlier cut card. Whole shoes are not known then."""
        assert self.is_answered(cut), "cut cards are told apart in steps"
        if cut == self.cut:
            return self
        extras = self.extras.copy()
        extras[SHOES] = 0
        return replace(self, cells=self.cells[:, : cut // STEP], cut=cut, extras=extras)

    def is_answered(self, cut: int) -> bool:
        """Return whether the rounds before a cut card can be told from those behind it."""
        return cut == self.cut or (0 < cut <= self.cut and cut % STEP == 0)

    def _before(self, cut: int | None) -> Array:
        """(watching or playing, bin, field): the cells before a cut card."""
        if cut is None or cut == self.cut:
            return np.asarray(self.cells.sum(axis=1))
        assert self.is_answered(cut), "cut cards are told apart in steps"
        return np.asarray(self.cells[:, : cut // STEP].sum(axis=1))

    def _moments(self, cells: Array) -> Moments:
        return Moments(cells[..., 0], cells[..., 1] * self.unit, cells[..., 2] * self.unit**2)

    def by_count(self, cut: int | None = None) -> tuple[CountRow, ...]:
        """Return the rounds by count, with one unit on one hand; rounds watched included."""
        return _rows(self._moments(self._before(cut).sum(axis=0)), self.counts)

    def by_depth(self) -> tuple[CountRow, ...]:
        """Return the rounds by cards gone, in steps."""
        cells = self.cells.sum(axis=(0, 2))
        return _rows(self._moments(cells), np.arange(len(cells)) * STEP)

    def units(self, ramp: Ramp) -> Array:
        """(bin): the units of a ramp."""
        return np.array([ramp.units(int(count)) for count in self.counts], dtype=np.float64)

    def rounds(self, cut: int | None = None) -> int:
        """Return how many rounds were dealt before a cut card."""
        return int(self._before(cut)[..., 0].sum())

    def bets(self, ramp: Ramp, cut: int | None = None) -> Bets:
        """Return what a ramp wins, with the run's cut card or an earlier one."""
        return self.evaluate_bets(self.units(ramp), cut, str(ramp))

    def evaluate_bets(self, units: Array, cut: int | None = None, name: str = "") -> Bets:
        """Return what *units* by bin win."""
        before = self._before(cut)
        # without any, all is 0
        played = before[-1]
        rounds = max(1, int(before[..., 0].sum()))
        both = self._both_hands(played)
        expectation = float(units @ both.total) / rounds
        variance = max(0.0, float(units**2 @ both.squares) / rounds - expectation**2)
        sd = variance**0.5
        long_run = self._long_run(units) if cut is None or cut == self.cut else None
        di = DESIRABILITY * expectation / sd if sd else 0.0
        return Bets(
            ramp=name,
            average=float(units @ both.number) / rounds,
            expectation=expectation,
            standard_error=(long_run or sd) / rounds**0.5,
            sd=sd,
            sd_long_run=long_run,
            per_100=PER * expectation,
            score=di * di if di > 0 else 0.0,
            n0=(DESIRABILITY / di) ** 2 if di > 0 else None,
            di=di,
        )

    def _both_hands(self, played: Array) -> Moments:
        """Return the results of a unit on every hand that the counter plays."""
        one = self._moments(played)
        if not self.has_second:
            return one
        unit = self.unit
        second = played[:, FIELDS : 2 * FIELDS]
        total = one.total + second[:, 0] * unit
        squares = one.squares + (second[:, 1] + 2 * second[:, 2]) * unit**2
        hands = np.where(second[:, 1] > 0, 2, 1)
        return Moments(one.number * hands, total, squares)

    def _long_run(self, units: Array) -> float | None:
        """Return the standard deviation of a round in the long run, from whole shoes."""
        shoes = int(self.extras[SHOES])
        rounds = int(self.extras[SHOE_ROUNDS])
        if shoes < 2:
            return None
        bet = units * self.unit
        total, with_rounds = self.shoe_sums @ bet
        mean = total / rounds
        squares = float(bet @ self.products @ bet)
        spread = squares - 2 * mean * with_rounds + mean * mean * int(self.extras[SHOE_SQUARES])
        return float((max(0.0, spread) / rounds) ** 0.5)

    def side(self, wager: str, at: int, cut: int | None = None) -> SideBet:
        """Return what a side wager wins that is made from a true count on."""
        place = self.wagers.index(wager)
        unit = self.side_units[place]
        begin = FIELDS * (1 + self.has_second + place)
        before = self._before(cut)
        rounds = int(before[..., 0].sum())
        made, won, squares = before[-1][self.counts >= at, begin : begin + FIELDS].sum(axis=0)
        made = int(made)
        total = float(won) * unit
        mean = total / made if made else None
        error = None
        if mean is not None:
            error = (max(0.0, float(squares) * unit**2 / made - mean**2) / made) ** 0.5
        return SideBet(
            wager=wager,
            rule=f"{wager}@TC>={at}",
            frequency=made / rounds if rounds else 0.0,
            edge=mean,
            standard_error=error,
            per_100=PER * total / rounds if rounds else 0.0,
        )

    def best_units(
        self, least: float, most: float, cut: int | None = None, *, sits_out: bool = False
    ) -> Array:
        """(bin): the units within limits that make N0 least; `sits_out`: 0 without an edge.

        A bet is best in proportion to the expectation by the mean square of a unit, and held to
        the limits; the right proportion is the one that it leads to itself. Counts of few rounds
        are evened out, so the units never fall as the count rises.
        """
        moments = self._both_hands(self._before(cut)[-1])
        worth = _rising(moments.total, moments.squares)
        scales = _scales(worth, least, most)
        units = np.clip(worth * scales[:, np.newaxis], least, most)
        if sits_out:
            units = np.where(worth > 0, units, 0.0)
        gains = units @ moments.total
        spreads = units**2 @ moments.squares
        values = np.where(spreads > 0, gains / np.sqrt(np.maximum(spreads, 1e-300)), -np.inf)
        return np.asarray(units[int(values.argmax())])

    def best_ramp(
        self,
        least: int,
        most: int,
        cut: int | None = None,
        *,
        sits_out: bool = False,
        begin: int | None = None,
    ) -> Ramp:
        """Return the best ramp of whole units within limits; nothing is bet below *begin*."""
        if begin is not None:
            playing = self.cells * (self.counts >= begin)[:, np.newaxis]
            units = replace(self, cells=playing).best_units(least, most, cut, sits_out=sits_out)
            units = np.where(self.counts >= begin, units, 0.0)
        else:
            units = self.best_units(least, most, cut, sits_out=sits_out)
        units = np.floor(units + 0.5).astype(int)
        steps = [(int(self.counts[0]), int(units[0]))]
        for count, more in zip(self.counts[1:].tolist(), units[1:].tolist(), strict=True):
            if more != steps[-1][1]:
                steps.append((count, more))
        return Ramp(tuple(steps))


def _rows(moments: Moments, names: Array) -> tuple[CountRow, ...]:
    rounds = int(moments.number.sum())
    return tuple(
        _row(int(names[place]), moments, place, rounds)
        for place in np.nonzero(moments.number)[0].tolist()
    )


def _row(name: int, moments: Moments, place: int, rounds: int) -> CountRow:
    columns = moments.number, moments.total, moments.squares
    number, total, squares = (float(column[place]) for column in columns)
    mean = total / number
    variance = max(0.0, squares / number - mean * mean)
    return CountRow(
        count=name,
        rounds=int(number),
        frequency=number / rounds,
        mean=mean,
        standard_error=(variance / number) ** 0.5,
        variance=variance,
    )


def _rising(total: Array, squares: Array) -> Array:
    """Return total by squares for every bin, neighbours joined until it never falls."""
    blocks: list[list[float]] = []
    for gain, spread in zip(total.tolist(), squares.tolist(), strict=True):
        blocks.append([gain, spread, 1])
        while len(blocks) > 1 and _worth(blocks[-2]) >= _worth(blocks[-1]):
            later = blocks.pop()
            blocks[-1] = [one + two for one, two in zip(blocks[-1], later, strict=True)]
    return np.array([_worth(block) for block in blocks for _ in range(int(block[2]))])


def _worth(block: list[float]) -> float:
    gain, spread, _ = block
    return gain / spread if spread else 0.0


def _scales(worth: Array, least: float, most: float) -> Array:
    """Return scales to try: from where only the best count is bet on, to where every one is."""
    positive = worth[worth > 0]
    if not len(positive):
        return np.zeros(1)
    low = max(least, 1e-9) / positive.max() / 4
    return np.geomspace(low, 4 * most / positive.min(), 600)
