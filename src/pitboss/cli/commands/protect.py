"""`pitboss protect`: the win of counters, counter-measures, and players who count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pitboss.api.protection import Protection, make_terms, protect_table
from pitboss.cli.documents_out import ENDINGS, print_document, today, write_document
from pitboss.cli.options import open_asked_table
from pitboss.cli.orders.counting import ProtectOrder
from pitboss.cli.output import print_assumed, print_json
from pitboss.cli.problems import conflict, refusing_with
from pitboss.cli.waiting import waiting
from pitboss.report.document.typesetting import out_problems
from pitboss.rulebook.problems import Problem


def print_protection(order: ProtectOrder) -> None:
    """Print or write the page."""
    protection = _protect(order)
    page = protection.document(today())
    if order.out is not None:
        write_document(page, order.out)
    if order.as_json:
        print_json(protection.as_json() | ({"file": str(order.out)} if order.out else {}))
        return
    print_assumed(protection.table.assumed)
    if order.out is not None:
        print(f"{order.out}: {page.title}")
    else:
        print_document(page)


def _protect(order: ProtectOrder) -> Protection:
    problems: list[Problem] = []
    if order.out is not None:
        problems += out_problems(order.out, ENDINGS, key="--out")
    ask = order.ask
    if ask.players and ask.records is None:
        message = "players are looked for in records: give --records too"
        problems.append(conflict("--player", message))
    flags = {"low": "--min", "high": "--max"}
    for problem in order.unread:
        flag = flags.get(problem.key, f"--{problem.key.replace('_', '-')}")
        problems.append(replace(problem, key=flag))
    with refusing_with(problems, first=True):
        table = open_asked_table(order.at)
        terms = make_terms(table, ask)
    with waiting(f"protecting {table.game.id}") as say:
        file = None if ask.records is None else Path(ask.records)
        return protect_table(table, terms, records=file, players=ask.players, notice=say)
