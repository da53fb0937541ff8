"""Measure a simulation of hunters: processor time for each wager that may be made.

Run it as `python bench/hunters.py [ROUNDS]`.
"""

from __future__ import annotations

import statistics
import sys
from time import process_time

import pitboss
from pitboss.advantage.hunting.hunt import hunt
from pitboss.advantage.hunting.terms import HuntSettings
from pitboss.exact.any_wager.wager_value import wager_value

WAGER, REPEATS = "21-plus-3-progressive", 5
CASES = (
    ("one hunter alone", {"tables": 1, "seats": 1, "hunters": 1}),
    ("one of six seats", {"tables": 1, "seats": 6, "hunters": 1}),
    ("two hunters, eight tables", {"tables": 8, "seats": 6, "hunters": 2}),
    ("the same, must hit by $8,000", {"tables": 8, "seats": 6, "hunters": 2, "must_hit_by": 8000}),
)


def main(rounds: int) -> None:
    """Print the median time and the spread of every case."""
    fed = {"scheme": "progressive", "wager": 100, "contribution": "25%", "seed": "5000"}
    felt = {WAGER: "PT-BJS-213-01"}
    table = pitboss.table("co/21-plus-3", also=felt, jackpots={WAGER: fed})
    value = wager_value(table.setup, table.setup.configured.spots[WAGER])
    cut = table.setup.shoe.size * 5 // 6
    hunt(table.house, table.setup, value, HuntSettings(rounds=100), cut=cut, meter=None)
    for name, terms in CASES:
        settings = HuntSettings(rounds=rounds, **terms)
        wagers, times = rounds * settings.tables * settings.seats, []
        for _ in range(REPEATS):
            begin = process_time()
            hunt(table.house, table.setup, value, settings, cut=cut, meter=None)
            times.append((process_time() - begin) / wagers * 1e9)
        middle, low, high = statistics.median(times), min(times), max(times)
        print(f"{name:30} {middle:7.0f} ns a wager ({low:.0f} to {high:.0f})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
