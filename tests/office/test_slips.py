"""Slips: numbers without gaps, the right people in the right order, chips moved once."""

from __future__ import annotations

from itertools import product

import pytest

from pitboss.engine.actions import Refusal
from pitboss.office.core import HOUSE
from pitboss.office.papers import SIGNS_AS, SlipKind, SlipState
from pitboss.office.people import GiveRole
from pitboss.office.roles import Role
from pitboss.office.slips import (
    STEPS,
    AskSlip,
    SignSlip,
    VoidSlip,
    is_finished,
    missing_numbers,
    next_step,
)
from tests.office.house import SIGNERS, STAFF, TRAY, House

CHIPS = {500: 20, 2500: 4}
UNITS = 2_000_000


@pytest.fixture
def house() -> House:
    house = House()
    house.open_day()
    house.open_table()
    return house


def test_a_fill_goes_from_the_cage_to_the_tray_when_the_dealer_signs(house: House) -> None:
    cage = house.book.balance("cage:chips")
    tray = house.book.balance("tray:t")
    number = house.slip(SlipKind.FILL, CHIPS, until=SlipState.CARRIED)
    assert house.book.balance("tray:t") == tray
    house.must(SignSlip(SlipKind.FILL, number, SlipState.RECEIVED, CHIPS), "dan")
    assert house.book.balance("tray:t") == tray + UNITS
    assert house.book.balance("cage:chips") == cage - UNITS
    house.must(SignSlip(SlipKind.FILL, number, SlipState.VERIFIED), "flora")
    house.must(SignSlip(SlipKind.FILL, number, SlipState.FILED), "carl")
    slip = house.office.slips[SlipKind.FILL, number]
    assert is_finished(slip)
    assert [signature.by for signature in slip.signatures] == [
        "flora",
        "carl",
        "sam",
        "dan",
        "flora",
        "carl",
    ]
    assert house.book.balance("tray:t") == tray + UNITS


def test_a_credit_goes_back_when_the_cashier_signs(house: House) -> None:
    tray = house.book.balance("tray:t")
    house.slip(SlipKind.CREDIT, CHIPS, until=SlipState.CARRIED)
    assert house.book.balance("tray:t") == tray
    house.must(SignSlip(SlipKind.CREDIT, 1, SlipState.RECEIVED, CHIPS), "carl")
    assert house.book.balance("tray:t") == tray - UNITS
    assert is_finished(house.office.slips[SlipKind.CREDIT, 1])


def test_every_step_is_signed_by_its_party_alone_and_in_its_order(house: House) -> None:
    """At each step, everybody tries to sign every state; only the party's people may, once."""
    wrong = []
    for kind in (SlipKind.FILL, SlipKind.CREDIT):
        number = house.slip(kind, CHIPS, until=SlipState.REQUESTED)
        slip = house.office.slips[kind, number]
        while (step := next_step(slip)) is not None:
            state, party = step
            for who, wanted in product(STAFF, SlipState):
                if wanted is state and STAFF[who] in SIGNS_AS[party]:
                    continue
                before = house.office
                outcome = house.ask(SignSlip(kind, number, wanted, CHIPS), who)
                if not isinstance(outcome, Refusal) or house.office is not before:
                    wrong.append((kind, state, who, wanted))
            house.must(SignSlip(kind, number, state, CHIPS), SIGNERS[party])
            slip = house.office.slips[kind, number]
    assert not wrong


def test_nobody_is_two_parties_of_one_slip(house: House) -> None:
    for account in ("flora", "sam"):
        house.must(GiveRole(account, Role.DEALER), HOUSE)
    house.slip(SlipKind.FILL, CHIPS, until=SlipState.CARRIED)
    sign = SignSlip(SlipKind.FILL, 1, SlipState.RECEIVED, CHIPS)
    assert house.code(sign, "flora") == "signature/same-person"
    assert house.code(sign, "sam") == "signature/same-person"
    house.assign("t", "dora")
    assert house.code(sign, "dan") == "permission/own-table"
    house.must(sign, "dora")
    verify = SignSlip(SlipKind.FILL, 1, SlipState.VERIFIED)
    house.must(verify, "fred")  # the floor is the floor, whichever of its people comes


def test_whoever_handles_chips_counts_them(house: House) -> None:
    house.slip(SlipKind.FILL, CHIPS, until=SlipState.REQUESTED)
    prepared = SignSlip(SlipKind.FILL, 1, SlipState.PREPARED)
    assert house.code(prepared, "carl") == "count/missing"
    other = SignSlip(SlipKind.FILL, 1, SlipState.PREPARED, {500: 120})
    assert house.code(other, "carl") == "count/differs"
    house.must(SignSlip(SlipKind.FILL, 1, SlipState.PREPARED, {**CHIPS, 100: 0}), "carl")


def test_a_void_slip_keeps_its_number_and_moves_nothing(house: House) -> None:
    tray = house.book.balance("tray:t")
    for state in (SlipState.REQUESTED, SlipState.PREPARED, SlipState.CARRIED):
        number = house.slip(SlipKind.FILL, CHIPS, until=state)
        assert house.code(VoidSlip(SlipKind.FILL, number, " "), "carl") == "reason/missing"
        assert house.code(VoidSlip(SlipKind.FILL, number, "torn"), "sam") == "signature/role"
        house.must(VoidSlip(SlipKind.FILL, number, "torn"), "carl")
        assert house.code(VoidSlip(SlipKind.FILL, number, "torn"), "carl") == "slip/finished"
    last = house.slip(SlipKind.FILL, CHIPS, until=SlipState.RECEIVED)
    assert house.code(VoidSlip(SlipKind.FILL, last, "torn"), "carl") == "slip/finished"
    assert [number for _, number in house.office.slips] == [1, 2, 3, 4]
    assert missing_numbers(house.office) == []
    assert house.book.balance("tray:t") == tray + UNITS


def test_each_kind_has_numbers_of_its_own_that_go_on_the_next_day(house: House) -> None:
    assert house.slip(SlipKind.FILL, CHIPS) == 1
    assert house.slip(SlipKind.CREDIT, CHIPS) == 1
    assert house.slip(SlipKind.FILL, CHIPS) == 2
    house.end_day()
    house.open_day()
    house.open_table()
    assert house.slip(SlipKind.FILL, CHIPS) == 3
    old = SignSlip(SlipKind.FILL, 2, SlipState.FILED)
    assert house.code(old, "carl") == "slip/finished"
    assert house.code(SignSlip(SlipKind.FILL, 4, SlipState.PREPARED), "carl") == "slip/unknown"


def test_what_cannot_be_asked_for_is_refused(house: House) -> None:
    refused = {
        "count/denomination": AskSlip(SlipKind.FILL, "t", {7: 1}),
        "count/number": AskSlip(SlipKind.FILL, "t", {500: 0}),
        "slip/kind": AskSlip(SlipKind.ERROR, "t", CHIPS),
        "table/not-open": AskSlip(SlipKind.FILL, "other", CHIPS),
    }
    assert {code: house.code(value, "flora") for code, value in refused.items()} == {
        code: code for code in refused
    }
    assert house.code(AskSlip(SlipKind.FILL, "t", {500: -1}), "flora") == "count/number"
    assert house.code(AskSlip(SlipKind.FILL, "t", CHIPS), "dan") == "permission/missing"
    house.close_table(chips=TRAY)
    assert house.code(AskSlip(SlipKind.FILL, "t", CHIPS), "flora") == "table/not-open"
    assert all(steps[0][1] == "floor" for steps in STEPS.values())
