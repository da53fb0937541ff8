"""Running the command line in this process, to compare it with the library."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from pitboss.cli.main import main

Call = Callable[..., str]


@pytest.fixture
def command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return a function that runs `pitboss ...` and returns what it printed."""

    def run(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["pitboss", *arguments])
        capsys.readouterr()
        code: object = 0
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code or 0
        assert code == 0
        return capsys.readouterr().out

    return run
