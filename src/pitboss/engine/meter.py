"""A jackpot meter as a value: every unit that comes in is displayed, reserved or paid.

Amounts are in units of 1/10,000 of a dollar, a hundredth of a cent, so that a contribution of half
a percent on one dollar is exact.
"""

from __future__ import annotations

import re
from fractions import Fraction

from pitboss.engine.values import Value, replace
from pitboss.rulebook.limits import METER_DOLLARS_MAX, shorten

UNITS_PER_CENT = 100
UNITS_PER_DOLLAR = 10_000
_ALL = 100


class Meter(Value, frozen=True, kw_only=True):
    """One progressive jackpot.

    Always: seeded + contributed = display + reserve + overflow + paid.
    """

    seed: int
    """What the house puts in at the start and after each 100 %."""
    contribution: Fraction
    """Share of each wager that goes in."""
    reserve_share: Fraction = Fraction(0)
    """Share of each contribution kept beside the display, for the next seed."""
    display: int
    reserve: int = 0
    seeded: int
    contributed: int = 0
    paid: int = 0
    overflow: int = 0
    """What a linked jackpot holds above its ceiling."""
    ceiling: int | None = None
    """The most that a linked jackpot shows when it starts again."""

    @classmethod
    def open(
        cls,
        *,
        seed: int,
        contribution: Fraction,
        reserve_share: Fraction = Fraction(0),
        display: int | None = None,
        reserve: int = 0,
    ) -> Meter:
        """Open a meter at its seed, or at what it already shows and holds.

        >>> Meter.open(seed=50_000_000, contribution=Fraction(21, 100)).display
        50000000
        """
        shown = seed if display is None else display
        return cls(
            seed=seed,
            contribution=contribution,
            reserve_share=reserve_share,
            display=shown,
            reserve=reserve,
            seeded=shown + reserve,
        )

    def contribute(self, wager_cents: int, times: int = 1) -> Meter:
        """Return the meter after as many wagers: the share of each rounded down to a unit (W34).

        >>> meter = Meter.open(seed=0, contribution=Fraction(21, 100))
        >>> meter.contribute(500).display
        10500
        """
        share = self.wager_share(wager_cents)
        reserve = self.reserve_share
        # Rounded for each wager and then multiplied: a hundred wagers at once are a hundred wagers.
        kept = share * reserve.numerator // reserve.denominator
        assert 0 <= kept <= share, "the reserve is a part of the share"
        return replace(
            self,
            display=self.display + times * (share - kept),
            reserve=self.reserve + times * kept,
            contributed=self.contributed + times * share,
        )

    def take_back(self, share: int) -> Meter:
        """Return the meter without the *share* of a wager that was returned.

        >>> meter = Meter.open(seed=0, contribution=Fraction(21, 100), reserve_share=Fraction(1, 2))
        >>> meter.contribute(500).take_back(10500) == meter
        True
        """
        reserve = self.reserve_share
        kept = share * reserve.numerator // reserve.denominator
        return replace(
            self,
            display=self.display - (share - kept),
            reserve=self.reserve - kept,
            contributed=self.contributed - share,
        )

    def read(
        self,
        display: int,
        reserve: int,
        seed: int | None = None,
        overflow: int = 0,
        ceiling: int | None = None,
    ) -> Meter:
        """Return the meter as it is known to stand; what came and went before is another's.

        *seed*: what it starts again with, where that is not what the house file says.
        """
        return Meter(
            seed=self.seed if seed is None else seed,
            contribution=self.contribution,
            reserve_share=self.reserve_share,
            display=display,
            reserve=reserve,
            seeded=display + reserve + overflow,
            overflow=overflow,
            ceiling=ceiling,
        )

    def wager_share(self, wager_cents: int) -> int:
        """Return what a wager puts into the meter.

        >>> Meter.open(seed=0, contribution=Fraction(21, 100)).wager_share(500)
        10500
        """
        return wager_share(wager_cents, self.contribution)

    def award(self, percent: int) -> tuple[int, Meter]:
        """Return an award in whole cents, and the meter without it (rulings W19, W25, W34).

        The part of a cent stays. After 100 % the meter restarts at its seed and the reserve.

        >>> Meter.open(seed=0, contribution=Fraction(0), display=999_999).award(10)[0]
        999
        """
        won = award_units(self.display, percent)
        assert 0 <= won <= self.display, "an award is what is shown, or a part of it"
        cents = won // UNITS_PER_CENT
        rest = self.display - won
        paid = self.paid + won
        if percent < _ALL:
            return cents, replace(self, display=rest, paid=paid)
        return cents, replace(self, display=rest, paid=paid).reset()

    def reset(self) -> Meter:
        """Return the meter seeded again, its pools put on display as far as its ceiling allows."""
        put = self.seed + self.reserve + self.overflow
        room = put if self.ceiling is None else max(0, min(put, self.ceiling - self.display))
        assert 0 <= room <= put, "what finds no room stays in the overflow"
        return replace(
            self,
            display=self.display + room,
            reserve=0,
            overflow=put - room,
            seeded=self.seeded + self.seed,
        )

    def pay(self, cents: int) -> Meter:
        """Return the meter after a prize the house pays out of it; it never goes below nothing."""
        taken = min(cents * UNITS_PER_CENT, self.display)
        return replace(self, display=self.display - taken, paid=self.paid + taken)

    @property
    def is_conserved(self) -> bool:
        """Whether every unit is accounted for."""
        held = self.display + self.reserve + self.overflow
        return self.seeded + self.contributed == held + self.paid


def wager_share(wager_cents: int, rate: Fraction) -> int:
    """Return the share of a wager in units, rounded down (W34).

    >>> wager_share(500, Fraction(21, 100))
    10500
    """
    return wager_cents * UNITS_PER_CENT * rate.numerator // rate.denominator


def award_units(display: int, percent: int) -> int:
    """Return a share of a display in units: whole cents, rounded down (W19, W25).

    >>> award_units(999_999, 10)
    99900
    """
    return display * percent // _ALL // UNITS_PER_CENT * UNITS_PER_CENT


_DOLLARS = re.compile(r"(\d{1,20})(?:\.(\d{1,4}))?", re.ASCII)


def parse_units(text: str) -> int:
    """Read the dollars of a meter that a round begins with, to 1/10,000.

    >>> parse_units("50000.0000"), parse_units("1.05")
    (500000000, 10500)
    """
    units = read_units(text)
    if units >= METER_DOLLARS_MAX * UNITS_PER_DOLLAR:
        msg = f"{text!r} is too large a meter; it is less than {METER_DOLLARS_MAX:,} dollars"
        raise ValueError(msg)
    return units


def read_units(text: str) -> int:
    """Read the dollars of any meter, also of one that grew past its limit during a round.

    >>> read_units("1000000000000.1999")
    10000000000001999
    """
    match = _DOLLARS.fullmatch(text)
    if not match:
        msg = (
            f"{shorten(text)!r} is not a meter; write dollars to four decimals, as in '50000.0000'"
        )
        raise ValueError(msg)
    return int(match[1]) * UNITS_PER_DOLLAR + int((match[2] or "").ljust(4, "0"))


def format_units(units: int) -> str:
    """Write a meter's dollars to 1/10,000.

    >>> format_units(500010500)
    '50001.0500'
    """
    dollars, rest = divmod(units, UNITS_PER_DOLLAR)
    return f"{dollars}.{rest:04}"
