"""The page while a real PostgreSQL hangs: it says so in plain words, and plays on afterwards."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.office.roles import Role
from pitboss.pit.keeper import PlannedJackpot
from pitboss.rulebook.house import house_from
from pitboss.server.live.silence import STALE, WAITS
from pitboss.server.requests.limits import Rates
from pitboss.server.services import Services
from pitboss.store import PulseTerms
from tests.faults.database import Database
from tests.ledger.books import verify
from tests.pit.jackpot_floor import HOUSE, TERMS
from tests.remote.served import served
from tests.store.conftest import VARIABLE, Address, server
from tests.web.conftest import MUCH, NewContext
from tests.web.house import hire, log_in
from tools.web_player import Keyboard, TablePage

__all__ = ["server"]

pytestmark = pytest.mark.skipif(
    VARIABLE in os.environ, reason="a server of somebody else is not stopped"
)
_T = TypeVar("_T")
TERMS_OF_PULSE = PulseTerms(every=0.2, silent=1.0, stale=3.0)
"""In place of three seconds and thirty."""


def test_jkp_16_the_page_and_the_console_say_that_the_floor_waits_and_play_goes_on(
    server: Address, tmp_path: Path, new_context: NewContext
) -> None:
    postgres = in_thread(Database.find(server))
    links = {"jackpot-1": "mtd"}
    terms = TableTerms(id="t1", name="t1", house=house_from(HOUSE), clocks=NO_CLOCK, links=links)
    settings = {
        "db": server,
        "tables": (terms,),
        "jackpots": (PlannedJackpot("mtd", "Match The Dealer", TERMS),),
        "rates": Rates(*[MUCH] * len(Rates._fields)),
        "pulse": TERMS_OF_PULSE,
    }
    with served(tmp_path, **settings) as floor:
        there = TablePage(
            new_context(floor.address, allows_errors=True).new_page(), floor.address, Keyboard()
        )
        there.open("t1")
        console = new_context(floor.address, allows_errors=True)
        log_in(console, floor, hire(floor, "jill", Role.JACKPOTS))
        staff = console.new_page()
        staff.goto(f"{floor.address}/console/jackpots")
        status = staff.locator("[data-jackpot=mtd]")
        expect(status).to_contain_text("open")
        stack = there.stand.stack
        postgres.hang()
        try:
            expect(books(there.page)).to_have_text(WAITS)
            expect(there.page.locator(".felt > .meters")).to_contain_text(
                "Its wager is not taken now."
            )
            expect(books(staff)).to_be_visible()
            there.hands.deal(there)
            expect(books(there.page)).to_have_text(STALE)
            expect(there.page.locator(".felt > .meters")).to_contain_text("This amount may be old.")
            expect(status).to_contain_text("unknown")
            assert (there.stand.stack, there.stand.stage) == (stack, "betting")
        finally:
            postgres.go_on()
        expect(books(there.page)).to_have_count(0)
        expect(books(staff)).to_have_count(0)
        expect(status).to_contain_text("open")
        there.page.wait_for_selector(".table[data-round='1']")  # the hand that was asked for
        expect(there.page.locator(".felt > .meters")).not_to_contain_text("may be old")
        floor.do(check)


def in_thread(work: Coroutine[None, None, _T]) -> _T:
    """Do something in a loop, beside the one that Playwright runs in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def books(page: Page) -> Locator:
    """Find what the page says of books that do not answer."""
    return page.locator("[data-books]")


async def check(services: Services) -> None:
    """Find the books in order, and one round in them."""
    entries = [entry async for entry in services.store.entries()]
    assert verify(entries, await services.store.checkpoints()) is None
    assert [entry.kind for entry in entries if entry.stream == "table/t1"].count("dealt") == 1
