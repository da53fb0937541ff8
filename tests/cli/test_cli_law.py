"""The law of a profile binds wherever a table opens to players, and wherever a sheet is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.rulebook.check import judge
from pitboss.rulebook.problems import RulesError
from pitboss.server.lab.house.jobs import print_sheets
from pitboss.server.lab.terms import SheetTerms
from pitboss.server.opening.floor_file import read_floor
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
HOUSE = """\
game = "wa/spanish-21"

[options]
decks = 6
soft17 = "hit"

[limits.main]
min = "$5"
max = "$500"
"""
FLOOR = '[[tables]]\nid = "one"\nhouse = "house.toml"\n'


@pytest.fixture
def over(tmp_path: Path) -> Path:
    """Write a house file whose maximum is above Washington's."""
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    (tmp_path / "floor.toml").write_text(FLOOR, encoding="utf-8")
    return path


@pytest.mark.parametrize("option", ["--house", "--floor"])
def test_no_server_opens_a_table_over_the_law(
    called: Run, over: Path, tmp_path: Path, option: str
) -> None:
    file = over if option == "--house" else tmp_path / "floor.toml"
    done = called("serve", option, str(file), "--port", "0", "--db", str(tmp_path / "books.db"))
    assert done.returncode == 2
    assert "limits.main.max: $500 is more than a single wager may be: $400" in done.stderr
    assert "WAC 230-15-140" in done.stderr
    assert not (tmp_path / "books.db").exists()


@pytest.mark.parametrize("sheet", ["felt-sign", "posting", "procedure"])
def test_no_sheet_is_printed_of_a_house_that_check_refuses(
    called: Run, over: Path, tmp_path: Path, sheet: str
) -> None:
    out = tmp_path / "sheet.html"
    done = called("print", str(over), "--what", sheet, "--out", str(out))
    assert done.returncode == 2
    assert "[profile/exceeded]" in done.stderr
    assert not out.exists()


def test_a_house_that_says_another_law_is_judged_by_that(
    called: Run, over: Path, tmp_path: Path
) -> None:
    over.write_text('profile = "none"\n' + HOUSE, encoding="utf-8")
    out = tmp_path / "sheet.html"
    assert called("print", str(over), "--what", "felt-sign", "--out", str(out)).returncode == 0


def test_the_floors_that_come_with_the_program_keep_to_the_law() -> None:
    for path in sorted((ROOT / "examples" / "floors").glob("*.toml")):
        for table in read_floor(path).tables:
            assert judge(table.house) == (), (path.name, table.id)


def test_the_sheets_of_the_lab_keep_to_the_law() -> None:
    data = {
        "game": "wa/spanish-21",
        "options": {"decks": 6, "soft17": "hit"},
        "limits": {"main": {"max": 50000}},
    }
    with pytest.raises(RulesError, match="profile/exceeded"):
        print_sheets(data, SheetTerms(), lambda _: None)
