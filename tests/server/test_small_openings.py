"""Host names, names of the house, a healthy server, and cells of spreadsheets."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest

from pitboss.server.accounts.accounts import read_name
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.guard import check_host
from pitboss.text.spreadsheets import safe_cell
from tests.cli.conftest import Run, called  # noqa: F401 - a fixture
from tests.own_games import OwnGame

ORIGINS = frozenset({"https://floor.example"})


@pytest.mark.parametrize(
    "host", ["[::1].evil.example", "[::1]evil", "[::1", "127.0.0.1.evil.example", "a:b:c", ""]
)
def test_a_host_that_only_begins_like_ours_is_refused(host: str) -> None:
    with pytest.raises(ApiError):
        check_host(host, ORIGINS)


@pytest.mark.parametrize("host", ["FLOOR.EXAMPLE", "floor.example", "[::1]:80", "LocalHost:1"])
def test_a_host_is_ours_in_any_case(host: str) -> None:
    check_host(host, ORIGINS)


@pytest.mark.parametrize("name", ["admin", "House", "staff", " PITBOSS "])
def test_nobody_registers_as_the_house(name: str) -> None:
    with pytest.raises(ApiError, match="nobody but the house"):
        read_name(name)


@pytest.mark.parametrize("start", [*"=+-@", "\t", "\r", "\n"])
def test_a_formula_is_a_text(start: str) -> None:
    assert safe_cell(f"{start}cmd") == f"'{start}cmd"


def test_the_csv_of_odds_runs_no_formula(called: Run, own_game: OwnGame) -> None:  # noqa: F811
    """Whoever invents a game names its rows."""
    game = own_game("co/golden-21", {'name = "PAIR"': 'name = "=cmd()"'})
    done = called("odds", game, "--wager", "golden-21", "--table", "1", "--csv")
    assert done.returncode == 0, done.stderr
    assert "'=cmd()" in done.stdout
    assert ",=cmd()" not in done.stdout


def test_the_csv_of_a_report_runs_no_formula(called: Run, tmp_path: Path) -> None:  # noqa: F811
    details = tmp_path / "details.toml"
    details.write_text("[document]\nreviewed_by = \"=cmd|' /C calc'!A0\"\n")
    folder = tmp_path / "csv"
    out = ["--out", str(tmp_path / "report.html"), "--csv", str(folder)]
    done = called("report", "co/pai-jack", "--details", str(details), *out)
    assert done.returncode == 0, done.stderr
    cells = [
        cell
        for file in folder.rglob("*.csv")
        for row in csv.reader(StringIO(file.read_text()))
        for cell in row
    ]
    assert any("calc" in cell for cell in cells)
    assert not [cell for cell in cells if cell.startswith("=")]
