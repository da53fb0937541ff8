"""`pitboss report`: the maths report of a configured game, as a page, as PDF or as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from typer import BadParameter

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
from pitboss.cli.options import read_asked
from pitboss.cli.orders.papers import NOWHERE, ReportOrder
from pitboss.cli.output import print_json
from pitboss.cli.problems import check, collecting, conflict
from pitboss.cli.signatures import handle_signature, signing_problems, write_signed
from pitboss.cli.waiting import progress_bar, waiting
from pitboss.report.compare.reports import read_report
from pitboss.report.details import ReportDetails, read_details, usual_details, wager_problems
from pitboss.report.document.typesetting import out_problems
from pitboss.report.kinds import game_reports
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.maths.page import AdvantageFigures
from pitboss.report.second_method.page import SecondMethod, witness_problems
from pitboss.report.signing import read_private_key
from pitboss.report.simulation.run import ReportSimulation, simulate_report
from pitboss.rulebook.defaults import complete_for_report
from pitboss.rulebook.problems import Problem
from pitboss.simulator.settings import RunSettings, terms_problems


def write_report(order: ReportOrder) -> None:
    """Write the report, whole or not at all; or verify one, or make a key."""
    if order.verify is not None or order.new_key is not None or order.signed_by is not None:
        handle_signature(order)
        return
    if not (order.at.game or order.at.house) or order.ask.path == NOWHERE:
        missing = "the file to write with --out" if order.at.game else "a game"
        raise BadParameter(f"name {missing}; --verify and --new-key alone need neither")
    key = None if order.sign is None else read_private_key(order.sign)
    problems: list[Problem] = []
    terms = _terms(order, problems)
    out = Path(order.ask.path)
    problems += out_problems(out, ENDINGS, key="--out")
    problems += paper_problems(order.ask.paper, key="--paper")
    witnessed = _witness_rounds(order, problems)
    check((*problems, *signing_problems(order), *_folder_problems(order.csv)))
    table, details = _read(order)
    previous = None if order.previous is None else read_report(order.previous)
    house = table.house
    with waiting(f"solving {house.game}"):  # a first start compiles the kernels
        games = game_reports(house)
    report = maths(house, games=games, assumed=table.assumed)
    simulation = None if terms is None else _simulation(report, terms)
    second = None if witnessed is None else _second(order, table, witnessed)
    figures = _advantage(table, details) if order.ask.advantage else None
    document = report_document(
        report, simulation, details, second=second, advantage=figures, previous=previous
    )
    write_document(document, out, order.ask.paper, report=report, details=details)
    tables = [] if order.csv is None else write_tables(document, order.csv)
    digest = report.configured.digest
    signed = None if key is None else write_signed(order, key, document, report)
    if order.as_json:
        print_json(
            {
                "game": house.game,
                "digest": digest,
                "file": str(out),
                "assumed": list(report.assumed),
                "simulation": _simulation_record(simulation),
            }
            | ({} if second is None else {"witness": second.as_json()})
            | ({"tables": tables} if order.csv else {})
            | ({} if signed is None else {"signature": signed.as_json()})
        )
    else:
        print(f"{out}: the maths report of {house.game}, digest {digest}")
        if second is not None:
            print(second.words)
        if order.csv:
            print(f"{order.csv}: {len(tables)} tables")
        if signed is not None:
            print(signed.words)


def _terms(order: ReportOrder, problems: list[Problem]) -> RunSettings | None:
    """Return the settings of the simulation, if there is one."""
    keys = {"rounds": "--simulate", "seed": "--seed"}
    problems += (replace(problem, key=keys[problem.key]) for problem in order.unread)
    ask = order.ask
    if ask.rounds is None:
        if ask.seed is not None and order.witness is None and not order.unread:
            message = "nothing is simulated; give --simulate too, or leave it out"
            problems.append(conflict("--seed", message))
        return None
    terms = RunSettings(rounds=ask.rounds, seed=ask.seed or 0)
    problems += (replace(problem, key=keys[problem.key]) for problem in terms_problems(terms))
    return terms


def _simulation(report: MathsReport, terms: RunSettings) -> ReportSimulation:
    with progress_bar(terms.whole_rounds) as show:
        return simulate_report(report, terms, show)


def _witness_rounds(order: ReportOrder, problems: list[Problem]) -> int | None:
    """Return the rounds of the second method, if there is one."""
    if order.witness is None:
        return None
    unread: list[Problem] = []
    rounds = read_count("--witness", order.witness, unread)
    problems += unread or witness_problems(rounds, "--witness")
    if order.ask.rounds is None and order.ask.seed is not None:
        checked = terms_problems(RunSettings(rounds=1, seed=order.ask.seed))
        problems += (replace(problem, key="--seed") for problem in checked)
    return rounds


def _second(order: ReportOrder, table: Table, rounds: int) -> SecondMethod:
    from pitboss.report.second_method.run import second_method  # it compiles by numba

    with waiting(f"playing {table.game.id} by a second method"):
        return second_method(table.house, rounds, order.ask.seed or 0)


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


def _advantage(table: Table, details: ReportDetails) -> AdvantageFigures:
    with waiting(f"counting {table.game.id}") as say:
        return advantage_figures(table, say, details)


def _folder_problems(folder: Path | None) -> Iterator[Problem]:
    if folder is None or folder.is_dir():
        return
    if folder.exists() or not folder.parent.is_dir():
        what = "is no folder" if folder.exists() else "cannot be made: its parent folder is missing"
        yield Problem(code="file/unwritable", key="--csv", message=f"'{folder}' {what}")


def _read(order: ReportOrder) -> tuple[Table, ReportDetails]:
    """Return the table and the details, or raise `RulesError` with every problem."""
    given, unread = read_asked(order.at)
    details = usual_details(given)
    problems = [*unread]
    if order.details is not None:
        with collecting(problems):
            details = read_details(order.details, details)
    table = Table.open(given, complete=complete_for_report, unread=problems)
    check(wager_problems(details, frozenset(table.setup.configured.spots)))
    fields = details.document
    number = order.number or fields.number
    revision = order.revision or fields.revision
    control = replace(fields, number=number, revision=revision)
    return table, replace(details, document=control)
