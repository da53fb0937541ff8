"""A day is the house's gambling day, on the clock of the house, wherever a day is asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.audit.interval import HOUR, HouseDays, clock_text, read_interval
from pitboss.office.papers import OfficeTerms
from pitboss.office.roles import Role
from pitboss.rulebook.problems import RulesError
from pitboss.server.opening.floor_file import read_floor
from tests.server.asgi import Client, Clock, as_test, run_with
from tests.server.staff import staff
from tests.server.test_audit import patient

PACIFIC = "America/Los_Angeles"
TERMS = OfficeTerms(time_zone=PACIFIC, day_starts_minute=360)
KEY = ("idempotency-key", "1")


@as_test(run_with, office=TERMS)
async def test_a_report_of_a_day_is_that_of_the_gambling_day(client: Client, clock: Clock) -> None:
    """At four in the afternoon in Seattle a new day begins in UTC, and none in the house."""
    clock.pass_s(16 * 3600)  # 2027-01-16 00:00 UTC, 2027-01-15 16:00 on the wall
    accountant = await staff(client, Role.ACCOUNTING)
    opened = await accountant.post("/api/1/staff/day/open", None, KEY)
    assert opened.status < 300, opened.body
    assert (await accountant.get("/api/1/staff/day")).data["date"] == "2027-01-15"
    clock.pass_s(3600)
    guest = (await client.post("/api/1/guest")).data
    clock.pass_s(3600)
    path = f"/api/1/reports/statement.json?player={guest['account']}&day="
    assert (await patient(accountant, f"{path}2027-01-15")).data["activity"] is True
    assert (await patient(accountant, f"{path}2027-01-14")).data["activity"] is False
    tomorrow = (await patient(accountant, f"{path}2027-01-16")).data
    assert tomorrow["from"] > "2027-01-16T14:00", "it has not begun"
    assert (await patient(accountant, f"{path}2027-01")).data["activity"] is True
    player = replace(client, token=guest["token"])
    own = await patient(player, "/api/1/me/report?format=text&day=2027-01-15")
    assert "2027-01-15 17:00" in own.body.decode(), "times are those of the wall"
    assert PACIFIC in own.body.decode()
    found = await accountant.get("/api/1/audit/entries?from=2027-01-15&to=2027-01-16T05:00")
    assert found.status == 200


@pytest.mark.parametrize(("day", "hours"), [("2026-03-08", 23), ("2026-11-01", 25)])
def test_a_day_of_a_summer_time_change_has_another_length(day: str, hours: int) -> None:
    """The night before is changed at two; a day that begins at midnight has the hour."""
    begin, end = read_interval(day=day, days=HouseDays(PACIFIC))
    assert (end - begin) // HOUR == hours
    begin, end = read_interval(day=day, days=HouseDays(PACIFIC, 360))
    assert (end - begin) // HOUR == 24
    assert clock_text(begin, PACIFIC) == f"{day} 06:00"


def test_a_day_lasts_from_its_opening_to_the_next_opening() -> None:
    """It was opened late and closed late: its interval is its own, without a gap."""
    first = read_interval("2026-11-17T15:00", days=HouseDays(PACIFIC)).start
    second = read_interval("2026-11-18T07:30", days=HouseDays(PACIFIC)).start
    opened = ((first, "2026-11-17"), (second, "2026-11-18"))
    days = HouseDays(PACIFIC, 360, opened, second + 10 * HOUR)
    assert read_interval(day="2026-11-17", days=days) == (first, second)
    assert days.date_of(second - 1) == "2026-11-17"
    last = read_interval(day="2026-11-18", days=days)
    assert clock_text(last.end, PACIFIC) == "2026-11-19 06:00"


def test_a_floor_file_names_the_time_zone(tmp_path: Path) -> None:
    table = '[[tables]]\nid = "one"\ngame = "co/free-bet"\n'
    file = tmp_path / "floor.toml"
    file.write_text(f'{table}[office]\ntime_zone = "{PACIFIC}"\nday_starts = "06:00"\n')
    assert read_floor(file).office == TERMS
    file.write_text(f'{table}[office]\ntime_zone = "Seattle"\n')
    with pytest.raises(RulesError, match="the name of a time zone"):
        read_floor(file)
