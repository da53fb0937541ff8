"""What a terminal shows while a command computes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from io import StringIO

import pytest

from pitboss.cli.commands.odds import print_odds
from pitboss.cli.commands.risk import print_risk
from pitboss.cli.orders.counting import RiskOrder
from pitboss.cli.orders.figures import OddsOrder
from pitboss.cli.waiting import waiting
from pitboss.compiled.progress import begin_function
from pitboss.questions.advantage import RiskOfBank
from pitboss.rulebook.reading.library import game_ids


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Be at a terminal from now on."""
    device = Terminal()
    monkeypatch.setattr("sys.stderr", device)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    return device


def test_a_terminal_is_told_what_is_compiled_and_for_what(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    with waiting("solving co/free-bet") as say:
        say("playing co/free-bet")
        begin_function()
        begin_function()
    message = "playing co/free-bet: compiling function 2, once on this machine ..."
    assert message in shown.getvalue()


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


class _NoOdds:
    """Stands in for processes that count: no game has any odds."""

    def map(self, _price: object, games: Sequence[str], chunksize: int) -> list[tuple[()]]:
        assert chunksize == 1
        return [()] * len(games)


def test_the_odds_of_every_game_tell_how_many_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    games = len(game_ids())
    processes = "pitboss.report.catalogue.processes.process_pool"
    monkeypatch.setattr(processes, lambda: nullcontext(_NoOdds()))
    print_odds(OddsOrder(everything=True, as_json=True))
    assert f"counting the odds of every game: {games} of {games} ..." in shown.getvalue()


def test_the_risk_of_a_bank_is_worked_out_before_the_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    print_risk(RiskOrder(ask=RiskOfBank(ev=0.01, sd=1.15, bank="1000"), as_json=True))
    assert "working out the risk ..." in shown.getvalue()
