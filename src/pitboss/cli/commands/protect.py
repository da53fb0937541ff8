"""`pitboss protect`: the win of counters, counter-measures, and players who count."""

from __future__ import annotations

from pitboss.api.protection import Protection, make_terms, protect_table
from pitboss.cli.documents_out import ENDINGS, print_document, today, write_document
from pitboss.cli.numbers import read_count, read_dollars, read_part
from pitboss.cli.options import open_table
from pitboss.cli.orders.counting import ProtectOrder
from pitboss.cli.output import print_assumed, print_json
from pitboss.cli.problems import conflict, refusal, refusing_with
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
    if order.player and order.records is None:
        message = "players are looked for in records: give --records too"
        problems.append(conflict("--player", message))
    low = read_dollars("--min", order.min, problems)
    high = read_dollars("--max", order.max, problems)
    texts = order.penetration.split(",") if order.penetration else ()
    parts = [read_part("--penetration", text.strip(), problems) for text in texts]
    count = len(problems)
    rounds = None if order.rounds is None else read_count("--rounds", order.rounds, problems)
    with refusing_with(problems, first=True):
        if order.game is None and order.house is None:
            raise refusal("command/usage", "name a game, or a house file with --house")
        table = open_table(order.game or "", order.option, order.house)
        terms = make_terms(
            table,
            low=low,
            high=high,
            rounds_an_hour=order.rounds_an_hour,
            penetrations=[part for part in parts if part is not None],
            rounds=rounds if count == len(problems) else None,
        )
    with waiting(f"protecting {table.game.id}") as say:
        players = order.player or ()
        return protect_table(table, terms, records=order.records, players=players, notice=say)
