"""`pitboss settle`: key one hand of a physical table in, and read what each seat is paid."""

from __future__ import annotations

import sys

from pitboss.cli.options import open_table
from pitboss.cli.orders.papers import SettleOrder
from pitboss.cli.output import print_assumed, print_json
from pitboss.cli.problems import check, refusal
from pitboss.cli.subjects import read_table
from pitboss.engine.record import replay, write_record
from pitboss.report.sheets.citations import clause_behind
from pitboss.rulebook.files import place_problems, write_whole
from pitboss.rulebook.house import house_data
from pitboss.rulebook.reading.parse import dump_json
from pitboss.tui.plain.settle import SettleDesk


def settle(order: SettleOrder) -> None:
    """Ask for a round line by line, say its results, and keep its record."""
    check([*place_problems(order.out, key="--out")] if order.out is not None else [])
    subject = read_table(order.house, order.option or (), order.file)
    table = open_table(subject.game, subject.options, subject.file)
    print_assumed(table.assumed)
    out = sys.stderr if order.as_json else sys.stdout
    settled = SettleDesk(table.setup, sys.stdin, out, clause_behind).settle()
    if settled is None:
        raise refusal(
            "round/open", "the round is not settled: bets, cards or decisions are missing"
        )
    record = replay(write_record(settled, house_data(table.house))).complete_record()
    if order.out is not None:
        write_whole(order.out, dump_json(record).encode())
        print(f"{order.out}: the record of this round; 'pitboss replay' plays it again", file=out)
    if order.as_json:
        print_json(record)
