"""Take the pictures of every game in play at the page, on a phone and on a desktop.

Usage: python -m tools.web_pictures [GAME ...]

They are `docs/pictures/web/REGION-GAME-SIZE.webp`, and `docs/guides/web.md` shows them. Two others
sit at the table, and all tables deal from seeded shoes: the same code takes the same pictures.
"""

from __future__ import annotations

import argparse
import base64
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page

from pitboss.cards import Card, SeededBits, shuffle_cards
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.setup import Setup
from pitboss.floor.commands import Bet, Decide, Sit
from pitboss.floor.terms import NO_CLOCK
from pitboss.pit.table import LiveTable
from pitboss.server.opening.tables import demo_floor
from pitboss.server.services import Services
from pitboss.sitting.amounts import main_wagers, spots_before_deal, with_required
from pitboss.sitting.basic_play import basic_play
from tests.pit.record_player import fund, must
from tests.remote.served import Served, served
from tools.browser import running_browser
from tools.web_player import Pointer, TablePage

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURES: Final = Path("docs/pictures/web")
PAGE: Final = Path("docs/guides/web.md")
HEADING: Final = "## Every game in play"
SIZES: Final = {"desktop": (1280, 800), "phone": (390, 844)}
BYTES_MAX: Final = 60_000
OTHERS: Final = {2: "ann", 6: "bob"}
STACK: Final = 100_000
"""What the others have in front of them."""
ROUNDS_MAX: Final = 40
WAGERS_SHOWN: Final = 4
TABLES: Final = {terms.house.game: replace(terms, clocks=NO_CLOCK) for terms in demo_floor()}


def main() -> None:
    """Take the pictures, and name them in the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="REGION/GAME; none: all of them")
    games = parser.parse_args().games or list(TABLES)
    (ROOT / PICTURES).mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        served(Path(folder), tables=()) as floor,
        running_browser() as browser,
    ):
        for game, size in product(games, SIZES):
            path = ROOT / name_of(game, size)
            path.write_bytes(take(browser, floor, game, size))
            print(f"{path.relative_to(ROOT)}  {path.stat().st_size:,} bytes")
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    (ROOT / PAGE).write_text(f"{text.partition(HEADING)[0]}{section()}", encoding="utf-8")


def name_of(game: str, size: str) -> Path:
    """Return the path of a picture.

    >>> name_of("wa/spanish-21", "phone").as_posix()
    'docs/pictures/web/wa-spanish-21-phone.webp'
    """
    return PICTURES / f"{game.replace('/', '-')}-{size}.webp"


def section() -> str:
    """Return the part of the page that shows the pictures."""
    words = "Drawn from the rule book: one page for all of them, on a desktop and on a phone."
    parts = [HEADING, "", words, ""]
    for game, terms in TABLES.items():
        parts += [f"**{terms.name}** (`{game}`)", ""]
        for size in SIZES:
            place = name_of(game, size).relative_to("docs").as_posix()
            parts.append(f"![{terms.name} on a {size}](../{place})")
        parts.append("")
    return "\n".join(parts)


def screen(browser: Browser, size: str) -> BrowserContext:
    """Return a dark screen of a desktop or a phone on which nothing moves."""
    width, height = SIZES[size]
    return browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=1 if size == "desktop" else 1.5,
        color_scheme="dark",
        reduced_motion="reduce",
    )


def take(browser: Browser, floor: Served, game: str, size: str) -> bytes:
    """Play until a question, and return the screen."""
    context = screen(browser, size)
    name = f"{game.replace('/', '.')}.{size}"
    table = floor.do(partial(open_table, game, name))
    bets = json.dumps(json.dumps(some_bets(table.state.terms.setup)))
    keep = f"localStorage.setItem('pitboss/bets/{game}', {bets})"
    context.add_init_script(f"location.host && {keep}")
    there = TablePage(context.new_page(), floor.address, Pointer())
    there.open(name)
    for _ in range(ROUNDS_MAX):
        floor.do(partial(bet_for_others, table))
        there.hands.deal(there)
        if play_to_own_question(there, floor, table):
            break
    picture = small_picture(context, there.page)
    context.close()
    return picture


async def open_table(game: str, name: str, services: Services) -> LiveTable:
    """Open a table with seeded shoes, and seat the others."""
    table = await services.hall.add(replace(TABLES[game], id=name))
    entropy = table._entropy  # noqa: SLF001 - chance is handed to a table from outside
    entropy.order = partial(shuffle_same_way, game)  # type: ignore[method-assign]
    for seat, player in OTHERS.items():
        if seat <= table.state.terms.seats:
            account = f"{name}.{player}"
            await fund(services.hall, account)
            await must(table, Sit(account, player, seat, STACK))
    return table


def shuffle_same_way(
    game: str, number: int, cards: Sequence[Card], _seeds: tuple[bytes, ...]
) -> tuple[Card, ...]:
    """Shuffle the same way every time, wherever players cut."""
    return shuffle_cards(cards, SeededBits(f"picture/{game}/{number}"))


def some_bets(setup: Setup) -> dict[str, int]:
    """Return ten dollars on the main spot, and the least on a few others that the table takes."""
    bets = with_required(setup, main_wagers(setup, 1_000))
    for wager, spot in spots_before_deal(setup).items():
        least = spot.jackpot.wager if spot.jackpot else None
        more = {**bets, wager: least or max(spot.min, 100)}
        if len(bets) < WAGERS_SHOWN and wager not in bets:
            bets = bets if refuse_bets(setup, [Bets(1, more)]) else more
    return bets


async def bet_for_others(table: LiveTable, _services: Services) -> None:
    """Bet for the other players, and end their betting time."""
    setup = table.state.terms.setup
    for seat in table.state.seats.values():
        if seat.seat in OTHERS and table.state.round is None:
            bets = with_required(setup, main_wagers(setup, 500 * seat.seat))
            await must(table, Bet(seat.account, seat.seat, bets))


async def decide_for_others(table: LiveTable, _services: Services) -> None:
    """Play for the other players while it is their turn."""
    while (current := table.state.round) is not None and current.question.seat in OTHERS:
        action = basic_play(current.state, current.question)
        account = table.state.seats[action.seat].account
        await must(
            table,
            Decide(
                account, action.seat, current.n, action.kind, action.amount, action.tip, action.low
            ),
        )


def play_to_own_question(there: TablePage, floor: Served, table: LiveTable) -> bool:
    """Wait for a decision; return True, or False if the round is over."""
    for _ in range(1_000):
        floor.do(partial(decide_for_others, table))
        stand = there.stand
        if stand.actions and not stand.busy:
            return True
        if stand.deals and stand.round and table.state.round is None:
            return False
        there.page.wait_for_timeout(20)
    raise TimeoutError


def small_picture(context: BrowserContext, page: Page) -> bytes:
    """Return the screen as WebP, as good as fits."""
    page.wait_for_timeout(400)
    session = context.new_cdp_session(page)
    for quality in (82, 70, 55, 40, 25):
        answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        picture = base64.b64decode(answer["data"])
        if len(picture) <= BYTES_MAX:
            break
    return picture


if __name__ == "__main__":
    main()
