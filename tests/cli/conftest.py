"""Running the program as a person does: in a process of its own, or, for the many runs, in ours."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli.main import main

ROOT = Path(__file__).parents[2]

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]


@pytest.fixture(scope="session")
def pitboss() -> Run:
    """Return `pitboss("show", "co/trilux", columns=80)`: what the installed program did."""

    def run(*arguments: str, columns: int = 100) -> Done:
        return subprocess.run(
            [sys.executable, "-m", "pitboss.cli.main", *arguments],
            cwd=ROOT,
            env={**os.environ, "COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=600,
        )

    return run


@pytest.fixture
def called(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return the same for the program's own `main`, without the time a new process takes."""

    def run(*arguments: str, columns: int | None = 100) -> Done:
        monkeypatch.setattr(sys, "argv", ["pitboss", *arguments])
        if columns is None:  # as in a pipe, where nothing says how wide it is
            monkeypatch.delenv("COLUMNS", raising=False)
        else:
            monkeypatch.setenv("COLUMNS", str(columns))
        code: object = 0
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code or 0
        output = capsys.readouterr()
        assert isinstance(code, int)
        return subprocess.CompletedProcess(arguments, code, output.out, output.err)

    return run
