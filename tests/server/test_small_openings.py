"""Host names, proxies, names of the house, a healthy server, and cells of spreadsheets."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO
from ipaddress import ip_network
from pathlib import Path

import pytest

from pitboss.server.accounts.names import read_name
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.guard import check_host
from pitboss.text.spreadsheets import safe_cell
from tests.cli.conftest import Run, called  # noqa: F401 - a fixture
from tests.own_games import OwnGame
from tests.server.asgi import Client, Clock, run_with

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


@pytest.mark.parametrize("trusted", [True, False])
def test_a_proxy_that_is_not_named_is_noticed_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, *, trusted: bool
) -> None:
    """In a container all players have the address of its gateway, and share its limits."""

    async def steps(client: Client, _: Clock) -> None:
        for number in range(3):
            forwarded = ("x-forwarded-for", f"192.0.2.{number}")
            await replace(client, address="172.17.0.1").get("/health", forwarded)
            await client.get("/health")

    proxies = (ip_network("172.17.0.1"),) if trusted else ()
    run_with(tmp_path, steps, proxies=proxies)
    noted = [record for record in caplog.records if record.getMessage() == "proxy-not-trusted"]
    assert len(noted) == (0 if trusted else 1)


def test_a_start_on_the_network_says_what_a_missing_proxy_means(
    called: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    books = tmp_path / "floor.db"
    books.touch()  # an empty file: the start ends there
    done = called("serve", "--host", "0.0.0.0", "--port", "0", "--db", str(books))  # noqa: S104
    assert done.returncode == 2
    assert "all players have one address and share its limits" in done.stderr


def test_a_house_that_gives_no_play_money_gives_none(tmp_path: Path) -> None:
    async def steps(client: Client, _: Clock) -> None:
        made = (await client.post("/api/1/guest")).data
        assert made["wallet_cents"] == 0
        guest = replace(client, token=made["token"])
        refused = await guest.post("/api/1/me/play-money", None, ("idempotency-key", "k"))
        assert (refused.status, refused.code) == (409, "wallet/no-play-money")

    run_with(tmp_path, steps, play_money_cents=0)


@pytest.mark.parametrize("amount", ["-1", "x", "0.001", "1000001", ""])
def test_an_amount_of_play_money_that_is_none_is_refused(called: Run, amount: str) -> None:  # noqa: F811
    done = called("serve", "--port", "-1", "--play-money", amount)
    assert done.returncode == 2
    assert "[option/invalid]" in done.stderr
    assert "play-money: " in done.stderr
