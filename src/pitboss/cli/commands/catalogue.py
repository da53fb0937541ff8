"""`pitboss games` and `pitboss show`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table

from pitboss.cli.console import SHEET_WIDTH, output_console
from pitboss.cli.output import print_json, refuse
from pitboss.cli.sheet import sheet
from pitboss.rulebook.export import game_json, summary_json
from pitboss.rulebook.model import Game, PayTable
from pitboss.rulebook.phrases import choice, match_id, nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import games
from pitboss.text.rules import deck_range


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


def print_game(game_id: str, *, wager_id: str, table_ids: Sequence[str], as_json: bool) -> None:
    """Print one game's rules sheet, or a part of its pay tables."""
    try:
        game = game_of(game_id)
        chosen = _find_tables(game, wager_id, _split_ids(table_ids))
    except RulesError as error:
        refuse(error.problems, as_json=as_json)
    if as_json:
        ids = {id(table) for table in chosen}
        data = game_json(game)
        data["tables"] = [
            item
            for item, table in zip(data["tables"], game.tables, strict=True)
            if id(table) in ids
        ]
        print_json(data)
    else:
        console = output_console(SHEET_WIDTH)
        whole, together = not (wager_id or table_ids), bool(table_ids)
        width = console.width
        console.print(sheet(game, chosen, width=width, whole=whole, together=together))


def _split_ids(table_ids: Iterable[str]) -> tuple[str, ...]:
    """Return the ids, also those separated by commas."""
    ids = (table_id.strip() for text in table_ids for table_id in text.split(","))
    return tuple(filter(None, dict.fromkeys(ids)))


def _find_tables(game: Game, wager_id: str, table_ids: Sequence[str]) -> tuple[PayTable, ...]:
    """Return the named tables; raise `RulesError` if a wager or table does not exist."""
    wagers = tuple(wager.id for wager in game.wagers)
    if wager_id and wager_id not in wagers:
        hint = nearest(wager_id, wagers) or choice(wagers)
        message = f"{game.id} has no wager {wager_id!r}; it has {hint}"
        raise RulesError([Problem(code="wager/not-offered", key="", message=message)])
    tables = [table for table in game.tables if not wager_id or wager_id in table.wagers]
    ids = tuple(dict.fromkeys(table.id for table in tables))
    unknown = []
    table_ids = tuple(match_id(table_id, ids) for table_id in table_ids)
    for table_id in table_ids:
        if table_id not in ids:
            hint = nearest(table_id, ids) or choice(ids) or "none"
            message = f"{wager_id or game.id} has no pay table {table_id!r}; it has {hint}"
            unknown.append(Problem(code="option/invalid", key="", message=message))
    if unknown:
        raise RulesError(unknown)
    return tuple(table for table in tables if not table_ids or table.id in table_ids)
