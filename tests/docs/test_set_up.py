"""`make run` shows how far the first set-up has come."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tools.set_up import steps

ROOT = Path(__file__).parents[2]


def test_run_serves_play_is_the_lobby_and_any_command_can_be_given() -> None:
    made = {
        ("run",): "pitboss serve",
        ("run", "ARGS=show wa/spanish-21"): "pitboss show wa/spanish-21",
        ("run", "ARGS=advise 10h,6h v 9 --json"): "pitboss advise 10h,6h v 9 --json",
        ("play",): "pitboss",
    }
    for words, command in made.items():
        # What is installed or not makes no difference: the last line is the program itself.
        done = subprocess.run(
            ["make", "--no-print-directory", "-n", *words],
            cwd=ROOT,
            env={name: os.environ[name] for name in os.environ if not name.startswith("MAKE")},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines()[-1] == f".venv/bin/{command}".rstrip()


def test_every_package_is_counted_and_the_last_step_is_named() -> None:
    lines = [
        "Collecting rich==14.0 (from -r requirements/base.txt (line 3))\n",
        "  Downloading rich-14.0-py3-none-any.whl (300 kB)\n",
        "Requirement already satisfied: numpy==2.0 in ./.venv/lib (from -r ...)\n",
        "Installing collected packages: rich\n",
        "Successfully installed rich-14.0\n",
    ]
    assert [*steps(lines, 2)] == [
        "1 of 2 packages: rich",
        "2 of 2 packages: numpy",
        "unpacking 2 packages, the longest step",
    ]


def test_what_is_given_to_make_is_not_given_to_the_tests(tmp_path: Path) -> None:
    """They call make themselves, and a make around it may have words of its own."""
    program = tmp_path / "python"
    stamp = tmp_path / "stamp"
    program.write_text('#!/bin/sh\necho "flags=$MAKEFLAGS level=$MAKELEVEL words=$*"\n')
    program.chmod(0o700)
    stamp.touch()  # newer than all that would be installed
    around = os.environ | {"MAKEFLAGS": "k -- ARGS=tests/other", "MAKELEVEL": "2"}
    words = ("test", f"bin={tmp_path}", f"dev={stamp}", "JOBS=0", "ARGS=tests/cards")
    done = subprocess.run(
        ["make", "--no-print-directory", *words],
        cwd=ROOT,
        env=around,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("flags= level= words=-m pytest -n 0")
    assert done.stdout.rstrip().endswith(" tests/cards")
