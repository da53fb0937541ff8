"""Trays: two people count, tomorrow's opener is today's closer, and differences leave paper."""

from __future__ import annotations

import pytest

from pitboss.engine.actions import Refusal
from pitboss.office.core import HOUSE
from pitboss.office.day import FileNotice
from pitboss.office.decide import decide
from pitboss.office.inventory import (
    CountTray,
    SignTray,
    StopTable,
    TableClosed,
    TableFacts,
    TakeBox,
)
from pitboss.office.papers import SlipKind, SlipState, TrayState
from pitboss.office.people import GiveRole
from pitboss.office.roles import Role
from pitboss.office.slips import SignSlip
from tests.office.house import HOUR, TRAY, House

TRAY_UNITS = 35_000_000


@pytest.fixture
def house() -> House:
    house = House()
    house.open_day()
    return house


def test_the_first_tray_comes_from_the_cage(house: House) -> None:
    house.open_table()
    assert house.book.balance("tray:t") == TRAY_UNITS
    assert house.book.balance("cage:chips") == -TRAY_UNITS
    assert house.office.trays["t"].state is TrayState.OPEN
    assert not house.office.slips


def test_a_tray_is_counted_by_its_dealer_and_the_floor(house: House) -> None:
    house.must(GiveRole("flora", Role.DEALER), HOUSE)
    house.assign("t", "flora")
    assert house.code(CountTray("t", TRAY), "dan") == "permission/own-table"
    house.assign("t")
    assert house.code(CountTray("t", TRAY), "dan") == "table/not-stopped"
    assert house.code(StopTable("t"), "dan") == "signature/role"
    house.must(StopTable("t"), "flora")
    assert house.code(SignTray("t", TRAY), "flora") == "count/missing"
    assert house.code(CountTray("t", TRAY), "carl") == "permission/missing"
    house.must(CountTray("t", TRAY), "flora")  # she counts as the floor: dan deals here
    assert house.code(SignTray("t", TRAY), "fred") == "signature/role"
    assert house.code(SignTray("t", TRAY), "dora") == "permission/own-table"
    house.assign("t", "flora")
    house.must(CountTray("t", TRAY), "flora")  # now she counts as the dealer
    assert house.code(SignTray("t", TRAY), "flora") == "signature/same-person"
    assert house.code(SignTray("t", TRAY), "dan") == "permission/own-table"
    assert house.code(SignTray("t", {500: 1}), "shirin") == "count/differs"
    house.must(SignTray("t", TRAY), "shirin")
    assert house.code(CountTray("t", TRAY), "flora") == "table/not-stopped"


def test_the_closer_is_the_next_opener_and_play_is_in_it(house: House) -> None:
    house.open_table()
    house.buy_in(10_000)
    house.bet(500_000)
    house.settle(back=0)
    house.close_table()
    expected = TRAY_UNITS - 1_000_000 + 500_000
    assert house.book.balance("tray:t") == expected
    house.open_table()
    assert house.book.balance("tray:t") == expected
    assert not house.office.slips
    assert house.book.balance("house:variance") == 0


def test_a_table_is_not_closed_while_a_round_is_open_or_a_slip_unsigned(house: House) -> None:
    house.open_table()
    house.buy_in(10_000)
    number = house.slip(SlipKind.FILL, {500: 4}, until=SlipState.RECEIVED)
    house.bet(100_000)
    house.must(StopTable("t"), "flora")
    assert house.code(CountTray("t", TRAY), "dan") == "slip/unsigned"
    house.must(SignSlip(SlipKind.FILL, number, SlipState.VERIFIED), "flora")
    house.must(SignSlip(SlipKind.FILL, number, SlipState.FILED), "carl")
    house.must(CountTray("t", TRAY), "dan")
    assert house.code(SignTray("t", TRAY), "flora") == "round/open"
    house.settle(back=200_000)
    counted = house.counted()
    house.must(CountTray("t", counted), "dan")
    house.must(SignTray("t", counted), "flora")
    assert house.book.balance("house:variance") == 0


def test_a_difference_at_the_opening_makes_an_error_slip_with_three_signatures(
    house: House,
) -> None:
    house.open_table()
    house.close_table()
    house.open_table(chips={**TRAY, 500: 99})
    slip = house.office.slips[SlipKind.ERROR, 1]
    assert (slip.units, slip.state) == (-50_000, SlipState.SIGNED)
    assert house.book.balance("house:variance") == 50_000
    assert not house.office.notices
    witness = SignSlip(SlipKind.ERROR, 1, SlipState.WITNESSED)
    assert house.code(witness, "flora") == "signature/role"
    house.must(witness, "sam")
    signed = [signature.party for signature in house.office.slips[SlipKind.ERROR, 1].signatures]
    assert sorted(signed) == ["dealer", "floor", "security"]


@pytest.mark.parametrize(("missing", "is_due"), [(39, False), (40, True)])
def test_from_200_dollars_on_a_notice_is_due_in_24_hours(
    house: House, missing: int, *, is_due: bool
) -> None:
    house.open_table()
    house.close_table()
    house.open_table(chips={**TRAY, 500: 100 - missing})
    assert [notice.due for notice in house.office.notices.values()] == [
        house.now + 24 * HOUR
    ] * is_due
    if is_due:
        assert house.code(FileNotice(1, " "), "shirin") == "reason/missing"
        assert house.code(FileNotice(1, "call 17"), "flora") == "permission/missing"
        house.must(FileNotice(1, "call 17"), "shirin")
        assert house.code(FileNotice(1, "call 17"), "shirin") == "notice/unknown"


def test_three_small_differences_of_a_table_in_a_week_are_a_pattern(house: House) -> None:
    chips = dict(TRAY)
    house.open_table()
    house.close_table()
    for number in range(1, 4):
        chips[500] -= 1
        house.open_table(chips=dict(chips))
        assert bool(house.office.notices) == (number == 3)
        house.close_table()
    house.must(FileNotice(1, "letter"), "ada")
    house.now += 8 * 24 * HOUR
    chips[500] -= 1
    house.open_table(chips=dict(chips))
    assert not house.office.notices, "a week later it is no pattern"


def test_a_wrong_closer_is_an_error_slip_and_a_part_of_a_cent_is_not(house: House) -> None:
    house.open_table()
    house.buy_in(10_000)
    house.bet(100_050)
    house.settle(back=50, meter=550)
    house.close_table()
    assert house.book.balance("house:rounding") == 50
    assert not house.office.slips
    house.open_table()
    short = {**house.counted()}
    short[10_000] -= 1
    house.close_table(chips=short)
    assert house.office.slips[SlipKind.ERROR, 1].units == -1_000_000
    assert house.book.balance("house:variance") == 1_000_000
    event = [entry for entry in house.entries if entry.kind == "table-closed"][-1]
    assert b'"slip":1' in event.body
    assert TableClosed.__name__ == "TableClosed"


def test_a_drop_box_holds_what_players_put_into_it(house: House) -> None:
    house.open_table()
    house.buy_in(10_000)
    assert house.code(TakeBox("t"), "flora") == "permission/missing"
    house.must(TakeBox("t"), "sam")
    assert house.office.trays["t"].is_box_due, "the table is still open"
    house.buy_in(5_000)
    house.close_table()
    house.must(TakeBox("t"), "sam")
    assert not house.office.trays["t"].is_box_due
    assert [box.units for box in house.office.boxes.values()] == [1_000_000, 500_000]
    assert house.book.balance("drop:t") == 0
    assert house.book.balance("box:2") == 500_000


def test_without_a_day_no_tray_is_counted() -> None:
    house = House()
    house.must(StopTable("t"), "flora")
    assert house.code(CountTray("t", TRAY), "dan") == "day/closed"
    assert house.code(TakeBox("t"), "sam") == "day/closed"


def test_a_table_that_was_not_told_yet_is_not_counted(house: House) -> None:
    house.open_table()
    house.must(StopTable("t"), "flora")
    house.must(CountTray("t", TRAY), "dan")
    late = SignTray("t", TRAY, TableFacts(is_stopped=False, tray=TRAY_UNITS))
    outcome = decide(house.office, late, "flora", house.now)
    assert isinstance(outcome, Refusal)
    assert outcome.code == "table/stopping"
