"""The pages beside the tables: history and replay, records from a file, fairness, the account."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.remote.served import Served
from tests.web.conftest import TABLES, NewContext
from tools.web_player import Keyboard, TablePage

GAME = "co/21-holdem"
"""Its cards are shuffled for every round, so every round reveals a shuffle."""
ROUNDS = 3
RECORD = Path("examples/rounds/double-rescue.json")


def play(page: Page, floor: Served) -> int:
    """Play some rounds; return what they brought."""
    there = TablePage(page, floor.address, Keyboard())
    before = there.open(TABLES[GAME].id).stack
    rng = random.Random(7)
    for _ in range(ROUNDS):
        after = there.play_hand(rng)
    return after.stack - before


def test_rounds_are_listed_and_gone_through_step_by_step(
    floor: Served, new_context: NewContext, tmp_path: Path
) -> None:
    page = new_context().new_page()
    net = play(page, floor)
    page.keyboard.press("Shift+H")
    page.wait_for_selector("[data-round]")
    assert page.locator("[data-round]").count() == ROUNDS
    total = page.locator("[data-total] b").inner_text().replace("−", "-").replace("$", "")
    assert float(total.replace(",", "")) * 100 == net

    page.locator("[data-round]").first.click()
    page.wait_for_selector("[data-step]")
    page.evaluate("pitbossAloud()")
    steps = int(page.locator("[data-step]").inner_text().rpartition(" ")[2])
    assert steps > 5
    for _ in range(steps - 1):
        page.keyboard.press("ArrowRight")
    assert page.locator("[data-step]").get_attribute("data-step") == str(steps)
    assert "result" in page.locator("[data-said]").inner_text()
    sentences: list[str] = page.evaluate("pitbossAloud()")
    assert len(sentences) == steps - 1, "one a step"
    assert all(sentences)
    page.keyboard.press("Home")
    assert page.locator("[data-go=back]").is_disabled()
    page.keyboard.press("Space")
    page.wait_for_selector('[data-go=play][aria-label="Stop"]')
    page.keyboard.press("End")
    assert page.locator("[data-go=forward]").is_disabled()

    with page.expect_download() as download:
        page.locator("[data-download]").click()
    download.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    assert record["game"] == GAME


def test_a_record_from_a_file_is_shown_and_anything_else_is_refused_in_words(
    floor: Served, new_context: NewContext
) -> None:
    page = new_context(allows_errors=True).new_page()
    page.goto(f"{floor.address}/replay")
    chooser = page.locator("[data-drop] input")
    words = {
        "a.txt": (b"a host", "is not JSON"),
        "b.json": (b'{"a": 1}', "names its game and its cards"),
        "c.json": (b"", "is empty"),
        "d.json": (b'{"game": "co/none", "cards": ""}', "no game"),
    }
    for name, (content, text) in words.items():
        file: Any = {"name": name, "mimeType": "application/json", "buffer": content}
        chooser.set_input_files(file)
        page.wait_for_selector(f"[data-problem]:has-text('{text}')")
    chooser.set_input_files(RECORD)
    page.wait_for_selector("[data-step]")
    page.keyboard.press("End")
    assert "seat 3 $75.00" in page.locator("[data-said]").inner_text()


def test_shuffles_are_verified_in_the_browser_and_a_changed_card_is_found(
    floor: Served, new_context: NewContext
) -> None:
    page = new_context().new_page()
    play(page, floor)
    page.keyboard.press("Shift+F")
    page.wait_for_selector("[data-verify-all]:enabled")
    page.locator("[data-verify-all]").click()
    expect(page.locator("[data-verdict]")).to_have_count(page.locator("[data-shuffle]").count())
    page.wait_for_selector("[data-summary]:has-text('as promised, to the last card')")
    assert page.locator('[data-verdict="true"]').count() >= ROUNDS
    assert page.locator('[data-verdict="false"]').count() == 0
    last = page.locator("[data-shuffle]").first
    page.locator("[data-verify]").first.click()
    own = ("saw before it sent", "of your own browser")
    for words in ("before the first card", "WebCrypto", *own, "in that order"):
        last.get_by_text(words).wait_for()

    def forge(route: Route) -> None:
        shoe = route.fetch().json()
        first, second, *others = shoe["dealt"].split()
        route.fulfill(json=shoe | {"dealt": " ".join([second, first, *others])})

    page.route("**/shoes/*", forge)
    page.reload()
    page.wait_for_selector("[data-verify]")
    page.locator("[data-verify]").first.click()
    page.wait_for_selector('[data-verdict="false"]:has-text("NOT what was promised")')


def test_an_account_is_kept_limited_and_stated(floor: Served, new_context: NewContext) -> None:
    page = new_context(allows_errors=True).new_page()
    play(page, floor)
    page.keyboard.press("Shift+A")
    page.wait_for_selector("[data-limit]")
    page.locator("[data-limit=wager_cents]").fill("1")
    page.locator("[data-save-limits]").click()
    page.wait_for_selector("[data-saved]:has-text('from now on')")
    page.locator("[data-limit=wager_cents]").fill("")
    page.locator("[data-save-limits]").click()
    page.wait_for_selector("[data-saved]:has-text('after 24 hours')")
    page.locator("[data-limit=wager_cents]").fill("0")
    page.locator("[data-save-limits]").click()
    page.wait_for_selector("[data-sure]:has-text('0 means none at all')")
    assert not page.locator("[data-saved]").count(), "nothing is saved before the second click"
    page.locator("[data-limit=wager_cents]").fill("")
    with page.expect_download() as download:
        page.locator("[data-csv]").click()
    rows = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert len([row for row in rows[1:] if ",round," in row]) == ROUNDS

    name = f"ann{random.getrandbits(40)}"
    password = "correct horse battery"  # noqa: S105 - of nobody
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password]").fill("password")
    page.locator("[data-send=register]").click()
    page.wait_for_selector("[data-problem]")
    page.locator("input[name=password]").fill(password)
    page.locator("[data-send=register]").click()
    page.wait_for_selector(f"[data-name]:has-text('{name}')")
    page.locator("[data-log-out]").click()
    page.wait_for_selector("h1:has-text('Guest')")
    page.locator("input[name=password]").fill(password)
    page.locator("[data-send=login]").click()
    page.wait_for_selector(f"[data-name]:has-text('{name}')")

    there = TablePage(page, floor.address, Keyboard())
    there.open(TABLES[GAME].id)
    page.keyboard.press("Space")
    page.wait_for_selector(".refusal:has-text('Your limit is')")


def test_a_reminder_says_time_and_money_and_space_does_not_answer_it(
    floor: Served, new_context: NewContext
) -> None:
    page = new_context().new_page()
    TablePage(page, floor.address, Keyboard()).open(TABLES[GAME].id)
    page.evaluate("""() => {
      const visit = JSON.parse(localStorage['pitboss/visit']);
      for (const moment of ['since', 'reminded']) visit[moment] -= 95 * 60_000;
      Object.assign(visit, { net: -3500, rounds: 42 });
      localStorage['pitboss/visit'] = JSON.stringify(visit);
    }""")
    page.reload()
    reminder = page.locator("[data-reminder]")
    reminder.wait_for()
    assert "1 h 35 min and played 42 rounds" in reminder.inner_text()
    assert "$35 behind" in reminder.inner_text()
    page.keyboard.press("Space")
    assert reminder.is_visible()
    page.locator("[data-take-break]").click()
    page.wait_for_selector("[role=status]:has-text('You left the table')")
    assert page.locator("[data-chips]").inner_text() in {"…", "$0"}


def test_the_menu_leads_everywhere_by_keys_and_its_letters_can_be_switched_off(
    floor: Served, new_context: NewContext
) -> None:
    page = new_context(viewport={"width": 320, "height": 640}).new_page()
    page.goto(f"{floor.address}/history")
    page.wait_for_selector("[data-open-menu]")
    page.keyboard.press("m")
    page.wait_for_selector("[data-menu]")
    entries = page.locator("[data-place]")
    places = {*entries.evaluate_all("(all) => all.map((it) => it.dataset.place)")}
    assert {"/", "/games", "/history", "/replay", "/fair", "/account"} <= places
    heights = entries.evaluate_all("(all) => all.map((it) => it.getBoundingClientRect().height)")
    assert min(heights) >= 44, "a thumb hits it"
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog:has-text('Settings')")
    page.get_by_text("Keyboard shortcuts").click()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.keyboard.press("Shift+A")
    assert page.locator("dialog[open]").count() == 0
    assert page.url.endswith("/history")


def test_a_dispute_is_on_the_account_page_with_what_was_said(
    floor: Served, new_context: NewContext
) -> None:
    page = new_context().new_page()
    play(page, floor)
    page.keyboard.press("Shift+H")
    page.locator("[data-round]").first.click()
    page.locator("[data-dispute] summary").click()
    page.locator("[data-dispute] textarea").fill("I had 21.")
    page.locator("[data-dispute] [data-give]").click()
    page.wait_for_selector("[data-disputed]")
    page.keyboard.press("Shift+A")
    own = page.locator("[data-own-dispute]")
    expect(own).to_contain_text("I had 21.")
    own.locator("input").fill("And the dealer had 22.")
    own.locator("button").click()
    expect(own).to_contain_text("And the dealer had 22.")
