"""A gambling day in the console: trays, slips, payments, the count, and notices."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import expect

from pitboss.floor.terms import TableTerms
from pitboss.office.papers import Party, SlipKind
from pitboss.office.roles import Role
from pitboss.office.slips import COUNTED, STEPS
from tests.web.conftest import NewTable
from tests.web.console.people import PHONE, House, count, expect_done, give, played, press

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
    expect_done(pit.guard)
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
        expect_done(self.supervisor)
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
        expect_done(self.supervisor)
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
            expect_done(page)
            paper = page.locator(f"[data-slip='{kind}/{number}']")
            expect(paper).to_contain_text(f"{after} signs next" if after else str(state))

    def pay(self) -> None:
        """Bring money into a player's wallet at the window, and some of it out again."""
        player = self.people.account()
        cage = "POST /staff/cage/"
        before = self.people.balance(f"wallet:{player}")
        self.cashier.goto(f"{self.people.floor.address}/console/cage")
        expect(self.cashier.locator("main")).to_contain_text("$1,550 more in chips")
        give(self.cashier, f"{cage}deposit", account=player, cents="40.00")
        expect_done(self.cashier)
        assert self.people.balance(f"wallet:{player}") == before + 40 * 10_000
        own = self.people.page(player, "/account", viewport=PHONE)
        own.locator("[data-withdrawals] summary").click()
        own.locator("[data-withdrawals] [data-field=cents]").fill("15.50")
        own.locator("[data-withdrawals] [data-give]").click()
        expect(own.locator("[data-withdrawal]")).to_contain_text("$15.50")
        self.cashier.reload()
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
        expect_done(page)
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
