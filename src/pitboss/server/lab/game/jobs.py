"""Work of a game page for the pool: rules that are not shipped, effects, index plays. Heavy."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import json

from pitboss.advantage.indices.plays import index_plays
from pitboss.api.solutions import solve_table
from pitboss.api.tables import Table
from pitboss.counts import find_system
from pitboss.engine.depth import house_depth
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.super_bonus import super_bonus_json
from pitboss.exact.effects import effects
from pitboss.exact.wager_size import at_wager
from pitboss.report.catalogue.edges import EdgeEntry
from pitboss.report.index_charts import CHART_NOTE, cells_of_plays, explain, index_text, total_gain
from pitboss.report.kinds import main_entries
from pitboss.server.lab.game.wager import read_wager
from pitboss.server.lab.terms import IndexTerms, NoTerms, Report, WagerTerms
from pitboss.server.practice.charts import make_chart
from pitboss.server.rules.book import open_main
from pitboss.server.rules.house_work import HouseData

Json = dict[str, Any]
_OF_TABLE = ("game", "title", "digest", "assumed")
"""What a chart says of its table and not of the rules of its main game."""
LEAST_GAIN: Final = 1e-6
"""Units a round: plays that gain less are counted in the total, and not listed."""
_DIGITS: Final = 10


def solve_rules(house: HouseData, terms: WagerTerms, report: Report) -> bytes:
    """Return the solution of a table's main game in the form of a shipped one."""
    report(0.0)
    table = open_main(house)
    return json.encode(solution_json(table, read_wager(table, terms.wager)))


def solve_effects(house: HouseData, _: NoTerms, report: Report) -> bytes:
    """Return the effect of every other value of each rule, as `pitboss solve --effects` does."""
    table = open_main(house)
    solved = effects(table.house, float(table.solve().house_edge), report=report)
    rows = [
        {
            "option": change.option,
            "value": change.value,
            "edge": change.house_edge,
            "change": change.change,
        }
        for change in solved.changes
    ]
    return json.encode({"changes": rows})


def find_index_plays(house: HouseData, terms: IndexTerms, report: Report) -> bytes:
    """Return the index plays of a table's main game by a count."""
    report(0.0)
    return json.encode(index_plays_json(open_main(house), terms.system))


def solve_game(house: HouseData, terms: WagerTerms, report: Report) -> bytes:
    """Return the solution of a table's main game, as `pitboss solve --json` prints it."""
    report(0.0)
    table = open_main(house)
    solution = solve_table(table, wager=read_wager(table, terms.wager))
    return json.encode({"solution": solution.as_json()})


def solution_json(table: Table, wager: int | None = None) -> Json:
    """Return the figures and the chart of a table that is complete for its main game.

    With a main *wager* in cents they are those of that wager, with its Super Bonus.
    """
    solution = solve_table(table, wager=wager)
    chart = msgspec.to_builtins(make_chart(solution))
    lines = main_entries(at_wager(table.setup, wager))
    least = next(line for line in lines if line.least)
    bonus = Json()
    if wager is not None and isinstance(solution.solved, BlackjackSolution):
        bonus = super_bonus_json(solution.solved, wager)
    prizes = "house_edge_with_super_bonus", "house_edge_with_super_bonus_and_envy"
    return {
        **{key: bonus[key] for key in prizes if key in bonus},
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


def index_plays_json(table: Table, system: str) -> Json:
    """Return the index plays of a table, the most gainful first."""
    count = find_system(system)
    plays = index_plays(table.setup, count, dealt=house_depth(table.setup, table.house.shoe).part)
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
