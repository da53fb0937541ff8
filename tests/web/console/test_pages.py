"""The pages of the console: who sees them, how they look, and their keys."""

from __future__ import annotations

import secrets
from base64 import b32decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from pitboss.office.roles import Role
from pitboss.server.services import Services
from pitboss.server.staff import totp
from pitboss.server.staff.setup_links import invite, setup_link
from tests.remote.served import Served
from tests.tiers import IS_NIGHT
from tests.web import house
from tests.web.conftest import NewContext, NewTable
from tests.web.console.people import DESKTOP, PHONE, House, agree, expect_done, give, played

PASSWORD = "a long walk at night"  # noqa: S105 - of nobody
_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_a_role_is_taken_and_somebody_is_disabled_and_enabled(people: House) -> None:
    name = f"fred-{secrets.token_hex(3)}"
    fred = house.hire(people.floor, name, Role.FLOOR, Role.DEALER)
    page = people.page(people.account(Role.ADMIN), "/console/staff")
    row = page.locator("details", has_text=f"Change {name}")
    row.locator("summary").click()
    for command, title, left in (
        ("POST /staff/roles/take", "Take a role", {Role.FLOOR}),
        ("POST /staff/disable", "Disable somebody", set()),
        ("POST /staff/enable", "Another person has to agree", set()),
    ):
        row.locator(f'[data-open="{command}"]').click()
        form = row.locator(f'[data-command="{command}"]')
        if command.endswith("/take"):
            form.locator("[data-field=role]").select_option("dealer")
        form.locator("[data-field=why]").fill("He is on leave, or back.")
        form.locator("[data-give]").click()
        expect(page.locator("[data-done]")).to_contain_text(title)
        assert people.office.roles(fred) == left
    agree(
        people.page(people.account(Role.SHIFT), "/console/approvals"), max(people.office.requests)
    )
    assert people.office.roles(fred) == {Role.FLOOR}


def test_a_new_manager_takes_up_the_link_and_enrols_a_second_factor(
    people: House, new_context: NewContext
) -> None:
    floor = people.floor
    link = floor.do(lambda services: new_link(services, floor.address))
    page = new_context(viewport=PHONE, allows_errors=True).new_page()
    page.goto(link)
    page.fill("[data-field=name]", f"boss-{secrets.token_hex(3)}")
    page.fill("[data-field=password]", PASSWORD)
    page.click("[data-give]")
    page.wait_for_selector("h2:has-text('A second factor')")
    page.fill("[data-field=password]", PASSWORD)
    page.click("[data-give]")
    secret = page.locator("[data-secret]").inner_text()
    page.fill("[data-field=code]", code_of(floor, secret))
    page.click("[data-give]")
    expect(page.locator("[data-recovery] li")).to_have_count(10)
    recovery = page.locator("[data-recovery] li").first.inner_text()
    page.click("[data-kept]")
    page.wait_for_selector("[data-console=home]")

    # What changes the staff wants password and code again once they are old.
    floor.do(age_step_ups)
    page.goto(f"{floor.address}/console/staff")
    name = f"dealer-{secrets.token_hex(3)}"
    account = house.hire(floor, name)
    give(page, "POST /staff/roles/give", name=name, why="A new dealer.", role="dealer")
    dialog = page.locator("dialog[open]")
    dialog.locator("[data-field=password]").fill(PASSWORD)
    dialog.locator("[data-field=code]").fill(recovery)
    dialog.locator("[data-give]").click()
    expect_done(page)
    request = max(people.office.requests)
    other = people.page(people.account(Role.SHIFT), "/console/approvals")
    agree(other, request)
    assert people.office.roles(account) == {Role.DEALER}


async def new_link(services: Services, address: str) -> str:
    """Return a link for a new manager."""
    token = await invite(
        services.store, Role.ADMIN, services.settings.clock(), services.keys.binding
    )
    return setup_link(address, token)


def code_of(floor: Served, secret: str) -> str:
    """Return what an authenticator shows now."""
    assert floor.services is not None
    return totp.code_at(b32decode(secret), floor.services.settings.clock() // totp.STEP)


async def age_step_ups(services: Services) -> None:
    """Let every second factor have been given long ago."""
    await services.store.statement("UPDATE session SET stepped_up = 1 WHERE stepped_up > 0")


def test_no_form_is_offered_before_the_page_knows_what_can_be_done(
    people: House, new_table: NewTable
) -> None:
    """The state of the tray comes late: a form that could be opened before would be closed."""
    table = new_table()
    page = people.page(people.account(Role.SHIFT), "/console")
    held: list[Route] = []
    page.route("**/api/1/staff/tables", lambda route: held.append(route))  # noqa: PLW0108 - no built-in
    page.goto(f"{people.floor.address}/console/tables/{table.id}")
    page.wait_for_selector("[data-tray=unknown]")
    expect(page.locator("[data-live]")).to_be_visible()
    assert page.locator("[data-tray] [data-open]").count() == 0
    for route in held:
        route.continue_()
    expect(page.locator("[data-tray] [data-open]").first).to_be_visible()


def test_an_auditor_reads_a_report_and_searches_and_verifies_the_journal(
    people: House, new_table: NewTable
) -> None:
    table = new_table()
    played(people, table)
    page = people.page(people.account(Role.AUDITOR), "/console/reports")
    page.wait_for_selector("[data-report=retention]")
    assert page.locator("[data-report]").count() > 10
    page.click("[data-report=table-hourly]")
    page.wait_for_selector("[data-section]", timeout=60_000)
    page.locator("[data-field=table]").select_option(table.id)
    page.locator("[data-give]").click()
    figures = page.locator("[data-section] dl")  # one row: its figures side by side
    expect(figures).to_have_count(1, timeout=60_000)
    expect(figures).to_contain_text("$20.00")
    with page.expect_download() as download:
        page.click("[data-format=csv]")
    assert "wagered" in Path(download.value.path()).read_text(encoding="utf-8")
    page.set_viewport_size(PHONE)
    page.goto(f"{people.floor.address}/console/reports/trial-balance")
    lists = page.locator("[data-section] .wide")
    expect(lists.first).to_be_visible(timeout=60_000)
    wide = lists.evaluate_all("all => all.filter((it) => it.scrollWidth > it.clientWidth).length")
    assert wide == 0, "on a phone nobody scrolls sideways in a report"
    page.set_viewport_size(DESKTOP)

    page.goto(f"{people.floor.address}/console/journal")
    page.fill("[data-field=stream]", f"table/{table.id}")
    page.fill("[data-field=kind]", "dealt")
    page.click("[data-give]")
    expect(page.locator("[data-rows=Entries] [data-row]")).to_have_count(2)
    page.locator("[data-rows=Entries] summary").first.click()
    expect(page.locator("[data-rows=Entries] pre").first).to_contain_text("round")
    page.click("[data-verify]")
    page.wait_for_selector("[data-verified]", timeout=60_000)
    page.click("[data-hash]")
    page.wait_for_selector("[data-components=true]")


def test_whoever_lacks_the_permission_sees_neither_the_page_nor_the_data(people: House) -> None:
    page = people.page(people.account(Role.COUNT), "/console/disputes", allows_errors=True)
    expect(page.locator("h1")).to_have_text("Not for you")
    assert page.locator("[data-job=disputes]").count() == 0
    fetched = "(path) => fetch('/api/1' + path).then((answer) => answer.status)"
    assert page.evaluate(fetched, "/staff/disputes") == 403
    assert page.evaluate(fetched, "/staff/exclusions") == 403

    guest = people.page(people.account(), allows_errors=True)
    guest.wait_for_selector("text=The console is for staff.")
    assert guest.locator("[data-console-nav]").count() == 0
    never = ("/staff/disputes", "/staff/exclusions", "/staff/floor", "/me/console/names?who=x")
    assert [guest.evaluate(fetched, path) for path in never] == [403] * len(never)
    guest.keyboard.press("m")
    guest.wait_for_selector("dialog[data-menu]")
    assert guest.locator("[data-place='/console']").count() == 0


def pages(page: Page) -> Iterator[str]:
    """Go to every page that somebody has."""
    yield "home"
    for job in page.locator("[data-job]").evaluate_all("all => all.map((it) => it.dataset.job)"):
        page.evaluate("path => { history.pushState(null, '', path); }", f"/console/{job}")
        page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
        page.wait_for_selector(f"[data-console='{job}'] h1")
        page.wait_for_load_state("networkidle")
        yield job


@pytest.mark.parametrize("light", ["dark", "light"] if IS_NIGHT else ["light"])
def test_axe_finds_nothing_and_nothing_is_too_wide_on_a_phone(
    people: House, new_table: NewTable, light: str
) -> None:
    table = new_table()
    people.dispute(played(people, table), table.id, 1)
    account = people.account(Role.SHIFT)
    page = people.page(account, viewport=PHONE, color_scheme=light, allows_errors=True)
    faults = []
    for job in pages(page):
        for button in page.locator("main [data-open]").all()[:1]:
            button.click()
        violations = Axe().run(page).response["violations"]
        faults += [
            f"{job}: {violation['id']}: {node['html'][:150]}"
            for violation in violations
            for node in violation["nodes"]
        ]
        if page.evaluate(_WIDE) > 0:
            faults.append(f"{job}: wider than the screen")
    assert not faults, "\n".join(faults)


def test_the_pages_have_keys(people: House) -> None:
    page = people.page(people.account(Role.SHIFT), "/account")
    page.keyboard.press("Shift+C")
    page.wait_for_selector("[data-console=home]")
    page.keyboard.press("3")
    page.wait_for_selector("[data-console]:not([data-console=home])")
    page.keyboard.press("h")
    page.wait_for_selector("[data-console=home]")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] >> text=the pages of the console in their order")
