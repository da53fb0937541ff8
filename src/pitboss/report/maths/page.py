"""The maths report as a document: its sections in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from string import ascii_uppercase

from pitboss.advantage.count_study import CountStudy
from pitboss.advantage.protect.model import Protection
from pitboss.exact.effects import main_game
from pitboss.report.advantage.protect_page import (
    main_blocks,
    measure_blocks,
    method_blocks,
    tell_blocks,
    wager_blocks,
)
from pitboss.report.compare.reports import (
    ReportComparison,
    WrittenReport,
    change_blocks,
    written_report,
)
from pitboss.report.count_page import count_sections
from pitboss.report.details import DocumentFields, ReportDetails, Revision, usual_details
from pitboss.report.document.blocks import (
    Block,
    Cell,
    Document,
    Grid,
    Heading,
    Paragraph,
    Signatures,
)
from pitboss.report.games.page import game_sections
from pitboss.report.maths.figures import report_figures
from pitboss.report.maths.jackpots import jackpots_section
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.opening import identity_section, rules_section, summary_section
from pitboss.report.maths.operation import operation_section
from pitboss.report.maths.software import identification, source_digest
from pitboss.report.maths.wagers import fractions_section, wagers_section
from pitboss.report.second_method.page import SecondMethod, second_method_section
from pitboss.report.simulation.page import simulation_section
from pitboss.report.simulation.run import ReportSimulation
from pitboss.report.strategy_charts import EVERY_AFTER_SPLIT, after_split_grid
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from pitboss.text.options import option_text
from pitboss.version import __version__

NOT_SOLVED = (
    "The house edge of the main game is not stated: it depends on how the player plays, and the"
    " best play was not solved for this report."
)
RECORDS = "round record"
"""Rulings that cite it are about records, not about play or pays."""
TRANSCRIPTION_CELLS = 4097
TRANSCRIPTION_DIGEST = "9cba29a43f9b9fd4136eee59c82dae00f95b95b67a4327819c70894eca22fe58"
"""Digest of the second reading of the documents, which the tests compare with the rule book."""
SOLVER_TESTS = (
    "For the main game the suite compares the solver with the table: on tiny shoes and decks, where"
    " every deal is walked through, both give the same result, and charts are followed there too."
    " Plain blackjack is compared with published analyses of it, and the other kinds of round with"
    " samples of rounds from whole shoes."
)


def maths_page(
    report: MathsReport,
    *,
    date: str,
    simulation: ReportSimulation | None = None,
    second: SecondMethod | None = None,
    details: ReportDetails | None = None,
    advantage: AdvantageFigures | None = None,
    previous: WrittenReport | None = None,
) -> Document:
    """Return the report as a document dated *date*, with a section on *simulation* if there is one.

    *second* is the main game by a second method, for a section of its own; *details* are the fields
    of a controlled document, and how the operator runs the table; *advantage* is what counters win,
    for a section too; *previous* is the report before, from which the revision history goes on.

    >>> from pitboss.report.maths.model import maths
    >>> maths_page(maths(House(game="ilani/spanish-21")), date="2025-01-31").title
    'Spanish 21'
    """
    details = details or usual_details(report.house)
    game = report.configured.game
    source = ", ".join(filter(None, (game.document, game.section)))
    written = Document(
        title=game.title,
        subtitle=f"Mathematics report: {source}",
        head=f"{game.title} ({game.id}), mathematics report",
        foot=", ".join(_foot(report, details.document)),
        date=date,
        blocks=(),
        about={
            "game": game.id,
            "digest": report.configured.digest,
            **identification(),
            "number": details.document.number,
            "revision": details.document.revision,
        },
        figures=tuple(report_figures(report, details.operation)),
    )
    changes = None
    if previous is not None:
        changes = ReportComparison(old=previous, new=written_report(written))
        details = replace(details, document=_continued(details.document, changes, date))
    history = tuple((line.revision, line.date, line.change) for line in details.document.history)
    blocks = tuple(_sections(report, date, simulation, second, details, advantage, changes))
    return replace(written, blocks=blocks, history=history)


def _continued(fields: DocumentFields, changes: ReportComparison, date: str) -> DocumentFields:
    """Return the fields with the history of the report before, and a line about this one."""
    before = tuple(
        Revision(revision=revision, date=day, change=change)
        for revision, day, change in changes.old.history
    )
    own = tuple(line for line in fields.history if line not in before)
    made = Revision(revision=fields.revision or "–", date=date, change=changes.summary)
    return replace(fields, history=(*before, *own, made))


def _foot(report: MathsReport, fields: DocumentFields) -> Iterator[str]:
    """Yield the foot of every page."""
    if fields.number:
        yield fields.number
    if fields.revision:
        yield f"revision {fields.revision}"
    yield f"Pitboss {__version__}"
    yield f"digest {report.configured.digest[:16]}…"


def _sections(
    report: MathsReport,
    date: str,
    simulation: ReportSimulation | None,
    second: SecondMethod | None,
    details: ReportDetails,
    advantage: AdvantageFigures | None,
    changes: ReportComparison | None,
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
    if second is not None:
        yield from second_method_section(second, str(next(numbers)))
    if advantage is not None:
        yield from advantage_section(advantage, str(next(numbers)))
    yield from verification_section(report, str(next(numbers)), details.document)
    appendices = {
        "Rulings that apply": rulings_section(report),
        "Exact fractions": fractions_section(report),
        EVERY_AFTER_SPLIT: after_split_section(report),
    }
    letters = iter(ascii_uppercase)
    for title, appendix in appendices.items():
        if blocks := tuple(appendix):
            yield Heading(1, next(letters), title)
            yield from blocks
    if changes is not None:
        yield Heading(1, next(letters), f"Changes since {changes.old.name}")
        yield Paragraph(changes.summary)
        yield from change_blocks(changes)


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


def rulings_section(report: MathsReport) -> Iterator[Block]:
    """Yield the appendix: every ruling on how this table is played or paid."""
    yield Paragraph(
        "Where the document is silent, unclear or contradicts itself, it is read as follows. A"
        " ruling is a reading of the document and no part of it. Rulings on wagers and options that"
        " this table does not have are left out.",
        "note",
    )
    rows = tuple(
        (
            ruling.id,
            (plain_text(f"{ruling.question} {ruling.ruling}"), f"{ruling.status}; {ruling.cite}"),
        )
        for ruling in report.configured.rulings
        if RECORDS not in ruling.cite
    )
    yield Grid(heads=("", "question and answer"), rows=rows, align="ll", wide=1)


def after_split_section(report: MathsReport) -> Iterator[Block]:
    """Yield the appendix: every play after a split that the stated house edge needs."""
    plays = [play for game in report.games for play in game.after_split]
    if plays:
        yield Paragraph(
            "Hands made by a split whose best play is not that of the same cards as dealt. The"
            " house edge of section 4 needs all of them; the charts there need none, and their"
            " edge is stated beside it.",
            "note",
        )
        yield after_split_grid(plays)


def plain_text(text: str) -> str:
    """Return the text of a ruling without the marks for code.

    >>> plain_text("The option `soft17` decides.")
    'The option soft17 decides.'
    """
    return text.replace("`", "")


def printed_section(report: MathsReport, number: str) -> Iterator[Block]:
    """Yield the section with that *number*: the reproduced figures, and their readings."""
    yield Heading(1, number, "Printed figures")
    rows: list[tuple[Cell, ...]] = []
    for maths in report.wagers:
        rows += [
            (
                f"Table {figure.table}, {figure.decks} decks",
                figure.name,
                figure.printed,
                figure.exact_text,
                "reproduced" if figure.agrees else "NOT reproduced",
                ", ".join(figure.rulings) or "–",
            )
            for figure in maths.printed
        ]
    if not rows:
        yield Paragraph("The document prints no figure for the pay tables in use.")
        return
    heads = ("where", "figure", "printed", "exact", "", "reading")
    yield Grid(heads=heads, rows=tuple(rows), align="llrrll")
    used = {
        ruling for maths in report.wagers for figure in maths.printed for ruling in figure.rulings
    }
    texts = [r for r in report.configured.game.rulings if r.id in used]
    for ruling in texts:
        yield Paragraph(plain_text(f"{ruling.id}: {ruling.ruling}"), "note")


def verification_section(
    report: MathsReport, number: str, control: DocumentFields
) -> Iterator[Block]:
    """Yield the section with that *number*: the checks made now, and those of the tests."""
    yield Heading(1, number, "Verification")
    yield Paragraph(
        "While this report was written, the probabilities of every wager were added up to exactly"
        " 1 and its returns to exactly 1 less the house edge, in fractions."
    )
    rows = tuple(
        ((maths.title, maths.check.text), "holds" if maths.check.holds else "FAILS")
        for maths in report.wagers
        if maths.check
    )
    if rows:
        yield Paragraph(
            "Wagers on up to four dealt cards were counted a second time: every sequence of card"
            " kinds by itself."
        )
        yield Grid(heads=("wager and second count", ""), rows=rows, align="lr")
    yield Paragraph(
        "Writing a report does not run the test suite, and nobody has signed here that it passed."
        f" Run it on the files of this version (SHA-256 {source_digest()}) with make test. It"
        " compares the counts by classes with brute force over every deal of small decks,"
        " five-card hands with every hand of the deck, the dealer's draw with drawing card by card,"
        " and the odds of every wager with rounds dealt at the table. It compares every pay of the"
        " rule book with a second, mechanical reading of the documents:"
        f" {TRANSCRIPTION_CELLS:,} cells, SHA-256 {TRANSCRIPTION_DIGEST}."
    )
    if report.games:
        yield Paragraph(SOLVER_TESTS)
    prepared, reviewed = (f": {name}" if name else "" for name in
                          (control.prepared_by, control.reviewed_by))  # fmt: skip
    yield Heading(2, f"{number}.1", "Statement")
    yield Signatures(
        "Not verified here: the shuffle, and any equipment. Whoever signs states that the"
        " configuration above is the one submitted.",
        (f"Prepared by{prepared}", f"Reviewed by{reviewed}"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvantageFigures:
    """The section on counting: the best counts of a table and their gains."""

    study: CountStudy
    """Of the main game."""
    protection: Protection


def advantage_section(figures: AdvantageFigures, number: str) -> Iterator[Block]:
    """Yield the section: effects of removal and counts first, then what counters win."""
    protection = figures.protection
    yield Heading(1, number, "Advantage play")
    if figures.study.tags is None:  # nothing to count is the whole answer
        yield from count_sections(figures.study, draws=False)
        return
    yield Paragraph(
        "What somebody wins who counts the cards that are gone: from the exact effects of removal,"
        " and by simulated counters. Expectations are to the player here."
    )
    parts = (
        (
            Heading(1, "", "Effects of removal and counts"),
            *count_sections(figures.study, draws=False),
        ),
        main_blocks(protection, number=""),
        wager_blocks(protection, number=""),
        measure_blocks(protection, number=""),
        tell_blocks(protection, number=""),
        (Heading(1, "", "How this was computed"), *method_blocks(protection.terms)),
    )
    for place, blocks in enumerate(parts, start=1):
        yield from _one_level_down(blocks, f"{number}.{place}")


def _one_level_down(blocks: Iterable[Block], number: str) -> Iterator[Block]:
    """Yield blocks with the headings of a section as those of its part."""
    for block in blocks:
        if isinstance(block, Heading):
            yield Heading(block.level + 1, number if block.level == 1 else "", block.text)
        else:
            yield block
