"""A house at random: whoever asks for whatever, the books hold after every entry."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pitboss.engine.actions import Refusal
from pitboss.office.approvals import Approve
from pitboss.office.cage import (
    AdjustWallet,
    AskWithdrawal,
    ConfirmWithdrawal,
    Deposit,
    MoveCapital,
    RefuseWithdrawal,
)
from pitboss.office.counting import CountBox, FinishCount, JoinCount, RecountBox, SignCount
from pitboss.office.day import CheckProgressives, CloseDay, DepositProgressives, OpenDay
from pitboss.office.inventory import CountTray, SignTray, StopTable, TakeBox
from pitboss.office.papers import SlipKind, SlipState, TrayState
from pitboss.office.slips import AskSlip, SignSlip, VoidSlip, missing_numbers, next_step
from pitboss.pit.invariants import player_funds
from tests.office.house import HOUR, PLAYER, STAFF, TRAY, House

TABLES = ("t", "u")
WHO = st.sampled_from([*STAFF, PLAYER])
CHIPS = st.sampled_from([{500: 4}, {2500: 1, 500: 1}, {}, TRAY])


class RandomHouse(RuleBasedStateMachine):
    """People of every role do what they like; players play."""

    def __init__(self) -> None:
        super().__init__()
        self.house = House()
        self.house.open_day()
        self.house.open_table()

    def try_it(self, command: object, who: str) -> None:
        before = len(self.house.entries)
        if isinstance(self.house.ask(command, who), Refusal):
            assert len(self.house.entries) == before

    @rule(who=WHO, table=st.sampled_from(TABLES), chips=CHIPS, right=st.booleans())
    def trays(self, who: str, table: str, chips: dict[int, int], *, right: bool) -> None:
        counted = self.house.counted(table) if right else chips
        for command in (
            StopTable(table),
            CountTray(table, counted),
            SignTray(table, counted),
            TakeBox(table),
        ):
            self.try_it(command, who)

    @rule(who=WHO, kind=st.sampled_from([*SlipKind]), chips=CHIPS)
    def ask_slip(self, who: str, kind: SlipKind, chips: dict[int, int]) -> None:
        self.try_it(AskSlip(kind, "t", chips), who)

    @rule(who=WHO, pick=st.integers(0, 10**6), state=st.sampled_from([*SlipState]))
    @precondition(lambda self: self.house.office.slips)
    def sign_slip(self, who: str, pick: int, state: SlipState) -> None:
        slips = [*self.house.office.slips.values()]
        slip = slips[pick % len(slips)]
        step = next_step(slip)
        wanted = step[0] if step and pick % 3 else state
        self.try_it(SignSlip(slip.kind, slip.number, wanted, dict(slip.chips)), who)
        if pick % 11 == 0:
            self.try_it(VoidSlip(slip.kind, slip.number, "torn"), who)

    @rule(who=WHO, cents=st.sampled_from([0, 1, 5_000, 999_999, 1_000_000]))
    def payments(self, who: str, cents: int) -> None:
        for command in (
            Deposit(PLAYER, cents),
            AskWithdrawal(PLAYER, cents),
            AdjustWallet(PLAYER, -cents, "x"),
            MoveCapital("money", cents, "x"),
        ):
            self.try_it(command, who)

    @rule(who=WHO, number=st.integers(1, 12), confirm=st.booleans())
    def settle_payments(self, who: str, number: int, *, confirm: bool) -> None:
        self.try_it(Approve(number), who)
        self.try_it(ConfirmWithdrawal(number) if confirm else RefuseWithdrawal(number, "x"), who)

    @rule(who=WHO, box=st.integers(1, 4), notes=CHIPS)
    def count(self, who: str, box: int, notes: dict[int, int]) -> None:
        for command in (
            JoinCount(),
            CountBox(box, notes),
            RecountBox(box, notes),
            SignCount(),
            FinishCount(),
        ):
            self.try_it(command, who)

    @rule(who=WHO)
    def days(self, who: str) -> None:
        for command in (OpenDay(), CloseDay(), DepositProgressives(), CheckProgressives()):
            self.try_it(command, who)

    @rule(cents=st.integers(1, 50_000))
    @precondition(lambda self: self.is_open())
    def buy_in(self, cents: int) -> None:
        self.house.buy_in(cents)

    @rule(share=st.integers(0, 3), meter=st.integers(0, 5_000))
    @precondition(lambda self: self.is_open() or self.felt())
    def play(self, share: int, meter: int) -> None:
        if self.felt():
            self.house.settle(back=self.felt() * share // 2, meter=meter)
        elif stack := self.house.book.balance("stack:t:1"):
            self.house.bet(min(stack, 100_000))

    @rule()
    @precondition(lambda self: not self.felt() and self.is_open())
    def end_day_well(self) -> None:
        """End a day as it should be, if nothing that came before stands in the way."""
        for (kind, number), slip in self.house.office.slips.items():
            while (step := next_step(self.house.office.slips[kind, number])) is not None:
                who = next(
                    member
                    for member in STAFF
                    if not isinstance(
                        self.house.ask(SignSlip(kind, number, step[0], dict(slip.chips)), member),
                        Refusal,
                    )
                )
                assert who in STAFF
        for table, tray in self.house.office.trays.items():
            if tray.state is TrayState.STOPPED:
                self.house.fill_up(table)
                counted = self.house.counted(table)
                self.house.must(CountTray(table, counted), "dan")
                self.house.must(SignTray(table, counted), "fred")
        if self.house.office.count is None:
            self.house.end_day()
            self.house.open_day()

    def is_open(self) -> bool:
        tray = self.house.office.trays["t"]
        return tray.state is TrayState.OPEN

    def felt(self) -> int:
        return self.house.book.balance("escrow:t")

    @invariant()
    def books_hold(self) -> None:
        """The house checks every entry as it is written; these hold over all of them."""
        balances = self.house.book.balances
        assert sum(balances.values()) == 0
        assert all(amount >= 0 for amount in player_funds(balances).values())
        assert missing_numbers(self.house.office) == []
        waiting = sum(withdrawal.cents for withdrawal in self.house.office.withdrawals.values())
        assert balances.get(f"pending:{PLAYER}", 0) == waiting * 100
        taken = sum(box.units for box in self.house.office.boxes.values())
        count = self.house.office.count
        held = sum(amount for code, amount in balances.items() if code.startswith("box:"))
        assert held == (0 if count and count.is_finished else taken)

    def teardown(self) -> None:
        self.house.check()


RandomHouse.TestCase.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None, derandomize=True
)
test_random_house = pytest.mark.filterwarnings("default")(RandomHouse.TestCase)


def test_a_week_of_random_work_ends_every_day_with_a_win_that_agrees() -> None:
    """The checker compares the win of each table by its trays and by its rounds at every close."""
    rng = random.Random(7)
    house = House()
    for _ in range(7):
        house.open_day()
        for table in TABLES:
            house.open_table(table)
        for _ in range(30):
            table = rng.choice(TABLES)
            house.buy_in(rng.randrange(1, 20_000), table)
            house.bet(rng.randrange(1, house.book.balance(f"stack:{table}:1")), table)
            felt = house.book.balance(f"escrow:{table}")
            house.settle(felt * rng.randrange(3), rng.randrange(2_000), table)
            house.now += HOUR // 10
        house.slip(SlipKind.FILL, {500: rng.randrange(1, 50)})
        house.slip(SlipKind.CREDIT, {500: rng.randrange(1, 50)})
        house.end_day()
    assert sum(entry.kind == "table-closed" for entry in house.entries) == 14
    house.check()
