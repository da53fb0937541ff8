"""`pitboss agree`: somebody's own simulator beside the exact figures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.table import Table as Columns
from rich.text import Text

from pitboss.api.agreeing import AgreedEdge, AgreedRounds, agree_edge, agree_rounds, read_edge
from pitboss.cli.console import output_console
from pitboss.cli.options import open_asked_table
from pitboss.cli.orders.figures import AgreeOrder
from pitboss.cli.output import print_json
from pitboss.cli.problems import check, collecting
from pitboss.cli.waiting import waiting
from pitboss.rulebook.files import quote_path, read_text
from pitboss.rulebook.problems import Problem, RulesError

ROUNDS_BYTES_MAX = 256 * 1024 * 1024


def agree(order: AgreeOrder) -> None:
    """Compare an edge or rounds; exit with 1 if they do not agree."""
    if (order.edge is None) == (order.rounds is None):
        message = "say what your simulator found: --edge EDGE, or --rounds FILE"
        check([Problem(code="option/conflict", key="--edge", message=message)])
    if order.error is not None and order.edge is None:
        message = "--error goes with --edge; rounds have their own"
        check([Problem(code="option/conflict", key="--error", message=message)])
    problems: list[Problem] = []
    edge = 0.0
    error = 0.0
    with collecting(problems):
        edge = 0.0 if order.edge is None else read_edge(order.edge, "--edge")
    with collecting(problems):
        error = 0.0 if order.error is None else abs(read_edge(order.error, "--error"))
    check(problems)
    table = open_asked_table(order.at)
    with waiting("computing what it may mean"):
        if order.rounds is None:
            found: AgreedEdge | AgreedRounds = agree_edge(table, edge, error)
        else:
            found = agree_rounds(read_records(order.rounds), table)
    if order.as_json:
        print_json(found.as_json())
    else:
        _print(found)
    if not found.agrees:
        raise SystemExit(1)


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a file, a line each; `RulesError` names a line that is none."""
    for number, line in enumerate(read_text(path, ROUNDS_BYTES_MAX).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not isinstance(record, dict):
            message = f"{quote_path(path)}: line {number} is no round record"
            raise RulesError([Problem(code="record/malformed", key="--rounds", message=message)])
        yield record


def _print(found: AgreedEdge | AgreedRounds) -> None:
    console = output_console()
    edge: AgreedEdge | None
    if isinstance(found, AgreedRounds):
        console.print(f"{found.rounds:,} rounds were played again at the table")
        if found.difference is not None:
            console.print(Text(f"  {found.difference}", style="bold"))
            if found.record is not None:
                console.print(Text(f"  the table: {json.dumps(found.record['net'])}", style="dim"))
            return
        console.print("  every result is the table's, to the cent")
        edge = found.agreed
    else:
        edge = found
    if edge is None:
        return
    error = f" ± {edge.standard_error:.4%}" if edge.standard_error else ""
    console.print(f"stated house edge {edge.stated:.4%}{error}")
    shown = Columns(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for it in edge.meanings:
        its_error = f" ± {it.standard_error:.4%}" if it.standard_error else ""
        verdict = "agrees" if it.agrees else f"differs by {it.difference:+.4%}"
        shown.add_row(f"  {it.name}", f"{it.edge:.4%}{its_error}", verdict)
    console.print(shown)
