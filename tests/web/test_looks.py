"""How every page looks and is used: any width, any light, with a checker of accessibility."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from pitboss.engine.setup import prepare
from tests.remote.served import Served
from tests.tiers import IS_NIGHT
from tests.web.conftest import TABLES, NewContext, NewTable
from tools.web_player import Pointer, TablePage, any_decision

APP: Final = Path(__file__).parents[2] / "web" / "src" / "App.svelte"
_PAGE: Final = re.compile(r"^    (\w+): \(\) => import\(", re.MULTILINE)
PAGES: Final = tuple(f"/{name}" for name in _PAGE.findall(APP.read_text()))
"""Every page but the tables'."""
NARROW: Final = {"width": 320, "height": 568}
PHONE: Final = {"width": 390, "height": 844}
DESKTOP: Final = {"width": 1280, "height": 800}
SIZES: Final = {"phone": PHONE, "desktop": DESKTOP}
TARGET_PX: Final = 24
"""WCAG 2.2, 2.5.8."""


def kinds() -> list[str]:
    """Return one game of every kind of round."""
    games: dict[str, str] = {}
    for game, terms in TABLES.items():
        games.setdefault(prepare(terms.house).round.value, game)
    return list(games.values())


GAMES: Final = kinds() if IS_NIGHT else ["co/pai-jack", "co/21-holdem"]


def states(there: TablePage, table: str) -> Iterator[str]:
    """Go through a hand, and stop at the bets, at decisions and at the end."""
    rng = random.Random(table)
    there.open(table)
    yield "betting"
    stand = there.deal()
    while stand.actions:
        yield f"deciding {stand.asked}"
        stand = there.decide(any_decision(stand, rng))
    yield "settled"


@dataclass(frozen=True)
class Look:
    """A way to look at every page."""

    size: str
    light: str


ALL_LOOKS: Final = [Look(size, light) for size in SIZES for light in ("dark", "light")]
LOOKS: Final = ALL_LOOKS if IS_NIGHT else [Look("phone", "dark"), Look("desktop", "light")]


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look.size}-{look.light}")
def look(request: pytest.FixtureRequest) -> Look:
    """Return each way to look at a page."""
    chosen: Look = request.param
    return chosen


def share(everything: Sequence[str], look: Look) -> Sequence[str]:
    """Return what is looked at in one way: at night everything, by day all of it in turn."""
    return everything if IS_NIGHT else everything[LOOKS.index(look) :: len(LOOKS)]


def opened(new_context: NewContext, floor: Served, look: Look, **settings: Any) -> TablePage:  # noqa: ANN401
    context = new_context(viewport=SIZES[look.size], color_scheme=look.light, **settings)
    return TablePage(context.new_page(), floor.address, Pointer())


def violations(page: Page, where: str) -> list[str]:
    """Return what the checker finds, in a line each."""
    rules = Axe().run(page).response["violations"]
    return [
        f"{where}: {rule['id']}: {node['html'][:120]} {node['failureSummary']}"
        for rule in rules
        for node in rule["nodes"]
    ]


@pytest.mark.nightly(every=4)
def test_axe_finds_nothing_at_a_table(
    floor: Served, new_table: NewTable, new_context: NewContext, look: Look
) -> None:
    there = opened(new_context, floor, look)
    problems: list[str] = []
    for game in share(GAMES, look):
        for state in states(there, new_table(game).id):
            problems += violations(there.page, f"{game}, {state}")
    for key in ("m", "?"):
        there.page.keyboard.press(key)
        there.page.wait_for_selector("dialog[open]")
        problems += violations(there.page, f"after {key}")
        there.page.keyboard.press("Escape")
        there.page.wait_for_selector("dialog[open]", state="detached")
    assert not problems, "\n".join(problems)


@pytest.mark.nightly(every=4)
def test_axe_finds_nothing_on_the_other_pages(
    floor: Served, new_context: NewContext, look: Look
) -> None:
    there = opened(new_context, floor, look)
    problems: list[str] = []
    for path in share(PAGES, look):
        there.page.goto(floor.address + path)
        there.page.wait_for_selector("h1")
        there.page.wait_for_load_state("networkidle")
        problems += violations(there.page, path)
    assert not problems, "\n".join(problems)


def test_a_table_that_is_not_there_is_said_in_words(floor: Served, new_context: NewContext) -> None:
    page = new_context(allows_errors=True).new_page()
    page.goto(f"{floor.address}/table/no-such-table")
    page.wait_for_selector("main p:has-text('no table of this name')")
    assert not violations(page, "no table")
    page.click("main a, main button")


WIDE: Final = """() => {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return wide <= 0 ? [] : [...document.querySelectorAll('body *')]
    .filter((it) => it.getBoundingClientRect().right > innerWidth + 1).slice(-3)
    .map((it) => `${it.tagName}.${it.className} is wider than the screen`);
}"""
_SMALL: Final = """(least) => [...document.querySelectorAll('button, a, input, select, summary')]
  .filter((it) => !it.closest('p, td, li p') && it.checkVisibility())
  .map((it) => [it, it.closest(it.matches('.whole') ? 'li' : 'label') ?? it])
  .map(([it, whole]) => [it, whole.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < least || box.height < least))
  .map(([it, box]) => `${it.outerHTML.slice(0, 90)} is ${box.width} by ${box.height}`)"""
_HIDDEN: Final = """() => {
  const it = document.activeElement;
  if (!it || it === document.body) return null;
  const {left, right, top, bottom} = it.getBoundingClientRect();
  const inside = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const points = [0.1, 0.5, 0.9].flatMap((a) => [0.1, 0.5, 0.9].map((b) =>
    [left + (right - left) * a, top + (bottom - top) * b]));
  const isSeen = points.some(([x, y]) => {
    const above = inside(x, y) && document.elementFromPoint(x, y);
    return above && (it.contains(above) || above.contains(it));
  });
  return isSeen ? '' : it.outerHTML.slice(0, 120);
}"""


def test_at_320_pixels_nothing_scrolls_sideways_and_everything_can_be_touched(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    context = new_context(viewport=NARROW, has_touch=True, is_mobile=True)
    there = TablePage(context.new_page(), floor.address, Pointer())
    problems: list[str] = []

    def check(where: str) -> None:
        wrong = [*there.page.evaluate(WIDE), *there.page.evaluate(_SMALL, TARGET_PX)]
        problems.extend(f"{where}: {problem}" for problem in wrong)

    for game in TABLES if IS_NIGHT else GAMES:
        for state in states(there, new_table(game).id):
            check(f"{game}, {state}")
    for path in PAGES:
        there.page.goto(floor.address + path)
        there.page.wait_for_selector("h1")
        check(path)
    assert not problems, "\n".join(problems)


@pytest.mark.nightly(every=4)
@pytest.mark.parametrize("size", SIZES)
def test_what_has_the_focus_is_never_hidden(
    floor: Served, new_table: NewTable, new_context: NewContext, size: str
) -> None:
    """WCAG 2.2, 2.4.11: the bar below must not lie over what tab comes to."""
    there = TablePage(new_context(viewport=SIZES[size]).new_page(), floor.address, Pointer())
    covered: set[str] = set()

    def walk() -> None:
        for step in range(80):
            there.page.keyboard.press("Tab")
            hidden = there.page.evaluate(_HIDDEN)
            if hidden is None and step:
                return
            covered.update([hidden] if hidden else [])

    there.open(new_table("co/21-plus-3").id)
    walk()
    there.deal()
    walk()
    assert not covered, covered


_ANIMATIONS: Final = """() => document.getAnimations()
  .filter((it) => it.playState === 'running' || it.playState === 'pending')
  .map((it) => [
    it.animationName ?? it.transitionProperty, it.effect.getComputedTiming().endTime
  ])"""
ANIMATION_MS: Final = 220


def test_nothing_moves_for_those_who_want_no_motion(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    there = TablePage(new_context().new_page(), floor.address, Pointer())
    for _ in states(there, new_table("co/21-plus-3").id):
        assert there.page.evaluate(_ANIMATIONS) == []


def test_motion_is_short_and_never_holds_a_decision_back(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """Time stands still for the animations; the hand is played to its end all the same."""
    context = new_context(reduced_motion="no-preference")
    there = TablePage(context.new_page(), floor.address, Pointer())
    there.open(new_table("co/21-plus-3").id)
    session = context.new_cdp_session(there.page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.001})
    moves = 0
    for _ in range(2):
        stand = there.deal()
        while stand.actions:
            running = there.page.evaluate(_ANIMATIONS)
            moves += len(running)
            assert all(end <= ANIMATION_MS for _, end in running), running
            stand = there.decide(any_decision(stand, random.Random(1)))
    assert moves, "cards are dealt with a movement"
