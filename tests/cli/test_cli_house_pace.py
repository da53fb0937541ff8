"""`[pace]` of a house file: every figure by the hour is that of the house."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss import table
from pitboss.api.reports import advantage_figures
from pitboss.report.details import parse_details, usual_details
from pitboss.rulebook.house import parse_house
from pitboss.rulebook.house_file import write_house
from tests.cli.conftest import Run

PLAIN = """
game = "co/pai-jack"
[limits.main]
min = "$10"
max = "$500"
"""
PACE = """
[pace]
rounds_per_hour = 45
seats = 3
shift_hours = 10
"""


def read(called: Run, *words: str) -> Any:  # noqa: ANN401 - JSON
    done = called(*words, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    file.write_text(PLAIN + PACE, encoding="utf-8")
    return file


def test_check_says_the_pace_and_the_digest_leaves_it_out(
    called: Run, house: Path, tmp_path: Path
) -> None:
    plain = tmp_path / "plain.toml"
    plain.write_text(PLAIN, encoding="utf-8")
    done = called("check", str(house))
    assert "pace        45 rounds an hour, 3 seats, 10 hours a shift" in done.stdout
    with_pace, without = (read(called, "check", str(file)) for file in (house, plain))
    assert with_pace["digest"] == without["digest"]
    assert with_pace["table"]["pace"] == {"rounds_per_hour": 45, "seats": 3, "shift_hours": 10}
    assert "pace" not in without["table"]


def test_a_written_house_keeps_its_pace(house: Path) -> None:
    read = parse_house(house.read_text("utf-8"))
    assert parse_house(write_house(read, name="house.toml")).pace == read.pace


def facts(report: Path) -> dict[str, str]:
    blocks = json.loads(report.read_text("utf-8"))["blocks"]
    return {
        fact["name"]: f"{fact['text']}; {fact['below']}"
        for block in blocks
        if block["kind"] == "Facts"
        for fact in block["facts"]
    }


def test_a_report_takes_the_pace_of_its_house(called: Run, house: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    assert called("report", "--house", str(house), "--out", str(out)).returncode == 0
    pace = facts(out)["Pace"]
    assert pace == "45 rounds an hour, 3 seats; 135 hands an hour; a shift is 10 hours"
    more = ("-o", "pace.seats=7")
    assert called("report", "--house", str(house), *more, "--out", str(out)).returncode == 0
    assert facts(out)["Pace"].startswith("45 rounds an hour, 7 seats")
    details = tmp_path / "details.toml"
    details.write_text("[operation]\nseats = 2\n", encoding="utf-8")
    more = ("--details", str(details))
    assert called("report", "--house", str(house), *more, "--out", str(out)).returncode == 0
    assert facts(out)["Pace"].startswith("45 rounds an hour, 2 seats"), "the file wins"
    assert called("report", "co/pai-jack", "--out", str(out)).returncode == 0
    assert "assumed" in facts(out)["Pace"]


def test_protect_and_the_report_count_at_the_pace_of_the_house(house: Path) -> None:
    priced = table(house=house)
    assert priced.protect(rounds=200_000).protected.terms.rounds_an_hour == 45
    assert priced.protect(rounds=200_000, rounds_an_hour=80).protected.terms.rounds_an_hour == 80
    figures = advantage_figures(priced)
    assert figures.protection.terms.rounds_an_hour == 45
    assert figures.protection.terms.other_seats == 2
    plain = advantage_figures(table("co/pai-jack"))
    assert plain.protection.terms.rounds_an_hour == 60, "as in its operator's figures"


def test_hunters_sit_at_the_tables_of_the_house(called: Run, tmp_path: Path) -> None:
    file = tmp_path / "jackpot.toml"
    text = (Path(__file__).parents[2] / "examples" / "wa-spanish-21.toml").read_text("utf-8")
    file.write_text(f"{text}\n{PACE}", encoding="utf-8")
    words = ("count", "--house", str(file), "--wager", "jackpot-1", "--hunters", "1")
    found = read(called, *words, "--rounds", "1000")
    assert (found["hunt"]["seats"], found["hunt"]["rounds_an_hour"]) == (3, 45)
    found = read(called, *words, "--rounds", "1000", "--seats", "5")
    assert (found["hunt"]["seats"], found["hunt"]["rounds_an_hour"]) == (5, 45)


def test_tables_are_compared_at_one_pace(called: Run, house: Path) -> None:
    words = ("compare", str(house), "co/pai-jack", "--pace", "50")
    for subject in read(called, *words)["subjects"]:
        operation = subject["operation"]
        assert (operation["rounds_per_hour"], operation["seats"]) == (50, 3)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("seats = 0", "pace.seats"),
        ("seats = 101", "pace.seats"),
        ("rounds_per_hour = 20000", "pace.rounds_per_hour"),
        ("shift_hours = -1", "pace.shift_hours"),
        ('seats = "many"', "pace.seats"),
        ("speed = 3", "pace.speed"),
    ],
)
def test_a_pace_that_no_table_has_is_refused(
    called: Run, tmp_path: Path, line: str, key: str
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f"{PLAIN}[pace]\n{line}\n", encoding="utf-8")
    done = called("check", str(file), "--json")
    assert done.returncode in (1, 2)
    assert key in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_an_option_that_is_no_number_is_refused(called: Run) -> None:
    done = called("report", "co/pai-jack", "-o", "pace.seats=many", "--out", "x.pdf")
    assert (done.returncode, "not a whole number" in done.stderr) == (2, True)


def test_details_without_a_pace_have_that_of_the_house(house: Path) -> None:
    usual = usual_details(parse_house(house.read_text("utf-8")))
    assert parse_details("", usual).operation == usual.operation
    given = parse_details("[operation]\nshift_hours = 6", usual).operation
    assert (given.rounds_per_hour, given.seats, given.shift_hours) == (45, 3, 6)
