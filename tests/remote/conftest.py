"""One server for the tests of the terminal table at a server."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pitboss.cards import Card, SeededBits, shuffle_cards
from pitboss.floor.terms import NO_CLOCK, Clocks, TableTerms
from pitboss.pit.table import LiveTable
from pitboss.server.opening.tables import demo_floor
from tests.remote.served import Served, served

SEED = "same table"
TABLES = tuple(replace(terms, clocks=NO_CLOCK) for terms in demo_floor())


def seeded(number: int, cards: Sequence[Card], _parts: tuple[bytes, ...]) -> tuple[Card, ...]:
    """Shuffle as a table does that is played here with a seed."""
    return shuffle_cards(cards, SeededBits(f"{SEED}/{number}"))


def put_seeded_shoe(table: LiveTable) -> None:
    """Give a table the shoes of the seed in place of its own."""
    entropy: Any = table._entropy  # noqa: SLF001 - chance is handed to a table from outside
    entropy.order = seeded


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server with a table of every game."""
    with served(tmp_path_factory.mktemp("floor"), tables=TABLES) as server:
        yield server


Tables = Callable[..., TableTerms]
BLACKJACK = next(terms for terms in TABLES if terms.house.game == "reference/blackjack")


@pytest.fixture
def new_table(floor: Served) -> Tables:
    """Return a function that opens a table of its own for a test, all with the same shoes."""

    def opened(like: TableTerms = BLACKJACK, clocks: Clocks = NO_CLOCK) -> TableTerms:
        terms = replace(like, id=secrets.token_hex(4), clocks=clocks)
        put_seeded_shoe(floor.do(lambda services: services.hall.add(terms)))
        return terms

    return opened
