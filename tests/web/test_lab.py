"""Every page and control of the lab, on a phone and on a desktop, and what it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from pitboss.exact.advising.advise import advise
from pitboss.exact.advising.shown_cards import ShownCards
from pitboss.report.catalogue.edges import ready_edges
from pitboss.rulebook.reading import library
from pitboss.server.lab.game.page import game_page
from pitboss.server.rules.book import open_main_table
from tests.remote.served import Served
from tests.tiers import IS_NIGHT, by_day
from tests.web.conftest import NewContext
from tests.web.test_looks import LOOKS, SIZES, WIDE, Look, violations

LIST: Final = Path(__file__).parents[2] / "web" / "src" / "lib" / "lab" / "pages.ts"
_PAGE: Final = re.compile(r'\{ id: "(\w*)", title')
BOOK, OF_GAME = (_PAGE.findall(part) for part in LIST.read_text().split("GAME_PAGES: LabPage"))
"""The pages of the whole book, and those of one game."""
GAMES: Final = [game.id for game in library.games()] if IS_NIGHT else ["co/free-bet"]
PATHS: Final = (
    *(f"/lab/{page}".rstrip("/") for page in BOOK),
    *(f"/lab/{page}/{game}" for page in OF_GAME for game in GAMES),
)
CONTROLS_MAX: Final = by_day(25, 400)
"""Controls of one page that are used: by day one of each kind, at night every one."""
WORKED_OUT_MS: Final = 120_000
_NEXT: Final = """([done, isNight]) => {
  const marks = (it) => [...it.attributes].filter(({name}) => name.startsWith('data-'))
    .map(({name, value}) => isNight ? value : name);
  const kinds = (it) => [it.tagName, it.type, ...marks(it),
    isNight ? it.textContent.trim().slice(0, 40) : ''].join(' ');
  const it = [...document.querySelectorAll('main :is(button, input, select, summary)')].find(
    (it) => !it.disabled && it.type !== 'file' && it.checkVisibility()
      && !done.includes(kinds(it)));
  if (!it) return null;
  const kind = kinds(it);
  const tell = (...names) =>
    names.forEach((name) => it.dispatchEvent(new Event(name, {bubbles: true})));
  if (it.tagName === 'SELECT') {
    it.selectedIndex = (it.selectedIndex + 1) % it.options.length;
    tell('input', 'change');
  } else if (it.type === 'range' || it.type === 'number') {
    it.value = Math.min(Number(it.value) + Number(it.step || 1) || 1, Number(it.max || 1e6));
    tell('input', 'change');
  } else if (it.tagName === 'INPUT' && !['radio', 'checkbox'].includes(it.type)) {
    it.value = 'a';
    tell('input', 'change');
  } else {
    it.click();
  }
  return kind;
}"""
"""Use the next control that was not used, and return what kind it is."""


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look.size}-{look.light}")
def look(request: pytest.FixtureRequest) -> Look:
    """Return each way to look at a page."""
    chosen: Look = request.param
    return chosen


@pytest.mark.nightly(every=4)
def test_every_page_and_control_of_the_lab(
    floor: Served, new_context: NewContext, look: Look
) -> None:
    # At night some choices are refused by the rules, and the browser logs that answer itself.
    page = open_page(new_context, look, allows_errors=IS_NIGHT)
    page.add_init_script("window.print = () => {}")
    problems: list[str] = []
    for path in PATHS if IS_NIGHT else PATHS[LOOKS.index(look) :: len(LOOKS)]:
        page.goto(floor.address + path)
        settle(page)
        problems += [*(violations(page, path) if IS_NIGHT else ()), *wide(page, path)]
        used = [*use_controls(page, floor.address + path)]
        settle(page)
        # What is being worked out again is shown pale.
        expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=WORKED_OUT_MS)
        problems += [*violations(page, f"{path} after {used}"), *wide(page, f"{path} after {used}")]
    assert not problems, "\n".join(problems)


def open_page(new_context: NewContext, look: Look, **settings: Any) -> Page:  # noqa: ANN401
    context = new_context(viewport=SIZES[look.size], color_scheme=look.light, **settings)
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.dismiss())
    return page


def settle(page: Page) -> None:
    """Wait until the page has what it opens with."""
    page.wait_for_selector("main h1", state="attached")
    expect(page.locator("main")).not_to_contain_text("Opening the")


def wide(page: Page, where: str) -> list[str]:
    return [f"{where}: {element}" for element in page.evaluate(WIDE)]


def use_controls(page: Page, address: str) -> Iterator[str]:
    """Use one control after another, and come back where one leads away."""
    done: list[str] = []
    path = page.evaluate("location.pathname")
    while len(done) < CONTROLS_MAX:
        kind = page.evaluate(_NEXT, [done, IS_NIGHT])
        if kind is None:
            return
        done.append(kind)
        yield kind
        page.wait_for_timeout(50)
        if page.evaluate("location.pathname") != path:
            page.goto(address)
            settle(page)


def test_a_game_opens_with_its_edge_and_rules_change_it(
    floor: Served, new_context: NewContext
) -> None:
    page = open_page(new_context, LOOKS[-1])
    for game in [game.id for game in library.games()] if IS_NIGHT else ["co/3-card-21"]:
        page.goto(f"{floor.address}/lab/game/{game}")
        shown = page.locator("[data-edge]").first.get_attribute("data-edge")
        assert float(shown or "nan") == pytest.approx(ready_edges()[game], abs=1e-12)
    page.goto(f"{floor.address}/lab/game/wa/spanish-21")
    page.locator("[data-rule=soft17][data-value=stand]").check(force=True)
    expect(page.locator("[data-panel=refused]")).to_contain_text("GR8, DP6")
    page.click("[data-way='redouble=false']")
    options = ["soft17=stand", "redouble=false"]
    wanted = game_page("wa/spanish-21", options).solution
    assert wanted is not None
    expect(page.locator("[data-edge]").first).to_have_attribute("data-edge", str(wanted["edge"]))
    assert all(f"o={option.replace('=', '%3D')}" in page.url for option in options)
    page.go_back()
    expect(page.locator("[data-panel=refused]")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_chart_is_saved_and_shows_index_plays(
    floor: Served, new_context: NewContext, size: str
) -> None:
    page = open_page(new_context, Look(size, "dark"))
    page.goto(f"{floor.address}/lab/game/wa/spanish-21")
    page.locator("[data-count]").select_option("hi-lo")
    expect(page.locator("[data-panel=plays] [data-row]").first).to_contain_text("11 v T")
    page.click("[data-panel=plays] th:nth-child(5) button")
    assert not wide(page, "index plays")
    for kind in ("png", "csv", "json"):
        with page.expect_download() as saved:
            page.click(f"[data-panel=chart] [data-save={kind}]")
        assert saved.value.suggested_filename == f"pitboss-wa-spanish-21-chart.{kind}"
        assert saved.value.path().stat().st_size > 500


def test_a_hand_is_clicked_by_keyboard_alone(floor: Served, new_context: NewContext) -> None:
    page = open_page(new_context, LOOKS[0])
    page.goto(f"{floor.address}/lab/hand/reference/blackjack")
    page.locator("[data-card=Th], [data-card=As]").first.focus()
    # From the ace of spades: six of hearts, ten of hearts, and the six of clubs as the up card.
    for keys in ("Down " + "Right " * 5, "Right " * 4, "Left " * 4 + "Down Down"):
        for key in keys.split():
            page.keyboard.press(f"Arrow{key}")
        page.keyboard.press("Space")
    first = page.locator("[data-choice]").first
    expect(first).to_have_attribute("data-choice", "stand")
    setup = open_main_table("reference/blackjack", ()).setup
    best = advise(setup, ShownCards(hand="6h Th", up="6c")).best
    assert float(first.get_attribute("data-value") or "nan") == pytest.approx(float(best.value))
    page.keyboard.press("Backspace")
    expect(page.locator("[data-choice]")).to_have_count(0)
