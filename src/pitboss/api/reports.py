"""The maths report of a table, written to a file."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.report.details import ReportDetails, usual_details
from pitboss.report.document.blocks import Document
from pitboss.report.document.data import csv_files, json_file
from pitboss.report.document.html import html_page
from pitboss.report.document.typesetting import Paper, out_problems, pdf_file
from pitboss.report.kinds import game_reports
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.maths.page import maths_page
from pitboss.report.simulation.run import ReportSimulation, simulate_report
from pitboss.report.workbook import workbook_file
from pitboss.rulebook.files import write_whole
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.settings import RunSettings, terms_problems

if TYPE_CHECKING:
    from pitboss.advantage.protect.model import Notice
    from pitboss.api.tables import Table
    from pitboss.report.compare.reports import WrittenReport
    from pitboss.report.maths.page import AdvantageFigures
    from pitboss.report.second_method.page import SecondMethod

ENDINGS = (".html", ".pdf", ".json", ".xlsx")
PAPERS: dict[str, Paper] = {"a4": "a4", "letter": "us-letter"}


def write_report(
    table: Table,
    out: Path,
    *,
    paper: str = "a4",
    terms: RunSettings | None = None,
    advantage: bool = False,
    date: str = "",
) -> Path:
    """Write the report whole or not at all; raise `RulesError` with every problem."""
    problems = [*out_problems(out, ENDINGS, key="path"), *paper_problems(paper, key="paper")]
    problems += () if terms is None else terms_problems(terms)
    if problems:
        raise RulesError(problems)
    report = maths(table.house, games=game_reports(table.house), assumed=table.assumed)
    simulation = None if terms is None else simulate_report(report, terms)
    figures = advantage_figures(table) if advantage else None
    document = report_document(report, simulation, advantage=figures, date=date)
    write_document(document, out, paper, report=report)
    return out


def advantage_figures(
    table: Table, notice: Notice = lambda _: None, details: ReportDetails | None = None
) -> AdvantageFigures:
    """Return what there is to count at a table, and what that wins; this takes a minute or two.

    Counters play at the pace of the operator's figures: one report has one pace.
    """
    from pitboss.api.counting import count_table
    from pitboss.api.protection import make_terms, protect_table
    from pitboss.questions.advantage import Count
    from pitboss.report.maths.page import AdvantageFigures

    notice("removing cards")
    study = count_table(table.main, Count()).study
    pace = (details or usual_details(table.house)).operation.pace
    terms = replace(
        make_terms(table), rounds_an_hour=pace.rounds_per_hour, other_seats=max(0, pace.seats - 1)
    )
    protection = protect_table(table, terms, notice=notice)
    return AdvantageFigures(study=study, protection=protection.protected)


def report_document(
    report: MathsReport,
    simulation: ReportSimulation | None,
    details: ReportDetails | None = None,
    *,
    second: SecondMethod | None = None,
    advantage: AdvantageFigures | None = None,
    previous: WrittenReport | None = None,
    date: str = "",
) -> Document:
    """Return the report as blocks; without a date it carries today's.

    With the report *previous* to it, it lists what changed and continues the revision history.
    """
    today = date or datetime.now(UTC).date().isoformat()
    details = details or usual_details(report.house)
    return maths_page(
        report,
        date=today,
        simulation=simulation,
        second=second,
        details=details,
        advantage=advantage,
        previous=previous,
    )


def write_document(
    document: Document,
    out: Path,
    paper: str,
    *,
    report: MathsReport,
    details: ReportDetails | None = None,
) -> None:
    """Write the report in the form that the ending of *out* names."""
    match out.suffix.lower():
        case ".pdf":
            content = pdf_file(document, paper=PAPERS[paper])
        case ".json":
            content = json_file(document)
        case ".xlsx":
            content = workbook_file(report, document, details or usual_details(report.house))
        case _:
            content = html_page(document).encode()
    write_whole(out, content)


def write_tables(document: Document, folder: Path) -> list[str]:
    """Write every table of the report as CSV; return the names of the files."""
    files = csv_files(document)
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        write_whole(folder / name, content)
    return list(files)


def paper_problems(paper: str, key: str) -> tuple[Problem, ...]:
    """Return what is wrong with the name of a paper size."""
    if paper in PAPERS:
        return ()
    message = f"{paper!r} is not allowed; choose {' or '.join(PAPERS)}"
    return (Problem(code="option/invalid", key=key, message=message),)
