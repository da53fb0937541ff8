"""Streams closed or full, places that cannot be written, and other hostile surroundings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from shlex import split

import pytest

from pitboss.cli.main import main
from pitboss.report.catalogue.processes import process_pool
from pitboss.rulebook.files import place_problems, write_whole
from pitboss.rulebook.problems import RulesError
from pitboss.simulator.export import parquet

PITBOSS = f"{sys.executable} -m pitboss.cli.main"
SIMULATE = f"{PITBOSS} simulate reference/blackjack --rounds 1000"
RECORD = json.dumps(
    {
        "game": "reference/blackjack",
        "seats": [{"seat": 1, "wagers": {"main": 1000}}],
        "cards": "As 5h Kd 9c",
    }
)


def shell(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "XDG_DATA_HOME": str(folder), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


Inside = Callable[[str], tuple[object, str, str]]


@pytest.fixture
def inside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Inside:
    """Return what runs a command in this process and gives its exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run(command: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["pitboss", *split(command)])
        with pytest.raises(SystemExit) as leaving:
            main()
        done = capsys.readouterr()
        return leaving.value.code, done.out, done.err

    return run


# -- places ----------------------------------------------------------------------------------------


def test_a_link_is_followed_and_its_target_written(tmp_path: Path) -> None:
    target = tmp_path / "other" / "file"
    link = tmp_path / "link"
    target.parent.mkdir()
    link.symlink_to("other/file")
    for content in (b"one", b"two"):
        write_whole(link, content)
        assert link.is_symlink()
        assert target.read_bytes() == content
    assert [path.name for path in target.parent.iterdir()] == ["file"]


def test_what_is_no_regular_file_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    for path in (pipe, tmp_path / "link", Path("/dev/null"), tmp_path):
        assert [problem.code for problem in place_problems(path)] == ["file/unwritable"]
        with pytest.raises(RulesError):
            write_whole(path, b"content")
    assert pipe.is_fifo()
    assert Path("/dev/null").is_char_device()


LONG = "n" * 300


@pytest.mark.parametrize(
    "command",
    [
        f"simulate reference/blackjack --rounds 1000 --checkpoint {LONG}",
        f"simulate reference/blackjack --rounds 1000 --parquet {LONG}",
        f"report co/golden-21 --out {LONG}.html",
        f"solve co/golden-21 --charts {LONG}.txt",
        f"train co/golden-21 --plain --score {LONG}",
        f"play co/golden-21 --plain --record {LONG}",
        f"simulate reference/blackjack --rounds 1000 --house {LONG}",
        f"simulate reference/blackjack --rounds 1000 --strategy {LONG}",
        "games",
    ],
)
def test_a_name_that_is_too_long_is_refused_with_the_right_code(
    command: str, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    if command == "games":
        monkeypatch.setenv("PITBOSS_GAMES", LONG)
    leaving, out, error = inside(f"{command} --json")
    assert leaving == 2
    code = json.loads(out)["refused"]["code"]
    assert code in {"file/unwritable", "file/unreadable", "file/missing", "strategy/unknown"}
    assert error.count("\n") == 1
    assert error.endswith(f"[{code}]\n")


def test_one_path_for_two_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("x")
    done = shell(f"{SIMULATE} --checkpoint x --parquet link", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "[option/conflict]" in done.stderr
    assert not (tmp_path / "x").exists()


def test_a_result_is_printed_though_its_table_cannot_be_written(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The place is fine before the run and a folder after it."""

    def parquet_file(_: object) -> bytes:
        Path("t.parquet").mkdir()
        return b"a table"

    monkeypatch.setattr(parquet, "parquet_file", parquet_file)
    command = "simulate reference/blackjack --rounds 1000 --parquet t.parquet --json"
    code, out, error = inside(command)
    assert json.loads(out)["rounds"] == 1000
    assert code == 2
    assert "'t.parquet' is a folder, not a file [file/unwritable]" in error


def test_a_pipe_or_a_device_takes_no_session(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in ("pipe", "/dev/zero"):
        done = shell(f"{PITBOSS} play co/golden-21 --plain --record {path}", tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "is a device or a pipe, not a file [file/unwritable]" in done.stderr


def test_a_session_that_cannot_be_kept_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "pitboss").write_text("in the way", encoding="utf-8")
    command = f"printf 'bet 10\\nstand\\nstand\\n' | {PITBOSS} play reference/blackjack --rounds 1"
    done = shell(f"{command} --seed 3 --plain", tmp_path)
    assert done.returncode == 2
    assert "You leave with" in done.stdout
    assert done.stderr.endswith("[file/unwritable]\n")


def test_play_prints_its_records_as_json_lines(tmp_path: Path) -> None:
    bets = "bet 10\\ns\\ns\\ns\\n" * 3
    done = shell(
        f"printf '{bets}' | {PITBOSS} play reference/blackjack --rounds 2 --seed 3 --json", tmp_path
    )
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [record["game"] for record in records] == ["reference/blackjack"] * 2
    assert "You leave with" in done.stderr
    (tmp_path / "rounds.jsonl").write_text(done.stdout, encoding="utf-8")
    assert shell(f"{PITBOSS} replay rounds.jsonl", tmp_path).returncode == 0


# -- streams ---------------------------------------------------------------------------------------


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("command", ["games", "show co/ride-free --json", "check x.toml"])
def test_a_closed_output_is_a_failed_one(command: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('game = "co/golden-21"\n', encoding="utf-8")
    done = shell(f"{PITBOSS} {command} >&-", tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "pitboss: the output cannot be written: bad file descriptor [output/failed]\n"
    )


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("command", "code"),
    [("replay -", 2), ("play co/golden-21 --plain", 0), ("", 0), ("games", 0)],
)
def test_a_closed_input_is_an_empty_one(command: str, code: int, tmp_path: Path) -> None:
    done = shell(f"{PITBOSS} {command} <&-", tmp_path)
    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_a_closed_or_full_error_output_changes_nothing_else(tmp_path: Path) -> None:
    for where in ("2>&-", "2>/dev/full"):
        done = shell(f"{PITBOSS} replay nofile {where}", tmp_path)
        assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    "command", ["games --json", "show co/ride-free --json", "replay rounds.jsonl --json"]
)
def test_a_reader_that_has_seen_enough_is_no_failure(command: str, tmp_path: Path) -> None:
    (tmp_path / "rounds.jsonl").write_text(f"{RECORD}\n" * 300, encoding="utf-8")
    done = shell(f"{PITBOSS} {command} | head -c 10; echo :${{PIPESTATUS[0]}}", tmp_path)
    assert done.stdout.endswith(":0\n")
    assert done.stderr == ""


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("columns", ["0", "-5", "99999999999999999999", "wide"])
def test_a_terminal_without_columns_still_gets_its_lines(columns: str, tmp_path: Path) -> None:
    done = shell(f"{PITBOSS} games", tmp_path, COLUMNS=columns)
    assert done.returncode == 0
    assert "co/golden-21" in done.stdout
    assert len(done.stdout) < 1_000_000


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Start programs that heed interruptions, whether or not the suite itself does."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("command", ["play", "train"])
def test_ctrl_c_at_the_table_ends_with_130(command: str, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "pitboss.cli.main", command, "reference/blackjack", "--plain"],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout
        shown = b""
        while not shown.endswith(b"> "):
            byte = process.stdout.read(1)
            assert byte, shown
            shown += byte
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130


# -- arguments -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("simulate co/golden-21 --rounds 9 --penetration 1e9999999%", "option/invalid"),
        ("simulate co/golden-21 --rounds 9 --until 1e9999999%", "option/invalid"),
        ("simulate co/golden-21 --rounds 9 --until 1e-9999999", "option/invalid"),
        ("games --jason", "command/usage"),
        ("nothing", "command/usage"),
        ("replay ''", "file/missing"),
        (f"show {'x' * 5000}", "command/usage"),
        (f"show {'x ' * 1001}", "command/usage"),
    ],
)
def test_a_bad_argument_is_refused_with_an_object(command: str, code: str, inside: Inside) -> None:
    leaving, out, error = inside(f"{command} --json")
    assert leaving == 2
    assert json.loads(out)["refused"]["code"] == code
    assert error.startswith("pitboss: ")
    assert error.endswith(f"[{code}]\n")
    assert error.count("\n") == 1


def test_ctrl_c_ends_the_processes_that_work_side_by_side() -> None:
    """A job of an hour is under way in processes that inherited a handler, as a server has one."""
    others = set(active_children())
    at_work = list[BaseProcess]()
    own = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        with pytest.raises(KeyboardInterrupt):
            _interrupt_a_job(others, at_work)
    finally:
        signal.signal(signal.SIGTERM, own)
    try:
        assert at_work
        assert all(wait([process.sentinel], timeout=60) for process in at_work)
    finally:
        for process in at_work:
            process.kill()


def _interrupt_a_job(others: set[BaseProcess], at_work: list[BaseProcess]) -> None:
    with process_pool() as pool:
        pool.submit(time.sleep, 3600)
        pool.submit(time.sleep, 0).result()
        at_work += set(active_children()) - others
        raise KeyboardInterrupt
