"""How often a meter stands above its break-even, and what players win who bet only then.

A count of the cards does not beat a progressive, its meter does. The meter of a house is followed
from award to award: between two awards every wager adds the same to it, so each stretch is added up
exactly; how long a stretch is, and which award ends it, is drawn. Small fixed pays out of the meter
are taken at their average. The mean of the meter, which is known exactly, shows how good the sample
is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from pitboss.exact.odds.progressive import paid_by_meter
from pitboss.exact.odds.wager_odds import WagerOdds
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.pays import meter_share

AWARDS = 1_000_000
"""Awards that are followed: the share of time is then good to some hundredths of itself."""
_BATCHES = 40
_ALL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterTime:
    """A progressive for somebody who watches its meter, one wager a round."""

    break_even: float
    """Cents on the meter at which the wager costs nothing."""
    above: float
    """The share of all wagers that are made above it."""
    above_error: float
    """Its standard error."""
    mean: float
    """Cents, averaged over all wagers; the long-run average is the exact value."""
    mean_error: float
    edge: float
    """The player's edge of the wagers above break-even, on average."""

    @property
    def per_100(self) -> float:
        """Wagers that are won in 100 rounds by betting above the break-even meter alone."""
        return 100 * self.above * self.edge


class MeterFlow(NamedTuple):
    """What comes into a meter and goes out of it."""

    awards: Sequence[tuple[float, float]]
    """Each with the share of the meter that it takes, and its probability in one wager."""
    start: float
    """Cents on the meter at its start, and again after all of it is won."""
    grows: float
    """Cents that a wager adds to the meter, less the fixed pays that the meter pays."""
    kept: float
    """Cents of a wager that are kept for the next start."""
    break_even: float
    """Cents."""


def meter_time(odds: WagerOdds, spot: Spot, seed: int = 0) -> MeterTime | None:
    """Follow the meter of a house; None where there is none, or nothing makes it grow."""
    jackpot = spot.jackpot
    table = spot.table
    if jackpot is None or table is None or odds.meter is None or jackpot.scheme != "progressive":
        return None
    wager = jackpot.wager or spot.min
    shown = jackpot.contribution * (1 - jackpot.reserve) - paid_by_meter(odds, table)
    if not odds.meter.share or shown <= 0:
        return None
    pays = {(row.name, row.column): meter_share(row.pay) for row in table.rows}
    awards = [
        (pays[row.name, row.column] / _ALL, float(row.probability))
        for row in odds.rows
        if pays.get((row.name, row.column))
    ]
    flow = MeterFlow(
        awards=awards,
        start=float(jackpot.seed),
        grows=float(shown) * wager,
        kept=float(jackpot.contribution * jackpot.reserve) * wager,
        break_even=float(odds.edge * wager / odds.meter.share),
    )
    return follow_meter(flow, float(odds.meter.share) / wager, seed)


def follow_meter(flow: MeterFlow, share: float, seed: int = 0, count: int = AWARDS) -> MeterTime:
    """Follow a meter through *count* awards; *share* of a cent on it is a wager's return.

    A meter that ends with every award is above its break-even as a geometric number of wagers says:

    >>> flow = MeterFlow(((1.0, 0.01),), start=0, grows=1, kept=0, break_even=200)
    >>> time = follow_meter(flow, 0.01)
    >>> abs(time.above - 0.99**200) < 4 * time.above_error, abs(time.mean - 100) < 1
    (True, True)
    """
    draws = np.random.default_rng(seed)
    chances = np.array([chance for _, chance in flow.awards])
    stretches = draws.geometric(chances.sum(), count).tolist()
    which = draws.choice(len(chances), count, p=chances / chances.sum()).tolist()
    shares = [taken for taken, _ in flow.awards]
    level = flow.break_even
    grows = flow.grows
    meter = flow.start
    fed = 0
    batches = np.zeros((_BATCHES, 4))
    size = -(-count // _BATCHES)
    for batch, begin in enumerate(range(0, count, size)):
        wagers = whole = above = excess = 0.0
        for place in range(begin, min(begin + size, count)):
            length = stretches[place]
            top = meter + grows * length
            wagers += length
            # Each of the wagers adds its own part before it can win.
            whole += length * (meter + grows * (length + 1) / 2)
            if top > level:
                below = max(0, int((level - meter) / grows)) if meter < level else 0
                over = length - below
                above += over
                excess += over * (meter + grows * (below + length + 1) / 2 - level)
            fed += length
            taken = shares[which[place]]
            meter = top * (1 - taken)
            if taken >= 1:  # ruling W34: the next start is the seed and the reserve
                meter = flow.start + fed * flow.kept
                fed = 0
        batches[batch] = wagers, whole, above, excess
    wagers, whole, above, excess = map(float, batches.sum(axis=0))
    return MeterTime(
        break_even=level,
        above=above / wagers,
        above_error=_error(batches[:, 2] / batches[:, 0]),
        mean=whole / wagers,
        mean_error=_error(batches[:, 1] / batches[:, 0]),
        edge=share * excess / above if above else 0.0,
    )


def _error(means: np.ndarray) -> float:
    return float(means.std(ddof=1)) / sqrt(len(means))
