"""Simulate a table in the lab: the figures of `pitboss simulate`, with the exact edges beside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import json

from pitboss.api.runs import run_pieces
from pitboss.api.tables import Table
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.simulation.edges import Comparison, comparisons
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import house_from
from pitboss.server.lab.runs.estimates import Looks
from pitboss.server.lab.runs.terms import SimulateTerms
from pitboss.server.lab.terms import Report
from pitboss.server.rules.house_work import HouseData
from pitboss.simulate.result import Simulation
from pitboss.simulate.settings import RunSettings


def simulate(house: HouseData, terms: SimulateTerms, report: Report) -> bytes:
    """Play the rounds, and report the estimates on the way; return them all with the result.

    One thread plays: the pool has a process for each core that the lab may use.
    """
    report(0.0)
    table = Table.open(house_from(house), complete=complete_main_game)
    settings = RunSettings(
        rounds=terms.rounds,
        seed=terms.seed,
        seats=terms.seats,
        penetration=terms.penetration,
        strategy=terms.strategy,
        threads=1,
    )
    numbers = maths(table.house, proven=False)
    looks, found, words = Looks(terms.rounds), None, dict[str, Any]()
    for found in run_pieces(table, settings):
        looks.take(found)
        words = words or {"names": dict(_names(found)), "exact": dict(_exact(numbers, found))}
        report(found.rounds / terms.rounds, {**words, "looks": looks.as_json()})
    assert found is not None, "a run has at least one piece"
    answer = {
        **words,
        "looks": looks.as_json(),
        "simulation": found.as_json(),
        "comparisons": [_comparison(it) for it in comparisons(numbers, found)],
    }
    return json.encode(answer)


def _names(found: Simulation) -> Iterator[tuple[str, str]]:
    """Yield the words for every simulated edge."""
    game = found.job.setup.configured.game
    for part in found.parts:
        yield part.part.id, "Main game" if len(found.parts) == 1 else part.part.title
    for wager in found.wagers:
        yield wager.id, game.wager(wager.id).title


def _exact(numbers: MathsReport, found: Simulation) -> Iterator[tuple[str, float]]:
    """Yield the exact edge of every simulated one that has it; a jackpot has several."""
    for it in comparisons(numbers, found):
        if it.exact is not None and not it.which:
            yield it.subject, it.exact


def _comparison(it: Comparison) -> dict[str, Any]:
    return {
        "subject": it.subject,
        "title": it.title,
        "which": it.which,
        "times": it.times,
        "simulated": it.simulated,
        "standard_error": it.standard_error,
        "exact": it.exact,
        "errors": it.errors,
    }
