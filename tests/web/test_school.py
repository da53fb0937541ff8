"""The dealer's school in the browser: by keys on a desktop, by taps on a phone, progress kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.remote.served import Served
from tests.web.conftest import NewContext
from tests.web.test_looks import SIZES, violations

PICTURES = os.environ.get("PITBOSS_SETTLE_PICTURES", "")
EXAMPLES = Path(__file__).parents[2] / "examples"
ASKED = 45


def picture(page: Page, name: str) -> None:
    if PICTURES:
        size = page.viewport_size or {"width": 0}
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{PICTURES}/{name}-{size['width']}.png", full_page=True)


def answer_blindly(page: Page, *, by_keys: bool) -> str:
    """Answer the question blindly; return its drill."""
    panel = page.locator("[data-drill]")
    expect(panel).to_have_attribute("data-stage", "asking")
    drill = panel.get_attribute("data-drill") or ""
    if drill in {"pay", "check"}:
        page.fill("[data-typed]", "123456.78")
        page.keyboard.press("Enter") if by_keys else page.click(".do .primary")
    else:
        last = page.locator("[data-answer]").last
        page.keyboard.press(last.get_attribute("data-answer") or "") if by_keys else last.click()
    expect(panel).to_have_attribute("data-stage", "judged")
    return drill


@pytest.mark.parametrize("size", SIZES)
def test_a_dealer_learns_and_what_was_missed_comes_again(
    floor: Served, new_context: NewContext, size: str
) -> None:
    """Every question is answered blindly; the progress is there when the page is opened again."""
    is_phone = size == "phone"
    context = new_context(viewport=SIZES[size], has_touch=is_phone, is_mobile=is_phone)
    page = context.new_page()
    page.goto(f"{floor.address}/school/wa/spanish-21")
    expect(page.locator("[data-ready='wa/spanish-21']")).to_be_visible()
    drills: set[str] = set()
    again = 0
    for number in range(ASKED):
        drill = answer_blindly(page, by_keys=not is_phone)
        if drill not in drills:
            picture(page, f"school-{drill}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            if len(drills) < 2:
                assert not violations(page, page.url)
        drills.add(drill)
        page.keyboard.press(" ") if not is_phone else page.click("[data-do=next]")
        expect(page.locator("[data-drill]")).to_have_attribute("data-stage", "asking")
        again += page.locator("text=you missed this one before").count()
        if {"next", "pay", "order"} <= drills and number > 8:
            break
    assert {"next", "pay", "order"} <= drills
    assert again, "what was wrong is asked again"
    asked = int(page.locator("[data-panel=progress]").get_attribute("data-asked") or 0)
    assert asked == number + 1
    ever = page.locator("[data-panel=progress] .sum td").nth(3)
    expect(ever).to_have_text(str(asked))
    page.reload()
    expect(page.locator("[data-ready]")).to_be_visible()
    expect(ever).to_have_text(str(asked))


def test_a_right_answer_by_key_and_a_house_file(floor: Served, new_context: NewContext) -> None:
    page = new_context(viewport=SIZES["desktop"]).new_page()
    page.goto(f"{floor.address}/learn/reference/blackjack")
    page.click("[data-do=school]")
    page.wait_for_url("**/school/reference/blackjack")
    expect(page.locator("[data-drill=next]")).to_be_visible()
    page.keyboard.press("1")  # the first card is that of the first seat
    expect(page.locator("[data-verdict=right]")).to_be_visible()
    expect(page.locator("[data-panel=progress]")).to_have_attribute("data-wrong", "0")
    page.set_input_files("[data-field=house-file]", EXAMPLES / "wa-spanish-21.toml")
    expect(page.locator("[data-ready='wa/spanish-21']")).to_be_visible()
