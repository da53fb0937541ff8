"""The maths report as a document: what is said, in which order."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.effects import main_game
from pitboss.report.document.blocks import Block, Document, Heading, NewPage, Paragraph
from pitboss.report.games.page import game_sections
from pitboss.report.maths.evidence import printed_section, rulings_section, verification_section
from pitboss.report.maths.jackpots import jackpots_section
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.opening import identity_section, rules_section, summary_section
from pitboss.report.maths.wagers import fractions_section, wagers_section
from pitboss.report.simulation.page import simulation_section
from pitboss.report.simulation.run import Simulated
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from pitboss.text.options import option_text

NOT_SOLVED = (
    "The house edge of the main game is not stated: it depends on how the player plays, and the"
    " best play was not solved for this report."
)


def maths_page(report: MathsReport, *, date: str, simulation: Simulated | None = None) -> Document:
    """Return the report as a document dated *date*, with a section on *simulation* if it is given.

    >>> from pitboss.report.maths.model import maths
    >>> maths_page(maths(House(game="ilani/spanish-21")), date="2025-01-31").title
    'Spanish 21'
    """
    game, digest = report.configured.game, report.configured.digest
    source = ", ".join(filter(None, (game.document, game.section)))
    return Document(
        title=game.title,
        subtitle=f"Mathematics report: {source}",
        head=f"{game.title} ({game.id}), mathematics report",
        foot=f"Pitboss {report.version}, digest {digest[:16]}…",
        date=date,
        blocks=(
            *identity_section(report, date),
            *summary_section(report),
            *rules_section(report),
            NewPage(),
            *_main_section(report),
            *wagers_section(report),
            *jackpots_section(report),
            *printed_section(report, _number(report, 6)),
            *simulation_section(report, simulation, _number(report, 7)),
            *verification_section(report, _number(report, 7 + (simulation is not None))),
            NewPage(),
            *rulings_section(report),
            *fractions_section(report),
        ),
    )


def _main_section(report: MathsReport) -> Iterator[Block]:
    yield Heading(1, "4", "The main game")
    if report.main is None:
        yield Paragraph(NOT_SOLVED)
    yield from game_sections(report.games, "4", solve_again(report.house))


def _number(report: MathsReport, number: int) -> str:
    """Sections after the jackpots move up where there are none."""
    return str(number + bool(report.jackpots))


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
