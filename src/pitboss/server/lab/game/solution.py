"""Solve the main game of a table: its figures and its best play. Heavy."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.api.tables import Table
from pitboss.report.catalogue.entry import EdgeEntry
from pitboss.report.kinds import main_entries
from pitboss.server.practice.charts import make_chart

Json = dict[str, Any]
_OF_TABLE = ("game", "title", "digest", "assumed")
"""What a chart says of its table and not of the rules of its main game."""


def solution_json(table: Table) -> Json:
    """Return the figures and the chart of a table that is complete for its main game."""
    solution = table.solve()
    chart = msgspec.to_builtins(make_chart(solution))
    lines = main_entries(table.setup)
    least = next(line for line in lines if line.least)
    return {
        "edge": float(solution.house_edge),
        "deviation": solution.standard_deviation,
        "least_edge": least.edge_of_all,
        "lines": [_line_json(line) for line in lines],
        "chart": {key: value for key, value in chart.items() if key not in _OF_TABLE},
    }


def _line_json(line: EdgeEntry) -> Json:
    fraction = line.house_edge_fraction
    return {
        "wager": line.wager,
        "edge": line.house_edge,
        "exact": None if fraction is None else str(fraction),
        "deviation": line.standard_deviation,
        "unit": line.unit,
        "method": line.method,
        "least": line.least,
    }
