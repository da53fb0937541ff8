"""The maths report as a document: its sections in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from pitboss.exact.effects import main_game
from pitboss.report.advantage.report_section import AdvantageFigures, advantage_section
from pitboss.report.details import DocumentFields, ReportDetails
from pitboss.report.document.blocks import Block, Document, Heading, Paragraph
from pitboss.report.games.page import game_sections
from pitboss.report.maths.evidence import printed_section, rulings_section, verification_section
from pitboss.report.maths.jackpots import jackpots_section
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.opening import identity_section, rules_section, summary_section
from pitboss.report.maths.operation import operation_section
from pitboss.report.maths.wagers import fractions_section, wagers_section
from pitboss.report.simulation.page import simulation_section
from pitboss.report.simulation.run import ReportSimulation
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from pitboss.text.options import option_text

NOT_SOLVED = (
    "The house edge of the main game is not stated: it depends on how the player plays, and the"
    " best play was not solved for this report."
)


def maths_page(
    report: MathsReport,
    *,
    date: str,
    simulation: ReportSimulation | None = None,
    details: ReportDetails | None = None,
    advantage: AdvantageFigures | None = None,
) -> Document:
    """Return the report as a document dated *date*, with a section on *simulation* if there is one.

    *details* are the fields of a controlled document, and how the operator runs the table;
    *advantage* is what counters win, for a section of its own.

    >>> from pitboss.report.maths.model import maths
    >>> maths_page(maths(House(game="ilani/spanish-21")), date="2025-01-31").title
    'Spanish 21'
    """
    details = details or ReportDetails()
    game = report.configured.game
    source = ", ".join(filter(None, (game.document, game.section)))
    return Document(
        title=game.title,
        subtitle=f"Mathematics report: {source}",
        head=f"{game.title} ({game.id}), mathematics report",
        foot=", ".join(_foot(report, details.document)),
        date=date,
        blocks=tuple(_sections(report, date, simulation, details, advantage)),
    )


def _foot(report: MathsReport, fields: DocumentFields) -> Iterator[str]:
    """Yield the foot of every page."""
    if fields.number:
        yield fields.number
    if fields.revision:
        yield f"revision {fields.revision}"
    yield f"Pitboss {report.version}"
    yield f"digest {report.configured.digest[:16]}…"


def _sections(
    report: MathsReport,
    date: str,
    simulation: ReportSimulation | None,
    details: ReportDetails,
    advantage: AdvantageFigures | None,
) -> Iterator[Block]:
    """Yield all sections; those after the jackpots move up if there are none."""
    yield from identity_section(report, date, details.document)
    yield from summary_section(report)
    yield from rules_section(report)
    yield from _main_section(report)
    yield from wagers_section(report)
    yield from jackpots_section(report)
    numbers = count(6 + bool(report.jackpots))
    yield from operation_section(report, details.operation, str(next(numbers)))
    yield from printed_section(report, str(next(numbers)))
    if simulation is not None:
        yield from simulation_section(report, simulation, str(next(numbers)))
    if advantage is not None:
        yield from advantage_section(advantage, str(next(numbers)))
    yield from verification_section(report, str(next(numbers)), details.document)
    yield from rulings_section(report)
    yield from fractions_section(report)


def _main_section(report: MathsReport) -> Iterator[Block]:
    yield Heading(1, "4", "The main game")
    if report.main is None:
        yield Paragraph(NOT_SOLVED)
    yield from game_sections(report.games, "4", solve_again(report.house))


def solve_again(house: House) -> str:
    """Return the command that solves the main game again, with every option that is a rule of it.

    >>> solve_again(House(game="co/3-card-21", tables={"3-card-bonus": "3"}))
    'pitboss solve co/3-card-21 -o table.3-card-bonus=3 --effects --json'
    """
    options = {name: option_text(value) for name, value in main_game(house).options.items()}
    tables = {
        f"table.{name}": spot.table.id
        for name, spot in configure(house).spots.items()
        if spot.wager.compulsory and spot.table is not None
    }
    words = "".join(f" -o {name}={value}" for name, value in (options | tables).items())
    return f"pitboss solve {house.game}{words} --effects --json"
