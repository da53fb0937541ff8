"""The console in a browser: each job done once by who may, and the books looked at."""

from __future__ import annotations

import secrets
from base64 import b32decode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, ViewportSize, expect

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import ActionKind
from pitboss.floor.commands import Bet, Decide
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.office.chips import chips_of_cents
from pitboss.office.disputes import OpenDispute
from pitboss.office.papers import OfficeTerms, Party, SlipKind
from pitboss.office.roles import Role
from pitboss.office.slips import COUNTED, STEPS
from pitboss.office.state import Office
from pitboss.pit.keeper import PlannedJackpot
from pitboss.pit.past import find_round
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import house_from
from pitboss.server.requests.limits import Rates
from pitboss.server.services import Services
from pitboss.server.staff import totp
from pitboss.server.staff.setup_links import invite, setup_link
from tests.pit.jackpot_floor import HOUSE, TERMS, WAGERS
from tests.pit.record_player import must
from tests.remote.served import Served, served
from tests.tiers import IS_NIGHT
from tests.web import house
from tests.web.conftest import MUCH, TABLES, NewContext, NewTable, put_shoe

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}


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


async def new_link(services: Services, address: str) -> str:
    """Return a link for a new manager."""
    token = await invite(services.store, Role.ADMIN, services.settings.clock())
    return setup_link(address, token)


def code_of(floor: Served, secret: str) -> str:
    """Return what an authenticator shows now."""
    assert floor.services is not None
    return totp.code_at(b32decode(secret), floor.services.settings.clock() // totp.STEP)


async def age_step_ups(services: Services) -> None:
    """Let every second factor have been given long ago."""
    await services.store.statement("UPDATE session SET stepped_up = 1 WHERE stepped_up > 0")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server with a house behind it: two tables share a jackpot."""
    shared = tuple(
        TableTerms(
            id=name,
            name=f"Spanish {name}",
            house=house_from(HOUSE),
            clocks=NO_CLOCK,
            links={"jackpot-1": "mtd"},
        )
        for name in ("t1", "t2")
    )
    settings = {
        "tables": (TABLES["reference/blackjack"], *shared),
        "jackpots": (PlannedJackpot("mtd", "Match The Dealer", TERMS),),
        "rates": Rates(*[MUCH] * len(Rates._fields)),
    }
    with served(tmp_path_factory.mktemp("house"), **settings) as server:
        yield server


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


def test_a_role_is_taken_and_somebody_is_disabled_and_enabled(people: House) -> None:
    name = f"fred-{secrets.token_hex(3)}"
    fred = house.hire(people.floor, name, Role.FLOOR, Role.DEALER)
    page = people.page(people.account(Role.ADMIN), "/console/staff")
    row = page.locator("details", has_text=f"Change {name}")
    row.locator("summary").click()
    for command, title, left in (
        ("POST /staff/roles/take", "Take a role", {Role.FLOOR}),
        ("POST /staff/disable", "Disable somebody", set()),
        ("POST /staff/enable", "Enable somebody", {Role.FLOOR}),
    ):
        row.locator(f'[data-open="{command}"]').click()
        form = row.locator(f'[data-command="{command}"]')
        if command.endswith("/take"):
            form.locator("[data-field=role]").select_option("dealer")
        form.locator("[data-field=why]").fill("He is on leave, or back.")
        form.locator("[data-give]").click()
        expect(page.locator("[data-done]")).to_contain_text(title)
        assert people.office.roles(fred) == left


def test_terms_of_a_jackpot_are_proposed_and_agreed_to_by_another(people: House) -> None:
    path, terms = "/console/jackpots/mtd", "POST /staff/jackpots/{jackpot}/terms"
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


def test_a_player_excludes_himself_and_the_house_cannot_end_it(people: House) -> None:
    player = people.account()
    own = people.page(player, "/account", viewport=PHONE)
    own.check("[data-sure]")
    own.click("[data-exclude]")
    own.wait_for_selector("[data-excluded]")
    assert people.office.exclusions[player].is_own
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


TAKE_BACK = "POST /staff/tables/{table}/void-settled"


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


def count(page: Page, command: str, chips: Mapping[int, int], **choices: str) -> None:
    """Count chips into a form, and send it."""
    page.locator(f'[data-open="{command}"]').first.click()
    form = page.locator(f'[data-command="{command}"]')
    for name, value in choices.items():
        form.locator(f'[data-field="{name}={value}"]').check()
    for size, number in chips.items():
        form.locator(f'[data-size="{size}"]').fill(str(number))
    form.locator("[data-give]").click()


def press(page: Page, command: str) -> None:
    """Open a form that asks for nothing, and send it."""
    page.locator(f'[data-open="{command}"]').first.click()
    page.locator(f'[data-command="{command}"] [data-give]').click()


FLOAT = {2500: 40, 500: 100}
FILL = {500: 20}
TRAY = "POST /staff/tables/{table}/"
SIGN = "POST /staff/slips/{kind}/{number}/sign"
BOX = "POST /staff/count/boxes/{box}/"


FILE = "POST /staff/notices/{number}/file"


def test_a_form_stays_open_with_what_was_typed_while_lists_change(people: House) -> None:
    """Two notices are due. Somebody else files the first while the form of the second is open."""
    page, other = (people.page(people.account(Role.SHIFT), "/console/day") for _ in range(2))
    for writer, what in ((other, "the shuffler stops"), (page, "a light is out")):
        give(writer, "POST /staff/malfunctions", what=what)
        expect(writer.get_by_text(f"malfunction: {what}")).to_be_visible()
    page.clock.install()
    page.reload()
    page.locator(f'[data-open="{FILE}"]').nth(1).click()
    page.locator(f'[data-command="{FILE}"] [data-field=reference]').fill("letter two")

    give(other, FILE, reference="letter one")
    expect(other.locator("[data-row]")).to_have_count(1)
    page.clock.fast_forward(60_000)
    expect(page.locator("[data-row]")).to_have_count(1)
    form = page.locator(f'[data-command="{FILE}"]')
    expect(form.locator("[data-field=reference]")).to_have_value("letter two")
    form.locator("[data-give]").click()
    expect(page.get_by_text("No notice is due.")).to_be_visible()
    assert not people.office.notices


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


def test_a_malfunction_is_reported_and_its_notice_filed(people: House) -> None:
    manager = people.page(people.account(Role.SHIFT), "/console/day")
    give(manager, "POST /staff/malfunctions", what="the shuffler stops")
    expect(manager.get_by_text("malfunction: the shuffler stops")).to_be_visible()
    give(manager, FILE, reference="letter of today")
    expect(manager.get_by_text("No notice is due.")).to_be_visible()
    assert not people.office.notices


def test_a_gambling_day_from_its_opening_to_its_close(people: House, new_table: NewTable) -> None:
    """Open the day and a table, fill it, close it, count its box, and close the day."""
    table = new_table()
    books = people.page(people.account(Role.ACCOUNTING), "/console/day")
    press(books, "POST /staff/day/open")
    books.wait_for_selector("[data-day='1']")
    pit = Pit(people, table)
    press(pit.supervisor, f"{TRAY}stop")
    pit.supervisor.wait_for_selector("[data-tray=closed]")
    pit.count_tray(FLOAT, "open", wrong=True)
    pit.slip(SlipKind.FILL, FILL)
    assert people.balance(f"tray:{table.id}") == 1_600 * 10_000
    pit.slip(SlipKind.CREDIT, {500: 10})
    assert people.balance(f"tray:{table.id}") == 1_550 * 10_000
    pit.pay()

    played(people, table)
    pit.go(f"/console/tables/{table.id}")
    press(pit.supervisor, f"{TRAY}stop")
    pit.supervisor.wait_for_selector("[data-tray=stopped]")
    pit.count_tray(people.chips(f"tray:{table.id}"), "closed")
    press(pit.guard, f"{TRAY}take-box")
    expect(pit.guard.locator("[data-done]")).to_be_visible()
    count_boxes(people, people.chips("box:1"))
    books.reload()
    press(books, "POST /staff/day/close")
    books.wait_for_selector("[data-day='']")
    assert people.office.day is None


class Pit:
    """Those who open, fill and close a table, each with a browser."""

    def __init__(self, people: House, table: TableTerms) -> None:
        place = self.place = f"/console/tables/{table.id}"
        self.people = people
        self.cashier = people.page(people.account(Role.CAGE))
        self.supervisor = people.page(people.account(Role.FLOOR), place, allows_errors=True)
        account = people.account(Role.DEALER)
        give(self.supervisor, f"{TRAY}dealer", dealer=account)
        expect(self.supervisor.locator("[data-done]")).to_be_visible()
        assert people.office.dealers == {table.id: account}
        self.dealer = people.page(account, place, viewport=PHONE)
        self.guard = people.page(people.account(Role.SECURITY), place, viewport=PHONE)

    def go(self, path: str) -> None:
        """Send all to a page."""
        for page in (self.supervisor, self.dealer, self.guard):
            page.goto(self.people.floor.address + path)

    def count_tray(self, chips: Mapping[int, int], state: str, *, wrong: bool = False) -> None:
        """Let the dealer and the floor count a tray; *wrong*: the second count differs first."""
        self.dealer.reload()
        count(self.dealer, f"{TRAY}count", chips)
        expect(self.dealer.locator("[data-tray]")).to_contain_text("floor signs next")
        self.supervisor.reload()
        if wrong:
            count(self.supervisor, f"{TRAY}sign", {size: chip - 1 for size, chip in chips.items()})
            expect(self.supervisor.locator("[data-problem]")).to_contain_text("two counts differ")
            self.supervisor.keyboard.press("Escape")
        count(self.supervisor, f"{TRAY}sign", chips)
        self.supervisor.wait_for_selector(f"[data-tray={state}]")

    def slip(self, kind: SlipKind, chips: Mapping[int, int]) -> None:
        """Move chips between the cage and the table, with every signature."""
        self.supervisor.goto(f"{self.people.floor.address}{self.place}")
        count(self.supervisor, "POST /staff/slips", chips, kind=kind)
        expect(self.supervisor.locator("[data-done]")).to_be_visible()
        signers = {Party.FLOOR: self.supervisor, Party.CASHIER: self.cashier}
        signers |= {Party.SECURITY: self.guard, Party.DEALER: self.dealer}
        number = self.people.office.numbers[kind]
        steps = STEPS[kind][1:]
        for (state, party), after in zip(
            steps, (*(party for _, party in steps[1:]), ""), strict=True
        ):
            page = signers[party]
            page.goto(f"{self.people.floor.address}/console/slips")
            count(page, SIGN, chips if state in COUNTED else {})
            expect(page.locator("[data-done]")).to_be_visible()
            paper = page.locator(f"[data-slip='{kind}/{number}']")
            expect(paper).to_contain_text(f"{after} signs next" if after else str(state))

    def pay(self) -> None:
        """Bring money into a player's wallet at the window, and some of it out again."""
        player, cage = self.people.account(), "POST /staff/cage/"
        before = self.people.balance(f"wallet:{player}")
        self.cashier.goto(f"{self.people.floor.address}/console/cage")
        expect(self.cashier.locator("main")).to_contain_text("$1,550 more in chips")
        give(self.cashier, f"{cage}deposit", account=player, cents="40.00")
        expect(self.cashier.locator("[data-done]")).to_be_visible()
        assert self.people.balance(f"wallet:{player}") == before + 40 * 10_000
        give(self.cashier, f"{cage}withdrawals", account=player, cents="15.50")
        waiting = self.cashier.locator("[data-rows='Withdrawals that wait'] [data-row]")
        expect(waiting).to_contain_text("$15.50")
        press(self.cashier, f"{cage}withdrawals/{{number}}/pay")
        expect(waiting).to_have_count(0)
        assert self.people.balance(f"wallet:{player}") == before + 245_000


def count_boxes(people: House, notes: Mapping[int, int]) -> None:
    """Count the one box of the day, and recount it blind."""
    first = people.page(people.account(Role.COUNT), "/console/count")
    second = people.page(people.account(Role.COUNT), "/console/count", viewport=PHONE)
    verifier = people.page(people.account(Role.ACCOUNTING), "/console/count")
    for page in (first, second):
        press(page, "POST /staff/count/join")
        expect(page.locator("[data-done]")).to_be_visible()
    first.reload()
    count(first, f"{BOX}count", notes)
    expect(first.locator("[data-box='1']")).to_contain_text("Count 1")
    verifier.reload()
    expect(verifier.locator("[data-box='1']")).to_contain_text("recount due")
    assert "Count 1" not in verifier.locator("[data-box='1']").inner_text()
    count(verifier, f"{BOX}recount", notes)
    expect(verifier.locator("[data-box='1'] header")).to_contain_text("agreed")
    for page, step in ((first, "sign"), (second, "sign"), (verifier, "finish")):
        page.reload()
        press(page, f"POST /staff/count/{step}")
        word = "finished" if step == "finish" else "signed"
        expect(page.locator("main")).to_contain_text(word)


def test_a_hand_pay_is_confirmed_by_two_with_the_evidence_beside_it(people: House) -> None:
    winner = people.account()
    house.seat(people.floor, "t1", [winner])
    people.floor.do(win)
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


HIT = "POST /staff/jackpots/{jackpot}/hits/{hit}/"


def three_aces(number: int, cards: Sequence[Card], seeds: tuple[bytes, ...]) -> tuple[Card, ...]:
    """Deal what wins the whole jackpot to one seat."""
    del number, seeds
    return (*cards[:1], *parse_cards("As As As 9h" + " Kd 4c 9s" * 8))


async def win(services: Services) -> None:
    """Win the jackpot at the first table."""
    live: LiveTable = services.hall.tables["t1"]
    put_shoe(live, three_aces)
    await services.keeper.tell()
    sitting = live.state.seats[1]
    await must(live, Bet(sitting.account, 1, WAGERS))
    while (current := live.state.round) is not None:
        choices = [choice.kind for choice in current.question.choices]
        kind = ActionKind.DECLINE if ActionKind.DECLINE in choices else ActionKind.STAND
        await must(live, Decide(sitting.account, 1, current.n, kind))
    await services.keeper.tell()


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


@cache
def _never() -> tuple[str, ...]:
    """Return what somebody without a role asks for in vain."""
    return ("/staff/disputes", "/staff/exclusions", "/staff/floor", "/me/console/names?who=x")


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
