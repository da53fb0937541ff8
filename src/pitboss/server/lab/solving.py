"""Solve the main game of any rules: edge, chart and the effect of each rule."""

from __future__ import annotations

from msgspec import json

from pitboss.server.lab.kinds import NoTerms, Report
from pitboss.server.rules.answers import HouseData


def solve_game(house: HouseData, _: NoTerms, report: Report) -> bytes:
    """Return the solution of a table's main game, as `pitboss solve --json` prints it."""
    from pitboss.server.practice.charts import solve  # noqa: PLC0415 - heavy

    report(0.0)
    return json.encode({"solution": json.decode(solve(house))})
