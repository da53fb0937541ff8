"""The result of a jackpot over a simulation: hits, the meter at a hit, the long-run edge."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.simulate.figures import WagerResult

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Shares of the hits at which the meter showed this much or less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotResult:
    """The result of one progressive jackpot."""

    meter: Meter
    """The meter at the end."""
    hits: int
    """How often all of it was won."""
    mean_at_hit: float | None
    """Dollars on the meter when all of it is won, on average."""
    quantiles: dict[str, float]
    """Share of the hits -> dollars that the meter did not pass; empty without a hit."""
    awarded: int
    """Cents paid as shares of the meter."""
    long_run_edge: float
    """Per unit wagered, with all that is still on the meter."""


def jackpot_result(wager: WagerResult) -> JackpotResult | None:
    """Return the result of a wager's meter; None if it has none.

    The meter's amount above its first seed was fed to it and will be won. Counting it gives the
    edge of the long run, whenever the last hit was.
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
        quantiles={name: level for name, level in quantiles.items() if level is not None},
        awarded=history.awarded,
        long_run_edge=-(wager.total + held) / (wager.made * wager.stake),
    )
