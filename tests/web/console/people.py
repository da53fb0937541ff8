"""The people of the house, each with a browser, and the forms that they fill in."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from playwright.sync_api import Page, ViewportSize, expect

from pitboss.floor.terms import TableTerms
from pitboss.office.disputes import OpenDispute
from pitboss.office.papers import OfficeTerms, chips_of_cents
from pitboss.office.roles import Role
from pitboss.office.state import Office
from pitboss.pit.past import find_round
from pitboss.server.services import Services
from tests.remote.served import Served
from tests.web import house
from tests.web.conftest import NewContext

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}


class House:
    """The people of the house, each with a browser."""

    def __init__(self, floor: Served, new_context: NewContext) -> None:
        self.floor = floor
        self._new_context = new_context
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
            hashes = tuple(entry.hash.hex() for entry in entries)
            command = OpenDispute(table, number, "I had 20 and was not paid.", hashes)
            await services.desk.ask(command, account, secrets.token_hex(8))

        self.floor.do(work)
        return max(self.office.disputes)

    def balance(self, account: str) -> int:
        """Return what an account of the books holds, in units."""
        return self.floor.do(lambda services: services.store.balance(account))

    def chips(self, account: str) -> dict[int, int]:
        """Return chips or notes that make up what an account of the books holds."""
        return chips_of_cents(self.balance(account) // 100, OfficeTerms().denominations)

    def stack(self, table: TableTerms, seat: int) -> int:
        """Return the chips of a seat."""
        assert self.floor.services is not None
        return self.floor.services.hall.tables[table.id].state.seats[seat].stack


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


def press(page: Page, command: str) -> None:
    """Open a form that asks for nothing, and send it."""
    page.locator(f'[data-open="{command}"]').first.click()
    page.locator(f'[data-command="{command}"] [data-give]').click()


def agree(page: Page, request: int) -> None:
    """Agree to a request on the page of approvals."""
    shown = page.locator(f"[data-request='{request}']")
    shown.locator('[data-open$="/approve"]').click()
    shown.locator("[data-give]").click()
    expect(shown).to_have_count(0)


def count(page: Page, command: str, chips: Mapping[int, int], **choices: str) -> None:
    """Count chips into a form, and send it."""
    page.locator(f'[data-open="{command}"]').first.click()
    form = page.locator(f'[data-command="{command}"]')
    for name, value in choices.items():
        form.locator(f'[data-field="{name}={value}"]').check()
    for size, number in chips.items():
        form.locator(f'[data-size="{size}"]').fill(str(number))
    form.locator("[data-give]").click()


def expect_done(page: Page) -> None:
    """Wait until the page says that a command was carried out."""
    expect(page.locator("[data-done]")).to_be_visible()


def played(people: House, table: TableTerms, rounds: int = 2) -> str:
    """Let somebody play at a table; return the account."""
    player = people.account()
    house.seat(people.floor, table.id, [player], 2)
    house.play(people.floor, table.id, rounds)
    return player
