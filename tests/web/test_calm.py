"""The lobby shows games, every game has its felt, and the looks that one sets are kept."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.remote.served import Served
from tests.web.conftest import TABLES, NewContext, NewTable
from tools.web_player import Pointer, TablePage

CLOTH = "(it) => getComputedStyle(it).getPropertyValue('--felt-2')"
# Links of a game's card whose words take more than one line, or that run off the card.
BROKEN_LINKS = """() => [...document.querySelectorAll('.ways a')].filter((link) => {
  const words = document.createRange();
  words.selectNodeContents(link);
  const isOff = link.getBoundingClientRect().right >
    link.closest('article').getBoundingClientRect().right - 10;
  return words.getClientRects().length !== 1 || isOff;
}).map((link) => `${link.textContent} of ${link.closest('article').dataset.game}`)"""
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
        expect(page.locator(f"[data-game='{game}'] [data-where]").first).not_to_be_empty()
    page.locator("h2 a[href='/table/co.pai-jack']").click()
    page.wait_for_url("**/table/co.pai-jack")


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_the_links_of_a_card_are_whole_and_on_it(
    floor: Served, new_context: NewContext, locale: str, width: int
) -> None:
    page = lobby(floor, new_context, locale=locale, viewport={"width": width, "height": 800})
    assert page.locator(".ways a").count() >= 4 * len(TABLES)
    assert page.evaluate(BROKEN_LINKS) == []


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
    felt = page.locator(".felt")
    back = "getComputedStyle(document.documentElement)"
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


def test_guests_have_nicknames_and_say_one_of_a_few_things(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """A second guest sees the first one's nickname and what is said; a third one only watches."""
    table = new_table().id
    ann, bob, eve = (new_context().new_page() for _ in range(3))
    ann.goto(f"{floor.address}/games")
    ann.wait_for_selector("[data-game]")
    ann.keyboard.press("Shift+S")
    ann.fill("[data-nickname]", "Zoë")
    ann.keyboard.press("Enter")
    ann.keyboard.press("Escape")
    TablePage(ann, floor.address, Pointer()).open(table)
    TablePage(bob, floor.address, Pointer()).open(table)
    eve.goto(f"{floor.address}/table/{table}?watch")
    expect(eve.locator(".controls")).to_contain_text("You are watching")
    for page in (bob, eve):
        expect(page.locator("[aria-label$=': Zoë (guest)']")).to_have_count(1)
    ann.click("details.seat summary")
    ann.click("[data-emote=nice-hand]")
    for page in (bob, eve):
        expect(page.locator("[data-said]")).to_have_text("Nice hand")
    expect(bob.locator("#murmured")).to_have_text("Zoë (guest): Nice hand")


def test_without_the_server_a_page_says_so(floor: Served, new_context: NewContext) -> None:
    context = new_context(allows_errors=True)
    page = context.new_page()
    page.goto(f"{floor.address}/games")
    manifest = page.request.get(f"{floor.address}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert page.request.get(f"{floor.address}{icon['src']}").ok
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    context.set_offline(True)
    page.goto(f"{floor.address}/history")
    expect(page.locator("h1")).to_have_text("No connection")
    context.set_offline(False)
    page.click("text=Try again")
    page.wait_for_selector(".felt")


def test_the_page_speaks_the_language_of_the_browser_or_of_the_settings(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    context = new_context(locale="es-MX", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{floor.address}/games")
    expect(page.locator("h1")).to_have_text("Elige una mesa")
    assert page.evaluate("document.documentElement.lang") == "es"
    there = TablePage(page, floor.address, Pointer())
    there.open(new_table().id)
    expect(page.locator("[data-do=deal]")).to_contain_text("Repartir $")
    there.deal()
    page.keyboard.press("Shift+S")
    expect(page.locator("[data-remind] option").first).to_have_text("10 minutos")
    page.check("[data-setting-of='language en']")
    expect(page.locator("dialog h2")).to_have_text("Settings")
    page.keyboard.press("Escape")
    page.reload()
    there.ready()
    assert page.evaluate("document.documentElement.lang") == "en"


def test_a_language_that_is_not_there_is_english(floor: Served, new_context: NewContext) -> None:
    page = lobby(floor, new_context, locale="fi-FI")
    expect(page.locator("h1")).to_have_text("Choose a table")


def test_somebody_new_sees_first_where_the_game_is_learnt(
    floor: Served, new_context: NewContext, new_table: NewTable
) -> None:
    there = TablePage(new_context().new_page(), floor.address, Pointer())
    page = there.page
    there.open(new_table().id)
    first = page.locator(".side > *").first
    expect(first).to_contain_text("New here?")
    assert first.locator("a").all_inner_texts() == ["Practise", "Train", "Odds"]
    sentences = first.locator("p").all_inner_texts()
    assert len({*sentences}) == 3
    assert all(sentence.endswith(".") for sentence in sentences)
    expect(page.locator(".side > *").nth(1)).to_have_attribute("data-how", "")
    there.play_hand(random.Random(1))
    page.reload()
    expect(page.locator("[data-ways] a")).to_have_count(3)
    expect(page.locator("[data-ways] p")).to_have_count(0)
