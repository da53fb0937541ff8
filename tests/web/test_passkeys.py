"""Second factors in the browser, with the authenticator that chromium simulates."""

from __future__ import annotations

import secrets

from playwright.sync_api import BrowserContext, CDPSession, Page, expect

from pitboss.office.roles import Role
from tests.remote.served import Served
from tests.web import house
from tests.web.conftest import NewContext
from tests.web.console.test_pages import age_step_ups, code_of

PASSWORD = "correct horse battery"  # noqa: S105 - of nobody
PHONE = {"width": 390, "height": 844}


def site(floor: Served) -> str:
    """Return the address of a server by name: browsers keep passkeys for names only."""
    return floor.address.replace("127.0.0.1", "localhost")


def new_authenticator(context: BrowserContext, page: Page) -> tuple[CDPSession, str]:
    """Give a page an authenticator that always sees its owner; return its id, and who obeys."""
    line = context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    options |= dict.fromkeys(("hasResidentKey", "hasUserVerification", "isUserVerified"), True)
    made = line.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return line, made["authenticatorId"]


def register(page: Page, floor: Served) -> str:
    """Keep the guest's account under a name."""
    name = f"ann-{secrets.token_hex(4)}"
    page.goto(f"{site(floor)}/account")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("[data-send=register]").click()
    expect(page.locator("[data-name]")).to_have_text(name)
    return name


def log_out_and_in(page: Page) -> None:
    """Come back with the password, which is not enough."""
    page.locator("[data-log-out]").click()
    page.wait_for_selector("h1:has-text('Guest')")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("[data-send=login]").click()
    expect(page.locator("[data-second-factor]")).to_be_visible()


def add_passkey(page: Page, name: str) -> None:
    page.locator("[data-add-factor]").click()
    page.locator("[data-field=password]").fill(PASSWORD)
    page.locator("[data-field=passkey-name]").fill(name)
    page.locator("[data-factors] [data-passkey]").click()


def test_a_player_adds_a_passkey_logs_in_with_it_and_removes_it(
    floor: Served, new_context: NewContext
) -> None:
    context = new_context(site(floor), viewport=PHONE, allows_errors=True)
    page = context.new_page()
    line, authenticator = new_authenticator(context, page)
    name = register(page, floor)
    add_passkey(page, "my phone")
    expect(page.locator("[data-recovery] li")).to_have_count(10)
    recovery = page.locator("[data-recovery] li").first.inner_text()
    page.locator("[data-kept]").click()
    expect(page.locator("[data-own-passkey='my phone']")).to_be_visible()

    log_out_and_in(page)
    page.locator("[data-passkey]").click()
    expect(page.locator("[data-name]")).to_have_text(name)
    expect(page.locator("[data-own-passkey]")).to_contain_text("used")
    log_out_and_in(page)
    page.locator("[data-second-factor] [data-field=code]").fill("000000")
    page.locator("[data-second-factor] [data-give]").click()
    expect(page.locator("[data-problem]")).to_be_visible()
    page.locator("[data-second-factor] [data-field=code]").fill(recovery)
    page.locator("[data-second-factor] [data-give]").click()
    expect(page.locator("[data-name]")).to_have_text(name)

    # A left screen: what changes the factors wants one again.
    floor.do(age_step_ups)
    page.locator("[data-remove]").click()
    page.locator("[data-step-up] [data-passkey]").click()
    expect(page.locator("[data-step-up]")).to_be_visible()  # the password is missing
    page.locator("[data-step-up] [data-field=password]").fill(PASSWORD)
    page.locator("[data-step-up] [data-passkey]").click()
    expect(page.locator("[data-own-passkey]")).to_have_count(0)

    # An authenticator that refuses, or has no passkey: in words, and a code is still asked for.
    add_passkey(page, "")
    page.locator("[data-kept]").click()
    expect(page.locator("[data-own-passkey=passkey]")).to_be_visible()
    log_out_and_in(page)
    line.send("WebAuthn.clearCredentials", {"authenticatorId": authenticator})
    page.locator("[data-passkey]").click()
    expect(page.locator("[data-problem]")).to_have_text("No passkey was given.")
    page.locator("[data-start-over]").click()
    expect(page.locator("input[name=password]")).to_have_value("")


def test_staff_log_in_with_a_code_or_a_passkey(floor: Served, new_context: NewContext) -> None:
    context = new_context(site(floor), allows_errors=True)
    page = context.new_page()
    new_authenticator(context, page)
    name = register(page, floor)
    page.locator("[data-add-factor]").click()
    page.locator("[data-field=password]").fill(PASSWORD)
    page.locator("[data-factors] [data-give]").click()
    secret = page.locator("[data-secret]").inner_text()
    page.locator("[data-factors] [data-field=code]").fill(code_of(floor, secret))
    page.locator("[data-factors] [data-give]").click()
    page.locator("[data-kept]").click()
    expect(page.locator("[data-factors]")).to_contain_text("Codes of an authenticator")
    add_passkey(page, "my key")
    expect(page.locator("[data-own-passkey='my key']")).to_be_visible()
    account = page.evaluate("async () => (await (await fetch('/api/1/me')).json()).account")
    house.give(floor, account, Role.AUDITOR)

    log_out_and_in(page)
    page.locator("[data-passkey]").click()
    expect(page.locator("[data-name]")).to_have_text(name)
    page.goto(f"{site(floor)}/console/reports")
    page.wait_for_selector("[data-console=reports]")  # no second question: the log-in gave it
