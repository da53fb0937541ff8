"""`pitboss design`: the pay table with the edge you want, and the proof that none is better."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from pitboss.api.designing import Design, design_wager
from pitboss.cli.console import output_console
from pitboss.cli.options import open_asked_table
from pitboss.cli.orders.figures import DesignOrder
from pitboss.cli.output import print_json
from pitboss.cli.problems import check
from pitboss.cli.waiting import waiting
from pitboss.exact.design import pay_words
from pitboss.rulebook.files import place_problems, write_whole


def design(order: DesignOrder) -> None:
    """Print the best pay tables for a wager; write the best as the file of an own game."""
    table = open_asked_table(order.at)
    if order.out is not None:
        check(place_problems(order.out, key="out"))
    with waiting(f"looking at the pay tables of {order.ask.wager}"):
        found = design_wager(table.house, table.setup, order.ask)
    if order.out is not None:
        write_whole(order.out, found.as_toml().encode())
    if order.as_json:
        print_json(found.as_json() | ({} if order.out is None else {"file": str(order.out)}))
        return
    _print(found)
    if order.out is not None:
        print(f"{order.out}: written; check it with: pitboss check {order.out}")


def _print(found: Design) -> None:
    console, item = output_console(), found.odds
    console.print(Text(f"{item.game}  {item.wager}  {item.decks} decks", style="bold"))
    shown = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    shown.add_column("  row")
    shown.add_column("1 in", justify="right")
    for number in range(1, len(found.tables) + 1):
        shown.add_column("best" if number == 1 else f"{number}.", justify="right", no_wrap=True)
    for place, row in enumerate(item.rows):
        pays = (pay_words(table.pays[place]) for table in found.tables)
        shown.add_row(f"  {row.name}", f"{float(1 / row.probability):,.1f}", *pays)
    edges = (f"{float(table.edge):.4%}" for table in found.tables)
    shown.add_row("  house edge", "", *edges, style="bold")
    spreads = (f"{table.standard_deviation:.3f}" for table in found.tables)
    shown.add_row("  standard deviation", "", *spreads)
    console.print(shown)
    hits = f"{float(item.hit_frequency):.4%}"
    console.print(Text(f"  The rows hit {hits} of the rounds, whatever they pay.", style="dim"))
    if item.unpaid:
        console.print(Text(f"  No row pays: {item.unpaid_text}.", style="dim"))
    proof = (
        f"  Of {found.box:,} pay tables of these odds, {found.priced:,} were priced; bounds rule"
        " out the others."
    )
    console.print(Text(proof, style="dim"))
