"""What lies on the felt where a player has not said it: pay tables, and what they need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pitboss.cli.options import with_table_defaults
from pitboss.rulebook.check import effective_table, offered_tables, resolved_options
from pitboss.rulebook.house import House, OperatorPay
from pitboss.rulebook.library import game as game_of
from pitboss.rulebook.model import Game, OptionValue

_DECKS = "decks"
_PREFERRED_DECKS = 6
_OPERATOR_PAY = "10 for 1"
"""For the rows whose prize the house must set."""

Tables = dict[str, str]
"""Wager -> the id of its pay table."""
Said = tuple[str, ...]
"""Choices made for the player, as the player could have made them."""


def open_felt(house: House) -> tuple[House, Said]:
    """Return *house* with all it must say to open a table, and what was chosen for it.

    A game that offers nothing by itself gets every wager, with the first table that fits; a table
    that was named gets the deck count, the wagers and the options it needs.
    """
    house, tables_said = _with_tables(house)
    house, needs_said = _with_needs(house)
    house, said = with_table_defaults(house)
    house, pays_said = _with_operator_pays(house)
    return house, (*tables_said, *needs_said, *said, *pays_said)


def _with_tables(house: House) -> tuple[House, Said]:
    game = game_of(house.game)
    if house.tables is None and not game.default_tables:
        decks = house.options.get(_DECKS, game.option(_DECKS).default)
        tables = first_tables(game, decks)
        if tables:
            return replace(house, tables=tables), _table_words(tables)
    return house, ()


def first_tables(game: Game, decks: object) -> Tables:
    """Return every wager with a pay table, and the first of them that the deck count allows."""
    first = ((w.id, _first_table(game, w.id, decks)) for w in game.wagers if w.follows is None)
    return {wager: table for wager, table in first if table}


def _first_table(game: Game, wager_id: str, decks: object) -> str:
    return next((t.id for t in game.tables_of(wager_id) if decks in t.decks), "")


def _table_words(tables: Mapping[str, str]) -> Said:
    return tuple(f"table.{wager}={table}" for wager, table in tables.items())


def _with_needs(house: House) -> tuple[House, Said]:
    """Add what the tables on the felt need: a deck count, other wagers, equipment."""
    game = game_of(house.game)
    if house.tables is None:
        return house, ()
    options = dict(house.options)
    for name, value in _needed_options(game, house.tables):
        options.setdefault(name, value)
    for decks in _deck_counts(game, house):
        companions = _companions(game, house.tables, decks)
        if companions is not None:
            if decks != game.option(_DECKS).default:
                options.setdefault(_DECKS, decks)
            tables = {**companions, **house.tables}
            chosen = [(n, v) for n, v in options.items() if n not in house.options]
            said = (*_table_words(companions), *(f"{name}={value}" for name, value in chosen))
            return replace(house, options=options, tables=tables), said
    return house, ()


def _needed_options(game: Game, tables: Mapping[str, str]) -> Iterator[tuple[str, OptionValue]]:
    for wager_id, table_id in tables.items():
        for table in game.tables_of(wager_id):
            if table.id == table_id:
                yield from ((name, values[0]) for name, values in table.needs_options.items())


def _deck_counts(game: Game, house: House) -> list[int]:
    """The deck counts that every table on the felt allows, the usual one first."""
    assert house.tables is not None
    said = house.options.get(_DECKS)
    possible = set(game.decks) if said is None else {said} & set(game.decks)
    for wager_id, table_id in house.tables.items():
        named = [table for table in game.tables_of(wager_id) if table.id == table_id]
        if named:
            possible &= {decks for table in named for decks in table.decks}
    usual = (_PREFERRED_DECKS, game.option(_DECKS).default)
    return sorted((d for d in game.decks if d in possible), key=lambda d: d not in usual)


def _companions(game: Game, tables: Mapping[str, str], decks: int) -> Tables | None:
    """The wagers that must be on the felt beside those named; None where one has no table."""
    added: Tables = {}
    needed = [wager.id for wager in game.wagers if wager.compulsory and game.tables_of(wager.id)]
    needed += [need for wager_id in tables for need in _needs(game, wager_id)]
    while needed:
        others = needed.pop(0).split(" or ")
        if any(o in tables or o in added or not game.tables_of(o) for o in others):
            continue
        first = next((o for o in others if _first_table(game, o, decks)), None)
        if first is None:
            return None
        added[first] = _first_table(game, first, decks)
        needed += _needs(game, first)
    return added


def _needs(game: Game, wager_id: str) -> tuple[str, ...]:
    """What a wager is made or offered together with."""
    wager = next((wager for wager in game.wagers if wager.id == wager_id), None)
    return (*wager.needs, *wager.offered_with) if wager else ()


def _with_operator_pays(house: House) -> tuple[House, Said]:
    """Set the prizes that the house must set and has not."""
    game = game_of(house.game)
    options = resolved_options(game, house.options)
    pays: dict[str, dict[str, str | OperatorPay]] = {w: dict(p) for w, p in house.pays.items()}
    said = []
    for wager_id, table_id in offered_tables(game, house, {"bonus_cards": 0} | options).items():
        if wager_id not in {wager.id for wager in game.wagers}:
            continue
        table = effective_table(game, house, wager_id, table_id, options.get(_DECKS))
        for row in table.operator_rows if table else ():
            if row.name not in pays.get(wager_id, {}):
                pays.setdefault(wager_id, {})[row.name] = _OPERATOR_PAY
                said.append(f"pay.{wager_id}.{row.name}={_OPERATOR_PAY}")
    return replace(house, pays=pays), tuple(said)
