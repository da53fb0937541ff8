"""Games that are not blackjack alone: the kernel and the table engine agree to the cent."""

from __future__ import annotations

import random

import pytest

from pitboss.rulebook.library import game
from pitboss.simulate.others import OTHERS
from tests.simulate.others_side_by_side import GAMES, compare

ROUNDS = 80
HOUSES = 4
CASES = [(each, name) for each in GAMES for name in OTHERS[game(each).round].strategies]


@pytest.mark.parametrize(("game_id", "strategy"), CASES)
def test_every_round_comes_out_as_at_the_table(game_id: str, strategy: str) -> None:
    rng = random.Random(f"{game_id} {strategy}")
    for _ in range(HOUSES):
        found = compare(rng, game_id, strategy, ROUNDS)
        assert found.rounds >= ROUNDS
