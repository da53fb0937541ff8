"""Learn a game by playing it, and compare what was learned with the solver.

A table of values, one for every hand, up card and action, is filled by playing a thousand tables
at once (tabular Q-learning). An action after which the same hand goes on is worth what the best
next action is worth; any other is worth what the round won. In every round one decision, chosen
before the deal, is made at random, and only it and those after it are learned from.

Usage: python examples/learn_blackjack.py
       python examples/learn_blackjack.py --env pitboss/Spanish21-v0 --rounds 30000000 --seed 3
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np

import pitboss.gym
from pitboss.exact.kinds import solve
from pitboss.gym.tables import table

Array = Any
TABLES = 1024
ACTIONS = len(pitboss.gym.ACTIONS)
PHASES = len(pitboss.gym.Phase)
SIZES = {"total": 22, "soft": 2, "pair": 2, "up": 11, "split": 2}
TWO_CARDS_OR_MORE = 2
MEASURED_LEAST = 50_000
PENDING = 32
"""More actions than a round has."""
FADING = 0.95
"""Below 1: late results, of better play, weigh more than early ones."""


def state_of(seen: dict[str, Array]) -> Array:
    """Return the row of the table for what is seen at every table."""
    facts = {**seen, "up": np.minimum(seen["up"], 10)}  # ten, jack, queen and king are alike
    row, is_played = seen["phase"].copy(), seen["phase"] >= pitboss.gym.Phase.HAND
    for name, size in SIZES.items():
        row = row * size + facts[name] * is_played  # insurance is about the dealer's hand alone
    return row * TWO_CARDS_OR_MORE + (seen["ranks"].sum(axis=1) > 2)


class Learner:
    """The table of values, and the actions of every table that wait for the end of the round."""

    def __init__(self, seed: int) -> None:
        """Start with a table of zeros."""
        states = PHASES * int(np.prod([*SIZES.values()])) * TWO_CARDS_OR_MORE
        self.values, self.counts = np.zeros(states * ACTIONS), np.zeros(states * ACTIONS)
        self.pending = np.zeros((TABLES, PENDING), dtype=np.int64)
        self.waiting = np.zeros(TABLES, dtype=np.int64)
        self.decision = np.zeros(TABLES, dtype=np.int64)
        self.trial = np.zeros(TABLES, dtype=np.int64)
        self.random = np.random.default_rng(seed)

    def best(self, state: Array, mask: Array) -> Array:
        """Return the best legal action of every table."""
        values = self.values.reshape(-1, ACTIONS)[state, : mask.shape[1]]
        return np.where(mask == 1, values, -np.inf).argmax(axis=1)

    def choose(self, state: Array, mask: Array, is_dealt: Array) -> tuple[Array, Array]:
        """Return an action for every table, and whether it is learned from."""
        self.decision = np.where(is_dealt, self.decision + 1, 0)
        self.trial = np.where(is_dealt, self.trial, self.random.geometric(0.5, TABLES))
        anything = (self.random.random(mask.shape) * mask).argmax(axis=1)
        actions = np.where(self.decision == self.trial, anything, self.best(state, mask))
        return actions, self.decision >= self.trial

    def learn(self, cells: Array, results: Array) -> None:
        """Move the values of *cells* towards the results."""
        touched, at, times = np.unique(cells, return_inverse=True, return_counts=True)
        self.counts[touched] += times
        errors = np.bincount(at, results) - times * self.values[touched]
        self.values[touched] += errors / np.maximum(self.counts[touched] ** FADING, times)

    def wait(self, tables: Array, cells: Array) -> None:
        """Keep actions until their round is over."""
        self.pending[tables, self.waiting[tables]] = cells
        self.waiting[tables] += 1

    def end(self, tables: Array, rewards: Array) -> None:
        """Learn what the rounds won that ended at *tables*."""
        kept = np.arange(PENDING) < self.waiting[tables, np.newaxis]
        self.learn(self.pending[tables][kept], np.repeat(rewards, self.waiting[tables]))
        self.waiting[tables] = 0


def play(env: gymnasium.vector.VectorEnv[Any, Any, Any], learner: Learner, rounds: int) -> None:
    """Play so many rounds and learn from them."""
    seen, info = env.reset(seed=int(learner.random.integers(2**32)))
    state, mask, ended, played = state_of(seen), info["action_mask"], np.zeros(TABLES, bool), 0
    while played < rounds:
        before, is_dealt = seen, seen["phase"] > pitboss.gym.Phase.WAGER
        actions, judged = learner.choose(state, mask, is_dealt)
        cells = state * ACTIONS + actions
        seen, rewards, over, _, info = env.step(actions)
        state, mask, judged = state_of(seen), info["action_mask"], judged & ~ended
        same = judged & ~over & (before["phase"] >= pitboss.gym.Phase.HAND)
        same &= (before["hands"] == seen["hands"]) & (before["hand"] == seen["hand"])
        follow = learner.values.reshape(-1, ACTIONS)[state, learner.best(state, mask)]
        learner.learn(cells[same], follow[same])
        learner.wait(np.flatnonzero(judged & ~same), cells[judged & ~same])
        learner.end(np.flatnonzero(over), rewards[over])
        ended, played = over, played + int(over.sum())


def measure(
    env: gymnasium.vector.VectorEnv[Any, Any, Any], learner: Learner, rounds: int
) -> tuple[float, float]:
    """Return what the best actions win in a round, and the standard error."""
    seen, info = env.reset(seed=int(learner.random.integers(2**32)))
    count, total, squares = 0, 0.0, 0.0
    while count < rounds:
        actions = learner.best(state_of(seen), info["action_mask"])
        seen, rewards, over, _, info = env.step(actions)
        won = rewards[over]
        count, total = count + len(won), total + won.sum()
        squares += (won * won).sum()
    mean = total / count
    return mean, float(np.sqrt((squares / count - mean * mean) / count))


def main(arguments: list[str] | None = None) -> tuple[float, float, float]:
    """Learn, measure, and print both beside the solver's value."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="pitboss/Blackjack-v0", help="a game of one hand")
    parser.add_argument("--rounds", type=int, default=20_000_000, help="rounds to learn from")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    env = gymnasium.make_vec(options.env, num_envs=TABLES)
    learner = Learner(options.seed)
    play(env, learner, options.rounds)
    learned, error = measure(env, learner, max(options.rounds // 4, MEASURED_LEAST))
    setup = table(pitboss.gym.environment_ids()[options.env], None, None)
    solved = float(solve(setup).parts[0].edge)
    print(f"{options.env}, {options.rounds:,} rounds")
    print(f"house edge of what was learned  {-learned:.3%} +- {error:.3%}")
    print(f"house edge of the solver        {solved:.3%}")
    return learned, error, solved


if __name__ == "__main__":
    main()
