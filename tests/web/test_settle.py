"""A hand of a physical table keyed in on the page: by keys on a desktop, by taps on a phone."""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.engine.actions import ActionKind
from pitboss.engine.drive import Round
from pitboss.engine.record import replay
from pitboss.engine.setup import prepare
from pitboss.rulebook.ready import ready_tables
from pitboss.text.actions import KEYS
from tests.keyed_hands import keys, played
from tests.remote.served import Served
from tests.tiers import IS_NIGHT
from tests.web.conftest import NewContext
from tests.web.test_looks import SIZES, violations

GAMES = sorted(ready_tables()) if IS_NIGHT else ["wa/spanish-21", "co/pai-jack", "co/21-holdem"]
WHOLE_S = 30
"""The time that a supervisor has from the first key to the result of seven seats."""
PICTURES = os.environ.get("PITBOSS_SETTLE_PICTURES", "")


@pytest.fixture(params=SIZES)
def page(request: pytest.FixtureRequest, new_context: NewContext) -> Page:
    """Return a page on a phone, and one on a desktop, where something is refused."""
    is_phone = request.param == "phone"
    size = SIZES[request.param]
    context = new_context(viewport=size, has_touch=is_phone, is_mobile=is_phone, allows_errors=True)
    return context.new_page()


def picture(page: Page, name: str) -> None:
    if PICTURES:
        size = page.viewport_size or {"width": 0}
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{PICTURES}/{name}-{size['width']}.png", full_page=True)


def nets(page: Page) -> dict[int, int]:
    rows = page.locator("[data-result]").evaluate_all(
        "all => all.map(it => [+it.dataset.result, +it.dataset.net])"
    )
    return dict(rows)


def strokes(line: str) -> str:
    """Return what a person types for a line: a letter decides, with its amount before it."""
    action, *rest = line.split()
    if action not in list(ActionKind):
        return line
    letter = KEYS[ActionKind(action)]
    return f"{letter} {' '.join(rest)}\n" if action == "set" else f"{''.join(rest)}{letter}"


def key_in(page: Page, round_: Round) -> float:
    """Key a round with the keyboard alone; return the seconds from the first key to the result."""
    began = time.perf_counter()
    lines = keys(round_)
    bets = lines.index("deal") + 1
    for line in lines[:bets]:
        page.keyboard.type(f"{line}\n")
    for line in lines[bets:]:
        kind = "decision" if line.split()[0] in list(ActionKind) else "card"
        expect(page.locator(f"[data-due={kind}]")).to_be_visible()
        page.keyboard.type(strokes(line))
    expect(page.locator("[data-due=over]")).to_be_visible()
    return time.perf_counter() - began


@pytest.mark.parametrize("game", GAMES)
def test_seven_seats_keyed_in_equal_replay(
    floor: Served, new_context: NewContext, game: str
) -> None:
    page = new_context(viewport=SIZES["desktop"]).new_page()
    round_ = played(prepare(ready_tables()[game].house), random.Random(f"web/{game}"), is_full=True)
    page.goto(f"{floor.address}/lab/settle?game={game}")
    expect(page.locator(f"[data-ready='{game}'] [data-field=line]")).to_be_focused()
    took_s = key_in(page, round_)
    assert took_s < WHOLE_S, took_s
    assert nets(page) == round_.state.net()
    with page.expect_download() as download:
        page.click("[data-do=save]")
    record = json.loads(Path(download.value.path()).read_text())
    assert replay(record).complete_record()["net"] == record["net"]
    picture(page, f"settle-{game.replace('/', '-')}")


def test_a_hand_by_taps_with_undo_and_a_card_that_is_refused(floor: Served, page: Page) -> None:
    page.goto(f"{floor.address}/lab/settle?game=reference/blackjack")
    page.fill("[data-bet=main]", "25")
    page.click("[data-do=put]")
    expect(page.locator("[data-seat='1']")).to_contain_text("$25")
    page.click("[data-choose-seat='3']")
    page.click("[data-do=put]")
    expect(page.locator("[data-seat='3']")).to_be_visible()
    picture(page, "settle-bets")
    page.click("[data-do=deal]")
    for card in ("Kh", "9s", "8d", "7c", "6h", "Jd"):
        page.click(f"[data-card='{card}']")
    expect(page.locator("[data-due=card]")).to_contain_text("seat 3")
    page.click("[data-do=undo]")
    page.click("[data-card='Js']")
    page.click("[data-card='9d']")
    expect(page.locator("[data-due=card]")).to_contain_text("dealer")
    page.click("[data-card='5s']")
    expect(page.locator("[data-due=decision]")).to_contain_text("seat 1")
    page.fill("[data-field=line]", "Zz")
    page.click("[data-do=enter]")
    expect(page.locator("[role=alert]")).to_be_visible()
    picture(page, "settle-question")
    assert not violations(page, page.url)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.fill("[data-field=line]", "")
    while page.locator("[data-decide=stand]").count():
        page.click("[data-decide=stand]")
        page.wait_for_timeout(100)
    while page.locator("[data-due=card]").count():
        page.click("[data-card='2c']")
        page.wait_for_timeout(100)
    expect(page.locator("[data-due=over]")).to_be_visible()
    assert set(nets(page)) == {1, 2, 3}
    assert not violations(page, page.url)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "settle-over")
    page.reload()
    expect(page.locator("[data-due=over]")).to_be_visible()
    page.click("[data-do=again]")
    expect(page.locator("[data-due=bets]")).to_be_visible()
    expect(page.locator("[data-seat='1']")).to_contain_text("$25")
