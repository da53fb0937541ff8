"""What a terminal shows while a command computes."""

from __future__ import annotations

from io import StringIO

import pytest

from pitboss.cli.waiting import waiting
from pitboss.compiled.compiling import begin_function


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Be at a terminal from now on."""
    found = Terminal()
    monkeypatch.setattr("sys.stderr", found)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    return found


def test_a_terminal_is_told_what_is_compiled_and_for_what(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    with waiting("solving co/free-bet") as say:
        say("playing co/free-bet")
        begin_function()
        begin_function()
    told = "playing co/free-bet: compiling function 2, once on this machine ..."
    assert told in shown.getvalue()


def test_nobody_is_told_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    with waiting("solving co/free-bet"):
        pass
    begin_function()
    assert "solving co/free-bet ..." in shown.getvalue()
    assert "compiling" not in shown.getvalue()


def test_a_file_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    file = StringIO()
    monkeypatch.setattr("sys.stderr", file)
    with waiting("solving co/free-bet") as say:
        say("playing co/free-bet")
        begin_function()
    assert not file.getvalue()
