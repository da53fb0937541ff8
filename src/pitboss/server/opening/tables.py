"""Choose the tables that a server opens: those of its house files, or one of every game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from pitboss.floor.terms import Absent, TableTerms
from pitboss.rulebook.house import House
from pitboss.rulebook.reading.library import game, games
from pitboss.rulebook.ready import ready_tables

SEATS = 7
"""Seats of a table unless the game sets them."""


def demo_floor(absent: Absent = Absent.STAND) -> tuple[TableTerms, ...]:
    """Return the ready table of every game.

    >>> floor = demo_floor()
    >>> len(floor), floor[0].id, floor[0].name
    (22, 'wa.spanish-21', 'Spanish 21')
    """
    ready = ready_tables()
    tables = (
        make_terms(game.id.replace("/", "."), ready[game.id].house, absent)
        for game in games()
        if game.id in ready
    )
    return tuple(tables)


def house_tables(
    houses: Iterable[tuple[str, House]], absent: Absent = Absent.STAND
) -> tuple[TableTerms, ...]:
    """Return a table for each house file, named after it; a second of the same name gets "-2".

    >>> house = ready_tables()["co/free-bet"].house
    >>> [it.id for it in house_tables([("Pit 1/Free Bet.toml", house)] * 2)]
    ['free-bet', 'free-bet-2']
    """
    tables: dict[str, TableTerms] = {}
    for file, house in houses:
        stem = file.replace("\\", "/").rpartition("/")[2].removesuffix(".toml").lower()
        name = re.sub(r"[^a-z0-9]+", "-", stem).strip("-") or "table"
        number = 1
        own = name
        while own in tables:
            number += 1
            own = f"{name}-{number}"
        tables[own] = make_terms(own, house, absent)
    return tuple(tables.values())


def let_learners_think(terms: TableTerms) -> TableTerms:
    """Return a table of play money: whoever is alone at it decides without a clock."""
    return replace(terms, clocks=replace(terms.clocks, waits_alone=True))


def make_terms(table_id: str, house: House, absent: Absent = Absent.STAND) -> TableTerms:
    """Return the terms of a table that is open to all."""
    rules = game(house.game)
    seats = min(SEATS, rules.seats_max or SEATS)
    return TableTerms(id=table_id, name=rules.title, house=house, seats=seats, absent=absent)
