"""Find the pay table that is wanted: every table in a box of odds is looked at or ruled out.

The chances of the rows are fractions, and a table is a list of odds that casinos print, in the
order of the present pays: no row that pays more now will pay less. The rows are chosen from the
lowest pay on. What the rows left can still add lies between two whole numbers, so a whole branch is
given up as soon as no table in it can have the edge that is asked for, or be better than those
found. What is found is the best there is in the box: nothing is tried at random.

Two more wishes are judged table by table: the same edge with other numbers of decks, and whatever a
caller asks of a table that would be among the best (what a counter wins with it, for example).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappush, heapreplace
from math import comb, lcm, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.exact.odds.wager_odds import RowOdds, WagerOdds

ODDS = (
    *(1, Fraction(3, 2), 2, Fraction(5, 2), 3, Fraction(7, 2), 4, Fraction(9, 2), 5, 6, 7, 8, 9),
    *(10, 11, 12, 15, 20, 25, 30, 35, 40, 50, 60, 75, 80, 100, 120, 125, 150, 180, 200, 250, 270),
    *(300, 350, 400, 500, 600, 750, 800, 1000, 1500, 2000, 2500, 5000, 10000),
)
"""What felts print, to one."""
Judge = Callable[[tuple[Fraction, ...]], bool]
"""Whether a table with these odds, in the order of its rows, may be kept."""

AIMS = ("edge", "like", "low-sd", "high-sd")
"""What a better table is: its edge nearer the middle, nearer the present table, calmer, wilder."""
FOUND_MAX = 100


@dataclass(frozen=True, slots=True)
class Range:
    """From a number to another, both included; None: no bound."""

    low: Fraction | None = None
    high: Fraction | None = None

    def holds(self, number: Fraction) -> bool:
        """Return whether a number lies in it."""
        return (self.low is None or number >= self.low) and (
            self.high is None or number <= self.high
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a pay table shall be."""

    edge: Range
    hit: Range = Range()
    sd: Range = Range()
    top: Fraction = Fraction(1000)
    """The highest odds."""
    whole_odds: bool = False
    """Odds are whole numbers to one."""
    aim: str = "edge"
    count: int = 5
    """So many of the best tables are returned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignedTable:
    """A pay table that was found."""

    pays: tuple[Fraction, ...]
    """The odds to one of each row, in the order of the rows."""
    edge: Fraction
    variance: Fraction
    distance: Fraction
    """From the middle of the edges asked for, with the deck count that is farthest from it."""
    rank: tuple[Fraction, ...]
    """By what the best is chosen: the less, the better."""
    counter: float | None = None
    """Units that the best practical count wins in 100 rounds, where that was asked for."""

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The best tables of a box, and how it is known that there is none better."""

    odds: WagerOdds
    wish: Wish
    tables: tuple[DesignedTable, ...]
    """The best first."""
    box: int
    """How many tables the box has."""
    priced: int
    """How many of them were priced one by one; the others were ruled out by their bounds."""

    def as_json(self) -> dict[str, Any]:
        """Return the design as data; fractions are written "19/311"."""
        item = self.odds
        return {
            "game": item.game,
            "wager": item.wager,
            "table": item.table,
            "decks": item.decks,
            "hit_frequency": str(item.hit_frequency),
            "hit_frequency_float": float(item.hit_frequency),
            "unpaid": {name: str(chance) for name, chance in item.unpaid.items()},
            "tables": [self._table_json(table) for table in self.tables],
            "proof": {
                "tables_in_the_box": self.box,
                "priced": self.priced,
                "ruled_out_by_bounds": self.box - self.priced,
                "complete": True,
            },
        }

    def _table_json(self, table: DesignedTable) -> dict[str, Any]:
        return {
            "rows": [
                {"name": row.name, "pays": pay_words(pay), "probability": str(row.probability)}
                for row, pay in zip(self.odds.rows, table.pays, strict=True)
            ],
            "edge": str(table.edge),
            "edge_float": float(table.edge),
            "standard_deviation": table.standard_deviation,
            "distance_float": float(table.distance),
        }


def pay_words(pay: Fraction) -> str:
    """Return odds as a felt prints them.

    >>> pay_words(Fraction(5, 2)), pay_words(Fraction(25)), pay_words(Fraction(0))
    ('5 to 2', '25 to 1', 'push')
    """
    return f"{pay.numerator} to {pay.denominator}" if pay else "push"


def design(
    odds: WagerOdds,
    wish: Wish,
    *,
    others: Sequence[WagerOdds] = (),
    judge: Judge | None = None,
) -> Design:
    """Return the best pay tables for the rows of a wager.

    *odds* are those of the present table; a row that pushes stays as it is. *others* are the same
    rows with other deck counts, whose edges must lie in the range too. Raise `ValueError` with a
    sentence where the wager cannot be designed, or no table of the box is as wished.
    """
    return _Search(odds, wish, others, judge).run()


def every_table(odds: WagerOdds, wish: Wish) -> npt.NDArray[np.float64]:
    """Return the odds of every table of the box whose edge and spread are as wished.

    A table is a line, in the order of the rows. Bounds rule out the others, as in `design`.
    """
    search = _Search(odds, wish, (), None)
    search.each = []
    search.walk()
    pays = np.zeros((len(search.each), len(odds.rows)))
    if search.each:
        box = np.array([float(odd) for odd in search.box])
        pays[:, search.order] = box[np.array(search.each)]
    return pays


def check_rows(odds: WagerOdds, wish: Wish) -> list[Fraction]:
    """Return the present odds to one of each row.

    Refuse wagers whose tables are not a list of fixed odds of which one is paid at most.
    """
    hit = odds.hit_frequency
    if odds.meter is not None or odds.bound or odds.play:
        raise ValueError("a wager with a meter, or that play decides, cannot be designed yet")
    if any(not row.probability for row in odds.rows) or not odds.rows:
        raise ValueError("a row of its table is never paid with these decks")
    paid = sum(row.probability for row in odds.rows if row.returns > row.probability)
    if paid != hit:
        raise ValueError("one round may pay two of its rows, which cannot be designed yet")
    if not wish.hit.holds(hit):
        raise ValueError(f"its rows hit {float(hit):.4%} of the rounds, whatever they pay")
    return [row.returns / row.probability - 1 for row in odds.rows]


def table_of(odds: WagerOdds, wish: Wish, pays: npt.NDArray[np.float64]) -> DesignedTable:
    """Return the table with some odds, exactly; printed odds are whole numbers or halves."""
    exact = tuple(Fraction(float(pay)) for pay in pays)
    edge = edge_with(odds, exact)
    rows = zip(odds.rows, exact, strict=True)
    squares = sum((row.probability * (1 + pay) ** 2 for row, pay in rows), Fraction(0))
    ends = [end for end in (wish.edge.low, wish.edge.high) if end is not None]
    distance = abs(edge - sum(ends, Fraction(0)) / max(1, len(ends)))
    variance = squares - (1 - edge) ** 2
    return DesignedTable(
        pays=exact, edge=edge, variance=variance, distance=distance, rank=(distance,)
    )


class _Search:
    """The tables of one box, gone through from the lowest pay on."""

    def __init__(
        self, odds: WagerOdds, wish: Wish, others: Sequence[WagerOdds], judge: Judge | None
    ) -> None:
        self.odds = odds
        self.wish = wish
        self.others = others
        self.judge = judge
        self.priced = 0
        self.rejected = 0
        self.found: list[tuple[tuple[Any, Any], int, tuple[int, ...]]] = []
        """The best so far as a heap, the worst of them first; ranks are negative."""
        self.each: list[tuple[int, ...]] | None = None
        """Every table, where all are wanted and not the best."""
        self.present = check_rows(odds, wish)
        paid = [at for at, pay in enumerate(self.present) if pay]
        self.order = sorted(paid, key=lambda at: (self.present[at], -at))
        """The rows that are designed, those that pay least now first; the others push."""
        self.box = [
            Fraction(odd)
            for odd in ODDS
            if odd <= wish.top and (not wish.whole_odds or Fraction(odd).denominator == 1)
        ]

    def walk(self) -> None:
        """Go through the box."""
        rows = self.odds.rows
        if not self.box or not self.order:
            raise ValueError("there are no odds to choose from; raise the highest odds")
        self._scale([rows[at].probability for at in self.order])
        if self.low <= self.high:
            self._choose(0, 0, 0, ())

    def run(self) -> Design:
        """Return the best tables."""
        self.walk()
        tables = tuple(self._tables())
        if not tables:
            raise ValueError(self._nearest())
        return Design(
            odds=self.odds,
            wish=self.wish,
            tables=tables,
            box=comb(len(self.box) + len(self.order) - 1, len(self.order)),
            priced=self.priced,
        )

    def _scale(self, chances: Sequence[Fraction]) -> None:
        """Turn chances, odds and edges into whole numbers; pays may come to *low* to *high*."""
        pushed = sum(row.probability for row, pay in self._rows() if not pay)
        self.free = free = 1 - self.odds.hit_frequency - pushed
        low, high = self.wish.edge.low, self.wish.edge.high
        ends = [end for end in (low, high) if end is not None]
        middle = sum(ends, Fraction(0)) / max(1, len(ends))
        self.halves = lcm(*(odd.denominator for odd in self.box))
        parts = lcm(*(chance.denominator for chance in chances), (free - middle).denominator)
        self.unit = parts * self.halves
        self.weights = [int(chance * parts) for chance in chances]
        self.steps = [int(odd * self.halves) for odd in self.box]
        self.rest = [sum(self.weights[at:]) for at in range(len(self.weights) + 1)]
        self.target = int((free - middle) * self.unit)
        self.high = _floor((free - low) * self.unit) if low is not None else 10**40
        self.low = _ceiling((free - high) * self.unit) if high is not None else -1
        self.now = [
            min(bisect_left(self.box, self.present[at]), len(self.box) - 1) for at in self.order
        ]
        """The place of the present odds of each row, or of the next that are printed."""

    def _rows(self) -> Iterator[tuple[RowOdds, Fraction]]:
        return zip(self.odds.rows, self.present, strict=True)

    def _choose(self, at: int, least: int, total: int, chosen: tuple[int, ...]) -> None:
        """Choose the odds of row *at*, at least those at *least*; pays so far come to *total*."""
        weight = self.weights[at]
        steps = self.steps
        if at == len(self.weights) - 1:
            first = bisect_left(steps, -(-(self.low - total) // weight), least)
            last = bisect_right(steps, (self.high - total) // weight, least)
            for place in range(first, last):
                self._price(total + weight * steps[place], (*chosen, place))
            return
        left = self.rest[at + 1]
        most = steps[-1]
        for place in range(least, len(steps)):
            so_far = total + weight * steps[place]
            low, high = so_far + left * steps[place], so_far + left * most
            if low > self.high:
                return
            if high >= self.low and self._may_be_better(low, high):
                self._choose(at + 1, place, so_far, (*chosen, place))

    def _may_be_better(self, least: int, most: int) -> bool:
        """Return whether pays between two sums may come nearer than the worst that is kept."""
        if self.each is not None or self.wish.aim != "edge" or len(self.found) < self.wish.count:
            return True
        worst: int | Fraction = -self.found[0][0][0]
        return max(0, least - self.target, self.target - most) <= worst

    def _price(self, total: int, chosen: tuple[int, ...]) -> None:
        """Price one table, and keep it if it is among the best."""
        self.priced += 1
        if self.each is not None:
            if self._is_spread(total, chosen):
                self.each.append(chosen)
            return
        distance = self._distance(total, chosen)
        unlike = self._unlike(chosen)
        if distance is None:
            return
        rank = distance, unlike
        if self.wish.aim == "like":
            rank = unlike, distance
        elif self.wish.aim != "edge":
            squares = self._squares(chosen) * (self.unit // self.halves) - (total - self.loss) ** 2
            rank = (squares if self.wish.aim == "low-sd" else -squares), distance
        entry = (-rank[0], -rank[1]), total, tuple(-place for place in chosen)
        if len(self.found) == self.wish.count and entry <= self.found[0]:
            return
        if not self._is_spread(total, chosen):
            return
        # Last, because it may be slow: only a table that would be kept is judged.
        if self.judge is not None and not self.judge(self.pays(chosen)):
            self.rejected += 1
            return
        if len(self.found) < self.wish.count:
            heappush(self.found, entry)
        else:
            heapreplace(self.found, entry)

    def _distance(self, total: int, chosen: tuple[int, ...]) -> Any:  # noqa: ANN401 - whole or not
        """Return how far the edges lie from the middle at the most; None: one is not as wished."""
        distance: int | Fraction = abs(total - self.target)
        if self.others:
            pays = self.pays(chosen)
            middle = self.free - Fraction(self.target, self.unit)
            for odds in self.others:
                edge = edge_with(odds, pays)
                if not self.wish.edge.holds(edge):
                    return None
                distance = max(distance, abs(edge - middle) * self.unit)
        return distance

    def pays(self, chosen: tuple[int, ...]) -> tuple[Fraction, ...]:
        """Return the odds of all rows, by the places that were chosen for the rows that pay."""
        pays = [Fraction(0)] * len(self.odds.rows)
        for at, place in zip(self.order, chosen, strict=True):
            pays[at] = self.box[place]
        return tuple(pays)

    @property
    def loss(self) -> int:
        """What is lost where nothing is paid, in whole parts."""
        return int(self.free * self.unit)

    def _squares(self, chosen: tuple[int, ...]) -> int:
        """Return the mean square of the odds, in parts."""
        pairs = zip(self.weights, chosen, strict=True)
        return sum(weight * self.steps[place] ** 2 for weight, place in pairs)

    def _is_spread(self, total: int, chosen: tuple[int, ...]) -> bool:
        """Return whether a table has a standard deviation that is asked for."""
        spread = self.wish.sd
        if spread.low is None and spread.high is None:
            return True
        low, high = (None if end is None else end**2 for end in (spread.low, spread.high))
        return Range(low, high).holds(self._variance(total, chosen))

    def _variance(self, total: int, chosen: tuple[int, ...]) -> Fraction:
        mean = Fraction(total, self.unit) - self.free
        return Fraction(self._squares(chosen), self.unit * self.halves) + self.free - mean**2

    def _unlike(self, chosen: tuple[int, ...]) -> int:
        """Return by how many steps of the odds a table differs from the present one."""
        return sum(abs(place - now) for place, now in zip(chosen, self.now, strict=True))

    def _tables(self) -> Iterator[DesignedTable]:
        for _rank, total, places in sorted(self.found, reverse=True):
            chosen = tuple(-place for place in places)
            distance = Fraction(self._distance(total, chosen)) / self.unit
            variance = self._variance(total, chosen)
            unlike = Fraction(self._unlike(chosen))
            ranks = {
                "edge": (distance, unlike),
                "like": (unlike, distance),
                "low-sd": (variance, distance),
                "high-sd": (-variance, distance),
            }
            yield DesignedTable(
                pays=self.pays(chosen),
                edge=self.free - Fraction(total, self.unit),
                variance=variance,
                distance=distance,
                rank=ranks[self.wish.aim],
            )

    def _nearest(self) -> str:
        """Say why there is none: the edges that the box can have, or the spread."""
        most = self.free - Fraction(self.rest[0] * self.steps[0], self.unit)
        least = self.free - Fraction(self.rest[0] * self.steps[-1], self.unit)
        if self.rejected:
            return f"{self.rejected:,} tables have such an edge, and each gives a counter more"
        if self.priced:
            return (
                "no table of these odds has such an edge with every number of decks"
                if self.others
                else "no table with such an edge has such a standard deviation"
            )
        return (
            f"no table of these odds has such an edge; they go from {float(least):.4%} to"
            f" {float(most):.4%}, in steps"
        )


def edge_with(odds: WagerOdds, pays: Sequence[Fraction]) -> Fraction:
    """Return the house edge of the rows of a wager with other pays."""
    paid = zip(odds.rows, pays, strict=True)
    won = sum((row.probability * (1 + pay) for row, pay in paid), Fraction(0))
    return 1 - won


def _floor(number: Fraction) -> int:
    return number.numerator // number.denominator


def _ceiling(number: Fraction) -> int:
    return -(-number.numerator // number.denominator)
