"""Several learners at one table: PettingZoo's checks, the same money, nothing seen too early."""

from __future__ import annotations

import math

import numpy as np
import pytest
from gymnasium import error
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from pitboss.engine.view import view
from pitboss.gym import ACTIONS, environment_ids
from pitboss.gym.observations import count_ranks, ranks_in, visible_cards
from pitboss.gym.seats_env import SeatsEnv
from pitboss.gym.table_env import TableEnv
from pitboss.rulebook.problems import RulesError

GAMES = sorted({*environment_ids().values()})


def play(env: SeatsEnv, seed: int, *, best: bool = False) -> dict[str, float]:
    """Play one round; return what each agent got."""
    chance = np.random.default_rng(seed)
    env.reset(seed=seed)
    got: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        assert env.observation_space(agent).contains(seen), (agent, seen)
        got[agent] = reward
        if over:
            env.step(None)
            continue
        legal = np.flatnonzero(seen["action_mask"])
        choice = int(chance.choice(legal))
        if best and not np.isnan(info["values"]).all():
            choice = int(np.nanargmax(info["values"]))
        env.step(choice)
    return got


# The checker says both of every dictionary but those of its own games.
@pytest.mark.filterwarnings("ignore:Observation (is not a NumPy array|space for each agent)")
# An agent whose round is over has no legal action, and its mask says so.
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("game", GAMES)
def test_each_game_passes_the_checks_of_pettingzoo(game: str) -> None:
    env = SeatsEnv(game, seats=3)
    api_test(env, num_cycles=40)


def test_the_same_seed_plays_the_same_round() -> None:
    seed_test(lambda: SeatsEnv("reference/blackjack", seats=2), num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_seats_got_is_what_the_round_paid(game: str) -> None:
    env = SeatsEnv(game, seats=3)
    for seed in range(3):
        got = play(env, seed)
        assert env.round is not None
        nets = env.round.state.net()
        assert got == {f"seat_{seat}": cents / 100 for seat, cents in nets.items()}


def test_one_seat_is_the_table_of_gymnasium() -> None:
    """The same shoe, the same question, the same mask: the two are one table."""
    seats = SeatsEnv("wa/spanish-21", seats=1)
    alone = TableEnv("wa/spanish-21")
    for seed in range(5):
        seats.reset(seed=seed)
        seen, _ = alone.reset(seed=seed)
        over = False
        while not over:
            mine = seats.observe("seat_1")
            assert mine.keys() == seen.keys()
            assert all(np.array_equal(mine[name], seen[name]) for name in mine)
            action = int(np.flatnonzero(seen["action_mask"])[-1])
            seats.step(action)
            seen, reward, over, _, _ = alone.step(action)
        assert seats.rewards["seat_1"] == reward


def test_no_agent_sees_a_card_that_lies_face_down_for_it() -> None:
    env = SeatsEnv("co/pai-jack", seats=3)
    env.reset(seed=4)
    for _ in range(3):
        env.step(ACTIONS.index("deal"))
    assert env.round is not None
    for seat, agent in enumerate(env.agents, start=1):
        own = view(env.round.state, seat)
        known = count_ranks(visible_cards(own), ranks_in(env.setup))
        assert env.observe(agent)["seen"].tolist() == known
        assert sum(known) == 5, "the own five cards, and none of others or the dealer"


def test_values_are_exact_and_the_best_play_costs_nothing() -> None:
    env = SeatsEnv("reference/blackjack", seats=2, values=True)
    for seed in range(3):
        play(env, seed, best=True)
        costs = [env.infos[agent].get("regret", 0.0) for agent in env.infos]
        assert all(cost == 0.0 for cost in costs if not math.isnan(cost))


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="seats is from 1 to 7, not 9"):
        SeatsEnv("reference/blackjack", seats=9)
    with pytest.raises(RulesError):
        SeatsEnv("no/game")
    env = SeatsEnv("reference/blackjack", seats=2)
    env.reset(seed=1)
    with pytest.raises(error.InvalidAction, match="hit is not possible now; choose deal"):
        env.step(ACTIONS.index("hit"))
