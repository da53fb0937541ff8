"""What the office tells a table: whether it may play, what limits were asked for, and from when."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pitboss.engine.actions import Refusal
from pitboss.engine.values import replace
from pitboss.office.approvals import Approve, Requested
from pitboss.office.clock import read_start
from pitboss.office.core import Done, Errand, event_kind
from pitboss.office.decide import decide
from pitboss.office.inventory import StopTable
from pitboss.office.limits import ChangeLimits
from pitboss.office.switches import SwitchAll, SwitchTable
from tests.office.house import House

DENVER = "America/Denver"
WHY = "the crowd of the evening"
NOON = datetime(2027, 1, 15, 19, tzinfo=UTC)
"""In Denver."""


def microseconds(moment: datetime) -> int:
    """Return a moment as the books have it."""
    return int(moment.timestamp()) * 1_000_000


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("12:01", datetime(2027, 1, 15, 19, 1, tzinfo=UTC)),
        ("11:59", datetime(2027, 1, 16, 18, 59, tzinfo=UTC)),
        ("12:00", datetime(2027, 1, 16, 19, tzinfo=UTC)),
        ("2027-01-16T00:30:00-07:00", datetime(2027, 1, 16, 7, 30, tzinfo=UTC)),
        ("2027-01-16T00:30:00Z", datetime(2027, 1, 16, 0, 30, tzinfo=UTC)),
    ],
)
def test_a_time_is_the_next_one_on_the_clock_of_the_house(text: str, due: datetime) -> None:
    start = read_start(text, DENVER, microseconds(NOON))
    assert (start, type(start)) == (microseconds(due), int)


@pytest.mark.parametrize("text", ["", "tomorrow", "25:00", "1:00", "12:00:00", "2027-01-16T00:30"])
def test_a_text_that_names_no_moment_is_none(text: str) -> None:
    assert read_start(text, DENVER, microseconds(NOON)) is None


def change(**amounts: int | None) -> ChangeLimits:
    """Return a command with amounts that are as they were where none is given."""
    same: dict[str, int | None] = {"min": None, "max": None, "aggregate": None}
    given = same | amounts
    return ChangeLimits(
        table="t",
        wager="main",
        min=given["min"],
        max=given["max"],
        aggregate=given["aggregate"],
        at=0,
        reason=WHY,
    )


def test_two_people_change_the_limits_of_a_table() -> None:
    house = House()
    refused = house.ask(change(), "flora")
    assert refused == Refusal(
        "limits/none", "give a new minimum, maximum or aggregate: nothing would change"
    )
    for amounts in ({"min": 500}, {"max": 20_000}, {"aggregate": 100_000}):
        event = house.must(change(**amounts), "flora").event
        assert isinstance(event, Requested)
        assert event.command == event_kind(ChangeLimits)
        assert house.code(Approve(event.number), "flora") == "request/own"
        outcome = decide(house.office, Approve(event.number), "fred", house.now)
        assert isinstance(outcome, Done)
        assert outcome.agreed is not None
        assert outcome.agreed.done.event == Errand(), "the table does it in its time"
    assert house.code(replace(change(min=500), reason=""), "flora") == "text/length"


def test_a_table_plays_where_it_is_on_and_its_tray_is_open() -> None:
    house = House()
    house.open_day()
    assert not house.office.is_closed("u"), "the office has no tray of it"
    seen = [house.office.turn("t")]

    def look(*, is_closed: bool) -> None:
        assert house.office.is_closed("t") is is_closed
        assert house.office.turn("t") > seen[-1], "the table looks again"
        seen.append(house.office.turn("t"))

    house.open_table()
    look(is_closed=False)
    house.must(SwitchTable("t", on=False, reason=WHY), "flora")
    assert not house.office.is_closed("u")
    look(is_closed=True)
    house.must(SwitchAll(on=False, reason=WHY), "shirin")
    assert house.office.is_closed("u")
    house.must(SwitchTable("t", on=True, reason=WHY), "flora")
    look(is_closed=True)
    house.must(SwitchAll(on=True, reason=WHY), "shirin")
    look(is_closed=False)
    switched = house.office.switches
    assert (switched, house.office.turn("u")) == (4, 4)
    house.must(StopTable("t"), "flora")
    look(is_closed=True)
    assert house.office.turn("t") == house.office.trays["t"].turn + switched
