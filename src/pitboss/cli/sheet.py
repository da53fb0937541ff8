"""A game's rules sheet for a terminal: the felt's words, and the clause of everything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import groupby

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cards import DECKS
from pitboss.rulebook.check import shown
from pitboss.rulebook.model import Game, Option, PayRow, PayTable, Wager
from pitboss.rulebook.pays import Odds, OddsPlusPercent, Percent, Plain, format_dollars

WIDE = 110
"""From how many characters on eight pay tables stand side by side; four on narrower screens."""


def sheet(game: Game, tables: tuple[PayTable, ...], *, width: int, whole: bool = True) -> Group:
    """Return the rules sheet of *game*: all of it, or only *tables*."""
    beside = 8 if width >= WIDE else 4
    parts: list[RenderableType] = [_head(game)]
    if whole:
        parts += [
            _titled("Rules", _rules(game)),
            _titled("The house's options", _options(game.options)),
            _titled("Wagers", _wagers(game.wagers)),
        ]
    parts.append(_titled("Pay tables", Group(*_pay_tables(tables, beside))))
    if whole:
        parts.append(_titled("Clauses", _pairs(game.clauses.items())))
        rulings = ((ruling.id, f"{ruling.question} {ruling.ruling}") for ruling in game.rulings)
        parts.append(_titled("Rulings", _pairs(rulings)))
    return Group(*parts)


def _head(game: Game) -> Panel:
    deck = DECKS[game.deck]
    source = ", ".join(filter(None, (game.document, game.section)))
    lines = [
        game.summary,
        f"[dim]{source}{f', effective {game.effective}' if game.effective else ''}[/dim]",
        f"[dim]{deck.title}; {' '.join(map(str, game.decks))} in the shoe[/dim]",
    ]
    if game.rights_holder:
        lines.append(f"[dim]Rights: {game.rights_holder}[/dim]")
    title = f"[bold]{game.title}[/bold]  [cyan]{game.id}[/cyan]"
    return Panel("\n".join(lines), title=title, title_align="left", border_style="green")


def _titled(title: str, body: RenderableType) -> Group:
    return Group(Text(f"\n{title}", style="bold green"), Padding(body, (0, 0, 0, 2)))


def _entries() -> Table:
    """An id, what there is to say of it, and its clause at the margin."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", max_width=28)
    table.add_column(ratio=1)
    table.add_column(style="dim", max_width=22)
    return table


def _pairs(items: Iterable[tuple[str, str]]) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", max_width=24)
    table.add_column()
    for name, text in items:
        table.add_row(name, Text(text))
    return table


def rule_lines(game: Game) -> Iterator[tuple[str, str]]:
    """Yield what the document fixes, name and value."""
    for name, value in game.fixed.items():
        yield name, yes_no(value)
    if game.kind_rules is not None:
        for field in fields(game.kind_rules):
            value = getattr(game.kind_rules, field.name)
            yield field.name, ", ".join(value) if isinstance(value, tuple) else yes_no(value)
    if game.super_bonus is not None:
        for band in game.super_bonus.bands:
            wager, pays = format_dollars(band.wager_min), format_dollars(band.pays)
            yield "super_bonus", f"{pays} from a wager of {wager}"
        for hand in game.super_bonus.hands:
            decks = ", ".join(map(str, hand.decks))
            yield "super_bonus", f"{hand.player} against {hand.up_card}, {decks} decks"
        yield "envy", f"{format_dollars(game.super_bonus.envy)} to every other betting player"
    for name, figure in game.printed.items():
        yield f"printed {name}", figure


def _rules(game: Game) -> Table:
    return _pairs((name.replace("_", " "), text) for name, text in rule_lines(game))


def yes_no(value: object) -> str:
    """Write a rule's value for people.

    >>> yes_no(True), yes_no("hit"), yes_no(4)
    ('yes', 'hit', '4')
    """
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _options(options: Iterable[Option]) -> Table:
    table = _entries()
    for option in options:
        choices = ", ".join(str(v) if isinstance(v, str) else shown(v) for v in option.values)
        body = Text.assemble(option.title, ": ", (choices, "bold"))
        body.append(f"  default {default_text(option)}" if not option.required else "", "dim")
        body.append("  must be given" if option.required else "", "red")
        for condition in option.conditions:
            body.append(f"\n{shown(condition.value)}: {condition.reason}", "dim")
        table.add_row(option.id, body, Text(option.cite))
    return table


def default_text(option: Option) -> str:
    """Say what holds where the house says nothing."""
    default = option.default
    text = str(default) if isinstance(default, str) else shown(default)
    for special in option.default_when:
        when = ", ".join(f"{name} = {shown(value)}" for name, value in special.when.items())
        text += f"; {shown(special.value)} when {when}"
    return text


def _wagers(wagers: Iterable[Wager]) -> Table:
    table = _entries()
    for wager in wagers:
        body = Text.assemble((wager.title, "bold"), f"  made {wager.made}, settled {wager.settled}")
        terms = "; ".join(wager_terms(wager))
        body.append(f"\n{terms}" if terms else "", "dim")
        table.add_row(wager.id, body, Text(wager.cite))
    return table


def wager_terms(wager: Wager) -> Iterator[str]:
    """Yield what a wager needs, costs and pays."""
    bounds = [format_dollars(b) if b is not None else "" for b in (wager.min, wager.max)]
    said = {
        "pays {}": wager.pays,
        "needs {}": " and ".join(wager.needs),
        "compulsory": wager.compulsory,
        "equal to {}": wager.equals,
        "at most {}": wager.at_most,
        "{}": " to ".join(bounds).strip() if any(bounds) else "",
        "whole dollars": wager.whole_dollars,
        "{} decks": ", ".join(map(str, wager.decks)),
        "tip {}": "" if wager.tip == "not mentioned" else wager.tip,
    }
    yield from (words.format(value) for words, value in said.items() if value)
    if wager.jackpot is not None:
        yield from _jackpot_terms(wager)
    if wager.note:
        yield wager.note


def _jackpot_terms(wager: Wager) -> Iterator[str]:
    terms = wager.jackpot
    assert terms
    yield f"{' or '.join(terms.schemes)} jackpot"
    if terms.wager_min is not None and terms.wager_max is not None:
        low, high = format_dollars(terms.wager_min), format_dollars(terms.wager_max)
        yield f"one fixed amount from {low} to {high}"
    elif terms.fixed_wager:
        yield "one fixed amount"
    if terms.contribution:
        yield f"{terms.contribution} feeds the meter ({terms.contribution_status})"
    yield f"percentages paid from the {terms.award_order}"


def _pay_tables(tables: tuple[PayTable, ...], beside: int) -> Iterator[RenderableType]:
    for group in side_by_side(tables, beside):
        first = group[0]
        decks = "" if len({table.decks for table in group}) > 1 else f", {_decks(first)}"
        title = f"{first.title}{decks}"
        yield Text.assemble(
            (f"\n{title}", "bold"), (f"  {', '.join(first.wagers)}  {first.cite}", "dim")
        )
        yield felt(group)
        if first.note:
            yield Text(first.note, style="dim")


def _decks(table: PayTable) -> str:
    return f"{', '.join(map(str, table.decks))} decks"


def side_by_side(tables: tuple[PayTable, ...], beside: int) -> Iterator[tuple[PayTable, ...]]:
    """Yield up to *beside* tables with the same lines, as the documents print them."""

    def shape(table: PayTable) -> tuple[object, ...]:
        return (table.title, table.cite, tuple((row.name, row.column) for row in table.rows))

    for _, group in groupby(tables, key=shape):
        members = tuple(group)
        width = max(1, beside // max(1, len(columns_of(members[0]))))
        for start in range(0, len(members), width):
            yield members[start : start + width]


def columns_of(table: PayTable) -> tuple[str, ...]:
    """Return a table's printed columns; none for a plain table."""
    return tuple(dict.fromkeys(row.column for row in table.rows if row.column))


def felt(tables: tuple[PayTable, ...]) -> Table:
    """Return pay tables of the same lines side by side, as a felt shows them."""
    table = Table(box=None, pad_edge=False, header_style="cyan", padding=(0, 2, 0, 0))
    table.add_column("")
    mixed_decks = len({member.decks for member in tables}) > 1
    for member in tables:
        name = f"{member.id}\n{_decks(member)}" if mixed_decks else member.id
        for column in columns_of(member) or ("",):
            table.add_column(f"{name}\n{column}" if column else name, justify="right")
        if any(row.envy is not None for row in member.rows):
            table.add_column(f"{member.envy_to} envy", justify="right", style="dim")
    names = tuple(dict.fromkeys(row.name for row in tables[0].rows))
    for name in names:
        table.add_row(Text(name), *(cell for member in tables for cell in _cells(member, name)))
    for line in _figures(tables):
        table.add_row(*line, style="dim italic")
    return table


def _cells(table: PayTable, name: str) -> Iterator[Text]:
    rows = [row for row in table.rows if row.name == name]
    yield from (Text(row.text, style=pay_style(row)) for row in rows)
    if any(row.envy is not None for row in table.rows):
        envy = rows[0].envy
        yield Text("" if envy is None else format_dollars(envy))


def pay_style(row: PayRow) -> str:
    """Colour by kind: the meter's shares stand out, losses step back."""
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


def _figures(tables: tuple[PayTable, ...]) -> Iterator[list[str]]:
    """Seed, increment and the printed figures, a line each."""
    figures = [{**table.printed, **_meter(table)} for table in tables]
    for name in dict.fromkeys(name for each in figures for name in each):
        line = [f"printed {name.replace('_', ' ')}"]
        for table, each in zip(tables, figures, strict=True):
            line.append(each.get(name, ""))
            blanks = max(0, len(columns_of(table)) - 1)
            blanks += any(row.envy is not None for row in table.rows)
            line += [""] * blanks
        yield line


def _meter(table: PayTable) -> dict[str, str]:
    said = {"seed": table.seed and f"${table.seed}", "increment": table.increment}
    return {name: text for name, text in said.items() if text}
