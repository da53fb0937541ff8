"""No clause of a game that is dealt, and no ruling on one, is without a test that names it."""

from __future__ import annotations

import subprocess
import sys
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

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "generate_clause_table.py"


PROMISES = tuple(f"test_{name}_" for name in ("wsgc", "ruling", "ilani", "bet_bigger", "reference"))
"""How the names of tests begin that are about a clause or a ruling."""


def generate(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


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


def test_the_table_of_clauses_is_up_to_date() -> None:
    done = generate("--check")
    assert done.returncode == 0, f"run 'python {TOOL.relative_to(ROOT)}':\n{done.stdout}"


def test_a_stale_table_fails_the_check_and_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def is_right(*arguments: str) -> bool:
        monkeypatch.setattr("sys.argv", ["", "--page", str(page), *arguments])
        try:
            main()
        except SystemExit as stop:
            return not stop.code
        return True

    page = tmp_path / "clauses.md"
    assert not is_right("--check")
    assert not page.exists()
    assert "stale" in capsys.readouterr().out
    assert is_right()
    page.write_text(page.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    assert not is_right("--check")
    assert is_right()
    assert is_right("--check")
