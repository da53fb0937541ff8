"""The console in a browser: each job done once by who may, and the books looked at."""

from __future__ import annotations

import secrets
from base64 import b32decode
from collections.abc import Iterator
from functools import cache

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from pitboss.floor.terms import TableTerms
from pitboss.office.disputes import OpenDispute
from pitboss.office.roles import Role
from pitboss.office.state import Office
from pitboss.pit.past import find_round
from pitboss.server.services import Services
from pitboss.server.staff import totp
from pitboss.server.staff.setting_up import invite, link_of
from tests.remote.served import Served
from tests.web import house
from tests.web.conftest import NewContext, NewTable

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}


class House:
    """The people of the house, each with a browser."""

    def __init__(self, floor: Served, new_context: NewContext) -> None:
        self.floor, self._new_context = floor, new_context
        self.accounts: dict[str, str] = {}

    def account(self, *roles: Role) -> str:
        """Return a new account with roles."""
        name = f"{roles[0] if roles else 'player'}-{secrets.token_hex(3)}"
        return house.hire(self.floor, name, *roles)

    def page(self, account: str, path: str = "/console", **settings: object) -> Page:
        """Open the console as somebody."""
        context = self._new_context(**{"viewport": DESKTOP, **settings})
        house.log_in(context, self.floor, account)
        page = context.new_page()
        page.goto(self.floor.address + path)
        page.wait_for_selector("main h1")
        return page

    @property
    def office(self) -> Office:
        """The office as it is now."""
        return self.floor.do(lambda services: services.desk.refresh())

    def dispute(self, account: str, table: str, number: int) -> int:
        """Let a player dispute a round; return the number of the dispute."""

        async def work(services: Services) -> None:
            entries = await find_round(services.store, table, number)
            hashes = tuple(it.hash.hex() for it in entries)
            command = OpenDispute(table, number, "I had 20 and was not paid.", hashes)
            await services.desk.ask(command, account, secrets.token_hex(8))

        self.floor.do(work)
        return max(self.office.disputes)

    def stack(self, table: TableTerms, seat: int) -> int:
        """Return the chips of a seat."""
        assert self.floor.services is not None
        return self.floor.services.hall.tables[table.id].state.seats[seat].stack


async def new_link(services: Services, address: str) -> str:
    """Return a link for a new manager."""
    token = await invite(services.store, Role.ADMIN, services.settings.clock())
    return link_of(address, token)


def code_of(floor: Served, secret: str) -> str:
    """Return what an authenticator shows now."""
    assert floor.services is not None
    return totp.code_at(b32decode(secret), floor.services.settings.clock() // totp.STEP)


async def age_step_ups(services: Services) -> None:
    """Let every second factor have been given long ago."""
    await services.store.statement("UPDATE session SET stepped_up = 1 WHERE stepped_up > 0")


@pytest.fixture
def people(floor: Served, new_context: NewContext) -> House:
    """Return the people of the house."""
    return House(floor, new_context)


def give(page: Page, command: str, **values: str) -> None:
    """Open a form, fill it in and send it, by keyboard alone."""
    page.locator(f'[data-open="{command}"]').first.focus()
    page.keyboard.press("Enter")
    form = page.locator(f'[data-command="{command}"]')
    for name, value in values.items():
        form.locator(f'[data-field="{name}"]').focus()
        page.keyboard.type(value)
    form.locator("[data-give]").focus()
    page.keyboard.press("Enter")


def played(people: House, table: TableTerms, rounds: int = 2) -> str:
    """Let somebody play at a table; return the account."""
    player = people.account()
    house.seat(people.floor, table.id, [player], 2)
    house.play(people.floor, table.id, rounds)
    return player


def test_a_dispute_is_answered_on_a_phone_and_decided_with_the_round_beside_it(
    people: House, new_table: NewTable
) -> None:
    table = new_table()
    player = played(people, table)
    number = people.dispute(player, table.id, 2)
    supervisor = people.page(people.account(Role.FLOOR), viewport=PHONE)
    supervisor.click("[data-waiting=disputes]")
    supervisor.click(f"a[href='/console/disputes/{number}']")
    supervisor.wait_for_selector("[data-evidence] [data-step]")
    assert supervisor.get_by_text("intact").is_visible()
    assert not supervisor.locator('[data-open$="/decide"]').count()
    give(supervisor, "POST /staff/disputes/{number}/answer", text="We look into it.")
    expect(supervisor.locator("main").get_by_text("We look into it.")).to_be_visible()
    assert people.office.disputes[number].stage == "answered"

    manager = people.page(people.account(Role.SHIFT), f"/console/disputes/{number}")
    manager.wait_for_selector("[data-evidence] [data-step]")
    manager.keyboard.press("End")
    assert manager.locator("[data-go=forward]").is_disabled()
    give(manager, "POST /staff/disputes/{number}/decide", award_cents="12.50", text="Paid.")
    manager.wait_for_selector("[data-award='1250']")
    dispute = people.office.disputes[number]
    assert (dispute.stage, dispute.award_cents) == ("decided", 1_250)


def test_a_player_is_excluded_by_name_and_let_in_again(people: House) -> None:
    name = f"bob-{secrets.token_hex(3)}"
    bob = house.hire(people.floor, name)
    page = people.page(people.account(Role.SHIFT), "/console/players")
    give(page, "POST /staff/exclusions", account="nobody-here", days="9", reason="He asked.")
    problem = page.locator("[data-problem]")
    expect(problem).to_have_text("Nobody is called nobody-here.")
    expect(problem).to_be_focused()
    field = page.locator('[data-command] [data-field="account"]')
    field.fill(name)
    page.locator("[data-give]").click()
    expect(page.locator(f"[data-rows=Excluded] [data-account='{bob}']")).to_have_text(name)
    assert bob in people.office.exclusions
    row = page.locator("[data-rows=Excluded] .below", has=page.locator("button")).last
    row.locator('[data-open="POST /staff/exclusions/lift"]').click()
    row.locator('[data-field="reason"]').fill("It was somebody else.")
    row.locator("[data-give]").click()
    expect(page.locator(f"[data-rows=Excluded] [data-account='{bob}']")).to_have_count(0)
    assert people.floor.do(lambda it: _exclusion(it, bob)) is None


async def _exclusion(services: Services, account: str) -> object:
    office = await services.desk.refresh()
    return office.exclusion(account, services.settings.clock())


def test_surveillance_watches_a_table_live_and_replays_any_round(
    people: House, new_table: NewTable
) -> None:
    table = new_table()
    played(people, table, rounds=1)
    page = people.page(people.account(Role.SURVEILLANCE), "/console/tables")
    page.locator("main [data-filter]").fill(table.id)
    page.click(f"[data-table='{table.id}']")
    page.wait_for_selector("[data-live='1']")
    house.play(people.floor, table.id, 1)
    page.wait_for_selector("[data-live='2']")
    assert page.locator(".live button:enabled:not(summary button)").count() == 0
    page.click(f"a[href='/console/tables/{table.id}/2']")
    page.wait_for_selector("[data-evidence] [data-step='1']")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-evidence] [data-step='2']")


def test_a_settled_round_is_taken_back_by_two_people_in_two_browsers(
    people: House, new_table: NewTable
) -> None:
    table = new_table()
    player = played(people, table)
    stack = people.stack(table, 2)
    supervisor = people.page(people.account(Role.FLOOR), f"/console/tables/{table.id}/2")
    supervisor.wait_for_selector("[data-evidence] [data-step]")
    give(supervisor, TAKE_BACK, reason="A wrong card was dealt.")
    expect(supervisor.locator("[data-done]")).to_contain_text("waits for a second person")
    assert people.stack(table, 2) == stack
    supervisor.goto(f"{people.floor.address}/console/approvals")
    supervisor.wait_for_selector("[data-request]")
    assert supervisor.locator('[data-open$="/approve"]').count() == 0

    manager = people.page(people.account(Role.SHIFT), viewport=PHONE)
    manager.click("[data-waiting=approvals]")
    request = manager.locator("[data-request]", has=manager.locator(f"[data-account='{player}']"))
    request.locator('[data-open$="/approve"]').click()
    request.locator("[data-give]").click()
    expect(request).to_have_count(0)
    assert people.stack(table, 2) != stack


TAKE_BACK = "POST /staff/tables/{table}/take-back"


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
    expect(page.locator("[data-done]")).to_be_visible()
    assert people.office.roles(account) == {Role.DEALER}


PASSWORD = "a long walk at night"  # noqa: S105 - of nobody


@cache
def _never() -> tuple[str, ...]:
    """Return what somebody without a role asks for in vain."""
    return ("/staff/disputes", "/staff/exclusions", "/staff/floor", "/staff/names?who=x")


def test_whoever_lacks_the_permission_sees_neither_the_page_nor_the_data(people: House) -> None:
    page = people.page(people.account(Role.COUNT), "/console/disputes", allows_errors=True)
    expect(page.locator("h1")).to_have_text("Not for you")
    assert page.locator("[data-job=disputes]").count() == 0
    fetched = "(path) => fetch('/api/1' + path).then((answer) => answer.status)"
    assert page.evaluate(fetched, "/staff/disputes") == 403
    assert page.evaluate(fetched, "/staff/exclusions") == 403

    guest = people.page(people.account(), allows_errors=True)
    guest.wait_for_selector("text=This is for those who work here.")
    assert guest.locator("[data-console-nav]").count() == 0
    statuses = [guest.evaluate(fetched, path) for path in _never()]
    assert statuses == [403] * len(_never())
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


_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("light", ["dark", "light"])
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
            f"{job}: {it['id']}: {node['html'][:150]}" for it in violations for node in it["nodes"]
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
