"""The mathematics: exact odds by counting, in integers and fractions."""

from pitboss.exact.meters import MeterOdds, MeterValue
from pitboss.exact.odds import RowOdds, WagerOdds, all_odds, odds
from pitboss.exact.progressive import ProgressiveOdds, meter_value

__all__ = [
    "MeterOdds",
    "MeterValue",
    "ProgressiveOdds",
    "RowOdds",
    "WagerOdds",
    "all_odds",
    "meter_value",
    "odds",
]
