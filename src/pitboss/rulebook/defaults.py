"""What lies on the felt where a player has not said it: pay tables, and what they need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pitboss.rulebook.check.options import resolved_options
from pitboss.rulebook.check.tables import effective_table, offered_tables
from pitboss.rulebook.house import House, JackpotSetup, OperatorPay
from pitboss.rulebook.model import Game, OptionValue, PayTable
from pitboss.rulebook.reading.library import game as game_of

_DECKS = "decks"
_PREFERRED_DECKS = 6
_JACKPOT_WAGER_CENTS = 100
_JACKPOT_SEED = "5000.00"
_JACKPOT_CONTRIBUTION = "20%"
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


def with_table_defaults(house: House) -> tuple[House, tuple[str, ...]]:
    """Fill in what a house must say, for somebody who only wants to play; and say what was."""
    game = game_of(house.game)
    options, said = dict(house.options), []
    for option in game.options:
        if option.required and option.id not in options:
            options[option.id] = option.usual
            said.append(f"{option.id}={option.usual}")
    jackpots = dict(house.jackpots)
    for wager_id, table in _jackpot_tables(game, house):
        jackpots[wager_id], chosen = _filled_in(game, wager_id, table, jackpots.get(wager_id))
        said += [f"jackpot.{wager_id}.{key}={value}" for key, value in chosen.items()]
    return replace(house, options=options, jackpots=jackpots), tuple(said)


def _jackpot_tables(game: Game, house: House) -> Iterator[tuple[str, PayTable]]:
    """Yield the jackpots on the felt with their pay tables."""
    for wager_id, table_id in (house.tables or {}).items():
        named = (table for table in game.tables_of(wager_id) if table.id == table_id)
        table = next(named, None)
        if table and game.wager(wager_id).jackpot:
            yield wager_id, table


def _filled_in(
    game: Game, wager_id: str, table: PayTable, given: JackpotSetup | None
) -> tuple[JackpotSetup, dict[str, Any]]:
    """A jackpot with what its house left open chosen, and those choices."""
    setup, terms = given or JackpotSetup(), game.wager(wager_id).jackpot
    assert terms
    chosen: dict[str, Any] = {}
    if not setup.scheme:
        chosen["scheme"] = terms.schemes[0]
    if setup.wager is None and terms.fixed_wager:
        # A printed seed is for a wager of that size at least (ruling C67).
        least = (terms.wager_min, table.min_wager, table.base_wager if table.seed else None)
        chosen["wager"] = max(_JACKPOT_WAGER_CENTS, *(cents or 0 for cents in least))
    if setup.scheme != "house":
        if setup.contribution is None and not (table.increment or terms.contribution):
            chosen["contribution"] = _JACKPOT_CONTRIBUTION
        if setup.seed is None and not table.seed:
            chosen["seed"] = _JACKPOT_SEED
    return replace(setup, **chosen), chosen


def with_compulsory_tables(house: House) -> tuple[House, dict[str, str]]:
    """Return *house* with a table for every compulsory wager, and those that were added.

    The first one is taken that the deck count allows; whether the rest of the house is allowed is
    not judged.

    >>> with_compulsory_tables(House(game="co/3-card-21", options={"decks": 8}))[1]
    {'3-card-bonus': '3'}
    >>> with_compulsory_tables(House(game="co/21-plus-3"))[1]
    {}
    """
    game = game_of(house.game)
    named = game.default_tables if house.tables is None else house.tables
    decks = house.options.get("decks", game.option("decks").default)
    added: dict[str, str] = {}
    for wager in game.wagers:
        if wager.compulsory and wager.id not in named:
            # A deck count that no table allows is refused by itself, and once is enough.
            tables = sorted(game.tables_of(wager.id), key=lambda table: decks not in table.decks)
            if tables:
                added[wager.id] = tables[0].id
    return (replace(house, tables={**named, **added}) if added else house), added


def full_felt(game_id: str) -> House:
    """Return the house that offers all it may, each wager with the first table that fits.

    >>> sorted(full_felt("ilani/spanish-21").tables or ())
    ['jackpot-1', 'match-up']
    """
    game, (felt, _) = game_of(game_id), open_felt(House(game=game_id))
    decks = resolved_options(game, felt.options)["decks"]
    # As many further spots as the house may offer (the bonus cards of Match The Dealer).
    more = {option.id: option.values[-1] for option in game.options if option.offers}
    tables = first_tables(game, decks) | dict(felt.tables or game.default_tables)
    house, _ = open_felt(House(game=game_id, options={**felt.options, **more}, tables=tables))
    return house


def complete_main(given: House) -> tuple[House, Said]:
    """Fill in what the main game needs, the tables of compulsory wagers too; and say what was."""
    house, added = with_compulsory_tables(given)
    house, said = with_table_defaults(house)
    return house, (*_table_words(added), *said)
