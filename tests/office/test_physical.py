"""Physical tables and ratings, by the office alone: what is locked, counted, rated and refused."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.values import replace
from pitboss.ledger.entry import Posting
from pitboss.office import physical
from pitboss.office.approvals import Approve
from pitboss.office.clock import is_time_zone
from pitboss.office.core import HOUSE, Done, Handler
from pitboss.office.day import SetTerms
from pitboss.office.decide import ALONE, COMMANDS, decide
from pitboss.office.inventory import CountTray, StopTable
from pitboss.office.papers import OfficeTerms
from pitboss.office.people import AssignDealer, GiveRole, TakeRole
from pitboss.office.physical import (
    AddTable,
    CountTokes,
    IdentifyWinner,
    LockWagers,
    ReleaseWagers,
    SettleHand,
    Share,
)
from pitboss.office.ratings import HANDS_MAX, CloseRating, NoteBet, OpenRating
from pitboss.office.roles import Role
from tests.office.house import House

PIT = "sp-9"
NEW = AddTable(
    table=PIT,
    name="Spanish 21",
    house={"game": "wa/spanish-21"},
    links={"jackpot-1": "mtd", "jackpot-2": "mtd"},
    reason="a new table",
)
SHARE = 5_250
WON = IdentifyWinner(
    jackpot="mtd",
    hit=1,
    name="Ann Player",
    document="licence WA 77",
    address="",
    tax_number="4321",
    withheld_cents=5,
)


@pytest.fixture
def house() -> House:
    house = House()
    house.open_day()
    asked = house.must(NEW, "flora")
    assert PIT not in house.office.physical, "one person alone opens no table"
    house.must(Approve(vars_of(asked)["number"]), "fred")
    return house


def vars_of(done: Done) -> dict[str, Any]:
    """Return the fields of what happened."""
    return {name: getattr(done.event, name) for name in done.event.__struct_fields__}


def opened(house: House) -> House:
    """Open the table's tray."""
    house.assign(PIT)
    house.open_table(PIT)
    return house


def lock(*seats: int, units: int = SHARE, wager: str = "jackpot-1") -> LockWagers:
    shares = dict.fromkeys(("jackpot-1", "jackpot-2"), Share("mtd", units))
    return LockWagers(PIT, {wager: seats}, shares)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"table": "Pit 1"}, "table/id"),
        ({"table": PIT}, "table/there"),
        ({"table": "sp-10", "name": " "}, "table/name"),
        ({"table": "sp-10", "name": "x" * 61}, "table/name"),
        ({"table": "sp-10", "reason": " "}, "text/length"),
    ],
)
def test_a_table_has_an_id_of_its_own_a_name_and_a_reason(
    house: House, wrong: dict[str, Any], code: str
) -> None:
    assert house.code(replace(NEW, **wrong), "flora") == code
    house.check()


def test_there_are_only_so_many_tables(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(physical, "TABLES_MAX", 1)
    assert house.code(replace(NEW, table="sp-10"), "flora") == "table/there"


def test_wagers_are_locked_at_an_open_table_and_given_back_once(house: House) -> None:
    assert house.code(lock(1), "flora") == "table/not-open"
    assert house.code(replace(lock(1), table="t9"), "flora") == "table/unknown"
    opened(house)
    accrued = house.book.balance("house:jackpot-accrual")
    both = LockWagers(
        PIT,
        {"jackpot-1": (1, 3), "jackpot-2": (3,)},
        {"jackpot-1": Share("mtd", SHARE), "jackpot-2": Share("mtd", 7)},
    )
    house.must(both, "dan")
    assert house.book.balance("jackpot:mtd:in") == 2 * SHARE + 7
    assert house.book.balance("house:jackpot-accrual") == accrued - 2 * SHARE - 7
    back = ReleaseWagers(PIT, "a card was exposed")
    assert house.code(replace(back, reason=" "), "flora") == "text/length"
    house.must(back, "flora")
    assert house.book.balance("jackpot:mtd:in") == 0
    assert house.code(back, "flora") == "round/unknown", "they went back already"
    house.must(LockWagers(PIT, {}, {}), "dan")
    assert house.office.physical[PIT].rounds == 2
    assert house.book.balance("jackpot:mtd:in") == 0, "nobody bet"
    house.check()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (lock(1, wager="match-up"), "wager/not-offered"),
        (lock(), "seat/unknown"),
        (lock(2, 2), "seat/unknown"),
        (lock(0), "seat/unknown"),
        (lock(physical.SEATS_MAX + 1), "seat/unknown"),
        (lock(1, units=0), "jackpot/disabled"),
    ],
)
def test_each_seat_is_named_once_and_the_jackpot_takes_wagers(
    house: House, command: LockWagers, code: str
) -> None:
    assert house.code(command, "flora") == "table/not-open"
    assert opened(house).code(command, "dan") == code


def test_a_table_without_links_says_so(house: House) -> None:
    asked = house.must(replace(NEW, table="bj-1", links={}), "flora")
    house.must(Approve(vars_of(asked)["number"]), "fred")
    house.open_table("bj-1")
    refused = decide(house.office, replace(lock(1), table="bj-1"), "dan", house.now)
    assert "none" in str(refused)


def test_a_hand_is_kept_and_tips_are_counted(house: House) -> None:
    opened(house)
    house.must(SettleHand(PIT, {"bets": {}}), "dan")
    assert house.office.physical[PIT].hands == 1
    house.must(CountTokes(PIT, {500: 3, 100: 0}), "dan")
    assert house.book.balance(f"tips:{PIT}") == 1_500 * UNITS_PER_CENT
    assert house.code(CountTokes(PIT, {500: 0}), "dan") == "count/number"
    assert house.code(CountTokes("t", {500: 1}), "flora") == "table/unknown"
    house.check()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": " "}, "text/length"),
        ({"document": ""}, "text/length"),
        ({"tax_number": "43x1"}, "winner/tax"),
        ({"withheld_cents": -1}, "payment/amount"),
    ],
)
def test_a_winner_has_a_name_a_paper_and_a_sum_kept_back(
    house: House, wrong: dict[str, Any], code: str
) -> None:
    assert house.code(replace(WON, **wrong), "flora") == code
    house.must(WON, "flora")
    assert house.office.winners["mtd", 1].name == "Ann Player"
    house.check()


def test_a_rating_is_opened_noted_and_closed(house: House) -> None:
    sits = OpenRating(table=PIT, seat=2, player="Ann, card 77", buy_in_cents=10_000)
    assert house.code(replace(sits, player=" "), "flora") == "text/length"
    house.must(sits, "flora")
    house.must(replace(sits, seat=3), "flora")
    assert house.code(sits, "flora") == "rating/open"
    assert house.code(NoteBet(rating=9, cents=5), "flora") == "rating/unknown"
    leaves = CloseRating(rating=1, hands=HANDS_MAX, out_cents=0)
    assert house.code(leaves, "flora") == "rating/bets"
    house.must(NoteBet(rating=1, cents=2_500), "flora")
    house.must(NoteBet(rating=1, cents=5_000), "flora")
    assert house.office.ratings[1].bets == (2_500, 5_000)
    house.must(leaves, "flora")
    house.must(CloseRating(rating=2, hands=0, out_cents=0), "flora")
    assert house.office.ratings == {}
    house.check()


# -- the rest of the office that nothing else here reaches -----------------------------------------


def test_no_command_brings_money_of_the_house_to_a_wallet_by_one_person(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = COMMANDS[NoteBet]
    gift = (Posting("house:promo", -1), Posting("wallet:a1", 1))

    def careless(*_: object) -> Done:
        done = handler.decide(house.office, NoteBet(rating=1, cents=1), "flora", house.now)
        assert isinstance(done, Done)
        return Done(done.event, gift)

    house.must(OpenRating(table=PIT, seat=2, player="Ann", buy_in_cents=0), "flora")
    forged = {**COMMANDS, NoteBet: Handler(careless, handler.needs)}
    monkeypatch.setattr("pitboss.office.decide.COMMANDS", forged)
    assert decide(house.office, NoteBet(rating=1, cents=1), "flora", house.now) == ALONE


def test_the_last_who_runs_the_staff_keeps_the_role(house: House) -> None:
    house.must(GiveRole("sys", Role.ADMIN), HOUSE)
    assert house.code(TakeRole("sys", Role.ADMIN), "sys") == "role/last"
    house.must(GiveRole("tess", Role.ADMIN), HOUSE)
    house.must(TakeRole("sys", Role.ADMIN), "tess")


def test_a_count_by_somebody_who_deals_elsewhere_by_now_is_replaced(house: House) -> None:
    opened(house)
    house.must(StopTable(PIT), "flora")
    house.must(CountTray(PIT, house.counted(PIT)), "dan")
    house.must(AssignDealer(PIT, "dora"), "fred")
    house.must(CountTray(PIT, house.counted(PIT)), "dora")


def test_a_house_is_in_a_time_zone() -> None:
    assert is_time_zone("America/Denver")
    assert not is_time_zone("../etc/passwd")
    house = House()
    terms = OfficeTerms(time_zone="Denver")
    assert house.code(SetTerms(terms), HOUSE) == "terms/invalid"
