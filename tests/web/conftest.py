"""A server and a browser for the tests of the page."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from pitboss.cards import Card, SeededBits, shuffle_cards
from pitboss.floor.terms import NO_CLOCK, Clocks, TableTerms
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import House
from pitboss.server.opening.tables import demo_floor
from pitboss.server.requests.limits import Rate, Rates
from tests.remote.served import Served, served
from tools.browser import MISSING, Watch, browser_path, running_browser
from tools.web_player import SECONDS

SEED = "the page"
TABLES = {terms.house.game: replace(terms, clocks=NO_CLOCK) for terms in demo_floor()}
"""Game -> a table of it that waits as long as its players like."""
PICTURES = Path(os.environ.get("PITBOSS_PICTURES", "build/web-failures"))
"""Where the screen is kept of a test that fails."""
MUCH = Rate(10_000, 10_000)
expect.set_options(timeout=SECONDS * 1000)  # a machine may be busy for the five that it has itself


def seeded(number: int, cards: Sequence[Card], _seeds: tuple[bytes, ...]) -> tuple[Card, ...]:
    """Shuffle as a table does that is played here with a seed, wherever players cut."""
    return shuffle_cards(cards, SeededBits(f"{SEED}/{number}"))


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server with a table of every game."""
    rates = Rates(*[MUCH] * len(Rates._fields))
    folder = tmp_path_factory.mktemp("floor")
    with served(folder, tables=tuple(TABLES.values()), rates=rates) as server:
        yield server


NewTable = Callable[..., TableTerms]


@pytest.fixture
def new_table(floor: Served) -> NewTable:
    """Return a function that opens a table of its own for a test, all with the same shoes."""

    def opened(
        game: str = "reference/blackjack", clocks: Clocks = NO_CLOCK, house: House | None = None
    ) -> TableTerms:
        own = house or TABLES[game].house
        terms = replace(TABLES[game], id=f"t{secrets.token_hex(4)}", clocks=clocks, house=own)
        put_shoe(floor.do(lambda services: services.hall.add(terms)), seeded)
        return terms

    return opened


def put_shoe(table: LiveTable, order: Callable[..., tuple[Card, ...]]) -> None:
    """Give a table other shoes in place of its own."""
    entropy: Any = table._entropy  # noqa: SLF001 - chance is handed to a table from outside
    entropy.order = order


def need_browser() -> None:
    """Skip a test where there is no browser, but never in CI."""
    if browser_path() is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(MISSING)


_RUNNING = ExitStack()
_BROWSERS: list[Browser] = []


@pytest.fixture(scope="module")
def browser() -> Browser:
    """Return the browser of this machine, which goes on to the next file that needs it."""
    need_browser()
    if not _BROWSERS:
        _BROWSERS.append(_RUNNING.enter_context(running_browser()))
    return _BROWSERS[0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """End the browser: as long as Playwright runs, no test elsewhere can run a loop of its own."""
    if nextitem is None or (nextitem.path != item.path and "browser" not in names_of(nextitem)):
        _BROWSERS.clear()
        _RUNNING.close()


def names_of(item: pytest.Item) -> Sequence[str]:
    """Return the names of the fixtures that a test needs."""
    return item.fixturenames if isinstance(item, pytest.Function) else ()


NewContext = Callable[..., BrowserContext]


@pytest.fixture
def new_context(
    browser: Browser, floor: Served, request: pytest.FixtureRequest
) -> Iterator[NewContext]:
    """Return a function that opens a browser nobody has used yet, which is watched."""
    watches: list[Watch] = []

    def opened(
        address: str = floor.address, *, allows_errors: bool = False, **settings: object
    ) -> BrowserContext:
        context = browser.new_context(**{"reduced_motion": "reduce", **settings})  # type: ignore[arg-type]
        watches.append(Watch(context, address, allows_errors=allows_errors))
        return context

    yield opened
    if failed(request.node):
        keep_screens(request.node.name, [watch.context for watch in watches])
    for watch in watches:
        watch.context.close()
    faults = [fault for watch in watches for fault in watch.faults]
    assert not faults, "\n".join(faults)


def keep_screens(name: str, contexts: Sequence[BrowserContext]) -> None:
    """Keep what could be seen when a test failed."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"\W+", "-", name)
    pages = [page for context in contexts for page in context.pages]
    for number, page in enumerate(pages, 1):
        page.screenshot(path=PICTURES / f"{stem}-{number}.png")


_FAILED = pytest.StashKey[bool]()


def failed(item: pytest.Item) -> bool:
    """Whether the test itself has failed."""
    return item.stash.get(_FAILED, False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note whether a test has failed, for its fixtures to know."""
    report = yield
    if call.when == "call":
        item.stash[_FAILED] = report.failed
    return report
