"""The cash drawer: balanced to the cent, counted by two, and each difference written down."""

from __future__ import annotations

import pytest

from pitboss.engine.actions import Refusal
from pitboss.office.cage import AskWithdrawal, ConfirmWithdrawal, Deposit, MoveCapital
from pitboss.office.core import HOUSE
from pitboss.office.day import DepositProgressives
from pitboss.office.decide import decide
from pitboss.office.drawer import CountDrawer, RedeemChips, TakeDrawer, expected_units
from pitboss.office.people import GiveRole
from pitboss.office.roles import Role
from tests.office.house import PLAYER, House, draft_of

DOLLAR = 10_000
FLOAT = {10_000: 40, 2_000: 50}
"""$5,000."""


@pytest.fixture
def house() -> House:
    house = House()
    house.open_day()
    return house


def outside(house: House) -> int:
    return house.book.balance("external:cash")


def take(house: House, chips: dict[int, int], by: str = "cleo") -> None:
    house.must(TakeDrawer(chips, outside(house)), by)


def begin(house: House) -> None:
    house.must(CountDrawer(FLOAT), "carl")
    take(house, FLOAT)


def expected(house: House) -> int:
    assert house.office.drawer is not None
    return expected_units(house.office.drawer, outside(house)) // DOLLAR


def test_the_drawer_follows_cash_and_nothing_else(house: House) -> None:
    begin(house)
    assert expected(house) == 5_000
    house.must(Deposit(PLAYER, 200_000), "carl")
    assert expected(house) == 7_000
    house.must(Deposit(PLAYER, 10_000, "card"), "carl")
    house.must(AskWithdrawal(PLAYER, 50_000), PLAYER)
    assert expected(house) == 7_000, "a withdrawal that waits moves no cash"
    house.must(ConfirmWithdrawal(1 + 2), "carl")
    assert expected(house) == 6_500
    house.must(RedeemChips({2_500: 4}), "carl")
    assert expected(house) == 6_400
    house.must(MoveCapital("money", -40_000, "to the vault"), HOUSE)
    house.must(MoveCapital("chips", 90_000, "new chips"), HOUSE)
    assert expected(house) == 6_000
    seed = ("house:seed", -1_000 * DOLLAR), ("jackpot:mtd:display", 1_000 * DOLLAR)
    house.write(draft_of("account/seed", *seed))
    house.must(DepositProgressives(), HOUSE)
    assert expected(house) == 5_000


def test_a_difference_is_written_down_and_a_large_one_notified(house: House) -> None:
    begin(house)
    cage = house.book.balance("cage:money")
    short = {10_000: 40, 2_000: 49, 500: 3}
    house.must(CountDrawer(short), "carl")
    take(house, short)
    assert house.book.balance("cage:money") - cage == -5 * DOLLAR
    assert house.book.balance("house:variance") == 5 * DOLLAR
    assert house.office.notices == {}
    assert expected(house) == 4_995, "the next shift begins with what was there"
    worse = {10_000: 38, 2_000: 49, 500: 3}
    house.must(CountDrawer(worse), "carl")
    take(house, worse)
    (notice,) = house.office.notices.values()
    assert "the cash drawer: -$200.00" in notice.about


def test_two_people_count_it_and_their_counts_agree(house: House) -> None:
    assert house.code(TakeDrawer(FLOAT, 0), "cleo") == "count/missing"
    assert house.code(CountDrawer({7: 1}), "carl") == "count/denomination"
    assert house.code(CountDrawer(FLOAT), "flora") == "permission/missing"
    house.must(CountDrawer(FLOAT), "carl")
    assert house.code(TakeDrawer(FLOAT, 0), "carl") == "signature/same-person"
    assert house.code(CountDrawer(FLOAT), "cleo") == "count/there"
    assert house.code(TakeDrawer({10_000: 41}, 0), "cleo") == "count/differs"
    assert house.code(TakeDrawer({7: 1}, 0), "cleo") == "count/denomination"
    house.must(CountDrawer({10_000: 41}), "carl")
    take(house, {10_000: 41})
    assert house.office.drawer is not None
    assert (house.office.drawer.shift, house.office.drawer.cashier) == (1, "cleo")


def test_chips_are_bought_back_and_a_large_sum_takes_two(house: House) -> None:
    chips = house.book.balance("cage:chips")
    money = house.book.balance("cage:money")
    house.must(RedeemChips({2_500: 10}), "carl")
    assert house.book.balance("cage:chips") - chips == 250 * DOLLAR
    assert house.book.balance("cage:money") - money == -250 * DOLLAR
    assert house.office.drawer is None, "a drawer that nobody counted has no figure"
    assert house.code(RedeemChips({}), "carl") == "count/number"
    assert house.code(RedeemChips({7: 1}), "carl") == "count/denomination"
    asked = house.must(RedeemChips({100_000: 10}), "carl")
    assert asked.event.__class__.__name__ == "Requested"
    assert house.book.balance("cage:chips") - chips == 250 * DOLLAR


def test_before_the_books_are_read_nothing_is_taken_over(house: House) -> None:
    house.must(CountDrawer(FLOAT), "carl")
    with pytest.raises(AssertionError):
        decide(house.office, TakeDrawer(FLOAT), "cleo", house.now)
    assert not isinstance(
        decide(house.office, GiveRole("x", Role.DEALER), HOUSE, house.now), Refusal
    )
