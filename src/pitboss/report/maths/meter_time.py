"""How long a meter stands above break-even, and what somebody wins who wagers only then.

Between awards a meter grows by the same amount with every wager, so only the awards are drawn; the
wagers between two of them are added up exactly. Small fixed pays out of the meter are taken at
their average. The mean of the meter, which is known exactly, shows how good the sample is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.rulebook.pays import CENTS_PER_DOLLAR

AWARDS = 400_000
"""Awards that are drawn; most of them leave most of the meter where it is."""
BATCHES = 40
SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterTime:
    """A meter over many awards, one wager a round."""

    above: float
    """The share of wagers that are made with more than the break-even on the meter."""
    above_error: float
    """Its standard error."""
    mean: float
    """Dollars, averaged over all wagers; `JackpotMaths.average_meter` is the exact value."""
    mean_error: float
    gain: float
    """Dollars that a wager gains on average if it is made above break-even only."""

    def hunter_win(self, wagers: float) -> float:
        """Return what a hunter wins while so many wagers could be made, most of them left out."""
        return self.gain * self.above * wagers


def meter_time(maths: JackpotMaths, awards: int = AWARDS) -> MeterTime | None:
    """Follow a progressive meter; None for a jackpot that no wager feeds or empties."""
    jackpot = maths.jackpot
    paid = [o for o in maths.wager.outcomes if o.meter and o.probability]
    if jackpot.scheme == "house" or not maths.full:
        return None
    stake = maths.stake / CENTS_PER_DOLLAR
    chances = np.array([float(o.probability) for o in paid])
    fed = float(jackpot.contribution) * stake
    kept = fed * float(jackpot.reserve or Fraction(0))
    generator = np.random.Generator(np.random.Philox(SEED))
    gaps = generator.geometric(chances.sum(), awards)
    kinds = generator.choice(len(paid), size=awards, p=chances / chances.sum())
    shares = [float(o.meter) for o in paid]
    seed = jackpot.seed / CENTS_PER_DOLLAR
    even = float(maths.break_even)
    batches = np.zeros((BATCHES, 4))
    if fed - kept <= float(maths.from_meter) * stake:
        return None  # it never grows
    meter = seed
    reserve = 0.0
    growth = fed - kept - float(maths.from_meter) * stake
    for number, (gap, kind) in enumerate(zip(gaps.tolist(), kinds.tolist(), strict=True)):
        batch = batches[number * BATCHES // awards]
        end = meter + growth * gap
        # Each of the wagers adds its own part before it can win.
        batch[0] += gap
        batch[1] += gap * (meter + growth * (gap + 1) / 2)
        if end > even:
            below = max(0, int((even - meter) / growth)) if meter < even else 0
            over = gap - below
            batch[2] += over
            batch[3] += over * (meter + growth * (below + gap + 1) / 2 - even)
        reserve += kept * gap
        if shares[kind] >= 1:
            meter = seed + reserve
            reserve = 0.0
        else:
            meter = end * (1 - shares[kind])
    wagers, whole, over, excess = map(float, batches.sum(axis=0))
    gain = 0.0 if not over else float(maths.share) * excess / over
    return MeterTime(
        above=over / wagers,
        above_error=_error(batches[:, 2] / batches[:, 0]),
        mean=whole / wagers,
        mean_error=_error(batches[:, 1] / batches[:, 0]),
        gain=gain,
    )


def _error(means: np.ndarray) -> float:
    return float(means.std(ddof=1)) / sqrt(len(means))
