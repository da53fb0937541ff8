"""The felt at many sizes: nothing overlaps, is cut off, lies on the rail or moves in a round."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.remote.served import Served
from tests.tiers import IS_NIGHT
from tests.web.conftest import TABLES, NewContext, NewTable
from tools.web_player import Pointer, TablePage, any_decision

SIZES: Final = (
    (320, 640),
    (360, 740),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
SEATS: Final = (1, 2, 3)
ALL: Final = [(game, seats) for game in TABLES for seats in SEATS]
DAILY: Final = 3
"""How many games and seats are looked at by day, beside the fullest felt; tomorrow others are."""
FULLEST: Final = ("wa/spanish-21", 2)
TODAY: Final = datetime.now(UTC).toordinal()
ROTATED: Final = [ALL[(TODAY * DAILY + at) % len(ALL)] for at in range(DAILY)]
LOOKS: Final = ALL if IS_NIGHT else sorted({FULLEST, *ROTATED})
TABLE: Final = Path("build/layout.md")
"""Where the table of the last run is kept."""
HEAD: Final = """Overlaps, cut words, small print, what lies on the rail or under the bar, or moved;
with one, two and three seats of one player:

"""
SETTLE: Final = """() => new Promise((done) => {
  scrollTo(0, 0);
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""
MEASURE: Final = """(fits) => {
  const WHOLE = '.spot, .under, .net:not(.none), .felt .words:not(.none), .result, .extras span, ' +
    '.cards, .plate, .flat, .tip';
  const bar = document.querySelector('.controls').getBoundingClientRect();
  const felt = document.querySelector('.felt');
  const frame = felt.getBoundingClientRect();
  const style = getComputedStyle(felt);
  const edge = parseFloat(style.borderLeftWidth);
  const [rx, ry] = style.borderBottomLeftRadius.split(' ').map((it, at) =>
    it.endsWith('%') ? parseFloat(it) / 100 * (at ? frame.height : frame.width) : parseFloat(it));
  const up = ry ?? rx;
  const shown = [...felt.querySelectorAll(WHOLE)].filter((it) => it.checkVisibility({
    visibilityProperty: true }) && it.getBoundingClientRect().width > 1);
  const named = (it) =>
    `${it.className.replace(/s-\\w+/, '').trim()} "${it.textContent.trim().slice(0, 30)}"`;
  const wrong = [];
  const boxes = shown.map((it) => [it, it.getBoundingClientRect()]);
  boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
    if (one.contains(other) || other.contains(one)) return;
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const by = `${Math.round(x)} x ${Math.round(y)}`;
    if (x > 2 && y > 2) wrong.push(`${named(one)} overlaps ${named(other)} by ${by}`);
  }));
  for (const [it, box] of boxes) {
    for (const x of [box.left, box.right]) {
      const near = Math.max(0, frame.left + rx - x, x - (frame.right - rx));
      const lift = up - Math.sqrt(Math.max(0, 1 - (near / rx) ** 2)) * up;
      const isIn = x > frame.left + edge - 1 && x < frame.right - edge + 1;
      if (!isIn || box.bottom > frame.bottom - edge - lift + 1)
        wrong.push(`${named(it)} is on the rail`);
    }
    const isFree = box.right <= bar.left || box.left >= bar.right || box.bottom <= bar.top + 1;
    if (!isFree && fits) wrong.push(`${named(it)} is under the bar`);
  }
  const texts = [...document.querySelectorAll('.felt *, .controls *, .side *')].filter((it) =>
    it.checkVisibility() && !it.closest('[role=img], svg, .rack, kbd') &&
    [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
  for (const it of texts) {
    const own = getComputedStyle(it);
    if (parseFloat(own.fontSize) < 11) wrong.push(`${named(it)} is ${own.fontSize} high`);
    if (it.scrollWidth > it.clientWidth + 1 && it.clientWidth && own.overflowX !== 'visible')
      wrong.push(`${named(it)} is cut off`);
    if (it.matches('.under') && it.scrollWidth > it.clientWidth + 1)
      wrong.push(`${named(it)} is too long`);
  }
  return [...new Set(wrong)];
}"""
PLACES: Final = """() => {
  const round = (...sides) => sides.map(Math.round);
  const places = [...document.querySelectorAll('.spot, .felt, .result')].map((it) => {
    const seat = it.closest('[aria-label^="Your seat"]')?.ariaLabel ?? '';
    const { left, top, width, height } = it.getBoundingClientRect();
    const isResult = it.matches('.result');  // its width is that of its words
    return [`${seat} ${it.dataset.wager ?? it.classList[0]}`,
      isResult ? round(top + scrollY) : round(left, top + scrollY, width, height)];
  });
  // The bar stands on the bottom of the screen; on a phone it may grow upwards.
  const bar = document.querySelector('.controls').getBoundingClientRect();
  return Object.fromEntries([...places, ['bar', round(bar.left, bar.bottom, bar.width)]]);
}"""


@pytest.mark.parametrize(("game", "seats"), LOOKS)
def test_nothing_overlaps_is_cut_off_or_moves(
    floor: Served,
    new_table: NewTable,
    new_context: NewContext,
    table_of_looks: dict[tuple[str, int], Look],
    game: str,
    seats: int,
) -> None:
    """At each moment of a hand the page is looked at in all ten sizes."""
    context = new_context(viewport={"width": 1280, "height": 800})
    there = TablePage(context.new_page(), floor.address, Pointer())
    look = table_of_looks[game, seats] = {size: [] for size in SIZES}
    places: dict[tuple[int, int], dict[str, Any]] = {size: {} for size in SIZES}
    for state in states(there, new_table(game).id, seats):
        for size in SIZES:
            width, height = size
            there.page.set_viewport_size({"width": width, "height": height})
            there.page.evaluate(SETTLE)
            wrong = there.page.evaluate(MEASURE, fits(width, height, seats))
            now = there.page.evaluate(PLACES)
            wrong += [f"{it} moved" for it in moved(places[size], now)]
            look[size] += [f"{width}x{height}, {state}: {it}" for it in wrong]
            places[size] = {**now, **places[size]}
    wrong = [it for found in look.values() for it in found]
    assert not wrong, "\n".join(wrong)


Look = dict[tuple[int, int], list[str]]
"""Size -> what is wrong there."""


@pytest.fixture(scope="module")
def table_of_looks() -> Iterator[dict[tuple[str, int], Look]]:
    """Collect what is wrong, and print it as a table: games by sizes, seats side by side."""
    looks: dict[tuple[str, int], Look] = {}
    yield looks
    lines = ["| game | " + " | ".join(f"{width}x{height}" for width, height in SIZES) + " |"]
    lines += ["| --- |" + " ---: |" * len(SIZES)]
    for game in dict.fromkeys(game for game, _ in looks):
        rows = [looks.get((game, seats)) for seats in SEATS]
        cells = (
            " ".join("-" if row is None else str(len(row[size])) for row in rows) for size in SIZES
        )
        lines.append(f"| {game} | " + " | ".join(cells) + " |")
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(HEAD + "\n".join(lines) + "\n")
    sys.stdout.write("\n" + TABLE.read_text())


def fits(width: int, height: int, seats: int) -> bool:
    """Whether the whole felt is in sight above the bar; else one scrolls to the lower spots."""
    return width >= 1280 and height >= 800 and seats <= 2


def moved(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """Yield what has another place or size than when it was first seen."""
    for name, place in now.items():
        if name in before and any(abs(a - b) > 1 for a, b in zip(before[name], place, strict=True)):
            yield f"{name} {before[name]} -> {place}"


def states(there: TablePage, table: str, seats: int) -> Iterator[str]:
    """Go through a hand with a bet on every spot; stop at the bets, at decisions and at the end."""
    rng = random.Random(seats)
    there.open(table)
    sit_down(there.page, seats)
    for spot in there.page.locator("[data-wager]:enabled").all():
        if spot.get_attribute("data-cents") == "0":
            spot.click()
    yield "betting"
    stand = there.deal()
    while stand.actions:
        yield f"deciding {stand.asked}"
        stand = there.decide(any_decision(stand, rng))
    yield "settled"


def sit_down(page: Page, seats: int) -> None:
    """Take more seats, as long as there are any in sight."""
    for number in range(2, seats + 1):
        free = page.locator("[aria-label^='Take seat']:enabled:visible")
        if not free.count():
            return
        free.first.click()
        page.wait_for_function(
            "(n) => document.querySelectorAll('[aria-label^=\"Your seat\"]').length === n",
            arg=number,
        )
