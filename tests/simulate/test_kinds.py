"""Every kind of round is in the simulator's tables."""

from __future__ import annotations

import pytest

from pitboss.rulebook.model import RoundKind
from pitboss.simulate.kinds import KINDS
from pitboss.simulate.rounds import PLAY, ROUNDS


def test_every_kind_has_an_entry() -> None:
    assert set(KINDS) == set(ROUNDS) == set(PLAY) == set(RoundKind)


@pytest.mark.parametrize("kind", RoundKind)
def test_the_best_play_comes_first(kind: RoundKind) -> None:
    assert KINDS[kind].strategies[0] == "optimal"
    assert len(set(KINDS[kind].strategies)) > 1
