"""What came of a jackpot over a simulation: hits, the meter at a hit, the edge in the long run."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.simulate.figures import WagerResult

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Parts of the hits at which the meter showed so much or less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotResult:
    """What came of one progressive jackpot."""

    meter: Meter
    """How it ends."""
    hits: int
    """How often all of it was won."""
    mean_at_hit: float | None
    """Dollars on the meter when all of it is won, on average."""
    quantiles: dict[str, float]
    """Dollars that the meter did not pass at so many of the hits; empty without a hit."""
    awarded: int
    """Cents paid as shares of the meter."""
    long_run_edge: float
    """Per unit wagered, once all that is on the meter has been won as well."""


def jackpot_result(wager: WagerResult) -> JackpotResult | None:
    """Return what came of a wager's meter; None where it has none.

    What the meter holds at the end beyond the seed it was opened with was fed to it and will be
    won: with it the edge is that of the long run, whenever the last hit was.
    """
    history = wager.meter
    if history is None or history.meter is None or not wager.made:
        return None
    meter, hits = history.meter, history.full
    quantiles = {f"{share:.0%}": hits.quantile(share) for share in QUANTILES}
    held = (meter.display + meter.reserve - meter.seed) / UNITS_PER_CENT
    return JackpotResult(
        meter=meter,
        hits=hits.count,
        mean_at_hit=hits.mean,
        quantiles={name: each for name, each in quantiles.items() if each is not None},
        awarded=history.awarded,
        long_run_edge=-(wager.total + held) / (wager.made * wager.stake),
    )
