"""`pitboss design`: the pay table with the edge you want, and the proof that none is better."""

from __future__ import annotations

from rich.table import Table as Columns
from rich.text import Text

from pitboss.api.designing import Design, design_rules, design_wager
from pitboss.api.tables import Table
from pitboss.cli.console import output_console
from pitboss.cli.options import open_asked_table
from pitboss.cli.orders.figures import DesignOrder
from pitboss.cli.output import print_json
from pitboss.cli.problems import check
from pitboss.cli.waiting import waiting
from pitboss.exact.design import pay_words
from pitboss.questions.game import DesignRules
from pitboss.rulebook.files import place_problems, write_whole
from pitboss.rulebook.problems import Problem
from pitboss.text.options import option_text


def design(order: DesignOrder) -> None:
    """Print the best pay tables for a wager; write the best as the file of an own game."""
    table = open_asked_table(order.at)
    if order.change is not None:
        _design_rules(table, order)
        return
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


def _design_rules(table: Table, order: DesignOrder) -> None:
    """Print the sets of rules with the edge wanted."""
    if order.ask.wager or order.out is not None:
        message = "--change designs the rules of the main game, without --wager and --out"
        check([Problem(code="option/conflict", key="--change", message=message)])
    ask = DesignRules(order.change or "", edge=order.ask.edge, count=order.ask.count)
    with waiting("solving the sets of rules"):
        found = design_rules(table.house, ask)
    if order.as_json:
        print_json(found.as_json())
        return
    console = output_console()
    console.print(Text(found.game, style="bold"))
    shown = Columns(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for name in found.sets[0].options:
        shown.add_column(f"  {name}")
    shown.add_column("house edge", justify="right")
    for item in found.sets:
        values = (f"  {option_text(value)}" for value in item.options.values())
        shown.add_row(*values, f"{item.house_edge:.4%}")
    console.print(shown)
    words = f"  {found.inside:,} of {found.tried:,} sets of these rules have such an edge"
    console.print(Text(f"{words}; {found.refused:,} are not allowed together.", style="dim"))


def _print(found: Design) -> None:
    console = output_console()
    item = found.odds
    console.print(Text(f"{item.game}  {item.wager}  {item.decks} decks", style="bold"))
    shown = Columns(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    shown.add_column("  row")
    shown.add_column("1 in", justify="right")
    for number in range(1, len(found.tables) + 1):
        shown.add_column("best" if number == 1 else f"{number}.", justify="right", no_wrap=True)
    # A table may leave rows out, and the chance of a row depends on those above it.
    paid = [
        {row.name: (row, pay) for row, pay in zip(odds.rows, table.pays, strict=True)}
        for table, (odds, _) in zip(found.tables, found.choices, strict=True)
    ]
    names = sorted({name: None for rows in paid for name in rows}, key=found.row_names.index)
    for name in names:
        pays = (pay_words(rows[name][1]) if name in rows else "–" for rows in paid)
        first = next(rows[name][0] for rows in paid if name in rows)
        shown.add_row(f"  {name}", f"{float(1 / first.probability):,.1f}", *pays)
    edges = (f"{float(table.edge):.4%}" for table in found.tables)
    shown.add_row("  house edge", "", *edges, style="bold")
    spreads = (f"{table.standard_deviation:.3f}" for table in found.tables)
    shown.add_row("  standard deviation", "", *spreads)
    hits = {float(odds.hit_frequency) for odds, _ in found.choices}
    if len(hits) > 1:
        each = (f"{float(odds.hit_frequency):.2%}" for odds, _ in found.choices)
        shown.add_row("  hit frequency", "", *each)
    if any(table.counter is not None for table in found.tables):
        gains = ("–" if it.counter is None else f"{it.counter:.3f}" for it in found.tables)
        shown.add_row("  a counter wins, in 100 rounds", "", *gains)
    console.print(shown)
    if len(hits) == 1:
        words = f"  The rows hit {hits.pop():.4%} of the rounds, whatever they pay."
        console.print(Text(words, style="dim"))
    if item.unpaid:
        console.print(Text(f"  No row pays: {item.unpaid_text}.", style="dim"))
    proof = (
        f"  Of {found.box:,} pay tables of these odds, {found.priced:,} were priced; bounds rule"
        " out the others."
    )
    console.print(Text(proof, style="dim"))
