"""A game's rules sheet for a terminal: the felt's words, and the clause of everything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cards import DECKS
from pitboss.rulebook.model import Game, Option, OptionValue, PayRow, PayTable, Wager
from pitboss.rulebook.pays import Odds, OddsPlusPercent, Percent, Plain, format_dollars
from pitboss.rulebook.phrases import format_value
from pitboss.text.options import option_text
from pitboss.text.rules import (
    choices_text,
    deck_words,
    default_text,
    figure_lines,
    has_envy,
    irregularity_lines,
    rule_facts,
    side_by_side,
    table_columns,
    wager_terms,
)

COLUMNS_MAX = 8
"""The most pay columns side by side, as the documents print them."""
_RULE_WIDTH = 60
"""Columns of what a rule is about."""
COLUMNS_OF_ONE_MAX = 4
"""The most columns of a single table; one with more has its columns as lines."""


def sheet(
    game: Game,
    tables: tuple[PayTable, ...],
    *,
    width: int,
    whole: bool = True,
    together: bool = False,
    chosen: Mapping[str, OptionValue] | None = None,
) -> Group:
    """Return the rules sheet of *game*: all of it, or only *tables*.

    Tables are grouped as the document prints them, or *together* if their rows are equal. *chosen*
    are the options of one table; its pays then come first, and its choices are shown.
    """
    parts: list[RenderableType] = [_head(game)]
    pays: list[RenderableType] = []
    if game.tables:
        printed = _group_by_outcome(tables) if together else side_by_side(tables, COLUMNS_MAX)
        pays.append(_with_title("Pay tables", Group(*_pay_tables(printed, width - 2))))
    parts += pays if chosen else []
    if whole:
        parts += [
            _with_title("Rules", _pairs(rule_facts(game), name_width=_RULE_WIDTH)),
            _with_title("The house's options", _options(game.options, chosen or {})),
            _with_title("Wagers", _wagers(game.wagers)),
        ]
    parts += [] if chosen else pays
    if whole:
        parts.append(_with_title("Irregularities", _pairs(irregularity_lines(game))))
        parts.append(_with_title("Clauses", _pairs(game.clauses.items())))
    if whole and game.rulings:
        rulings = ((ruling.id, f"{ruling.question} {ruling.ruling}") for ruling in game.rulings)
        parts.append(_with_title("Rulings", _pairs(rulings)))
    return Group(*parts)


def _head(game: Game) -> Panel:
    deck = DECKS[game.deck]
    source = ", ".join(filter(None, (game.document, game.section)))
    lines = [
        game.summary,
        f"[dim]{source}{f', effective {game.effective}' if game.effective else ''}[/dim]",
        f"[dim]{deck.title}; {deck_words(game.decks)}[/dim]",
    ]
    if game.rights_holder:
        lines.append(f"[dim]Rights: {game.rights_holder}[/dim]")
    title = f"[bold]{game.title}[/bold]  [cyan]{game.id}[/cyan]"
    return Panel("\n".join(lines), title=title, title_align="left", border_style="green")


def _with_title(title: str, body: RenderableType) -> Group:
    return Group(Text(f"\n{title}", style="bold green"), Padding(body, (0, 0, 0, 2)))


def _entries() -> Table:
    """Return ids with their text, and the clause at the margin."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", max_width=28)
    table.add_column(ratio=1)
    table.add_column(style="dim", max_width=22)
    return table


def _pairs(items: Iterable[tuple[str, str]], name_width: int = 24) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", max_width=name_width)
    table.add_column()
    for name, text in items:
        table.add_row(name, Text(text))
    return table


def _options(options: Iterable[Option], chosen: Mapping[str, OptionValue]) -> Table:
    table = _entries()
    for option in options:
        choices = choices_text(option)
        if option.id in chosen:
            here = (option_text(chosen[option.id]), "bold green")
            body = Text.assemble(option.title, ": ", here, (f"  of {choices}", "dim"))
        else:
            body = Text.assemble(option.title, ": ", (choices, "bold"))
            body.append(f"  default {default_text(option)}" if not option.required else "", "dim")
            body.append("  must be given" if option.required else "", "red")
        for condition in option.conditions:
            body.append(f"\n{format_value(condition.value)}: {condition.reason}", "dim")
        table.add_row(option.id, body, Text(option.cite))
    return table


def _wagers(wagers: Iterable[Wager]) -> Table:
    table = _entries()
    for wager in wagers:
        body = Text.assemble((wager.title, "bold"), f"  made {wager.made}, settled {wager.settled}")
        terms = "; ".join(wager_terms(wager))
        body.append(f"\n{terms}" if terms else "", "dim")
        table.add_row(wager.id, body, Text(wager.cite))
    return table


def _group_by_outcome(tables: tuple[PayTable, ...]) -> Iterator[tuple[PayTable, ...]]:
    """Yield tables with outcomes of one kind together, wherever they are printed."""
    kinds: dict[tuple[object, ...], list[PayTable]] = {}
    for table in tables:
        kinds.setdefault((table.family, table_columns(table), has_envy(table)), []).append(table)
    for members in kinds.values():
        width = max(1, COLUMNS_MAX // max(1, len(table_columns(members[0]))))
        for start in range(0, len(members), width):
            yield tuple(members[start : start + width])


def _pay_tables(groups: Iterable[tuple[PayTable, ...]], width: int) -> Iterator[RenderableType]:
    for printed in groups:
        for group in _fitting(printed, width):
            first = group[0]
            mixed = len({table.decks for table in group}) > 1
            decks = "" if mixed else f", {deck_words(first.decks)}"
            titles, cites, wagers = (
                ", ".join(dict.fromkeys(texts))
                for texts in (
                    (table.title for table in group),
                    (table.cite for table in group),
                    (wager for table in group for wager in table.wagers),
                )
            )
            yield Text.assemble((f"\n{titles}{decks}", "bold"), (f"  {wagers}  {cites}", "dim"))
            yield felt(group)
            if first.note:
                yield Text(first.note, style="dim")


def _fitting(tables: tuple[PayTable, ...], width: int) -> Iterator[tuple[PayTable, ...]]:
    """Take as many tables at a time as fit side by side without cutting a word."""
    while tables:
        count = len(tables)
        while count > 1 and _width(felt(tables[:count])) > width:
            count -= 1
        yield tables[:count]
        tables = tables[count:]


def _width(table: Table) -> int:
    return Measurement.get(_UNBOUNDED, _UNBOUNDED.options, table).maximum


_UNBOUNDED = Console(width=1000)


def felt(tables: tuple[PayTable, ...]) -> Table:
    """Return pay tables side by side, as a felt shows them; their columns are alike."""
    if len(table_columns(tables[0])) > COLUMNS_OF_ONE_MAX:
        return _columns_as_lines(tables[0])
    table = _grid(f"table {tables[0].id}" if _is_one_id(tables) else "")
    for member, name in zip(tables, _heads(tables), strict=True):
        for column in table_columns(member) or ("",):
            table.add_column(f"{name}\n{column}" if column else name, justify="right", no_wrap=True)
        if has_envy(member):
            table.add_column("envy", justify="right", style="dim")
    names = dict.fromkeys(row.name for member in tables for row in member.rows)
    for name in names:
        table.add_row(Text(name), *(cell for member in tables for cell in _cells(member, name)))
    for line in figure_lines(tables):
        table.add_row(*line, style="dim italic")
    return table


def _is_one_id(tables: tuple[PayTable, ...]) -> bool:
    """Return whether several tables have one id: the deck count tells them apart."""
    return len(tables) > 1 and len({table.id for table in tables}) == 1


def _heads(tables: tuple[PayTable, ...]) -> Iterator[str]:
    mixed_decks = len({table.decks for table in tables}) > 1
    for table in tables:
        decks = deck_words(table.decks)
        both = f"{table.id}\n{decks}" if mixed_decks else table.id
        yield decks if _is_one_id(tables) else both


def _grid(corner: str = "") -> Table:
    table = Table(box=None, pad_edge=False, header_style="cyan", padding=(0, 2, 0, 0))
    table.add_column(corner)
    return table


def _columns_as_lines(shown_table: PayTable) -> Table:
    """Return a table of many columns with its columns as lines."""
    table = _grid()
    names = tuple(dict.fromkeys(row.name for row in shown_table.rows))
    for name in names:
        table.add_column(name, justify="right")
    for column in table_columns(shown_table):
        cells = [row for row in shown_table.rows if row.column == column]
        table.add_row(column, *(Text(row.text, style=pay_style(row)) for row in cells))
    return table


def _cells(table: PayTable, name: str) -> Iterator[Text]:
    rows = [row for row in table.rows if row.name == name]
    if not rows:  # another table beside it has this row
        yield from (Text("") for _ in range(max(1, len(table_columns(table))) + has_envy(table)))
        return
    for row in rows:
        figures = "".join(f"\n{figure}" for figure in row.printed.values())
        yield Text.assemble((row.text, pay_style(row)), (figures, "dim italic"))
    if has_envy(table):
        envy = rows[0].envy
        yield Text("" if envy is None else format_dollars(envy))


def pay_style(row: PayRow) -> str:
    """Return the colour of a pay: the meter's shares stand out, losses step back."""
    match row.pay:
        case Percent() | OddsPlusPercent():
            return "bold magenta"
        case Plain.OPERATOR_SET:
            return "bold red"
        case Plain():
            return "dim"
        case Odds(for_one=True):
            return "yellow"
        case _:
            return "green"
