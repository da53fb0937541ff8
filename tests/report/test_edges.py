"""The edges the lobby shows are what the solver finds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.felt_defaults import open_felt
from pitboss.engine.setup import prepare
from pitboss.exact.edges import is_solved
from pitboss.report.edges import edge_of
from pitboss.rulebook.house import House
from pitboss.rulebook.library import game_ids, games

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_file_of_edges_is_what_the_solver_finds() -> None:
    command = [sys.executable, str(ROOT / "tools" / "generate_edges.py"), "--check"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_every_game_has_an_edge() -> None:
    assert [game.id for game in games() if not edge_of(game.id)] == []


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_solved_where_the_file_has_its_edge(game_id: str) -> None:
    """Asked of every kind of round, those without any blackjack too."""
    house, _ = open_felt(House(game=game_id))
    assert is_solved(prepare(house)) == bool(edge_of(game_id))
