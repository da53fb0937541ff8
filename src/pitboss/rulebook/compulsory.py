"""Pay tables of wagers that everybody must make, where a house has not named them."""

from __future__ import annotations

from dataclasses import replace

from pitboss.rulebook.house import House
from pitboss.rulebook.library import game as game_of


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
