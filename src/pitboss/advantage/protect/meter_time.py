"""How often a meter stands above its break-even, and what players win who bet only then.

A count of the cards does not beat a progressive, its meter does. The meter of a house is followed
from award to award: between two awards every wager feeds it, so each stretch is added up exactly;
how long a stretch is, and which award ends it, is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.exact.odds.wager_odds import WagerOdds
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.pays import meter_share

_AWARDS = 1_000_000
"""Awards that are followed: the share of time is then good to some hundredths of itself."""
_ALL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterTime:
    """A progressive for somebody who watches its meter."""

    break_even: float
    """Cents on the meter at which the wager costs nothing."""
    above: float
    """The share of all wagers that are made above it."""
    edge: float
    """The player's edge of those wagers, on average."""

    @property
    def per_100(self) -> float:
        """Wagers that are won in 100 rounds by betting above the break-even meter alone."""
        return 100 * self.above * self.edge


def meter_time(odds: WagerOdds, spot: Spot, seed: int = 0) -> MeterTime | None:
    """Follow the meter of a house; None where there is none, or nothing feeds it."""
    jackpot = spot.jackpot
    table = spot.table
    if jackpot is None or table is None or odds.meter is None or jackpot.scheme != "progressive":
        return None
    wager = jackpot.wager or spot.min
    shown = float(jackpot.contribution * (1 - jackpot.reserve)) * wager
    if not odds.meter.share or shown <= 0:
        return None
    pays = {(row.name, row.column): meter_share(row.pay) for row in table.rows}
    awards = [
        (pays[row.name, row.column] / _ALL, float(row.probability))
        for row in odds.rows
        if pays.get((row.name, row.column))
    ]
    kept = float(jackpot.contribution * jackpot.reserve) * wager
    break_even = float(odds.edge * wager / odds.meter.share)
    above, excess = _follow(awards, (float(jackpot.seed), shown, kept), break_even, seed)
    edge = float(Fraction(odds.meter.share)) * excess / wager
    return MeterTime(break_even=break_even, above=above, edge=edge)


def _follow(
    awards: list[tuple[float, float]],
    feeding: tuple[float, float, float],
    level: float,
    seed: int,
) -> tuple[float, float]:
    """Return the share of wagers with the meter above *level*, and the mean excess then."""
    start, shown, kept = feeding
    draws = np.random.default_rng(seed)
    chances = np.array([chance for _, chance in awards])
    stretches = draws.geometric(chances.sum(), _AWARDS).tolist()
    which = draws.choice(len(awards), _AWARDS, p=chances / chances.sum()).tolist()
    shares = [share for share, _ in awards]
    meter = start
    fed = 0
    wagers = 0.0
    above = 0.0
    excess = 0.0
    for length, award in zip(stretches, which, strict=True):
        top = meter + length * shown
        if top > level:
            low = max(meter, level)
            part = (top - low) / shown
            above += part
            excess += part * ((low + top) / 2 - level)
        wagers = wagers + length
        fed = fed + length
        meter = top * (1 - shares[award])
        if shares[award] >= 1:  # ruling W34: the next start is the seed and the reserve
            meter = start + fed * kept
            fed = 0
    return above / wagers, excess / above if above else 0.0
