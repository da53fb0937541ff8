"""Work of a game page for the pool: rules that are not shipped, effects, index plays. Heavy."""

from __future__ import annotations

from msgspec import json

from pitboss.api.tables import Table
from pitboss.exact.effects import effects
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import house_from
from pitboss.server.lab.game.index_plays import index_plays_json
from pitboss.server.lab.game.solution import solution_json
from pitboss.server.lab.game.wire import IndexTerms
from pitboss.server.lab.terms import NoTerms, Report
from pitboss.server.practice.charts import solve
from pitboss.server.rules.house_work import HouseData


def solve_rules(house: HouseData, _: NoTerms, report: Report) -> bytes:
    """Return the solution of a table's main game in the form of a shipped one."""
    report(0.0)
    return json.encode(solution_json(_open(house)))


def solve_effects(house: HouseData, _: NoTerms, report: Report) -> bytes:
    """Return the effect of every other value of each rule, as `pitboss solve --effects` does."""
    table = _open(house)
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
    return json.encode(index_plays_json(_open(house), terms.system))


def _open(house: HouseData) -> Table:
    """Open a table that is complete for its main game."""
    return Table.open(house_from(house), complete=complete_main_game)


def solve_game(house: HouseData, _: NoTerms, report: Report) -> bytes:
    """Return the solution of a table's main game, as `pitboss solve --json` prints it."""
    report(0.0)
    return json.encode({"solution": json.decode(solve(house))})
