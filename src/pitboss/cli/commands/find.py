"""`pitboss find`: pay tables of the whole rule book by wager, decks, edge and hits."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from rich.text import Text

from pitboss.cli.console import entry_table, output_console, print_table
from pitboss.cli.numbers import read_part
from pitboss.cli.orders.figures import FindOrder
from pitboss.cli.output import print_json
from pitboss.cli.problems import check, invalid
from pitboss.report.catalogue.search import FoundTable, Range, Search, every_line
from pitboss.rulebook.problems import Problem

_TO = ".."


def find(order: FindOrder) -> None:
    """Print every pay table that fits."""
    problems: list[Problem] = []
    ask = order.ask
    search = Search(
        wager=ask.wager,
        game=ask.game,
        decks=ask.decks,
        edge=read_range("--edge", str(ask.edge or ""), problems),
        hit=read_range("--hit", str(ask.hit or ""), problems),
        sort=ask.sort,
    )
    check((*problems, *search.problems()))
    every = every_line()
    found = search.found(every)
    if order.as_json:
        print_json([line.as_json() for line in found])
    else:
        _print(found, len(every))


def read_range(key: str, text: str, problems: list[Problem]) -> Range:
    """Read `8%..12%`, `..12%` or `8%..`; nothing is everything.

    >>> read_range("--edge", "8%..12%", []), read_range("--edge", "..0.05", [])
    ((0.08, 0.12), (-inf, 0.05))
    """
    low, to, high = text.partition(_TO)
    wrong: list[Problem] = []
    least, most = (read_part(key, end.strip() or None, wrong) for end in (low, high))
    first, last = -inf if least is None else least, inf if most is None else most
    if text and (not to or first > last):
        wrong = [invalid(key, f"{text!r} is not a range; write 8%..12%, ..12% or 8%..")]
    problems += wrong
    return first, last


_COLUMNS = ("game", "wager", "table", "decks", "options", "edge", "long run", "hits", "sd")


def _print(lines: Sequence[FoundTable], searched: int) -> None:
    if lines:
        shown = [name for name in _COLUMNS if any(_cell(name, line) for line in lines)]
        table = entry_table(shown)
        for line in lines:
            table.add_row(*(_cell(name, line) for name in shown))
        print_table(table)
    tables = "pay table fits" if len(lines) == 1 else "pay tables fit"
    note = f"{len(lines) or 'No'} {tables}, of {searched:,} wagers, tables and deck counts."
    if any(line.long_run_edge is not None for line in lines):
        note += " Jackpots are chosen by their long-run edge."
    output_console().print(Text(note, style="dim"))


def _cell(name: str, line: FoundTable) -> str:
    cells = {
        "game": line.game,
        "wager": ", ".join(line.wagers),
        "table": line.table,
        "decks": str(line.decks),
        "options": " ".join(filter(None, (line.options, line.play))),
        "edge": f"{line.edge:.4%}",
        "long run": "" if line.long_run_edge is None else f"{line.long_run_edge:.4%}",
        "hits": f"{line.hit_frequency:.2%}",
        "sd": f"{line.standard_deviation:.2f}",
    }
    return cells[name]
