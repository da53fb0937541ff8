"""Streams closed or full, places that cannot be written, and other hostile surroundings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pitboss.rulebook.files import place_problems, write_whole
from pitboss.rulebook.problems import RulesError

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


# -- places ----------------------------------------------------------------------------------------


def test_a_link_is_followed_and_its_target_written(tmp_path: Path) -> None:
    target, link = tmp_path / "other" / "file", tmp_path / "link"
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
        f"{SIMULATE} --checkpoint {LONG}",
        f"{SIMULATE} --parquet {LONG}",
        f"{PITBOSS} report co/golden-21 --out {LONG}.html",
        f"{PITBOSS} solve co/golden-21 --charts {LONG}.txt",
        f"{PITBOSS} train co/golden-21 --plain --score {LONG}",
        f"{PITBOSS} play co/golden-21 --plain --record {LONG}",
        f"{SIMULATE} --house {LONG}",
        f"{SIMULATE} --strategy {LONG}",
        f"PITBOSS_GAMES={LONG} {PITBOSS} games",
    ],
)
def test_a_name_that_is_too_long_is_refused_with_the_right_code(
    command: str, tmp_path: Path
) -> None:
    done = shell(f"{command} --json", tmp_path)
    assert done.returncode == 2
    code = json.loads(done.stdout)["refused"]["code"]
    assert code in {"file/unwritable", "file/unreadable", "file/missing", "strategy/unknown"}
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(f"[{code}]\n")


def test_one_path_for_two_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("x")
    done = shell(f"{SIMULATE} --checkpoint x --parquet link", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "[option/conflict]" in done.stderr
    assert not (tmp_path / "x").exists()


def test_a_result_is_printed_though_its_table_cannot_be_written(tmp_path: Path) -> None:
    """The place is fine before the run and a folder after it."""
    program = (
        "import sys\nfrom pathlib import Path\n"
        "from pitboss.cli.commands import simulate as command\n"
        "from pitboss.cli.main import main\n"
        "made = command.parquet_file\n"
        "command.parquet_file = lambda found: (Path('t.parquet').mkdir(), made(found))[1]\n"
        f"sys.argv = ['pitboss', *{SIMULATE.split()[3:]}, '--parquet', 't.parquet', '--json']\n"
        "main()\n"
    )
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    done = shell(f"{sys.executable} program.py", tmp_path)
    assert json.loads(done.stdout)["rounds"] == 1000
    assert done.returncode == 2
    assert "'t.parquet' is a folder, not a file [file/unwritable]" in done.stderr


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


@pytest.mark.parametrize("command", ["games", "show co/ride-free --json", "check x.toml"])
def test_a_closed_output_is_a_failed_one(command: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('game = "co/golden-21"\n', encoding="utf-8")
    done = shell(f"{PITBOSS} {command} >&-", tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "pitboss: the output cannot be written: bad file descriptor [output/failed]\n"
    )


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


@pytest.mark.parametrize(
    "command", ["games --json", "show co/ride-free --json", "replay rounds.jsonl --json"]
)
def test_a_reader_that_has_seen_enough_is_no_failure(command: str, tmp_path: Path) -> None:
    (tmp_path / "rounds.jsonl").write_text(f"{RECORD}\n" * 300, encoding="utf-8")
    done = shell(f"{PITBOSS} {command} | head -c 10; echo :${{PIPESTATUS[0]}}", tmp_path)
    assert done.stdout.endswith(":0\n")
    assert done.stderr == ""


@pytest.mark.parametrize("columns", ["0", "-5", "99999999999999999999", "wide"])
def test_a_terminal_without_columns_still_gets_its_lines(columns: str, tmp_path: Path) -> None:
    done = shell(f"{PITBOSS} games", tmp_path, COLUMNS=columns)
    assert done.returncode == 0
    assert "co/golden-21" in done.stdout
    assert len(done.stdout) < 1_000_000


def test_ctrl_c_at_the_table_ends_with_130(tmp_path: Path) -> None:
    for command in ("play reference/blackjack --plain", "train reference/blackjack --plain"):
        with subprocess.Popen(
            [sys.executable, "-m", "pitboss.cli.main", *command.split()],
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            assert process.stdout
            while process.stdout.read(2) != b"> ":
                pass
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            process.stdout.read()
        assert process.returncode == 130, command


# -- arguments -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (f"{SIMULATE} --penetration 1e9999999%", "option/invalid"),
        (f"{SIMULATE} --until 1e9999999%", "option/invalid"),
        (f"{SIMULATE} --until 1e-9999999", "option/invalid"),
        (f"{PITBOSS} games --jason", "command/usage"),
        (f"{PITBOSS} nothing", "command/usage"),
        (f"{PITBOSS} replay ''", "file/missing"),
        (f"{PITBOSS} show {'x' * 5000}", "command/usage"),
        (f"{PITBOSS} show {'x ' * 1001}", "command/usage"),
    ],
)
def test_a_bad_argument_is_refused_with_an_object(command: str, code: str, tmp_path: Path) -> None:
    done = shell(f"{command} --json", tmp_path)
    assert done.returncode == 2
    assert json.loads(done.stdout)["refused"]["code"] == code
    assert done.stderr.startswith("pitboss: ")
    assert done.stderr.endswith(f"[{code}]\n")
    assert done.stderr.count("\n") == 1
