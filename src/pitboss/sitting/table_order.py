"""The set-up of a table: its house, what a player may change, and who sits there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from pitboss.engine.setup import prepare
from pitboss.rulebook.check.options import house_options, possible_values
from pitboss.rulebook.check.tables import offered_tables
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House, parse_share
from pitboss.rulebook.model import OptionValue, PayTable, Wager
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.bets import SEATS_MAX, seat_problems
from pitboss.text.numbers import short_money
from pitboss.text.options import option_text

BANKROLLS_CENTS = (10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)
SEEDS = ("$500", "$1,000", "$2,500", "$5,000", "$10,000", "$25,000", "$50,000", "$100,000")
CONTRIBUTIONS = ("5%", "10%", "15%", "18%", "20%", "21%", "22%", "25%", "30%", "40%")
"""What a player may start a meter at, and feed it with."""
NOT_OFFERED = "not offered"
_JACKPOT = "jackpot."


class Base(Enum):
    """Where the settings of a table come from, before a player changes any."""

    READY = "the ready table"
    BARE = "the rule book's defaults"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOrder:
    """The table that a player orders."""

    house: House
    base: Base = Base.READY
    bankroll: int | None = None
    """Cents; None: the player's own bankroll."""
    seats: int = 1
    bots: int = 2

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.house.game


@dataclass(frozen=True, slots=True)
class Row:
    """A setting of a table that a player may change."""

    key: str
    """Its name: "decks", "table.match-up", "seats"."""
    title: str
    values: tuple[str, ...]
    value: str
    about: str = ""


def order_table(game_id: str, *, base: Base = Base.READY, bots: int = 2) -> TableOrder:
    """Order the ready table of a game, or the bare one if it has none.

    >>> order_table("wa/spanish-21").house.options["redouble"]
    True
    >>> order_table("wa/spanish-21", base=Base.BARE).house.options
    {'decks': 6, 'soft17': 'hit'}
    """
    ready = ready_tables().get(game_id)
    if ready is None or base is Base.BARE:
        house, _ = complete_table(House(game=game_id))
        return TableOrder(house=house, base=Base.BARE, bots=bots)
    return TableOrder(house=complete_table(ready.house)[0], bots=bots)


def list_rows(order: TableOrder) -> tuple[Row, ...]:
    """Return every setting of a table with its current value."""
    return (*_place_rows(order), *_option_rows(order), *_table_rows(order))


def _place_rows(order: TableOrder) -> Iterator[Row]:
    if order.game in ready_tables():
        values = tuple(base.value for base in Base)
        about = ready_tables()[order.game].about
        yield Row(
            key="base",
            title="Start from",
            values=values,
            value=order.base.value,
            about=f"The ready table: {about}",
        )
    money = tuple(map(short_money, BANKROLLS_CENTS))
    kept = "what you have"
    chosen = kept if order.bankroll is None else short_money(order.bankroll)
    about = f"Your bankroll lasts from sitting to sitting; the first one is {short_money(50_000)}."
    yield Row(key="bankroll", title="Bankroll", values=(kept, *money), value=chosen, about=about)
    counts = tuple(map(str, range(SEATS_MAX + 1)))
    yield Row("seats", "Your seats", counts[1:], str(order.seats))
    yield Row("bots", "Other players", counts[:-1], str(order.bots))


def _option_rows(order: TableOrder) -> Iterator[Row]:
    game = game_of(order.game)
    chosen = order.house.options
    offered = offered_tables(game, order.house, house_options(game, order.house))
    for option in game.options:
        if len(option.values) < 2:
            continue
        value = chosen.get(option.id, option.default)
        values = tuple(map(option_text, possible_values(option, offered)))
        shown = option_text(value) if value is not None else "as the document has it"
        yield Row(
            key=option.id,
            title=option.title,
            values=values,
            value=shown,
            about=f"{option.id}: {option.cite}",
        )


def _table_rows(order: TableOrder) -> Iterator[Row]:
    game = game_of(order.game)
    decks = order.house.options.get("decks")
    tables = game.default_tables if order.house.tables is None else order.house.tables
    counted = tuple(option.offers for option in game.options if option.offers)
    for wager in game.wagers:
        fitting = _fitting(order, wager.id)
        if not fitting or wager.follows is not None or wager.id.startswith(counted):
            continue  # the last are offered by an option that counts them
        values = tuple(table.id for table in fitting)
        values = values if wager.compulsory else (NOT_OFFERED, *values)
        chosen = tables.get(wager.id, NOT_OFFERED)
        title = next((table.title for table in fitting if table.id == chosen), "")
        about = f"{wager.id}: the pay tables for {decks} decks. {title}".strip()
        yield Row(
            key=f"table.{wager.id}", title=wager.title, values=values, value=chosen, about=about
        )
        yield from _jackpot_rows(order, wager, chosen)


def _jackpot_rows(order: TableOrder, wager: Wager, table_id: str) -> Iterator[Row]:
    """Yield seed and contribution of a progressive, unless its pay table prescribes them."""
    terms = order.house.jackpots.get(wager.id)
    table = next((table for table in _fitting(order, wager.id) if table.id == table_id), None)
    if terms is None or table is None or terms.scheme != "progressive":
        return
    if terms.seed is not None and table.seed is None:
        seed = short_money(parse_dollars(terms.seed))
        about = f"{wager.id}: what the meter starts at, and starts again at after 100% is won."
        key = f"{_JACKPOT}{wager.id}.seed"
        title = f"{wager.title}: seed"
        yield Row(
            key=key, title=title, values=_with(SEEDS, seed, parse_dollars), value=seed, about=about
        )
    if terms.contribution is not None and table.increment is None:
        share = terms.contribution
        about = f"{wager.id}: the part of each wager that feeds the meter."
        key = f"{_JACKPOT}{wager.id}.contribution"
        title = f"{wager.title}: contribution"
        yield Row(
            key=key,
            title=title,
            values=_with(CONTRIBUTIONS, share, parse_share),
            value=share,
            about=about,
        )


def _with(values: Sequence[str], value: str, size: Callable[[str], Any]) -> tuple[str, ...]:
    """Return *values* with *value* at its place among them."""
    return tuple(sorted({*values, value}, key=size))


def _fitting(order: TableOrder, wager_id: str) -> tuple[PayTable, ...]:
    """Return the pay tables of a wager that the deck count allows."""
    game = game_of(order.game)
    decks = order.house.options.get("decks", game.option("decks").default)
    tables = game.tables_of(wager_id)
    return tuple({table.id: table for table in tables if decks in table.decks}.values())


def change_row(order: TableOrder, key: str, value: str) -> TableOrder:
    """Return the order with one setting changed.

    >>> change_row(order_table("wa/spanish-21"), "decks", "8").house.options["decks"]
    8
    """
    match key:
        case "base":
            fresh = order_table(order.game, base=Base(value))
            return replace(order, house=fresh.house, base=fresh.base)
        case "bankroll":
            amounts = dict(zip(map(short_money, BANKROLLS_CENTS), BANKROLLS_CENTS, strict=True))
            return replace(order, bankroll=amounts.get(value))
        case "seats":
            return replace(order, seats=int(value))
        case "bots":
            return replace(order, bots=int(value))
        case _:
            return replace(order, house=_with_term(order, key, value))


def _with_term(order: TableOrder, key: str, value: str) -> House:
    """Return the house with another option, pay table, seed or contribution."""
    if key.startswith("table."):
        return _with_table(order, key.removeprefix("table."), value)
    if not key.startswith(_JACKPOT):
        return _with_option(order, key, value)
    wager, _, name = key.removeprefix(_JACKPOT).rpartition(".")
    jackpots = order.house.jackpots
    terms = replace(jackpots[wager], **{name: value})  # type: ignore[arg-type]
    return replace(order.house, jackpots={**jackpots, wager: terms})


def _with_table(order: TableOrder, wager: str, value: str) -> House:
    default = game_of(order.game).default_tables
    tables = dict(default if order.house.tables is None else order.house.tables)
    others = tables.keys() - {wager}
    if value == NOT_OFFERED:
        tables.pop(wager, None)
        return _without_terms(replace(order.house, tables=tables), others)
    house = _without_terms(replace(order.house, tables=tables | {wager: value}), others)
    return complete_table(house)[0]


def _with_option(order: TableOrder, key: str, value: str) -> House:
    option = game_of(order.game).option(key)
    chosen: OptionValue = next(
        candidate
        for candidate in possible_values(option, [wager.id for wager in game_of(order.game).wagers])
        if option_text(candidate) == value
    )
    house = replace(order.house, options={**order.house.options, key: chosen})
    if key != "decks" or house.tables is None:
        return complete_table(house)[0]
    # A pay table that the new deck count does not allow gives way to the first that it does.
    changed = replace(order, house=house)
    tables = {}
    for wager, table in house.tables.items():
        fitting = [pays.id for pays in _fitting(changed, wager)]
        if fitting:
            tables[wager] = table if table in fitting else fitting[0]
    kept = {wager for wager, table in house.tables.items() if tables.get(wager) == table}
    return complete_table(_without_terms(replace(house, tables=tables), kept))[0]


def _without_terms(house: House, kept: Collection[str]) -> House:
    """Return *house* with pays and jackpot terms only for the wagers *kept*."""
    return replace(
        house,
        pays={wager: rows for wager, rows in house.pays.items() if wager in kept},
        jackpots={wager: terms for wager, terms in house.jackpots.items() if wager in kept},
    )


def order_problems(order: TableOrder, bankroll: int) -> tuple[Problem, ...]:
    """Return everything that prevents a player with *bankroll* cents from sitting down."""
    try:
        setup = prepare(order.house)
    except RulesError as error:
        return error.problems
    return seat_problems(setup, seats=order.seats, bots=order.bots, bankroll=bankroll)
