"""Games that are not blackjack alone: the kernel and the table engine agree to the cent."""

from __future__ import annotations

import random

import pytest

from pitboss.rulebook.reading.library import game
from pitboss.simulator.kinds import KINDS
from tests.simulator.others_side_by_side import GAMES, compare
from tests.tiers import by_day

ROUNDS = by_day(20, 80)
HOUSES = by_day(1, 4)
SOLVED_SLOWLY = {"co/ante-up-21"}
"""One house for all strategies: any play is held to the table in `test_ante_up_simulated`."""
CASES = [(game_id, name) for game_id in GAMES for name in KINDS[game(game_id).round].strategies]


# Any house of it takes seconds to solve; by day any play of it is held to the table.
@pytest.mark.nightly(only=["co/ante-up-21"])
@pytest.mark.nightly(every=6)
@pytest.mark.parametrize(("game_id", "strategy"), CASES)
def test_every_round_comes_out_as_at_the_table(game_id: str, strategy: str) -> None:
    slowly = game_id in SOLVED_SLOWLY
    rng = random.Random(game_id if slowly else f"{game_id} {strategy}")
    for _ in range(1 if slowly else HOUSES):
        compared = compare(rng, game_id, strategy, ROUNDS)
        assert compared.rounds >= ROUNDS
