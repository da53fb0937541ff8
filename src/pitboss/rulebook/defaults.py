"""Complete a house configuration: exact names, and choices that a table needs and nobody made.

Each purpose has one completion, which the library and the command line share:

- `complete_table` for a table that is played or simulated: side wagers are offered;
- `complete_main_game` for a main game that is solved: only compulsory side wagers are offered;
- `complete_for_report` for the maths report: no meter is assumed to be fed.

Each returns the completed house and its choices, written as the options of the command line:
`decks=6`, `table.match-up=2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pitboss.rulebook.check.options import resolved_options
from pitboss.rulebook.check.tables import ALTERNATE, effective_table, offered_tables
from pitboss.rulebook.house import House, JackpotSetup, OperatorPay
from pitboss.rulebook.model import Game, JackpotTerms, OptionValue, PayTable
from pitboss.rulebook.phrases import match_id
from pitboss.rulebook.problems import RulesError
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
Assumed = tuple[str, ...]
"""Choices that were filled in, written as `-o` options."""


def canonical(house: House) -> House:
    """Return *house* with the exact ids of its game, wagers' pay tables and alternates.

    Unknown names stay as they are, for the check to refuse.

    >>> house = canonical(House(game="free-bet", tables={"pot-of-gold": "pog-01"}))
    >>> house.game, house.tables
    ('co/free-bet', {'pot-of-gold': 'POG-01'})
    """
    try:
        game = game_of(house.game)
    except RulesError:
        return house
    tables = house.tables and {
        wager: match_id(table_id, (table.id for table in game.tables_of(wager)))
        for wager, table_id in house.tables.items()
    }
    alternates = tuple(table.id for table in game.tables if table.alternate_for)

    def exact(row: str, pay: str | OperatorPay) -> str | OperatorPay:
        named = row == ALTERNATE and isinstance(pay, str)
        return match_id(str(pay), alternates) if named else pay

    pays = {
        wager: {row: exact(row, pay) for row, pay in rows.items()}
        for wager, rows in house.pays.items()
    }
    return replace(house, game=game.id, tables=tables, pays=pays)


def complete_table(house: House) -> tuple[House, Assumed]:
    """Fill in everything a table needs before anyone can play there.

    A game that offers nothing by default gets every wager, with the first pay table that fits the
    deck count. A named pay table gets the deck count, wagers and options it needs.

    >>> house, assumed = complete_table(House(game="co/trilux"))
    >>> assumed[0], len(house.tables or ())
    ('table.trilux-bonus=TRI-01', 4)
    """
    house, tables_added = _with_tables(house)
    house, needs_added = _with_needs(house)
    house, required = fill_in_required(house)
    house, pays_added = _with_operator_pays(house)
    return house, (*tables_added, *needs_added, *required, *pays_added)


def _with_tables(house: House) -> tuple[House, Assumed]:
    game = game_of(house.game)
    if house.tables is None and not game.default_tables:
        decks = house.options.get(_DECKS, game.option(_DECKS).default)
        tables = first_tables(game, decks)
        if tables:
            return replace(house, tables=tables), _table_options(tables)
    return house, ()


def first_tables(game: Game, decks: object, *, another: bool = False) -> Tables:
    """Return the first pay table that the deck count allows, for every wager that has one.

    A second wager of a kind, which needs a table of its own, is offered only with *another*.
    """
    tables: Tables = {}
    for wager in game.wagers:
        if wager.follows is not None or (wager.another_of and not another):
            continue
        if table := _first_table(game, wager.id, decks, tables):
            tables[wager.id] = table
    return tables


def _first_table(game: Game, wager_id: str, decks: object, beside: Mapping[str, str]) -> str:
    """Return the first table that fits the deck count and the tables *beside* it; "" for none."""
    taken = {beside.get(other) for other in game.alike(wager_id)}
    fits = (table.id for table in game.tables_of(wager_id) if decks in table.decks)
    return next((table_id for table_id in fits if table_id not in taken), "")


def _table_options(tables: Mapping[str, str]) -> Assumed:
    return tuple(f"table.{wager}={table}" for wager, table in tables.items())


def _with_needs(house: House) -> tuple[House, Assumed]:
    """Add what the offered tables need: a deck count, other wagers, equipment."""
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
            added = (*_table_options(companions), *(f"{name}={value}" for name, value in chosen))
            return replace(house, options=options, tables=tables), added
    return house, ()


def _needed_options(game: Game, tables: Mapping[str, str]) -> Iterator[tuple[str, OptionValue]]:
    for wager_id, table_id in tables.items():
        for table in game.tables_of(wager_id):
            if table.id == table_id:
                yield from ((name, values[0]) for name, values in table.needs_options.items())


def _deck_counts(game: Game, house: House) -> list[int]:
    """Return the deck counts that every offered table allows, the usual one first."""
    assert house.tables is not None
    chosen = house.options.get(_DECKS)
    possible = set(game.decks) if chosen is None else {chosen} & set(game.decks)
    for wager_id, table_id in house.tables.items():
        named = [table for table in game.tables_of(wager_id) if table.id == table_id]
        if named:
            possible &= {decks for table in named for decks in table.decks}
    usual = (_PREFERRED_DECKS, game.option(_DECKS).default)
    return sorted((d for d in game.decks if d in possible), key=lambda d: d not in usual)


def _companions(game: Game, tables: Mapping[str, str], decks: int) -> Tables | None:
    """Return the tables of wagers that must be offered too; None if one has no table."""
    added: Tables = {}
    needed = [wager.id for wager in game.wagers if wager.compulsory and game.tables_of(wager.id)]
    needed += [need for wager_id in tables for need in _needs(game, wager_id)]
    while needed:
        others = needed.pop(0).split(" or ")
        if any(o in tables or o in added or not game.tables_of(o) for o in others):
            continue
        beside = {**tables, **added}
        first = next((o for o in others if _first_table(game, o, decks, beside)), None)
        if first is None:
            return None
        added[first] = _first_table(game, first, decks, beside)
        needed += _needs(game, first)
    return added


def _needs(game: Game, wager_id: str) -> tuple[str, ...]:
    """Return the wagers that *wager_id* needs beside it."""
    wager = next((wager for wager in game.wagers if wager.id == wager_id), None)
    return (*wager.needs, *wager.offered_with) if wager else ()


def _with_operator_pays(house: House) -> tuple[House, Assumed]:
    """Set the operator-set prizes that the house did not set."""
    game = game_of(house.game)
    options = resolved_options(game, house.options)
    pays: dict[str, dict[str, str | OperatorPay]] = {w: dict(p) for w, p in house.pays.items()}
    added = []
    for wager_id, table_id in offered_tables(game, house, {"bonus_cards": 0} | options).items():
        if wager_id not in {wager.id for wager in game.wagers}:
            continue
        table = effective_table(game, house, wager_id, table_id, options.get(_DECKS))
        for row in table.operator_rows if table else ():
            if row.name not in pays.get(wager_id, {}):
                pays.setdefault(wager_id, {})[row.name] = _OPERATOR_PAY
                added.append(f"pay.{wager_id}.{row.name}={_OPERATOR_PAY}")
    return replace(house, pays=pays), tuple(added)


def fill_in_required(house: House) -> tuple[House, Assumed]:
    """Fill in the options that the document requires, and the settings of offered jackpots.

    >>> fill_in_required(House(game="wa/spanish-21", options={"decks": 8}))[1]
    ('soft17=hit',)
    """
    game = game_of(house.game)
    options = dict(house.options)
    assumed = []
    for option in game.options:
        if option.required and option.id not in options:
            options[option.id] = option.usual
            assumed.append(f"{option.id}={option.usual}")
    jackpots = dict(house.jackpots)
    for wager_id, table in _jackpot_tables(game, house):
        jackpots[wager_id], chosen = _fill_jackpot(game, wager_id, table, jackpots.get(wager_id))
        assumed += _jackpot_options(wager_id, chosen)
    return replace(house, options=options, jackpots=jackpots), tuple(assumed)


def _jackpot_options(wager_id: str, chosen: Mapping[str, object]) -> list[str]:
    return [f"jackpot.{wager_id}.{key}={value}" for key, value in chosen.items()]


def _jackpot_tables(game: Game, house: House) -> Iterator[tuple[str, PayTable]]:
    """Yield the offered jackpots with their pay tables."""
    for wager_id, table_id in (house.tables or {}).items():
        named = (table for table in game.tables_of(wager_id) if table.id == table_id)
        table = next(named, None)
        if table and game.wager(wager_id).jackpot:
            yield wager_id, table


def _fill_jackpot(
    game: Game, wager_id: str, table: PayTable, given: JackpotSetup | None
) -> tuple[JackpotSetup, dict[str, Any]]:
    """Return a jackpot with its missing settings chosen, and those choices."""
    setup = given or JackpotSetup()
    terms = game.wager(wager_id).jackpot
    assert terms
    chosen: dict[str, Any] = {}
    if not setup.scheme:
        chosen["scheme"] = terms.schemes[0]
    if setup.wager is None and terms.fixed_wager:
        # A printed seed is for a wager of that size at least (ruling C67).
        least = (terms.wager_min, table.min_wager, table.base_wager if table.seed else None)
        chosen["wager"] = max(_JACKPOT_WAGER_CENTS, *(cents or 0 for cents in least))
    chosen |= _fill_meter(terms, table, setup, _JACKPOT_CONTRIBUTION, _JACKPOT_SEED)
    return replace(setup, **chosen), chosen


def _fill_meter(
    terms: JackpotTerms, table: PayTable, setup: JackpotSetup, contribution: str, seed: str
) -> dict[str, str]:
    """Return the contribution and the seed of a meter, where house and document give none."""
    if setup.scheme == "house":
        return {}
    is_fed = setup.contribution is not None or table.increment or terms.contribution
    is_seeded = setup.seed is not None or table.seed
    chosen = {} if is_fed else {"contribution": contribution}
    return chosen if is_seeded else chosen | {"seed": seed}


def add_compulsory_tables(house: House) -> tuple[House, Tables]:
    """Return *house* with a table for every compulsory wager, and the tables that were added.

    The first table that the deck count allows is taken. The rest of the house is not checked.

    >>> add_compulsory_tables(House(game="co/3-card-21", options={"decks": 8}))[1]
    {'3-card-bonus': '3'}
    >>> add_compulsory_tables(House(game="co/21-plus-3"))[1]
    {}
    """
    game = game_of(house.game)
    named = game.default_tables if house.tables is None else house.tables
    decks = house.options.get(_DECKS, game.option(_DECKS).default)
    added: Tables = {}
    for wager in game.wagers:
        if wager.compulsory and wager.id not in named:
            # The check refuses a deck count that no table allows; one refusal is enough.
            tables = sorted(game.tables_of(wager.id), key=lambda table: decks not in table.decks)
            if tables:
                added[wager.id] = tables[0].id
    return (replace(house, tables={**named, **added}) if added else house), added


def complete_main_game(house: House) -> tuple[House, Assumed]:
    """Fill in what the main game needs: required options and compulsory wagers.

    >>> complete_main_game(House(game="co/3-card-21"))[1]
    ('table.3-card-bonus=1',)
    """
    house, added = add_compulsory_tables(house)
    house, assumed = fill_in_required(house)
    return house, (*_table_options(added), *assumed)


def complete_for_report(given: House) -> tuple[House, Assumed]:
    """Fill in what the maths report needs; a meter without settings gets no contribution.

    >>> complete_for_report(House(game="co/21-plus-3"))[1][3]
    'jackpot.21-plus-3-progressive.contribution=0%'
    """
    house, assumed = fill_in_required(replace(given, tables={}))
    game = game_of(house.game)
    chosen: list[str] = []
    tables = given.tables
    if tables is None:
        tables = dict(game.default_tables)
        if not tables:
            tables = first_tables(game, house.options.get(_DECKS, game.option(_DECKS).default))
            chosen += _table_options(tables)
    house = replace(house, tables=tables)
    jackpots = dict(given.jackpots)
    for wager_id, table in _jackpot_tables(game, house):
        setup = jackpots.get(wager_id, JackpotSetup())
        added = _without_contribution(game, wager_id, table, setup)
        jackpots[wager_id] = replace(setup, **added)
        chosen += _jackpot_options(wager_id, added)
    house, more = fill_in_required(replace(house, jackpots=jackpots))
    return house, (*assumed, *chosen, *more)


def _without_contribution(
    game: Game, wager_id: str, table: PayTable, setup: JackpotSetup
) -> dict[str, Any]:
    """Choose the settings of a jackpot without more contribution than its document prints."""
    terms = game.wager(wager_id).jackpot
    assert terms
    is_printed = setup.wager is None and table.seed and table.base_wager
    chosen = {"wager": table.base_wager} if is_printed else {}  # the seed is printed for this wager
    return chosen | _fill_meter(terms, table, setup, "0%", "0.00")


def offer_everything(game_id: str) -> House:
    """Return the house that offers every wager it may, each with the first table that fits.

    >>> sorted(offer_everything("ilani/spanish-21").tables or ())
    ['jackpot-1', 'match-up']
    """
    game = game_of(game_id)
    (house, _) = complete_table(House(game=game_id))
    decks = resolved_options(game, house.options)[_DECKS]
    # As many further spots as the house may offer (the bonus cards of Match The Dealer).
    more = {option.id: option.values[-1] for option in game.options if option.offers}
    tables = first_tables(game, decks, another=True) | dict(house.tables or game.default_tables)
    options = {**house.options, **more}
    return complete_table(House(game=game_id, options=options, tables=tables))[0]
