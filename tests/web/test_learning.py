"""Learn from your own rounds: decisions valued after the round, practised again, and over time."""

from __future__ import annotations

import re
import secrets

from playwright.sync_api import Page, expect

from tests.remote.served import Served
from tests.web.conftest import NewContext, NewTable
from tests.web.test_felt import dealt, sitting
from tools.web_player import Decision

MISTAKE = "Th 7s 6h Kd"
"""Sixteen against a seven: to stand is a mistake."""
LONG_MS = 60_000
"""The first answer of the solver may take some seconds."""


def valued(page: Page) -> None:
    """Wait until the decisions of the last round are valued."""
    expect(page.locator("[data-panel=review] [data-review]")).to_be_visible(timeout=LONG_MS)


def test_a_round_is_valued_on_demand_and_then_after_every_round(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """Nothing is valued while a decision is open."""
    table = new_table().id
    dealt(floor, table, f"{MISTAKE} {MISTAKE} {MISTAKE}")
    there = sitting(floor, new_context, table)
    page = there.page
    panel = page.locator("[data-panel=review]")
    there.deal()
    expect(panel).to_contain_text("When a round is over")
    assert panel.locator("[data-do=review]").count() == 0
    there.decide(Decision("stand"))
    panel.locator("[data-do=review]").click()
    valued(page)
    mistake = panel.locator("[data-decision='1']")
    expect(mistake).to_contain_text("stand 16")
    expect(mistake).to_contain_text(re.compile(r"Cost (\$|less than a cent).*Best: Hit"))
    panel.locator("[data-review-always]").check()
    there.deal()
    assert panel.locator("[data-decision]").count() == 0, "nothing of an open round"
    there.decide(Decision("stand"))
    valued(page)
    expect(page.locator("[data-review-sum]")).to_contain_text("0 of 2 right")


def test_a_replay_values_the_decisions_shows_them_and_leads_to_practice(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, MISTAKE)
    there = sitting(floor, new_context, table)
    there.deal()
    there.decide(Decision("stand"))
    page = there.page
    page.click("[data-why]")
    page.wait_for_url(f"**/replay/{table}/1")
    valued(page)
    page.keyboard.press("End")
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("group", name="Your hand 1")).to_contain_text("16")
    assert page.locator("[data-result]").count() == 0, "before the decision, not after the round"
    page.click("[data-practise='1']")
    page.wait_for_selector("[data-action=stand]")
    assert "/practice/reference/blackjack?round=" in page.url
    cards = page.locator("[aria-label='Your hand 1'] [role=img]")
    assert [cards.nth(at).get_attribute("aria-label") for at in (0, 1)] == [
        "ten of hearts",
        "six of hearts",
    ]


def test_history_names_the_worst_decision_and_how_each_kind_goes(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, f"{MISTAKE} {MISTAKE}")
    there = sitting(floor, new_context, table)
    for _ in range(2):
        there.deal()
        there.decide(Decision("stand"))
    page = there.page
    page.goto(f"{floor.address}/history")
    page.click("[data-do=value]")
    expect(page.locator("[data-accuracy]")).to_contain_text("0 of 2", timeout=LONG_MS)
    expect(page.locator("[data-found=Worst]").first).to_contain_text("stand 16")
    row = page.locator("[data-themes] tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Hard hands")
    expect(row).to_contain_text("0 of 2")
    page.click("[data-do=value]")
    expect(page.locator("[data-accuracy]")).to_contain_text("0 of 2", timeout=LONG_MS)
    expect(row).to_contain_text("0 of 2")  # a round counts once


def test_progress_moves_from_the_guest_to_the_name_and_to_another_browser(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, MISTAKE)
    there = sitting(floor, new_context, table)
    there.deal()
    there.decide(Decision("stand"))
    page = there.page
    page.click("[data-do=review]")
    valued(page)
    name, password = f"zoe{secrets.token_hex(4)}", "correct horse battery"
    page.goto(f"{floor.address}/account")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password]").fill(password)
    page.locator("[data-send=register]").click()
    page.wait_for_selector(f"[data-name]:has-text('{name}')")
    with page.expect_response(lambda it: "/me/progress/reviews" in it.url and it.ok):
        page.goto(f"{floor.address}/history")
    other = new_context().new_page()
    other.goto(f"{floor.address}/account")
    other.get_by_role("button", name="I have an account").click()
    other.locator("input[name=username]").fill(name)
    other.locator("input[name=password]").fill(password)
    other.locator("[data-send=login]").click()
    other.wait_for_selector(f"[data-name]:has-text('{name}')")
    other.goto(f"{floor.address}/history")
    expect(other.locator("[data-themes]")).to_contain_text("0 of 1")
