"""What the office decides, without a store: each refusal by code and sentence, and each change."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.engine.actions import Refusal
from pitboss.office import approvals, cage, counting, disputes, inventory, slips, switches, voids
from pitboss.office.core import HOUSE, Done, Errand
from pitboss.office.counting import blind_since
from pitboss.office.day import DayFacts, SetTerms, day_problems, terms_problem
from pitboss.office.decide import EVENTS, decide, needs_of
from pitboss.office.papers import (
    Box,
    Count,
    Day,
    OfficeTerms,
    Slip,
    SlipKind,
    SlipState,
    Tray,
    TrayState,
    Withdrawal,
    chips_problem,
)
from pitboss.office.people import AssignDealer, Disable, Enable, GiveRole, ResetFactor, TakeRole
from pitboss.office.roles import Permission, Role
from pitboss.office.state import Office, Request

STAFF = {
    "sue": frozenset({Role.SHIFT}),
    "flora": frozenset({Role.FLOOR}),
    "dan": frozenset({Role.DEALER}),
    "root": frozenset({Role.ADMIN}),
    "cora": frozenset({Role.COUNT}),
    "cash": frozenset({Role.CAGE}),
}
OFFICE = Office(staff=STAFF)
DAY = Day(3, "2026-11-18", 500)
WHY = "a card fell"


def office(**fields: Any) -> Office:  # noqa: ANN401 - fields of an office
    return Office(**{"staff": STAFF, **fields})


def refuse(house: Office, command: object, by: str, now: int = 1000) -> tuple[str, str]:
    """Return the code and the sentence by which a command is refused."""
    outcome = decide(house, command, by, now)
    assert isinstance(outcome, Refusal), outcome
    return outcome.code, outcome.message


def do(house: Office, command: object, by: str, now: int = 1000) -> Office:
    """Return the office after a command."""
    outcome = decide(house, command, by, now)
    assert isinstance(outcome, Done), outcome
    return EVENTS[type(outcome.event)](house, outcome.event, by, now)


# -- people ----------------------------------------------------------------------------------------


def test_nobody_changes_what_he_may_do_himself() -> None:
    self_ = ("role/self", "nobody changes what he himself may do")
    assert refuse(OFFICE, GiveRole("root", Role.DEALER), "root") == self_
    assert refuse(OFFICE, Disable("root", WHY), "root") == self_
    assert refuse(OFFICE, ResetFactor("root", WHY), "root") == self_
    off = office(disabled=frozenset({"root"}))
    command = Enable("root", WHY)
    missing = ("permission/missing", "your role does not allow this")
    assert refuse(off, command, "root") == missing, "the disabled may nothing"
    assert do(off, command, HOUSE).disabled == frozenset()
    assert refuse(OFFICE, command, HOUSE) == ("staff/enabled", "the account is not disabled")


def test_two_people_enable_somebody_who_may_do_more_than_read() -> None:
    staff = {**STAFF, "amy": STAFF["root"], "bea": frozenset({Role.AUDITOR})}
    off = office(staff=staff, disabled=frozenset({"dan", "bea"}))
    waits = do(off, Enable("dan", WHY), "root")
    assert (waits.disabled, len(waits.requests)) == (off.disabled, 1)
    assert do(off, Enable("bea", WHY), "root").disabled == frozenset({"dan"})


def test_roles_that_do_not_go_together_are_not_given_to_one_person() -> None:
    assert refuse(OFFICE, GiveRole("cash", Role.COUNT), "root") == (
        "role/incompatible",
        "nobody is both cage and count",
    )
    everything = ("role/held", "the account is player already")
    assert refuse(OFFICE, GiveRole("ann", Role.PLAYER), "root") == everything
    assert refuse(OFFICE, GiveRole("cash", Role.CAGE), "root") == (
        "role/held",
        "the account is cage already",
    )


def test_a_role_is_taken_from_who_has_it_and_the_last_ends_a_disabling() -> None:
    assert refuse(OFFICE, TakeRole("cash", Role.FLOOR), "root") == (
        "role/unknown",
        "the account is not floor",
    )
    two = office(staff={"ann": frozenset({Role.FLOOR, Role.DEALER}), **STAFF})
    two = do(two, Disable("ann", WHY), "root")
    assert two.disabled == frozenset({"ann"})
    one = do(two, TakeRole("ann", Role.FLOOR), "root")
    assert (one.staff["ann"], one.disabled) == (frozenset({Role.DEALER}), frozenset({"ann"}))
    none = do(one, TakeRole("ann", Role.DEALER), "root")
    assert (none.staff, none.disabled) == (STAFF, frozenset())


def test_staff_is_disabled_once_and_only_staff() -> None:
    off = do(OFFICE, Disable("dan", WHY), "root")
    assert refuse(off, Disable("dan", WHY), "root") == (
        "staff/disabled",
        "the account is disabled already",
    )
    unknown = ("staff/unknown", "the account has no role in this house")
    assert refuse(OFFICE, Disable("ann", WHY), "root") == unknown
    assert refuse(OFFICE, ResetFactor("ann", WHY), "root") == unknown
    assert refuse(OFFICE, ResetFactor("dan", WHY), HOUSE) == (
        "request/house",
        "two people of the staff decide about this",
    )


def test_a_dealer_deals_at_one_table_and_is_assigned_by_another() -> None:
    there = do(OFFICE, AssignDealer("t1", "dan"), "flora")
    assert there.dealers == {"t1": "dan"}
    assert do(there, AssignDealer("t2", "dan"), "flora").dealers == {"t2": "dan"}
    assert do(there, AssignDealer("t1", ""), "flora").dealers == {}
    same = ("dealer/there", "that is so already")
    assert refuse(there, AssignDealer("t1", "dan"), "flora") == same
    assert refuse(OFFICE, AssignDealer("t1", ""), "flora") == same
    assert refuse(OFFICE, AssignDealer("t1", "cash"), "flora") == (
        "dealer/role",
        "only somebody who has the role dealer deals at a table",
    )
    floor_dealer = office(staff={"flo": frozenset({Role.FLOOR, Role.DEALER}), **STAFF})
    assert refuse(floor_dealer, AssignDealer("t1", "flo"), "flo") == (
        "dealer/self",
        "nobody assigns himself or herself; ask another supervisor",
    )


# -- switches and voids ----------------------------------------------------------------------------


def test_tables_are_switched_off_one_by_one_or_all_at_once() -> None:
    off = do(OFFICE, switches.SwitchTable("t1", on=False, reason=WHY), "flora")
    assert (off.switched_off, off.switches) == ({"t1": WHY}, 1)
    everything = do(off, switches.SwitchAll(on=False, reason=WHY), "sue")
    assert (everything.switched_off, everything.switches) == ({"t1": WHY, "": WHY}, 2)
    on = do(everything, switches.SwitchAll(on=True, reason=WHY), "sue")
    assert on.switched_off == {"t1": WHY}, "a table that was switched off singly stays off"
    assert do(on, switches.SwitchTable("t1", on=True, reason=WHY), "flora").switched_off == {}
    rows: list[tuple[object, str, str]] = [
        (switches.SwitchTable("t1", on=False, reason=WHY), "flora", "that is off already"),
        (switches.SwitchTable("t2", on=True, reason=WHY), "flora", "that is on already"),
        (switches.SwitchAll(on=True, reason=WHY), "sue", "that is on already"),
    ]
    for command, by, sentence in rows:
        assert refuse(off, command, by) == ("table/switched", sentence)
    blank = switches.SwitchTable("t2", on=False, reason=" ")
    assert refuse(off, blank, "flora")[0] == "text/length"


def test_who_played_in_a_round_decides_nothing_about_it() -> None:
    own = ("void/own", "nobody decides on a round he played in")
    rows: list[object] = [
        voids.CallOffRound("t1", 1, WHY, ("ann", "flora")),
        voids.RuleOnRound("t1", 1, WHY, "card-exposed", 1, 1, ("flora",)),
        voids.TakeBackRound("t1", 1, 0, WHY, ("flora",)),
    ]
    for command in rows:
        assert refuse(OFFICE, command, "flora") == own
    others: list[object] = [
        voids.CallOffRound("t1", 1, " ", ("ann",)),
        voids.RuleOnRound("t1", 1, " ", "card-exposed", 1, 1, ("ann",)),
        voids.TakeBackRound("t1", 1, 0, " ", ("ann",)),
        voids.AskVoid("t1", 1, " "),
    ]
    for command in others:
        assert refuse(OFFICE, command, "flora")[0] == "text/length"


def test_a_void_is_asked_for_and_answered() -> None:
    asked = do(OFFICE, voids.AskVoid("t1", 4, WHY), "flora", 7)
    ask = asked.void_asks["t1", 4]
    assert (ask.table, ask.round, ask.reason, ask.by, ask.at) == ("t1", 4, WHY, "flora", 7)
    dismissed = do(asked, voids.DismissVoid("t1", 4, WHY), "flora")
    assert dismissed.void_asks == {}
    called_off = do(asked, voids.CallOffRound("t1", 4, WHY, ("ann",)), "flora")
    assert called_off.void_asks == {}
    ruled = do(asked, voids.RuleOnRound("t1", 4, WHY, "card-exposed", 1, 1, ("ann",)), "flora")
    assert ruled == asked, "the table's journal has the outcome"
    assert refuse(asked, voids.AskVoid("t1", 4, WHY), "flora") == (
        "void/asked",
        "somebody has asked for that already",
    )
    assert refuse(OFFICE, voids.DismissVoid("t1", 4, WHY), "flora") == (
        "void/not-asked",
        "nobody has asked for that",
    )
    assert refuse(asked, voids.DismissVoid("t1", 4, ""), "flora")[0] == "text/length"


def test_a_settled_round_is_taken_back_by_two_who_did_not_play_in_it() -> None:
    command = voids.TakeBackRound("t1", 4, 0, WHY, ("ann", "sue"))
    waits = do(OFFICE, command, "flora")
    (number,) = waits.requests
    own = ("void/own", "nobody decides on a round he played in")
    assert refuse(waits, approvals.Approve(number), "sue") == own
    two = office(staff={**STAFF, "fred": frozenset({Role.FLOOR})}, requests=waits.requests)
    outcome = decide(two, approvals.Approve(number), "fred", 1001)
    assert isinstance(outcome, Done)
    assert outcome.agreed is not None
    assert outcome.agreed.done.event == Errand()


# -- requests --------------------------------------------------------------------------------------


def request(**fields: Any) -> Request:  # noqa: ANN401 - fields of a request
    given = {"number": 1, "command": "give-role", "terms": {}, "by": "root", "at": 0, "until": 900}
    return Request(**{**given, "second": Permission.APPROVE_STAFF, **fields})


def test_only_the_house_closes_requests_that_nobody_answered_and_reports_on_others() -> None:
    house = ("permission/missing", "only the house itself does this")
    waits = office(requests={1: request(), 2: request(number=2, approver="sue")})
    for command in (approvals.Expire(1), approvals.Report(2)):
        assert refuse(waits, command, "sue") == house
    assert 1 not in do(waits, approvals.Expire(1), HOUSE, 900).requests
    for number, now in ((1, 899), (2, 900), (3, 900)):
        sentence = f"request {number} has not expired"
        assert refuse(waits, approvals.Expire(number), HOUSE, now) == ("request/closed", sentence)
    assert 2 not in do(waits, approvals.Report(2), HOUSE).requests
    for number in (1, 3):
        sentence = f"request {number} does not wait to be carried out"
        assert refuse(waits, approvals.Report(number), HOUSE) == ("request/closed", sentence)


def test_a_command_needs_the_permission_of_its_handler() -> None:
    assert needs_of(switches.SwitchTable) is Permission.DISABLE_TABLE
    assert needs_of(approvals.Approve) is None


# -- money -----------------------------------------------------------------------------------------


def test_only_the_player_asks_for_money_of_the_wallet() -> None:
    assert refuse(OFFICE, cage.AskWithdrawal("ann", 500, "bank"), "cash") == (
        "permission/missing",
        "only the player asks for money of the wallet",
    )


def test_too_many_withdrawals_wait_in_the_house() -> None:
    paper: dict[str, Any] = {"cents": 1, "rail": "cash", "by": "bob", "at": 1}
    waiting = {
        number: Withdrawal(number=number, account="bob" if number else "ann", **paper)
        for number in range(cage.WITHDRAWALS_MAX)
    }
    assert refuse(office(withdrawals=waiting), cage.AskWithdrawal("ann", 5, "cash"), "ann") == (
        "payment/too-many",
        "too many withdrawals wait; yours is one of them",
    )


def test_awards_that_wait_are_those_that_have_not_expired() -> None:
    terms = {"number": 7}
    waits = {
        1: request(number=1, command="decide-dispute", terms=terms, until=900),
        2: request(number=2, command="give-role", terms=terms, until=900),
        3: request(number=3, command="decide-dispute", terms={"number": 8}, until=500),
    }
    house = office(requests=waits)
    assert disputes.waiting_awards(house, 899) == {7: 1}
    assert disputes.waiting_awards(house, 499) == {7: 1, 8: 3}
    assert disputes.waiting_awards(house, 900) == {}


def test_nobody_answers_a_dispute_of_his_own() -> None:
    opened = do(OFFICE, disputes.OpenDispute("t1", 1, "it was a push", ("00" * 32,)), "sue")
    answer = disputes.AnswerDispute(1, "it was not")
    assert refuse(opened, answer, "sue") == ("dispute/own", "nobody answers a dispute of his own")


def test_those_who_count_or_pay_see_no_drop_until_it_is_counted() -> None:
    """WAC 230-15-615, 230-15-620."""
    open_day = office(day=DAY)
    assert [blind_since(open_day, who) for who in ("cora", "cash", "root")] == [500, 500, None]
    assert blind_since(OFFICE, "cora") is None
    counted = office(day=DAY, count=Count(day=3, is_finished=True))
    assert blind_since(counted, "cora") is None
    under_way = office(day=DAY, count=Count(day=3, team=("cora",)))
    assert blind_since(under_way, "cora") == 500


def test_a_count_is_begun_signed_and_finished_by_its_team() -> None:
    box = Box(number=1, table="t1", day=3, units=0, by="dan")
    command = counting.CountBox(1, {100: 1})
    assert refuse(office(day=DAY, boxes={1: box}), command, "cora") == (
        "count/missing",
        "nobody has begun the count of this day",
    )
    begun = office(day=DAY, boxes={1: box}, count=Count(day=3, team=("eve",)))
    team = ("cora", "eve", "fay")
    mine = office(day=DAY, boxes={1: box}, count=Count(day=3, team=team))
    assert refuse(mine, counting.CountBox(2, {100: 1}), "cora") == (
        "box/unknown",
        "there is no box 2 to count",
    )
    assert refuse(begun, counting.SignCount(), "cora") == (
        "count/team",
        "those who counted sign the count",
    )
    over = office(day=DAY, boxes={1: box}, count=Count(day=3, is_finished=True))
    assert refuse(over, command, "cora")[0] == "count/done"
    assert refuse(OFFICE, command, "cora") == ("day/closed", "no gambling day is open")


def test_a_day_is_closed_when_nothing_is_left_to_do() -> None:
    """WAC 230-15-615: also the boxes are counted."""
    box = Box(number=1, table="t1", day=3, units=0, by="dan")
    paper: dict[str, Any] = {"table": "t1", "day": 3, "units": 0, "signatures": ()}
    slip = Slip(kind=SlipKind.FILL, number=1, state=SlipState.REQUESTED, **paper)
    trays = {
        "t1": Tray(table="t1", state=TrayState.OPEN),
        "t2": Tray(table="t2", is_box_due=True),
        "t3": Tray(table="t3"),
    }
    left = office(
        day=DAY,
        trays=trays,
        boxes={1: box},
        slips={(SlipKind.FILL, 1): slip},
        numbers={SlipKind.FILL: 2},
        first_numbers={SlipKind.FILL: 1},
    )
    facts = DayFacts(open_rounds=("t1",), pending_hits=("mtd",))
    assert [*day_problems(left, facts)] == [
        "table t1 is open",
        "the drop box of table t2 was not taken",
        "a round is open at table t1",
        "a hit of jackpot mtd is neither confirmed nor rejected",
        "fill 1 is requested and not finished",
        "number fill 2 is missing",
        "the drop boxes are not counted",
    ]
    assert [*day_problems(office(day=DAY), DayFacts())] == []
    counted = office(day=DAY, boxes={1: box}, count=Count(day=3, is_finished=True))
    assert [*day_problems(counted, DayFacts())] == []
    patient = office(day=DAY, terms=OfficeTerms(hits_block_day=False))
    assert [*day_problems(patient, DayFacts(pending_hits=("mtd",)))] == []


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, ""),
        ({"denominations": ()}, "denominations are at least 1 cent"),
        ({"denominations": (0, 5)}, "denominations are at least 1 cent"),
        ({"denominations": (1,)}, ""),
        ({"day_starts_minute": -1}, "day_starts_minute is 0 to 1439"),
        ({"day_starts_minute": 1440}, "day_starts_minute is 0 to 1439"),
        ({"day_starts_minute": 0}, ""),
        ({"day_starts_minute": 1439}, ""),
        ({"large_cents": 0, "notice_hours": 0}, "large_cents, notice_hours: at least 1"),
        (
            {"pattern_count": 0, "notice_cents": 0, "pattern_days": 0},
            "notice_cents, pattern_count, pattern_days: at least 1",
        ),
        ({"deposit_days": 0}, "deposit_days: at least 1"),
        ({"malfunction_hours": 0}, "malfunction_hours: at least 1"),
        (
            {"denominations": (), "deposit_days": 0},
            "denominations are at least 1 cent; deposit_days: at least 1",
        ),
    ],
)
def test_terms_of_the_office_name_every_problem(fields: dict[str, Any], sentence: str) -> None:
    terms = OfficeTerms(**fields)
    assert terms_problem(terms) == sentence
    if sentence:
        assert refuse(OFFICE, SetTerms(terms), HOUSE)[1] == sentence


def test_a_table_is_stopped_by_the_floor_or_the_house_once() -> None:
    there = inventory.TableFacts()
    first = do(OFFICE, inventory.StopTable("t1", there), "flora")
    assert first.trays["t1"].state is not TrayState.OPEN
    unknown = ("table/unknown", "there is no such table; GET /api/1/tables lists them")
    for facts in (None, inventory.TableFacts(is_there=False)):
        assert refuse(OFFICE, inventory.StopTable("t1", facts), "flora") == unknown
    trays = {"t1": Tray(table="t1", state=TrayState.CLOSED, turn=4)}
    assert refuse(office(trays=trays), inventory.StopTable("t1", there), HOUSE) == (
        "table/not-open",
        "the table is closed already",
    )
    running = office(trays={"t1": Tray(table="t1", state=TrayState.OPEN, turn=4)})
    assert do(running, inventory.StopTable("t1", there), HOUSE).trays["t1"].turn == 5
    stopped = office(day=DAY, trays={"t1": Tray(table="t1", state=TrayState.STOPPED, turn=5)})
    assert refuse(stopped, inventory.CountTray("t1", {100: 1}), HOUSE) == (
        "signature/role",
        "a tray is counted by its dealer and the floor",
    )


def test_chips_are_counted_within_bounds() -> None:
    known = OfficeTerms().denominations
    assert chips_problem({100: 1_000_000, 500: 0}, known) is None
    rows = {
        (7, 1): "count/denomination",
        (100, -1): "count/number",
        (100, 1_000_001): "count/number",
        (500_000, 1_000_000): None,
    }
    for (cents, count), code in rows.items():
        problem = chips_problem({cents: count}, known)
        assert (problem and problem.code) == code, (cents, count)
    huge = chips_problem({10**9: 1_000_000}, (10**9,))
    assert huge == Refusal("count/number", "this is more than any count may be worth")


def test_a_finished_slip_is_not_signed_again() -> None:
    paper: dict[str, Any] = {"table": "t1", "day": 3, "units": 0, "signatures": ()}
    void = Slip(kind=SlipKind.FILL, number=1, state=SlipState.VOID, **paper)
    house = office(day=DAY, slips={(SlipKind.FILL, 1): void})
    command = slips.SignSlip(SlipKind.FILL, 1, SlipState.PREPARED, {100: 1})
    assert refuse(house, command, "cash") == (
        "slip/finished",
        "fill 1 is void; nobody signs it now",
    )
