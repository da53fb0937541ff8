"""The lobby shows games, every game has its felt, and the looks that one sets are kept."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.remote.served import Served
from tests.web.conftest import TABLES, NewContext, NewTable
from tools.web_player import Pointer, TablePage

CLOTH = "(it) => getComputedStyle(it).getPropertyValue('--felt-2')"
FONTS = (
    "async () => { await document.fonts.ready; return [...document.fonts].map(it => it.status) }"
)


def lobby(floor: Served, new_context: NewContext, **settings: Any) -> Page:  # noqa: ANN401
    """Return the lobby in a browser that nobody has used yet."""
    page = new_context(**settings).new_page()
    page.goto(f"{floor.address}/games")
    page.wait_for_selector("[data-game]")
    return page


def test_the_lobby_shows_a_felt_of_its_own_for_every_game(
    floor: Served, new_context: NewContext
) -> None:
    page = lobby(floor, new_context)
    cards = page.locator("[data-game]")
    games = cards.evaluate_all("(all) => all.map((it) => it.dataset.game)")
    assert set(TABLES) <= set(games)
    felts = page.locator("[data-felt]").evaluate_all(f"(all) => all.map({CLOTH})")
    assert len(felts) == len(games)
    assert len(set(felts)) == len(set(games)), "two games have one colour"
    assert page.locator("main button, main .button").count() == 0
    for game in ("wa/spanish-21", "ilani/spanish-21"):
        expect(page.locator(f"[data-game='{game}'] [data-where]")).not_to_be_empty()
    page.locator("[data-game='co/pai-jack'] h2 a").click()
    page.wait_for_url("**/table/co.pai-jack")


def test_titles_are_set_in_the_shipped_typeface(floor: Served, new_context: NewContext) -> None:
    page = lobby(floor, new_context)
    assert page.evaluate(FONTS) == ["loaded"]
    family = page.locator("h1").evaluate("(it) => getComputedStyle(it).fontFamily")
    assert family.startswith('"Pitboss Titles"')


def test_felt_and_card_backs_are_chosen_and_kept(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    there = TablePage(new_context().new_page(), floor.address, Pointer())
    there.open(new_table("co/trilux").id)
    page = there.page
    felt, back = page.locator(".felt"), "getComputedStyle(document.documentElement)"
    own = felt.evaluate(CLOTH)
    red = page.evaluate(f"{back}.getPropertyValue('--card-back')")
    page.keyboard.press("Shift+S")
    page.check("[data-setting-of='felt green']")
    page.check("[data-setting-of='cardBack blue']")
    page.keyboard.press("Escape")
    page.reload()
    there.ready()
    assert felt.evaluate(CLOTH) != own
    assert page.evaluate(f"{back}.getPropertyValue('--card-back')") != red


def test_a_third_seat_can_be_taken_with_what_is_left(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """A seat of Blackjack Switch takes most of the wallet: the next ones share the rest."""
    there = TablePage(new_context().new_page(), floor.address, Pointer())
    there.open(new_table("co/blackjack-switch").id)
    for seats in (2, 3):
        there.page.locator("[aria-label^='Take seat']:enabled").first.click()
        expect(there.page.locator("[aria-label^='Your seat']")).to_have_count(seats)
