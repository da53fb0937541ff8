"""On the account page one changes name and password, recovers, saves one's data, and leaves."""

from __future__ import annotations

import json
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.remote.served import Served
from tests.web.conftest import NewContext

OLD = "correct horse"
NEW = "battery staple"


def send(page: Page, way: str, *typed: str) -> None:
    """Open one of the forms, fill it in and send it."""
    page.click(f"[data-own={way}]")
    for field, text in zip(page.locator("[data-form] input").all(), typed, strict=True):
        field.fill(text)
    page.click("[data-form] button.primary")
    if way != "recovery":
        expect(page.locator("[data-form]")).to_have_count(0)


def log_in(page: Page, name: str, password: str) -> None:
    """Log in by the form of the page."""
    if page.locator("[data-send=register]").count():
        page.click("[data-other-way]")
    page.fill("[name=username]", name)
    page.fill("[name=password]", password)
    page.click("[data-send=login]")


def test_an_account_from_its_name_to_its_end(
    floor: Served, new_context: NewContext, tmp_path: Path
) -> None:
    page = new_context(allows_errors=True).new_page()
    page.goto(f"{floor.address}/account")
    page.fill("[name=username]", "Zoë Müller")
    page.fill("[name=password]", OLD)
    page.click("[data-send=register]")
    expect(page.locator("[data-name]")).to_have_text("Zoë Müller")

    send(page, "name", "Ana María", OLD)
    expect(page.locator("[data-name]")).to_have_text("Ana María")
    send(page, "password", OLD, NEW)
    expect(page.locator("[data-name]")).to_have_text("Ana María")
    send(page, "recovery", NEW)
    expect(page.locator("[data-codes] code")).to_have_count(10)
    codes = page.locator("[data-codes] code").all_inner_texts()
    assert not Axe().run(page).response["violations"]
    page.click("text=I have them")

    with page.expect_download() as saved:
        page.click("[data-own=export]")
    saved.value.save_as(tmp_path / "own.json")
    export = json.loads((tmp_path / "own.json").read_text())
    assert export["name"] == "Ana María"
    assert {"name-changed", "password-changed"} <= {it["kind"] for it in export["entries"]}

    page.click("[data-log-out]")
    expect(page.locator("[data-name]")).to_have_count(0)
    page.click("[data-recover]")
    page.fill("[name=username]", "ana maría")
    page.fill("[name=code]", codes[0])
    page.fill("[name=password]", OLD)
    page.click("[data-send=recover]")
    expect(page.locator("[data-name]")).to_have_text("Ana María")

    send(page, "forget", OLD)
    expect(page.locator("[data-name]")).to_have_count(0)
    log_in(page, "ana maría", OLD)
    expect(page.locator("[data-problem]").first).to_contain_text("Name or password is wrong")
