"""Wagers in words: the table and the simulator settle them alike, and as often as is exact."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.house import House
from pitboss.simulator.blackjack.best_play import best_play
from pitboss.simulator.blackjack.job import make_job
from tests.simulator.side_by_side import Comparison, Table

SIDE_BETS = Path(__file__).resolve().parents[2] / "examples" / "side-bets"
CHOSEN = ("perfect-pairs", "lucky-lucky", "red", "dealer-blackjack")


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch) -> Setup:
    monkeypatch.setenv("PITBOSS_GAMES", str(SIDE_BETS))
    tables = {wager: wager for wager in CHOSEN}
    return prepare(House(game="example/side-bets", tables=tables))


@pytest.mark.parametrize("seats", [1, 3])
def test_table_and_simulator_settle_wagers_in_words_alike(setup: Setup, seats: int) -> None:
    job = make_job(best_play(setup), seats=seats, seed=5, cut=200)
    assert {wager.id for wager in job.wagers} == set(CHOSEN)
    compared = Comparison(Table(job, 100, "in words")).rounds(0, 1500)
    assert compared.wagers >= 4 * 1000
