"""Simulate a table in the lab: the figures of `pitboss simulate` beside the exact edges."""

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
    """Play the rounds and report estimates on the way; return them with the result.

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
    looks, run, words = Looks(terms.rounds), None, dict[str, Any]()
    for run in run_pieces(table, settings):
        looks.take(run)
        words = words or {"names": dict(_names(run)), "exact": dict(_exact(numbers, run))}
        report(run.rounds / terms.rounds, {**words, "looks": looks.as_json()})
    assert run is not None, "a run has at least one piece"
    answer = {
        **words,
        "looks": looks.as_json(),
        "simulation": run.as_json(),
        "comparisons": [_comparison(comparison) for comparison in comparisons(numbers, run)],
    }
    return json.encode(answer)


def _names(run: Simulation) -> Iterator[tuple[str, str]]:
    """Yield the words for every simulated edge."""
    game = run.job.setup.configured.game
    for part in run.parts:
        yield part.part.id, "Main game" if len(run.parts) == 1 else part.part.title
    for wager in run.wagers:
        yield wager.id, game.wager(wager.id).title


def _exact(numbers: MathsReport, run: Simulation) -> Iterator[tuple[str, float]]:
    """Yield the exact edge beside every simulated edge, if known; a jackpot has several."""
    for comparison in comparisons(numbers, run):
        if comparison.exact is not None and not comparison.which:
            yield comparison.subject, comparison.exact


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {
        "subject": comparison.subject,
        "title": comparison.title,
        "which": comparison.which,
        "times": comparison.times,
        "simulated": comparison.simulated,
        "standard_error": comparison.standard_error,
        "exact": comparison.exact,
        "errors": comparison.errors,
    }
