"""What the rule book has: `pitboss` alone, `games`, `show`, `schema` and `outcomes`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import TextWrapper
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from pitboss.cli.console import SHEET_WIDTH, output_console
from pitboss.cli.output import check_terminal, print_json, refuse, terminal_width
from pitboss.cli.problems import check, invalid, refusal
from pitboss.cli.sheet import sheet
from pitboss.rulebook.export import game_json, summary_json
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.model import Game, PayTable
from pitboss.rulebook.phrases import choice, match_id, nearest
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import games
from pitboss.rulebook.reading.outcomes import FAMILIES
from pitboss.text.rules import deck_range

if TYPE_CHECKING:
    from pitboss.tui.screens.lobby import ChosenTable


def print_games(*, as_json: bool) -> None:
    """Print the catalogue."""
    if as_json:
        print_json([summary_json(game) for game in games()])
    else:
        console = output_console()
        console.print(catalogue(width=console.width))


def catalogue(*, width: int, numbered: bool = False) -> Table:
    """Return the catalogue as a table that fits *width*."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    if numbered:
        table.add_column("", justify="right", style="dim")
    wide = width >= WIDE
    table.add_column("id", style="cyan", no_wrap=True, min_width=28)
    table.add_column("title", no_wrap=True, max_width=None if wide else max(12, width - 61))
    if wide:
        table.add_column("document", style="dim", no_wrap=True)
    table.add_column("decks", no_wrap=True, min_width=7)
    for name in ("options", "wagers", "pay tables") if wide else ("wagers", "tables"):
        table.add_column(name, justify="right", no_wrap=True, min_width=len(name))
    for number, game in enumerate(games(), start=1):
        source = game.section if game.jurisdiction == "Colorado" else game.document
        counts = [str(len(part)) for part in (game.options, game.wagers, game.tables)]
        cells = [game.id, game.title, deck_range(game.decks), *counts[0 if wide else 1 :]]
        if wide:
            cells.insert(2, source)
        table.add_row(*([str(number)] if numbered else []), *cells)
    return table


WIDE = 120
"""From this width on the catalogue shows all its columns."""


def print_game(*, game: str, wager: str, table: Sequence[str] | None, as_json: bool) -> None:
    """Print one game's rules sheet, or a part of its pay tables."""
    shown = game_of(game)
    chosen = _find_tables(shown, wager, _split_ids(table or ()))
    if as_json:
        ids = {id(table) for table in chosen}
        data = game_json(shown)
        tables = zip(data["tables"], shown.tables, strict=True)
        data["tables"] = [item for item, pay_table in tables if id(pay_table) in ids]
        print_json(data)
    else:
        console = output_console(SHEET_WIDTH)
        whole = not (wager or table)
        together = bool(table)
        width = console.width
        console.print(sheet(shown, chosen, width=width, whole=whole, together=together))


def _split_ids(table_ids: Iterable[str]) -> tuple[str, ...]:
    """Return the ids, also those separated by commas."""
    ids = (table_id.strip() for text in table_ids for table_id in text.split(","))
    return tuple(filter(None, dict.fromkeys(ids)))


def _find_tables(game: Game, wager_id: str, table_ids: Sequence[str]) -> tuple[PayTable, ...]:
    """Return the named tables; raise `RulesError` if a wager or table does not exist."""
    wagers = tuple(wager.id for wager in game.wagers)
    if wager_id and wager_id not in wagers:
        hint = nearest(wager_id, wagers) or choice(wagers)
        raise refusal("wager/not-offered", f"{game.id} has no wager {wager_id!r}; it has {hint}")
    tables = [table for table in game.tables if not wager_id or wager_id in table.wagers]
    ids = tuple(dict.fromkeys(table.id for table in tables))
    unknown = []
    table_ids = tuple(match_id(table_id, ids) for table_id in table_ids)
    for table_id in table_ids:
        if table_id not in ids:
            hint = nearest(table_id, ids) or choice(ids) or "none"
            message = f"{wager_id or game.id} has no pay table {table_id!r}; it has {hint}"
            unknown.append(invalid("", message))
    check(unknown)
    return tuple(table for table in tables if not table_ids or table.id in table_ids)


def print_schema(*, name: str, as_json: bool) -> None:
    """Print the schema of house files, game files, counts or records; it is JSON in any case."""
    from pitboss.counts.schema import count_schema
    from pitboss.engine.record_schema import record_schema
    from pitboss.rulebook.reading.json_schema import SCHEMAS, Schema

    del as_json
    others = {"count": count_schema, "record": record_schema}
    schemas: Mapping[str, Callable[[], Schema]] = {**SCHEMAS, **others}
    if name not in schemas:
        refuse([invalid("", f"there is no schema {name!r}; choose {choice(schemas)}")])
    print_json(schemas[name]())


def print_outcomes(*, family: str, as_json: bool) -> None:
    """Print the outcomes that rows of a pay table can name: of one family, or of all."""
    if family and family not in FAMILIES:
        near = nearest(family, tuple(FAMILIES)) or ", ".join(FAMILIES)
        message = f"there is no family {shorten(family)!r}; the nearest is {near}"
        raise refusal("rulebook/invalid", message, "family")
    shown = {name: sorted(FAMILIES[name]) for name in ([family] if family else FAMILIES)}
    if as_json:
        print_json(shown)
        return
    wrapped = TextWrapper(
        max(40, terminal_width()),
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
    )
    for name, outcomes in shown.items():
        print(name)
        print(wrapped.fill(", ".join(outcomes)))


def browse() -> None:
    """Open the lobby, or print the catalogue if there is no terminal."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        _lobby()
        return
    console = output_console()
    console.print(
        Text.assemble(("Pitboss", "bold green"), "  the rule book of the blackjack family\n")
    )
    console.print(catalogue(width=console.width, numbered=True))
    console.print(
        "\nA rules sheet: pitboss show GAME     A table: pitboss play GAME"
        "     All commands: pitboss --help"
    )


def _lobby() -> None:
    """Let a player sit down at one table after another."""
    check_terminal()
    from pitboss.cli.sheet import sheet
    from pitboss.rulebook.reading.library import games
    from pitboss.tui.screens.lobby import LobbyApp

    chosen: ChosenTable | None = None
    news: list[str] = []
    while True:
        lobby = LobbyApp(
            games(),
            lambda game, width: sheet(game, game.tables, width=width),
            bankroll=_bankroll(),
            chosen=chosen,
            news=news,
        )
        chosen = lobby.run()
        if chosen is None:
            break
        news = _sit_down(chosen)
    for line in news:
        print(line)


def _bankroll() -> int:
    """Return the player's cents; the table reports a purse that cannot be read."""
    from pitboss.sitting.purse import FIRST_BANKROLL_CENTS, purse_path, read_purse

    try:
        return read_purse(purse_path()).bankroll
    except RulesError:
        return FIRST_BANKROLL_CENTS


def _sit_down(chosen: ChosenTable) -> list[str]:
    """Play or train at a table; return the lines to print after."""
    from pitboss.cli.commands.play import sit_down
    from pitboss.cli.commands.train import learn
    from pitboss.cli.orders.table import PlayOrder, TrainOrder
    from pitboss.questions.table import AtTable
    from pitboss.text.options import option_text

    order = chosen.order
    if chosen.train:
        options = (f"{key}={option_text(value)}" for key, value in order.house.options.items())
        return learn(TrainOrder(at=AtTable(game=order.game, option=tuple(options))))
    bankroll = None if order.bankroll is None else f"{order.bankroll / 100:.2f}"
    sitting = PlayOrder(game=order.game, seats=order.seats, bots=order.bots, bankroll=bankroll)
    return sit_down(sitting, order.house)
