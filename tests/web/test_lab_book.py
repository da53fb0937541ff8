"""The pages of the lab about the whole rule book: wagers, documents, publications, a house."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Page, expect

from pitboss.report.catalogue.wager_list import pay_table_lines
from pitboss.rulebook.check import judge
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import parse_house
from tests.remote.served import Served
from tests.tiers import IS_NIGHT
from tests.web.conftest import NewContext
from tests.web.test_looks import SIZES, violations

JACKPOT = "wa/spanish-21~jackpot-1~3c-5~6"
OTHER = "wa/spanish-21~jackpot-1~3c-7~6"


@pytest.fixture(params=SIZES)
def page(request: pytest.FixtureRequest, new_context: NewContext) -> Page:
    """Return a page on a phone, and one on a desktop."""
    is_phone = request.param == "phone"
    context = new_context(viewport=SIZES[request.param], has_touch=is_phone, is_mobile=is_phone)
    return context.new_page()


def query_of(page: Page) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(page.url).query))


def saved(page: Page, press: Callable[[], None]) -> str:
    """Return the file that a button saves."""
    with page.expect_download() as download:
        press()
    return Path(download.value.path()).read_text(encoding="utf-8")


def assert_accessible(page: Page) -> None:
    assert not violations(page, page.url)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.nightly(every=2)
def test_pay_tables_are_sorted_filtered_and_compared(floor: Served, page: Page) -> None:
    page.goto(f"{floor.address}/lab/wagers")
    rows = page.locator("[data-row]")
    expect(rows.first).to_be_visible()
    page.select_option("[data-game]", "wa/spanish-21")
    page.select_option("[data-kind]", "meter")
    page.select_option("[data-decks]", "6")
    page.fill("[data-high=edge]", "12")
    page.fill("[data-table=pitboss-pay-tables] [data-filter]", "3c")
    page.click("[data-sort=edge]")
    wanted = [
        pay_table_line.edge
        for pay_table_line in pay_table_lines()
        if pay_table_line.game == "wa/spanish-21"
        and pay_table_line.progressive
        and pay_table_line.decks == 6
        and "3c" in pay_table_line.table
        and (pay_table_line.long_run_edge or 1) <= 0.12
        and pay_table_line.edge
    ]
    expect(rows).to_have_count(len(wanted))
    shown = page.locator("[data-row] [data-edge]").evaluate_all(
        "all => all.map(it => +it.dataset.edge)"
    )
    assert shown == sorted(wanted)
    assert query_of(page) == {
        "game": "wa/spanish-21",
        "kind": "meter",
        "decks": "6",
        "edge": ":12",
        "find": "3c",
        "sort": "edge",
    }

    page.click(f"[data-wager='{JACKPOT}']")
    page.check(f"[data-compare='{OTHER}']")
    expect(page.locator("[data-chosen='2'][data-priced=true]")).to_be_visible()
    expect(page.locator("[data-figure='House edge']")).to_contain_text("12907/41041")
    expect(page.locator("[data-figure=Printed]")).to_contain_text("10.45%")
    text = saved(page, lambda: page.click("[data-chosen] [data-save=json]"))
    assert [table["table"] for table in json.loads(text)["tables"]] == ["3c-5", "3c-7"]

    page.locator("[data-meter]").fill("9000")
    page.locator("[data-meter]").dispatch_event("change")
    page.fill("[data-fed]", "15")
    page.keyboard.press("Tab")
    # 12907/41041 less 9 times 2375/82082, as `pitboss odds --meter 9000` has it.
    now = page.locator("[data-edge-now]").first
    expect(now).to_have_text("5.4080 %")
    expect(page.locator("[data-figure='Long-run edge']")).to_contain_text("16.449039 %")
    expect(page.locator("[data-drawn=true]")).to_be_visible()
    assert_accessible(page)

    page.goto(page.url)  # the link shows the same
    expect(now).to_have_text("5.4080 %")
    page.click("[data-chosen] button:has-text('remove') >> nth=0")
    expect(page.locator("[data-chosen='1']")).to_be_visible()


@pytest.mark.nightly(every=2)
def test_documents_and_publications_are_filtered(floor: Served, page: Page) -> None:
    page.goto(f"{floor.address}/lab/documents")
    page.locator("summary", has_text="other rule sets yield").first.click()
    others = page.locator("details[open] li").first
    expect(others).to_contain_text(re.compile(r"^\S+/\S+ with \w+=.+: \d\.\d{3} %$"))
    page.check("[data-only]")
    expect(page.locator("[data-row]")).to_have_count(1)
    assert_accessible(page)
    page.click("[data-view=errata]")
    page.fill("[data-filter]", "WA-3 seventy")
    expect(page.locator("[data-erratum]")).to_have_count(1)
    assert "WA-3" in saved(page, lambda: page.click("[data-save=csv]"))
    assert_accessible(page)
    page.click("[data-view=rulings]")
    page.fill("[data-filter]", "W15")
    expect(page.locator("[data-row]").first).to_be_visible()

    page.goto(f"{floor.address}/lab/published?only=differs")
    expect(page.locator("[data-row]").first).to_contain_text("differs")
    page.select_option("[data-section]", "Spanish 21")
    page.select_option("[data-only]", "agrees")
    expect(page.locator("[data-row]")).to_have_count(13)
    assert query_of(page) == {"only": "agrees", "section": "Spanish 21"}
    assert_accessible(page)


@pytest.mark.nightly(every=2)
def test_a_house_is_set_up_judged_and_taken_home(floor: Served, page: Page) -> None:
    page.goto(f"{floor.address}/lab/house")
    page.select_option("[data-game]", "wa/spanish-21")
    form = page.locator("[data-form='wa/spanish-21']")
    expect(form).to_have_attribute("data-ok", "true")
    page.select_option("[data-answer='options.soft17']", "stand")
    page.select_option("[data-answer='options.redouble']", "true")
    page.fill("[data-answer='limits.main.max']", "$9000")
    page.keyboard.press("Tab")
    expect(form).to_have_attribute("data-ok", "false")
    expect(page.locator("[data-problem='profile/exceeded']")).to_contain_text("WAC 230-15-140")
    expect(page.locator("#verdict")).to_contain_text("2 problems")
    expect(page.locator("[data-file=toml]")).to_be_disabled()
    assert_accessible(page)

    page.select_option("[data-answer='options.soft17']", "hit")
    page.fill("[data-answer='limits.main.max']", "$300")
    page.keyboard.press("Tab")
    expect(form).to_have_attribute("data-ok", "true")
    house = parse_house(saved(page, lambda: page.click("[data-file=toml]")))
    assert judge(house) == ()
    expect(page.locator("[data-digest]")).to_have_text(configure(house).digest)
    assert (house.options["redouble"], house.limits["main"].max) == (True, 30_000)
    if IS_NIGHT:
        page.fill("[data-pace=seats]", "3")
        page.keyboard.press("Tab")
        expect(page.locator("[data-win=true] [data-per-hour]")).to_have_text(re.compile(r"^\$\d"))
        assert_accessible(page)
        for file in ("report-html", "sheets-html"):
            assert "<html" in saved(page, partial(page.click, f"[data-file={file}]"))
