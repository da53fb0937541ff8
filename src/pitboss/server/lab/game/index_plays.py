"""The index plays of a table by a count: the list, and the letters that a chart shows. Heavy."""

from __future__ import annotations

from typing import Any, Final

from pitboss.advantage.indices.plays import index_plays
from pitboss.api.tables import Table
from pitboss.counts import find_system
from pitboss.report.index_charts import CHART_NOTE, cells_of_plays, explain, index_text, total_gain

Json = dict[str, Any]
LEAST_GAIN: Final = 1e-6
"""Units a round: plays that gain less are counted in the total, and not listed."""
_DIGITS: Final = 10


def index_plays_json(table: Table, system: str) -> Json:
    """Return the index plays of a table, the most gainful first."""
    count = find_system(system)
    plays = index_plays(table.setup, count)
    listed = [play for play in plays if play.gain >= LEAST_GAIN]
    chart = table.solve().chart
    return {
        "system": system,
        "name": count.name,
        "plays": [
            {
                "hand": play.hand,
                "up": play.up,
                "action": str(play.action),
                "index": index_text(play),
                "otherwise": str(play.otherwise),
                "even_at": None if play.critical is None else round(play.critical, 2),
                "one_in": round(1 / play.frequency, 1) if play.frequency else None,
                "gain": round(play.gain, _DIGITS),
            }
            for play in listed
        ],
        "cells": cells_of_plays(chart, listed) if chart and plays else {},
        "notes": [f"{total_gain(plays)} {explain(count)}", CHART_NOTE] if plays else [],
    }
