"""`pitboss print`: the sheets that hang in the pit, made from the rules of one house."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cli.documents_out import today
from pitboss.cli.options import open_table
from pitboss.cli.orders.papers import PrintOrder
from pitboss.cli.orders.shared import fill_in
from pitboss.cli.output import print_assumed, print_json
from pitboss.cli.problems import check, invalid
from pitboss.cli.subjects import read_table
from pitboss.cli.waiting import waiting
from pitboss.report.document.typesetting import Paper, out_problems
from pitboss.report.sheets.every_sheet import sheets
from pitboss.report.sheets.html import sheets_html
from pitboss.report.sheets.parts import HouseWords, What
from pitboss.report.sheets.pdf import sheets_pdf
from pitboss.rulebook.files import write_whole
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem

ENDINGS = (".pdf", ".html")
ALL = "all"
PAPERS: dict[str, Paper] = {"letter": "us-letter", "a4": "a4"}


def print_sheets(order: PrintOrder) -> None:
    """Write the sheets of a house, whole or not at all."""
    problems: list[Problem] = []
    wanted = _read_sheets(order.what or (), problems)
    problems += out_problems(order.out, ENDINGS, key="--out")
    if order.paper not in PAPERS:
        message = f"{order.paper!r} is not allowed; choose {choice(PAPERS)}"
        problems.append(invalid("--paper", message))
    check(problems)
    subject = read_table(order.house, order.option or (), order.file)
    table = open_table(subject.game, subject.options, subject.file, to_players=True)
    words = fill_in(HouseWords, order, shoe=table.house.shoe)
    with waiting(f"printing {subject.label}"):
        made = sheets(table.setup, words, wanted)
    paper = PAPERS[order.paper]
    if order.out.suffix.lower() == ".pdf":
        content = sheets_pdf(made, date=today(), paper=paper)
    else:
        content = sheets_html(made, paper=paper).encode()
    write_whole(order.out, content)
    names = [str(sheet.what) for sheet in made]
    if order.as_json:
        record = {"game": table.game.id, "digest": table.digest, "file": str(order.out)}
        print_json(record | {"sheets": names, "assumed": list(table.assumed)})
    else:
        print_assumed(table.assumed)
        print(f"{order.out}: {', '.join(names)} of {table.game.title}")


def _read_sheets(names: Sequence[str], problems: list[Problem]) -> tuple[What, ...]:
    """Read `--what`: one sheet or several, or all."""
    wanted = [name.strip() for text in names for name in text.split(",")] or [ALL]
    if ALL in wanted:
        return tuple(What)
    known = {str(what): what for what in What}
    every = choice((*known, ALL))
    problems += (
        invalid("--what", f"{name!r} is not a sheet; choose {every}")
        for name in wanted
        if name not in known
    )
    return tuple(known[name] for name in dict.fromkeys(wanted) if name in known)
