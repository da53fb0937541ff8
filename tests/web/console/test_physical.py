"""A physical table in the console, and the signs over it, on a phone and on a desktop."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from pitboss.engine.actions import Refusal
from pitboss.office.core import HOUSE as OPERATOR
from pitboss.office.day import OpenDay
from pitboss.office.inventory import CountTray, SignTray
from pitboss.office.people import AssignDealer
from pitboss.office.roles import Role
from pitboss.pit.facts import make_completer
from pitboss.server.services import Services
from tests.web.conftest import NewContext
from tests.web.console.people import PHONE, House, agree, give
from tests.web.test_looks import SIZES, violations

OPEN = "POST /staff/physical"
FLOAT = {500: 100, 2_500: 40}
PICTURES = os.environ.get("PITBOSS_SETTLE_PICTURES", "")
RULES = """game = "wa/spanish-21"
[options]
decks = 6
soft17 = "hit"
[tables]
match-up = "2"
jackpot-1 = "3c-5"
[jackpots.jackpot-1]
scheme = "progressive"
wager = 500
contribution = "21%"
reserve = "10%"
seed = "5000.00"
[limits.main]
min = "$5"
max = "$300"
"""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        size = page.viewport_size or {"width": 0}
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{PICTURES}/{name}-{size['width']}.png", full_page=True)


def ask(people: House, command: object, by: str) -> None:
    """Give a command as somebody, with the facts of the books."""

    async def work(services: Services) -> Any:  # noqa: ANN401 - an outcome
        complete = make_completer(services.store)
        return await services.desk.ask(command, by, secrets.token_hex(8), complete)

    outcome = people.floor.do(work)
    assert not isinstance(outcome, Refusal), outcome


def opened(people: House, table: str) -> tuple[Page, str]:
    """Open a physical table by two people; return the page of its floor supervisor, who deals."""
    flora, fred, dan = (people.account(role) for role in (Role.FLOOR, Role.SHIFT, Role.DEALER))
    page = people.page(flora, "/console/physical")
    give(page, OPEN, id=table, name="Pit two, table 9", reason="new", text=RULES,
         links="jackpot-1=mtd")  # fmt: skip
    expect(page.locator("span", has_text="Another person has to agree")).to_be_visible()
    agree(people.page(fred, "/console/approvals"), people.office.request_count)
    if people.office.day is None:
        ask(people, OpenDay(), OPERATOR)
    ask(people, AssignDealer(table, dan), flora)
    ask(people, CountTray(table, FLOAT), dan)
    ask(people, SignTray(table, FLOAT), flora)
    return page, dan


def test_a_physical_table_is_opened_keyed_and_hit(people: House, new_context: NewContext) -> None:
    table = f"p{secrets.token_hex(3)}"
    floor, dan = opened(people, table)
    floor.reload()
    floor.click(f"[data-physical={table}] h2 a")
    sign = new_context(viewport=SIZES["desktop"]).new_page()
    sign.goto(f"{people.floor.address}/sign/{table}")
    expect(sign.locator("[data-meter=mtd] .amount")).to_have_text("$5,000.00")
    expect(sign.locator(".main")).to_have_text("$5 to $300")
    floor.click("[data-press='jackpot-1/2']")
    floor.click("[data-press='jackpot-1/4']")
    floor.click("[data-do=lock]")
    expect(floor.get_by_text("last: seats 2, 4")).to_be_visible()
    expect(sign.locator("[data-meter=mtd] .amount")).to_have_text("$5,001.89")
    picture(floor, "physical-table")
    floor.select_option("label:has-text('Seat') select", "4")
    floor.click("[data-do=hit]")
    expect(sign.locator(".cheer")).to_be_visible()
    picture(sign, "sign-hit")
    assert not violations(sign, sign.url)
    key_on_a_phone(people, table, dan)


def key_on_a_phone(people: House, table: str, dan: str) -> None:
    """The dealer keys a hand; the reader of the shoe misreads a card, and it is put right."""
    phone = people.page(dan, f"/console/physical/{table}", viewport=PHONE)
    line = phone.locator("[data-field=line]")
    for words in ("1 25", "2 35", "deal"):
        line.fill(words)
        line.press("Enter")
        expect(line).to_have_value("")
    expect(phone.locator("[data-due=card]")).to_be_visible()
    for n, card in enumerate(("7h", "9s", "8c", "7s", "Kd", "Jh"), start=4):
        phone.keyboard.type(card)
        expect(phone.locator(f"[data-line='{n}']")).to_have_count(1)
    phone.locator("summary").last.click()
    phone.click("[data-line='6']")
    phone.fill("[data-field=other]", "6c")
    phone.click("[data-do=replace]")
    expect(phone.locator("[data-line='6']")).to_contain_text("6c")
    picture(phone, "physical-hand")
    assert not violations(phone, phone.url)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    while phone.locator("[data-decide=stand]").count():
        phone.click("[data-decide=stand]")
        phone.wait_for_timeout(150)
    while phone.locator("[data-due=card]").count():
        phone.click("[data-card='2c']")
        phone.wait_for_timeout(150)
    expect(phone.locator("[data-due=over]")).to_contain_text("Settle in this order")
    picture(phone, "physical-settled")
    phone.click("[data-do=confirm]")
    expect(phone.get_by_text("The hand is kept.")).to_be_visible()
    assert people.office.physical[table].hands == 1


def test_the_sign_of_a_jackpot_marks_an_old_amount(people: House, new_context: NewContext) -> None:
    context = new_context(viewport=SIZES["phone"], allows_errors=True)
    sign = context.new_page()
    sign.clock.install()
    sign.goto(f"{people.floor.address}/sign/jackpot/mtd")
    expect(sign.locator("[data-meter=mtd] .amount")).to_be_visible()
    assert not violations(sign, sign.url)
    assert sign.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.set_offline(offline=True)
    sign.clock.run_for(20_000)
    expect(sign.get_by_text("This amount may be old.")).to_be_visible()
    picture(sign, "sign-old")
