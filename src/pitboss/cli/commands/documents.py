"""`pitboss documents`: printed figures beside exact ones, and the errata."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.cli.console import output_console
from pitboss.cli.output import print_json
from pitboss.report.documents.bet_bigger_edge import SEARCHED, tried_rule_sets
from pitboss.report.documents.errata import ERRATA, Erratum
from pitboss.report.documents.figures import Figure, figures, verdict
from pitboss.rulebook.reading.library import rulings


def print_documents(*, as_json: bool) -> None:
    """Print every printed figure, and every erratum."""
    checked = figures()
    if as_json:
        errata = [entry.as_json() for entry in ERRATA]
        print_json({"figures": [figure.as_json() for figure in checked], "errata": errata})
        return
    console = output_console()
    console.print(Text(f"{verdict(checked)} {len(ERRATA)} errata follow them.\n", style="bold"))
    for document, listed in groupby(checked, key=lambda figure: figure.document):
        console.print(Text(document, style="bold green"))
        _print_figures(console, tuple(listed))
    console.print(Text("Readings", style="bold green"))
    _print_readings(console, checked)
    console.print(Text(f"\nErrata: {len(ERRATA)}", style="bold green"))
    for entry in ERRATA:
        _print_erratum(console, entry)


_HEADED_MAX = 3
"""Up to this many pay tables have a heading each; more are named in a column."""


def _print_figures(console: Console, checked: tuple[Figure, ...]) -> None:
    """Print the figures of one document, in lines that fit a narrow terminal."""
    if len({_where(figure) for figure in checked}) > _HEADED_MAX:
        console.print(_figures(checked, named=True), "")
    else:
        for where, listed in groupby(checked, key=_where):
            console.print(Text(where, style="cyan"))
            console.print(_figures(listed, named=False), "")
    for figure in checked:
        if figure.yielded_by:
            _print_rule_sets(console, figure)


def _where(figure: Figure) -> str:
    table = f"table {figure.table}" if figure.table else "main game"
    return table if figure.decks is None else f"{table}, {figure.decks} decks"


def _figures(checked: Iterable[Figure], *, named: bool) -> Table:
    """Return the figures as a table, with pay table and decks if *named*."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    if named:
        table.add_column("table", style="cyan", no_wrap=True)
        table.add_column("decks", justify="right", no_wrap=True)
    table.add_column("figure")
    for name in ("printed", "exact"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("", "reading"):
        table.add_column(name, no_wrap=True)
    for figure in checked:
        decks = "" if figure.decks is None else str(figure.decks)
        table.add_row(
            *((figure.table, decks) if named else ()),
            figure.name,
            figure.printed,
            figure.exact_text,
            Text("agrees", style="green") if figure.agrees else Text("differs", style="bold red"),
            " ".join(figure.rulings),
        )
    return table


def _print_rule_sets(console: Console, figure: Figure) -> None:
    """Print the rules under which a figure holds, if the document's own do not give it."""
    console.print(Text(f"Rule sets that yield {figure.printed}", style="bold"))
    console.print(SEARCHED.format(tried=len(tried_rule_sets()), found=len(figure.yielded_by)))
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("game", style="cyan", no_wrap=True)
    table.add_column("rules")
    table.add_column("house edge", justify="right", no_wrap=True)
    for rules in figure.yielded_by:
        table.add_row(rules.game, rules.words, f"{float(rules.value):.4%}")
    console.print(table, "")


def _print_readings(console: Console, checked: Iterable[Figure]) -> None:
    used = {ruling for figure in checked for ruling in figure.rulings}
    rows = [
        (ruling.id, f"{ruling.ruling} ({ruling.status}; {ruling.cite})")
        for ruling in rulings()
        if ruling.id in used
    ]
    console.print(_pairs(rows, "cyan"))


def _print_erratum(console: Console, entry: Erratum) -> None:
    where = f"{', '.join(entry.documents)}: {'; '.join(entry.clauses)}"
    console.print(Text.assemble((f"\n{entry.id}", "cyan"), (f"  {where}", "dim")))
    taken = entry.reading + (f" ({', '.join(entry.rulings)})" if entry.rulings else "")
    facts = (("printed", entry.printed), ("read", taken), ("effect", entry.worth))
    console.print(_pairs(facts, "dim"))


def _pairs(rows: Iterable[tuple[str, str]], style: str) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style=style, no_wrap=True)
    table.add_column()
    for name, text in rows:
        table.add_row(f"  {name}", Text(text))
    return table
