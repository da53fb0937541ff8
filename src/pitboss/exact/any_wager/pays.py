"""The pays of a wager: by class of its pattern, in whole parts of a unit, and on average."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pitboss.exact.odds.wager_odds import Result
from pitboss.patterns.families import Hit
from pitboss.patterns.rows import ByClass, paid_rows, rows_by_class
from pitboss.rulebook.model import PayRow, PayTable
from pitboss.rulebook.pays import fixed_ratio, meter_share

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Parts:
    """Averages over all rounds dealt from the same cards."""

    gain: Fraction
    """The gain of one unit, without shares of a meter; 0 in rounds without the wager."""
    share: Fraction = ZERO
    """Of the meter, won in a round."""
    chance: Fraction = Fraction(1)
    """The probability that the wager can be made; below 1 only if cards are seen before it."""

    def value(self, meter_units: Fraction = ZERO) -> Fraction:
        """Return the expectation of one unit; *meter_units* is the meter divided by the stake."""
        return (self.gain + self.share * meter_units) / self.chance


PERCENT = 100


@dataclass(frozen=True, slots=True)
class ClassPays:
    """A pay table by class."""

    family: str
    by_class: tuple[ByClass, ...]
    parts: int
    """A unit in parts: every pay is a whole number of them."""

    @classmethod
    def from_table(cls, table: PayTable) -> ClassPays:
        """Take the pays of a table."""
        ratios = [fixed_ratio(row.pay) for row in table.rows]
        return cls(table.family, rows_by_class(table), lcm(*(r.denominator for r in ratios)))

    def gain(self, hits: Sequence[Hit]) -> int:
        """Return the gain by the classes found in a deal, without a share of the meter."""
        return self._gain(paid_rows(self.family, self.by_class, hits))

    def share(self, hits: Sequence[Hit]) -> int:
        """Return the percentage of the meter that the classes found in a deal win."""
        return self._share(paid_rows(self.family, self.by_class, hits))

    def gain_of_class(self, kind: int) -> int:
        """Return the gain by the one class of a whole hand."""
        return self._gain(self._rows(kind))

    def share_of_class(self, kind: int) -> int:
        """Return the percentage of the meter that the one class of a whole hand wins."""
        return self._share(self._rows(kind))

    @property
    def has_shares(self) -> bool:
        """Whether any class wins a share of the meter."""
        return any(meter_share(row.pay) for rows in self.by_class for row in rows.values())

    @property
    def losing_gain(self) -> int:
        """The gain where nothing is paid."""
        return self._gain(())

    def _rows(self, kind: int) -> tuple[PayRow, ...]:
        row = self.by_class[0].get(kind)
        return () if row is None else (row,)

    def _gain(self, rows: tuple[PayRow, ...]) -> int:
        net = Result(Fraction(1), rows).net * self.parts
        assert net.denominator == 1
        return net.numerator

    def _share(self, rows: tuple[PayRow, ...]) -> int:
        return sum(meter_share(row.pay) for row in rows)
