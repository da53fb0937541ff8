"""Every kind of round is in the simulator's tables, and nothing else tells kinds apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss
from pitboss.rulebook.model import RoundKind
from pitboss.simulate.kinds import KINDS
from pitboss.simulate.rounds import PLAY, ROUNDS

SIMULATE, GYM = (Path(str(pitboss.__file__)).parent / each for each in ("simulate", "gym"))
TABLES = {SIMULATE / "kinds.py", SIMULATE / "rounds.py"}
KINDS_TOLD_APART = re.compile(r"RoundKind\.[A-Z]")


def test_every_kind_has_an_entry() -> None:
    assert set(KINDS) == set(ROUNDS) == set(PLAY) == set(RoundKind)


@pytest.mark.parametrize("kind", RoundKind)
def test_the_best_play_comes_first(kind: RoundKind) -> None:
    assert KINDS[kind].strategies[0] == "optimal"
    assert len(set(KINDS[kind].strategies)) > 1


def test_kinds_are_told_apart_in_the_tables_alone() -> None:
    sources = {path for folder in (SIMULATE, GYM) for path in folder.rglob("*.py")}
    assert sources > TABLES
    named = {path for path in sources if KINDS_TOLD_APART.search(path.read_text("utf-8"))}
    assert named == TABLES
