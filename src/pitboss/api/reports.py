"""The maths report of a table, written to a file."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.report.document.html import html_page
from pitboss.report.document.pdf import Paper, pdf_file
from pitboss.report.kinds import game_reports
from pitboss.report.maths.model import maths
from pitboss.report.maths.page import maths_page
from pitboss.report.out_file import out_problems
from pitboss.report.simulation.run import simulated
from pitboss.rulebook.files import write_whole
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate.settings import RunSettings, terms_problems

if TYPE_CHECKING:
    from pitboss.api.tables import Table

ENDINGS = (".html", ".pdf")
PAPERS: dict[str, Paper] = {"a4": "a4", "letter": "us-letter"}


def write_report(
    table: Table, out: Path, *, paper: str = "a4", terms: RunSettings | None = None, date: str = ""
) -> Path:
    """Write the report whole or not at all; `RulesError` has everything that is in the way."""
    problems = [*out_problems(out, ENDINGS, key="path"), *paper_problems(paper)]
    problems += () if terms is None else terms_problems(terms)
    if problems:
        raise RulesError(problems)
    report = maths(table.house, games=game_reports(table.house), assumed=table.assumed)
    simulation = None if terms is None else simulated(report, terms)
    today = date or datetime.now(UTC).date().isoformat()
    document = maths_page(report, date=today, simulation=simulation)
    is_pdf = out.suffix.lower() == ".pdf"
    content = pdf_file(document, paper=PAPERS[paper]) if is_pdf else html_page(document).encode()
    write_whole(out, content)
    return out


def paper_problems(paper: str) -> tuple[Problem, ...]:
    """Return what is wrong with the name of a paper size."""
    if paper in PAPERS:
        return ()
    message = f"{paper!r} is not allowed; choose {' or '.join(PAPERS)}"
    return (Problem(code="option/invalid", key="paper", message=message),)
