"""A strategy as a policy decides what it decides at the table."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pitboss.engine.actions import Question
from pitboss.exact.blackjack.solver import Rules
from pitboss.gym import ACTIONS, Phase
from pitboss.gym.policies import policy
from pitboss.gym.table_env import TableEnv
from pitboss.simulator.blackjack.engine_player import player
from pitboss.simulator.blackjack.strategy import Strategy
from tests.simulator.random_strategies import random_strategy


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("game", ["wa/spanish-21", "co/free-bet", "reference/blackjack"])
def test_a_random_strategy_is_played_as_it_is_at_the_table(game: str) -> None:
    """Every question of many rounds is put to both; many tables at once are answered as one is."""
    env = TableEnv(game, illegal="raise")
    strategy = random_strategy(Rules.from_setup(env.setup), random.Random(game))
    decide = policy(strategy)
    at_the_table = player(strategy, {})
    questions = 0
    rounds = 400
    seen_so_far = []
    answers = []
    env.reset(seed=1)
    for _ in range(rounds):
        seen, _ = env.reset()
        over = False
        while not over:
            action = decide(seen)
            seen_so_far.append(seen)
            answers.append(action)
            if seen["phase"] != Phase.WAGER:
                assert env.round is not None
                due = env.round.due
                assert isinstance(due, Question)
                assert ACTIONS[action] == at_the_table(env.round.state, due).kind
                questions += 1
            seen, _, over, _, _ = env.step(action)
    assert questions > rounds
    together = {name: np.array([seen[name] for seen in seen_so_far]) for name in seen_so_far[0]}
    assert decide(together).tolist() == answers


def test_switch_is_refused() -> None:
    rules = Rules.from_setup(TableEnv("co/blackjack-switch").setup)
    with pytest.raises(ValueError, match="one hand is dealt"):
        policy(Strategy.empty(rules))
