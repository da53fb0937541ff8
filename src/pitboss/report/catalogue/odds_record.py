"""A wager's odds as JSON, with the figures of its meter: what `pitboss odds --json` prints."""

from __future__ import annotations

from typing import Any

from pitboss.exact.odds.progressive import ProgressiveOdds, meter_value
from pitboss.exact.odds.wager_odds import MeterValue, WagerOdds
from pitboss.report.catalogue.odds_entry import odds_entry


def odds_record(item: WagerOdds, value: MeterValue) -> dict[str, Any]:
    """Return the odds of a wager, and the figures of its meter with *value*."""
    said = item.as_json() | odds_entry(item).as_json()
    if item.meter is not None:
        worth = meter_value(item, value)
        said["progressive"] = worth.as_json()
        if item.with_main is not None:
            said["progressive"]["both_long_run_edge"] = both_long_run(item, worth)
    return said


def both_long_run(item: WagerOdds, worth: ProgressiveOdds) -> float | None:
    """Return the edge of both wagers together with everything that the meter pays."""
    if item.both_edge is None or worth.long_run_edge is None:
        return None
    return item.both_edge + float(worth.long_run_edge - item.edge)
