"""Every kind of round is in the simulator's tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.engine.setup import prepare
from pitboss.exact import cache
from pitboss.exact.blackjack.solver import Rules
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import RoundKind
from pitboss.simulator.kinds import KINDS, make_named_job
from pitboss.simulator.players import PLAY, ROUNDS


def test_every_kind_has_an_entry() -> None:
    assert set(KINDS) == set(ROUNDS) == set(PLAY) == set(RoundKind)


@pytest.mark.parametrize("kind", RoundKind)
def test_the_best_play_comes_first(kind: RoundKind) -> None:
    assert KINDS[kind].strategies[0] == "optimal"
    assert len(set(KINDS[kind].strategies)) > 1


def test_a_solution_shared_by_tables_brings_no_wagers_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two set-ups of one table solve it together; a table with a wager reads what they wrote."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    cache.forget()
    house = {"game": "co/free-bet", "options": {"decks": 5}, "tables": {}}
    Rules.from_setup(prepare(house_from(house)))
    make_named_job(prepare(house_from(house)), "optimal")
    cache.forget()
    offered = prepare(house_from({**house, "tables": {"push-22": "push-22-B"}}))
    assert [wager.id for wager in make_named_job(offered, "optimal").wagers] == ["push-22"]
