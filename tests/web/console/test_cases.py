"""Cases of players in the console: disputes, exclusions, rounds that are taken back, jackpots."""

from __future__ import annotations

import secrets

from playwright.sync_api import expect

from pitboss.office.roles import Role
from pitboss.server.services import Services
from tests.web import house
from tests.web.conftest import NewTable
from tests.web.console.people import PHONE, House, agree, give, played, press

TAKE_BACK = "POST /staff/tables/{table}/void-settled"
HIT = "POST /staff/jackpots/{jackpot}/hits/{hit}/"


def test_a_dispute_is_answered_on_a_phone_and_decided_with_the_round_beside_it(
    people: House, new_table: NewTable
) -> None:
    table = new_table()
    player = played(people, table)
    own = people.page(player, f"/replay/{table.id}/2", viewport=PHONE)
    own.locator("[data-dispute] summary").click()
    own.locator("[data-dispute] [data-field=text]").fill("I had 20 and was not paid.")
    own.locator("[data-dispute] [data-give]").click()
    own.wait_for_selector("[data-disputed]")
    number = max(people.office.disputes)
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
    manager.wait_for_selector("[data-request]")
    request = max(people.office.requests)
    assert manager.locator("[data-request]").get_attribute("data-request") == str(request)
    assert people.office.disputes[number].award_cents == 0
    other = people.page(people.account(Role.ACCOUNTING), "/console/approvals")
    agree(other, request)
    manager.reload()
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
    assert (bob, False) in people.office.exclusions
    row = page.locator("[data-rows=Excluded] .below", has=page.locator("button")).last
    row.locator('[data-open="POST /staff/exclusions/lift"]').click()
    row.locator('[data-field="reason"]').fill("It was somebody else.")
    row.locator("[data-give]").click()
    expect(page.locator(f"[data-rows=Excluded] [data-account='{bob}']")).to_have_count(0)
    assert people.floor.do(lambda services: _exclusion(services, bob)) is None


async def _exclusion(services: Services, account: str) -> object:
    office = await services.desk.refresh()
    return office.exclusion(account, services.settings.clock())


def test_a_player_is_limited_by_the_house(people: House) -> None:
    player = people.account()
    page = people.page(people.account(Role.SHIFT), "/console/players", viewport=PHONE)
    limits = {"wager_cents": "25.00", "minutes": "90", "reason": "He asked for it."}
    give(page, "PUT /staff/players/{account}/limits", account=player, **limits)
    row = page.locator("[data-row]", has=page.locator(f"[data-account='{player}']"))
    expect(row).to_contain_text("$25")
    set_limits = people.office.limits[player]
    assert (set_limits.wager_cents, set_limits.minutes, set_limits.loss_cents) == (2_500, 90, None)


def test_a_player_excludes_himself_and_the_house_cannot_end_it(people: House) -> None:
    player = people.account()
    own = people.page(player, "/account", viewport=PHONE)
    own.check("[data-sure]")
    own.click("[data-exclude]")
    own.wait_for_selector("[data-excluded]")
    assert (player, True) in people.office.exclusions
    page = people.page(people.account(Role.SHIFT), "/console/players")
    row = page.locator("[data-row]", has=page.locator(f"[data-account='{player}']"))
    expect(row).to_contain_text("the player's")
    assert page.locator('[data-open$="/lift"]').count() == 0


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
    expect(supervisor.locator("[data-done]")).to_contain_text("Another person has to agree")
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


def test_terms_of_a_jackpot_are_proposed_and_agreed_to_by_another(people: House) -> None:
    path = "/console/jackpots/mtd"
    terms = "POST /staff/jackpots/{jackpot}/terms"
    keeper = people.page(people.account(Role.JACKPOTS), path)
    give(keeper, terms, ceiling="90000.00", why="The display is full.")
    expect(keeper.locator("[data-proposal]")).to_have_count(1)
    assert keeper.locator('[data-open$="/approve"]').count() == 0
    manager = people.page(people.account(Role.SHIFT), path, viewport=PHONE)
    expect(manager.locator("[data-proposal]")).to_contain_text("The display is full.")
    press(manager, "POST /staff/jackpots/{jackpot}/proposals/{proposal}/approve")
    expect(manager.locator("[data-proposal]")).to_have_count(0)
    assert people.floor.services is not None
    state = people.floor.services.keeper.jackpots["mtd"].state
    assert state.terms.ceiling == 90_000 * 10_000


def test_a_hand_pay_is_confirmed_by_two_with_the_evidence_beside_it(people: House) -> None:
    winner = people.account()
    house.seat(people.floor, "t1", [winner])
    people.floor.do(house.win)
    wallet = people.balance(f"wallet:{winner}")
    supervisor = people.page(people.account(Role.FLOOR), viewport=PHONE)
    supervisor.click("[data-waiting=jackpots]")
    supervisor.click("[data-hit='mtd/1']")
    supervisor.wait_for_selector("[data-evidence] [data-step]")
    expect(supervisor.locator("main")).to_contain_text("Meter before")
    press(supervisor, f"{HIT}confirm")
    expect(supervisor.locator("main")).to_contain_text("You have signed")
    assert people.balance(f"wallet:{winner}") == wallet

    manager = people.page(people.account(Role.SHIFT), "/console/jackpots/mtd/1")
    expect(manager.locator("main")).to_contain_text("confirm hit")
    press(manager, f"{HIT}confirm")
    manager.wait_for_selector("[data-outcome=confirmed]")
    assert people.balance(f"wallet:{winner}") > wallet + 5_000 * 10_000
    manager.goto(f"{people.floor.address}/console/jackpots/mtd")
    expect(manager.locator("main")).to_contain_text("every unit accounted for")
