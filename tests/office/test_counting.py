"""The count: the right people, blind, each box apart, and the cage does not see it."""

from __future__ import annotations

import pytest

from pitboss.office.core import HOUSE
from pitboss.office.counting import (
    CountBox,
    FinishCount,
    JoinCount,
    RecountBox,
    SignCount,
    shown_figures,
)
from pitboss.office.inventory import CountTray, TakeBox
from pitboss.office.people import GiveRole
from pitboss.office.roles import Permission, Role, may
from tests.office.house import TRAY, House

NOTES = {10_000: 1}


@pytest.fixture
def house() -> House:
    """Two boxes of $100 and $50 wait for the count."""
    house = House()
    house.open_day()
    for table, cents in (("t", 10_000), ("u", 5_000)):
        house.open_table(table)
        house.buy_in(cents, table)
        house.close_table(table)
        house.must(TakeBox(table), "sam")
    return house


def begin(house: House) -> None:
    house.must(JoinCount(), "curt")
    house.must(JoinCount(), "cora")


def test_two_or_three_people_count_and_nobody_who_prepared_papers(house: House) -> None:
    assert house.code(CountBox(1, NOTES), "curt") == "count/missing"
    house.must(JoinCount(), "curt")
    assert house.code(JoinCount(), "curt") == "count/joined"
    assert house.code(CountBox(1, NOTES), "curt") == "count/team"
    house.must(GiveRole("dan", Role.COUNT), HOUSE)
    assert house.code(JoinCount(), "dan") == "count/preparer"
    for outsider in ("vera", "carl", "ada", "flora"):
        assert house.code(JoinCount(), outsider) == "permission/missing"
    house.must(JoinCount(), "cora")
    house.must(JoinCount(), "coen")
    assert house.code(JoinCount(), "cyd") == "count/full"
    assert house.code(CountBox(1, NOTES), "cyd") == "count/team"
    house.must(CountBox(1, NOTES), "curt")


def test_the_recount_is_blind(house: House) -> None:
    begin(house)
    assert house.code(RecountBox(1, NOTES), "ada") == "box/uncounted"
    house.must(CountBox(1, NOTES), "curt")
    box = house.office.boxes[1]
    for account in ("ada", "vera", "otto"):
        shown = shown_figures(house.office, box, account)
        assert (shown.counted, shown.units) == ((), 0)
    assert shown_figures(house.office, box, "cora").counted
    house.must(RecountBox(1, NOTES), "ada")
    box = house.office.boxes[1]
    assert shown_figures(house.office, box, "ada").counted[0].notes == NOTES
    assert shown_figures(house.office, box, "cora").units == 0, "the journal's figure comes last"
    assert house.code(RecountBox(1, NOTES), "alan") == "count/team", "one verifier"


def test_where_the_figures_differ_both_count_again(house: House) -> None:
    begin(house)
    house.must(CountBox(1, {10_000: 2}), "curt")
    assert house.code(CountBox(1, NOTES), "curt") == "box/counted"
    house.must(RecountBox(1, NOTES), "ada")
    assert not house.office.boxes[1].is_agreed
    assert house.code(RecountBox(1, NOTES), "ada") == "box/uncounted"
    assert house.code(SignCount(), "curt") == "count/unfinished"
    house.must(CountBox(1, NOTES), "cora")
    assert shown_figures(house.office, house.office.boxes[1], "ada").counted[-1].notes != NOTES
    house.must(RecountBox(1, NOTES), "ada")
    assert house.office.boxes[1].is_agreed
    assert house.code(CountBox(1, NOTES), "curt") == "box/counted"
    assert len(house.office.boxes[1].counted) == 2


def test_all_sign_and_the_money_goes_to_the_cage_once(house: House) -> None:
    begin(house)
    for box, notes in ((1, NOTES), (2, {1000: 4, 500: 1})):  # box 2 lacks 5 dollars
        house.must(CountBox(box, notes), "curt")
        house.must(RecountBox(box, notes), "ada")
    assert house.code(FinishCount(), "ada") == "count/unsigned"
    house.must(SignCount(), "curt")
    assert house.code(SignCount(), "curt") == "count/signed"
    assert house.code(FinishCount(), "ada") == "count/unsigned"
    house.must(SignCount(), "cora")
    assert house.code(FinishCount(), "alan") == "count/team"
    house.must(FinishCount(), "ada")
    assert house.book.balance("cage:money") == 1_450_000
    assert house.book.balance("house:variance") == 50_000
    assert (house.book.balance("box:1"), house.book.balance("box:2")) == (0, 0)
    for command, who in ((FinishCount(), "ada"), (JoinCount(), "coen"), (SignCount(), "cora")):
        assert house.code(command, who) == "count/done"
    assert shown_figures(house.office, house.office.boxes[1], "otto").units == 1_000_000


def test_a_large_difference_of_a_box_must_be_notified(house: House) -> None:
    house.now += 1
    begin(house)
    for box, notes in ((1, NOTES), (2, {10_000: 3})):  # box 2 has 250 dollars too much
        house.must(CountBox(box, notes), "curt")
        house.must(RecountBox(box, notes), "ada")
    house.must(SignCount(), "curt")
    house.must(SignCount(), "cora")
    house.must(FinishCount(), "ada")
    assert [notice.about for notice in house.office.notices.values()] == [
        "count of day 1: box 2 of table u: $250.00"
    ]


def test_the_cage_never_reads_a_count() -> None:
    assert not may([Role.CAGE], Permission.READ_COUNTS)


def test_the_count_waits_for_all_boxes_and_tables_wait_for_the_next_day(house: House) -> None:
    house.open_table("v")
    assert house.code(JoinCount(), "curt") == "count/early"
    house.close_table("v")
    assert house.code(JoinCount(), "curt") == "count/early"
    house.must(TakeBox("v"), "sam")
    house.must(JoinCount(), "curt")
    assert house.code(CountTray("v", TRAY), "dan") == "count/begun"
    assert house.code(TakeBox("v"), "sam") == "count/begun"
