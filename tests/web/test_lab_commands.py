"""The command that a page of the lab shows is run as it stands: it prints the page's figure."""

from __future__ import annotations

import json
from fractions import Fraction
from shlex import split
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.remote.served import Served
from tests.web.conftest import NewContext
from tests.web.test_lab_runs import printed

SOLVED_MS = 240_000
JACKPOT = "wa/spanish-21~jackpot-1~3c-5~6"


@pytest.fixture
def page(new_context: NewContext) -> Page:
    return new_context(viewport={"width": 1280, "height": 900}).new_page()


def said(page: Page, place: int = 0) -> Any:  # noqa: ANN401 - JSON
    """Run a command of the page, and return what it prints."""
    program, *words = split(page.locator("[data-command]").nth(place).inner_text())
    assert program == "pitboss"
    return json.loads(printed(*words, "--json"))


def number(page: Page, name: str) -> float:
    return float(page.locator(f"[{name}]").first.get_attribute(name) or "nan")


def test_a_game_for_a_large_wager(floor: Served, page: Page) -> None:
    """The table's maximum caps each double of $400: another edge than that of small wagers."""
    page.goto(f"{floor.address}/lab/game/wa/spanish-21")
    small = number(page, "data-edge")
    assert said(page)["house_edge"] == small
    page.fill("[data-field=wager]", "400")
    page.keyboard.press("Enter")
    expect(page.locator("[data-with-bonus]")).to_be_visible(timeout=SOLVED_MS)
    record = said(page)
    assert number(page, "data-edge") == record["house_edge"] != small
    assert number(page, "data-with-bonus") == record["house_edge_with_super_bonus"]
    page.reload()  # the address says for which wager
    expect(page.locator("[data-with-bonus]")).to_be_visible(timeout=SOLVED_MS)
    page.fill("[data-field=wager]", "401")
    page.keyboard.press("Enter")
    expect(page.locator("[data-panel=refused]")).to_contain_text(
        "the main wager is from $5 to $400"
    )


def test_a_hand(floor: Served, page: Page) -> None:
    page.goto(f"{floor.address}/lab/hand/wa/spanish-21?hand=6h+5c&up=2s&wager=400")
    best = page.locator("[data-choice]").first
    expect(best).to_be_visible(timeout=SOLVED_MS)
    first, *_ = said(page)["actions"]
    assert best.get_attribute("data-choice") == first["action"]
    assert float(best.get_attribute("data-value") or "nan") == first["value"]


def test_a_pay_table_for_the_wager_that_everybody_makes(floor: Served, page: Page) -> None:
    page.goto(f"{floor.address}/lab/wagers?t={JACKPOT}")
    page.fill("[data-stake]", "$5")
    page.fill("[data-seed]", "5000")
    page.keyboard.press("Tab")
    # A house with a wager of $5 and a seed of $5,000: even at $54,345, not at $10,869.
    expect(page.locator("[data-figure='Break-even meter']")).to_contain_text("$54,345.26")
    expect(page.locator("[data-figure='Long-run edge']")).to_contain_text("9.941416")
    (record,) = said(page)
    fed = record["progressive"]
    assert (fed["wager"], f"{float(Fraction(fed['break_even_meter'])):.2f}") == (500, "54345.26")
    assert f"{float(Fraction(fed['long_run_edge'])):.6%}" == "9.941416%"
