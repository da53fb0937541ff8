"""`pitboss floor report`: a report from the books, on the screen or as a file."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.audit.catalogue import REPORTS, ReportKind
from pitboss.audit.interval import UTC_DAYS, HouseDays, Interval, read_interval
from pitboss.audit.render import RENDERERS, render, sheet_text
from pitboss.audit.report import OPERATOR, ReportQuery
from pitboss.audit.sheet import ReportSheet
from pitboss.cli.floor.books import open_books, run
from pitboss.cli.output import print_json, refuse, terminal_width
from pitboss.cli.problems import check, collecting, invalid, refusal
from pitboss.pit.reports import house_days, make_report
from pitboss.report.document.typesetting import pdf_is_possible
from pitboss.rulebook.extras import install_command
from pitboss.rulebook.files import place_problems, write_whole
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.accounts.names import name_key
from pitboss.server.services import wall_clock
from pitboss.store import Store


class ReportOrder(NamedTuple):
    """The order for a report on the command line."""

    name: str
    start: str
    end: str
    day: str
    table: str
    player: str
    operator: str
    form: str
    output: Path | None
    db: str


def write_report(**options: Any) -> None:  # noqa: ANN401 - the fields of an order
    """Write a report; without a name, list them."""
    order = ReportOrder(**options)
    as_json = order.form == "json"
    if not order.name:
        _list_reports(as_json=as_json)
        return

    async def work() -> tuple[ReportSheet, str]:
        kind, question, form = _read(order)
        async with open_books(order.db) as store:
            days = await house_days(store)
            question = replace(question, interval=_interval(order, days), days=days)
            if order.player:
                question = replace(question, account=await _account(store, order.player))
            return await make_report(store, kind, question), form

    try:
        sheet, form = run(work)
    except RulesError as error:
        refuse(error.problems, as_json=as_json)
    if order.output is not None:
        write_whole(order.output, render(sheet, form))
        print(f"{order.output}: {sheet.title}, {sheet.interval.words(sheet.zone)}")
    elif form == "text":
        print(sheet_text(sheet, terminal_width()), end="")
    else:
        sys.stdout.buffer.write(render(sheet, form))


def _interval(order: ReportOrder, days: HouseDays = UTC_DAYS) -> Interval:
    """Return the interval of an order, by the clock and the gambling days of the house."""
    try:
        return read_interval(order.start, order.end, order.day, days)
    except ValueError as error:
        raise RulesError([invalid("--from", str(error))]) from None


def _list_reports(*, as_json: bool) -> None:
    if as_json:
        print_json([{"name": kind.name, "title": kind.title, "about": kind.about} for kind in _ALL])
        return
    width = max(len(name) for name in REPORTS)
    for kind in _ALL:
        print(f"{kind.name:<{width}}  {kind.about}")


_ALL = tuple(REPORTS.values())


def _read(order: ReportOrder) -> tuple[ReportKind, ReportQuery, str]:
    """Return the question of an order, or refuse it with every problem."""
    problems: list[Problem] = []
    kind = REPORTS.get(order.name)
    if kind is None:
        message = f"there is no report {order.name!r}; there are {choice(REPORTS)}"
        problems.append(Problem(code="report/unknown", key="name", message=message))
    elif kind.of_player and not order.player:
        message = f"the report {order.name} is about one player; name one with --player"
        problems.append(invalid("--player", message))
    with collecting(problems):
        _interval(order)  # by the house's clock once its books are open
    form = _form(order, problems)
    check(problems)
    assert kind is not None
    question = ReportQuery(
        generated=wall_clock(),
        operator=order.operator or OPERATOR,
        table=order.table,
    )
    return kind, question, form


def _form(order: ReportOrder, problems: list[Problem]) -> str:
    """Return the named format, or the format of the file's ending."""
    ending = order.output.suffix.removeprefix(".") if order.output else ""
    form = order.form or {"txt": "text"}.get(ending, ending) or "text"
    if form not in RENDERERS:
        problems.append(invalid("--format", f"a report is {choice(RENDERERS)}, not {form!r}"))
        return form
    if form == "pdf" and not pdf_is_possible():
        message = f"a PDF needs Typst; install it with: {install_command('report')}"
        problems.append(Problem(code="extra/missing", key="", message=message))
    if form == "pdf" and order.output is None:
        problems.append(invalid("--output", "a PDF is written to a file: name it with --output"))
    if order.output is not None:
        problems += place_problems(order.output, key="--output")
    return form


async def _account(store: Store, player: str) -> str:
    """Return the account of a name, or the account itself."""
    credential = await store.credential(name_key(player))
    if credential is not None:
        return credential.account
    if (await store.head(f"account/{player}")).version:
        return player
    raise refusal("account/unknown", f"nobody is called {player!r}", "--player")
