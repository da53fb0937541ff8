"""No clause of a game that is dealt, and no ruling on one, is without a test that names it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.rulebook.reading.library import game
from tests.rows import every_row
from tests.rules.clauses import (
    FOLDER,
    NOT_PLAYED,
    PLAYED_GAMES,
    RULINGS_NOT_PLAYED,
    clause_tests,
    played_rulings,
    ruling_tests,
)
from tools.generate_clause_table import main

PROMISES = tuple(f"test_{name}_" for name in ("wsgc", "ruling", "ilani", "bet_bigger", "reference"))
"""How the names of tests begin that are about a clause or a ruling."""


@every_row("game_id", PLAYED_GAMES)
def test_every_clause_has_a_test(game_id: str) -> None:
    tested = clause_tests()
    for clause in game(game_id).clauses:
        where = (game_id, clause)
        assert (where in tested) != (where in NOT_PLAYED), where


def test_every_ruling_has_a_test() -> None:
    tested = ruling_tests()
    for ruling in played_rulings():
        assert (ruling.id in tested) != (ruling.id in RULINGS_NOT_PLAYED), ruling.id


def test_what_is_not_played_is_in_the_rule_book() -> None:
    for game_id, clause in NOT_PLAYED:
        assert clause in game(game_id).clauses
    assert RULINGS_NOT_PLAYED.keys() <= {ruling.id for ruling in played_rulings()}


def test_a_test_named_after_a_clause_or_ruling_is_linked_to_one() -> None:
    """A name that begins as these do promises a link; a forgotten decorator would break it."""
    linked = {test for tests in clause_tests().values() for test in tests}
    linked |= {test for tests in ruling_tests().values() for test in tests}
    for path in FOLDER.rglob("test_*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            name = line.removeprefix("def ").partition("(")[0]
            if name.startswith(PROMISES):
                assert f"{path.name}::{name}" in linked


@pytest.fixture
def is_right(monkeypatch: pytest.MonkeyPatch) -> Callable[..., bool]:
    """Return a function that runs the tool, and returns whether it found no fault."""

    def run_tool(*arguments: str) -> bool:
        monkeypatch.setattr("sys.argv", ["", *arguments])
        try:
            main()
        except SystemExit as stop:
            return not stop.code
        return True

    return run_tool


def test_the_table_of_clauses_is_up_to_date(is_right: Callable[..., bool]) -> None:
    assert is_right("--check"), "run 'python -m tools.generate_clause_table'"


def test_a_stale_table_fails_the_check_and_is_written_again(
    tmp_path: Path, is_right: Callable[..., bool], capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "clauses.md"
    tool = "--page", str(page)
    assert not is_right(*tool, "--check")
    assert not page.exists()
    assert "stale" in capsys.readouterr().out
    assert is_right(*tool)
    page.write_text(page.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    assert not is_right(*tool, "--check")
    assert is_right(*tool)
    assert is_right(*tool, "--check")
