"""`pitboss protect`: the win of counters, counter-measures, and players who count."""

from __future__ import annotations

from pitboss.api.protection import Protection, make_terms, protect_table
from pitboss.api.tables import Table
from pitboss.cli.documents_out import ENDINGS, print_document, today, write_document
from pitboss.cli.numbers import read_count, read_part
from pitboss.cli.options import read_options
from pitboss.cli.orders.advantage import ProtectOrder
from pitboss.cli.output import print_assumed, print_json, refuse
from pitboss.cli.waiting import waiting
from pitboss.report.document.typesetting import out_problems
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem, RulesError


def print_protection(order: ProtectOrder) -> None:
    """Print or write the page."""
    try:
        protection = _protect(order)
        page = protection.document(today())
        if order.out is not None:
            write_document(page, order.out)
    except RulesError as error:
        refuse(error.problems, as_json=order.as_json)
    if order.as_json:
        print_json(protection.as_json() | ({"file": str(order.out)} if order.out else {}))
        return
    print_assumed(protection.table.assumed)
    if order.out is not None:
        print(f"{order.out}: {page.title}")
    else:
        print_document(page)


def _open(order: ProtectOrder) -> Table:
    if order.game is None and order.house is None:
        message = "name a game, or a house file with --house"
        raise RulesError([Problem(code="command/usage", key="", message=message)])
    given, unread = read_options(order.game or "", order.option or (), order.house)
    return Table.open(given, unread=unread)


def _protect(order: ProtectOrder) -> Protection:
    problems: list[Problem] = []
    if order.out is not None:
        problems += out_problems(order.out, ENDINGS, key="--out")
    if order.player and order.records is None:
        message = "players are looked for in records: give --records too"
        problems.append(Problem(code="option/conflict", key="--player", message=message))
    low, high = (
        _money(key, text, problems) for key, text in (("--min", order.min), ("--max", order.max))
    )
    parts = []
    for text in (order.penetration or "").split(",") if order.penetration else ():
        part, unread = read_part("--penetration", text.strip())
        problems += unread
        parts += [] if part is None else [part]
    rounds = None
    if order.rounds is not None:
        number, unread = read_count("--rounds", order.rounds)
        problems += unread
        rounds = None if unread else number
    try:
        table = _open(order)
        terms = make_terms(
            table,
            low=low,
            high=high,
            rounds_an_hour=order.rounds_an_hour,
            penetrations=parts,
            rounds=rounds,
        )
    except RulesError as error:
        raise RulesError([*problems, *error.problems]) from None
    if problems:
        raise RulesError(problems)
    with waiting(f"protecting {table.game.id}") as say:
        return protect_table(
            table,
            terms,
            records=order.records,
            players=order.player or (),
            notice=say,
        )


def _money(key: str, text: str | None, problems: list[Problem]) -> int | None:
    if text is None:
        return None
    try:
        return parse_dollars(text)
    except ValueError as error:
        problems.append(Problem(code="option/invalid", key=key, message=str(error)))
        return None
