"""`pitboss report`: the maths report of a configured game, as a page, as PDF or as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pitboss.api.reports import (
    ENDINGS,
    advantage_figures,
    paper_problems,
    report_document,
    write_document,
    write_tables,
)
from pitboss.api.tables import Table
from pitboss.cli.numbers import read_count
from pitboss.cli.options import read_options
from pitboss.cli.orders.papers import ReportOrder
from pitboss.cli.output import print_json
from pitboss.cli.problems import check, collecting, conflict
from pitboss.cli.waiting import progress_bar, waiting
from pitboss.report.details import ReportDetails, read_details, wager_problems
from pitboss.report.document.typesetting import out_problems
from pitboss.report.kinds import game_reports
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.maths.page import AdvantageFigures
from pitboss.report.simulation.run import ReportSimulation, simulate_report
from pitboss.rulebook.defaults import complete_for_report
from pitboss.rulebook.problems import Problem
from pitboss.simulator.settings import RunSettings, terms_problems


def write_report(order: ReportOrder) -> None:
    """Write the report, whole or not at all."""
    problems: list[Problem] = []
    terms = _terms(order, problems)
    problems += out_problems(order.out, ENDINGS, key="--out")
    problems += paper_problems(order.paper, key="--paper")
    check((*problems, *_folder_problems(order.csv)))
    table, details = _read(order)
    house = table.house
    with waiting(f"solving {house.game}"):  # a first start compiles the kernels
        games = game_reports(house)
    report = maths(house, games=games, assumed=table.assumed)
    simulation = None if terms is None else _simulation(report, terms)
    figures = _advantage(table) if order.advantage else None
    document = report_document(report, simulation, details, advantage=figures)
    write_document(document, order.out, order.paper, report=report, details=details)
    tables = [] if order.csv is None else write_tables(document, order.csv)
    digest = report.configured.digest
    if order.as_json:
        print_json(
            {
                "game": house.game,
                "digest": digest,
                "file": str(order.out),
                "assumed": list(report.assumed),
                "simulation": _simulation_record(simulation),
            }
            | ({"tables": tables} if order.csv else {})
        )
    else:
        print(f"{order.out}: the maths report of {house.game}, digest {digest}")
        if order.csv:
            print(f"{order.csv}: {len(tables)} tables")


def _terms(order: ReportOrder, problems: list[Problem]) -> RunSettings | None:
    """Return the settings of the simulation, if there is one."""
    if order.simulate is None:
        if order.seed is not None:
            message = "nothing is simulated; give --simulate too, or leave it out"
            problems.append(conflict("--seed", message))
        return None
    wrong: list[Problem] = []
    rounds = read_count("rounds", order.simulate, wrong)
    terms = RunSettings(rounds=rounds, seed=order.seed or 0)
    keys = {"rounds": "--simulate", "seed": "--seed"}
    wrong += terms_problems(terms)
    problems += (replace(problem, key=keys[problem.key]) for problem in wrong)
    return terms


def _simulation(report: MathsReport, terms: RunSettings) -> ReportSimulation:
    with progress_bar(terms.whole_rounds) as show:
        return simulate_report(report, terms, show)


def _simulation_record(simulation: ReportSimulation | None) -> dict[str, Any] | None:
    if simulation is None:
        return None
    result = simulation.simulation
    return {
        "rounds": result.rounds,
        "seed": result.job.seed,
        "house_edge": result.house_edge.mean,
        "standard_error": result.house_edge.standard_error,
        "digest": result.digest,
    }


def _advantage(table: Table) -> AdvantageFigures:
    with waiting(f"counting {table.game.id}") as say:
        return advantage_figures(table, say)


def _folder_problems(folder: Path | None) -> Iterator[Problem]:
    if folder is None or folder.is_dir():
        return
    if folder.exists() or not folder.parent.is_dir():
        what = "is no folder" if folder.exists() else "cannot be made: its parent folder is missing"
        yield Problem(code="file/unwritable", key="--csv", message=f"'{folder}' {what}")


def _read(order: ReportOrder) -> tuple[Table, ReportDetails]:
    """Return the table and the details, or raise `RulesError` with every problem."""
    given, unread = read_options(order.game, order.option or (), order.house)
    details, problems = ReportDetails(), [*unread]
    if order.details is not None:
        with collecting(problems):
            details = read_details(order.details)
    table = Table.open(given, complete=complete_for_report, unread=problems)
    check(wager_problems(details, frozenset(table.setup.configured.spots)))
    fields = details.document
    number, revision = order.number or fields.number, order.revision or fields.revision
    control = replace(fields, number=number, revision=revision)
    return table, replace(details, document=control)
