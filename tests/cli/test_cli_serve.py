"""`pitboss serve`: orders that cannot be carried out."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from pitboss.cli.commands import serve
from pitboss.cli.orders.serving import ServeOrder
from pitboss.floor.terms import SECOND
from pitboss.server.opening.floor_file import read_floor
from tests.cli.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the files of a test to itself, and the signals and logs of the process as they are."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(serve, "start_logs", lambda *_: None)


def test_bad_orders_are_refused_all_at_once(called: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('game = "co/free-bet"\n[options]\ndecks = 77\n', encoding="utf-8")
    done = called(
        *(
            "serve",
            "--port",
            "99999",
            "--house",
            str(tmp_path / "none.toml"),
            "--house",
            str(house),
        ),
        *("--proxy", "nowhere", "--origin", "floor.example", "--log", "loud"),
    )
    assert done.returncode == 2
    codes = [line.rpartition("[")[2] for line in done.stderr.splitlines()]
    assert sorted(codes) == sorted(
        [
            "file/missing]",
            "option/invalid]",
            "option/invalid]",
            "option/invalid]",
            "option/invalid]",
            "port/invalid]",
        ]
    )
    assert f"{house}: options.decks" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--db", "mysql://books"), "db/unusable"),
        (("--db", "/dev/null/books.db"), "db/unusable"),
        (("--host", "no.such.host.invalid"), "host/unknown"),
        (("--host", "192.0.2.1"), "host/unknown"),
    ],
)
def test_what_cannot_be_opened_is_named(called: Run, arguments: tuple[str, str], code: str) -> None:
    done = called("serve", "--port", "0", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"[{code}]" in done.stderr


def test_a_key_file_that_others_can_read_is_refused(called: Run, tmp_path: Path) -> None:
    (tmp_path / "pitboss").mkdir()
    (tmp_path / "pitboss" / "server.key").write_text("{}", encoding="ascii")
    done = called("serve", "--port", "0")
    assert (done.returncode, "[key/unusable]" in done.stderr) == (2, True)


def test_the_browser_is_opened_where_somebody_looks_and_not_otherwise(
    called: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "http://127.0.0.1:9/"
    opened = list[str]()
    monkeypatch.setattr(serve, "run", lambda _settings, place, say: (place.close(), say(address)))
    monkeypatch.setattr(serve, "open_browser", opened.append)
    monkeypatch.delenv("CI", raising=False)
    for is_wanted in (True, False):
        monkeypatch.setattr(serve, "is_wanted", lambda _, is_wanted=is_wanted: is_wanted)
        done = called("serve", "--port", "0")
        assert done.stdout.splitlines()[0] == f"Pitboss is at {address}"
    called("serve", "--port", "0", "--no-browser")
    assert opened == [address]


def test_nobody_looks_in_a_pipe_in_ci_or_without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = {"DISPLAY": ":0"}
    monkeypatch.setattr(sys, "platform", "linux")
    for is_terminal, environment, wanted in (
        (True, screen, True),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, True),
        (True, {}, False),
        (True, {**screen, "CI": "true"}, False),
        (False, screen, False),
    ):
        monkeypatch.setattr(sys.stdout, "isatty", lambda is_terminal=is_terminal: is_terminal)
        assert serve.is_wanted(environment) is wanted


def test_a_floor_file_links_only_what_the_house_links(called: Run, tmp_path: Path) -> None:
    """2118(11)(f): tables that are set "standalone" share no Five-Card Linked jackpot."""
    house = (EXAMPLES / "co-deuces-wild-xtreme.toml").read_text(encoding="utf-8")
    alone = house.replace('jackpot = "linked tables"', 'jackpot = "standalone"')
    assert alone != house
    (tmp_path / "house.toml").write_text(alone, encoding="utf-8")
    table = '[[tables]]\nid = "{}"\nhouse = "house.toml"\nlinks.five-card-linked = "five"\n'
    floor = tmp_path / "floor.toml"
    floor.write_text(f"{table.format('a')}{table.format('b')}[jackpots.five]\n", encoding="utf-8")
    done = called("serve", "--port", "0", "--db", str(tmp_path / "b.db"), "--floor", str(floor))
    assert (done.returncode, done.stdout) == (2, "")
    for name in ("a", "b"):
        assert f"five-card-linked of table {name}: five_card_linked_jackpot" in done.stderr
    assert done.stderr.count("[jackpot/link]") == 2
    assert not (tmp_path / "b.db").exists()


def test_several_processes_need_a_database_that_they_can_share(called: Run) -> None:
    for arguments, words in (
        (("--workers", "2"), "workers: books in a file are for one process"),
        (("--workers", "2", "--db", "floor.db"), "several share a postgresql:// database"),
        (("--bridge", "10.0.0.5"), "bridge: books in a file are for one process"),
        (("--workers", "0"), "workers: 0 processes cannot be run; choose 1 to 64"),
    ):
        done = called("serve", "--port", "0", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr


def test_a_worker_is_told_everything_but_where_to_listen() -> None:
    order = ServeOrder(
        db="postgresql:///x",
        workers=3,
        port=1,
        host="::",
        house=[Path("a.toml"), Path("b.toml")],
        log="error",
        no_browser=True,
    )
    options = ["--db", "postgresql:///x", "--house", "a.toml", "--house", "b.toml"]
    assert sorted(serve._options(order)) == sorted([*options, "--log", "error", "--no-browser"])  # noqa: SLF001


def test_a_beacon_of_a_floor_file_is_read_and_all_that_is_wrong_is_said(
    called: Run, tmp_path: Path
) -> None:
    table = '[[tables]]\nid = "a"\ngame = "reference/blackjack"\n'
    floor = tmp_path / "floor.toml"
    good = 'name = "drand"\nsource = "numbers"\ngenesis = 10\nperiod_s = 3\n'
    floor.write_text(f"{table}[beacon]\n{good}", encoding="utf-8")
    beacon = read_floor(floor).beacon
    assert beacon is not None
    assert beacon.terms == ("drand", 10 * SECOND, 3 * SECOND, 5 * SECOND)
    assert beacon.source == str(tmp_path / "numbers")
    wrong = 'name = "A b"\nsource = "ftp://x/{round}"\ngenesis = -1\nperiod_s = 61\nwait = 1\n'
    floor.write_text(f"{table}[beacon]\n{wrong}", encoding="utf-8")
    done = called("serve", "--port", "0", "--db", str(tmp_path / "b.db"), "--floor", str(floor))
    assert done.returncode == 2
    for key in ("name", "source", "genesis", "period_s", "wait"):
        assert f"beacon.{key}" in done.stderr, key
    assert "Traceback" not in done.stderr
