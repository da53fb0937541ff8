"""A server with a house behind it, and the people of that house."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.pit.keeper import PlannedJackpot
from pitboss.rulebook.house import house_from
from pitboss.server.requests.limits import Rates
from tests.pit.jackpot_floor import HOUSE, TERMS
from tests.remote.served import Served, served
from tests.web.conftest import MUCH, TABLES, NewContext
from tests.web.console.people import House


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server with a house behind it: two tables share a jackpot."""
    shared = tuple(
        TableTerms(
            id=name,
            name=f"Spanish {name}",
            house=house_from(HOUSE),
            clocks=NO_CLOCK,
            links={"jackpot-1": "mtd"},
        )
        for name in ("t1", "t2")
    )
    settings = {
        "tables": (TABLES["reference/blackjack"], *shared),
        "jackpots": (PlannedJackpot("mtd", "Match The Dealer", TERMS),),
        "rates": Rates(*[MUCH] * len(Rates._fields)),
    }
    with served(tmp_path_factory.mktemp("house"), **settings) as server:
        yield server


@pytest.fixture
def people(floor: Served, new_context: NewContext) -> House:
    """Return the people of the house."""
    return House(floor, new_context)
