"""Bad input to any command gets one clear sentence, a stable code and exit 2, never a traceback."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys

import pytest

from tests.cli.conftest import Run

PITBOSS = f"{shlex.quote(sys.executable)} -m pitboss.cli.main"


def refusal(done: subprocess.CompletedProcess[str], code: str) -> str:
    """Return the one line with which a command refused its input."""
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("pitboss: ")
    assert line.endswith(f" [{code}]")
    return line


@pytest.mark.parametrize(
    ("given", "nearest"),
    [
        ("co/free-bed", "co/free-bet"),
        ("triluxe", "co/trilux"),
        ("wa/spanish21", "wa/spanish-21"),
        ("", "'pitboss games' lists them all"),
        ("roulette", "'pitboss games' lists them all"),
    ],
)
def test_an_unknown_game_is_refused_with_the_nearest_names(
    given: str, nearest: str, called: Run
) -> None:
    line = refusal(called("show", given), "game/unknown")

    assert f"there is no game {given!r}" in line
    assert nearest in line


def test_an_unknown_game_is_refused_in_json_too(pitboss: Run) -> None:
    done = pitboss("show", "co/free-bed", "--json")
    data = json.loads(done.stdout)

    assert done.returncode == 2
    assert data["refused"]["code"] == "game/unknown"
    assert "co/free-bet" in data["refused"]["message"]
    assert len(done.stderr.splitlines()) == 1


def test_an_unknown_wager_or_table_of_a_game_is_refused_with_the_nearest(called: Run) -> None:
    wager = refusal(called("show", "co/trilux", "--wager", "super-4"), "wager/not-offered")
    table = refusal(called("show", "co/trilux", "--table", "TRI-09"), "option/invalid")
    another = called("show", "co/trilux", "--wager", "super-3", "--table", "TRI-01")

    assert "super-3" in wager
    assert "it has TRI-0" in table
    assert "super-3 has no pay table 'TRI-01'" in refusal(another, "option/invalid")


@pytest.mark.parametrize(
    "arguments",
    [
        ("gamess",),
        ("games", "--jason"),
        ("games", "co/trilux"),
        ("show",),
        ("show", "co/trilux", "co/free-bet"),
        ("show", "co/trilux", "--wager"),
        ("check",),
        ("check", "a.toml", "--seats"),
        ("--jason",),
    ],
    ids=" ".join,
)
def test_a_command_that_cannot_be_understood_is_refused_in_one_line(
    arguments: tuple[str, ...], called: Run
) -> None:
    refusal(called(*arguments), "command/usage")


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, "COLUMNS": "100", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    "pipe",
    [
        "games --json | true",
        " | true",
        "show wa/spanish-21 | head -n 1",
        "show wa/spanish-21 --json | head -n 1",
    ],
)
def test_a_reader_that_has_seen_enough_is_no_error(pipe: str) -> None:
    """`head` closes the pipe after a line; `true` before it has read any."""
    assert shell(f"{PITBOSS} {pipe}").stderr == ""


def test_a_full_disk_is_said_in_one_line() -> None:
    if not os.path.exists("/dev/full"):  # noqa: PTH110
        pytest.skip("this system has no /dev/full")
    for arguments in ("games", "games --json"):
        done = shell(f"{PITBOSS} {arguments} > /dev/full")
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert line.startswith("pitboss: ")


@pytest.mark.parametrize("arguments", ["show wa/spanish-21", "show wa/spanish-21 --json"])
def test_a_terminal_without_the_suits_signs_gets_something_readable(arguments: str) -> None:
    """The felt prints ♠; a terminal in plain ASCII cannot."""
    done = shell(f"{PITBOSS} {arguments}", PYTHONIOENCODING="ascii", PYTHONUTF8="0")

    assert "Traceback" not in done.stderr
    assert done.returncode == 0
    assert "spanish-21" in done.stdout
