"""One table by the engine and many by the kernel: the same shoes, actions, sights and rewards."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.gym import ACTIONS
from pitboss.gym.table_env import TableEnv
from pitboss.gym.tables import PLAYED
from pitboss.gym.vector_env import TableVectorEnv
from pitboss.rulebook.check import problems
from pitboss.rulebook.house import House
from pitboss.rulebook.library import game as game_of
from pitboss.rulebook.model import OptionValue, RoundKind
from tests.engine.houses import GAMES, random_house

BLACKJACK_GAMES = [game for game in GAMES if game_of(game).round == RoundKind.BLACKJACK]
WEIGHTS = {"split": 6.0, "free-split": 6.0, "hit": 3.0, "double": 2.0, "redouble": 2.0}
"""What leads further is done more often than what ends a hand."""


def random_options(
    rng: random.Random, game: str, penetration: float | None
) -> dict[str, OptionValue]:
    """Any approved options of a felt without side wagers, and of a shoe that is dealt through."""
    while True:
        options = random_house(rng, game)["options"]
        if penetration is not None and options.get("dealt_from") == "continuous shuffler":
            continue
        if not problems(House(game=game, options=options, tables={})):
            return dict(options)


def chosen(rng: np.random.Generator, mask: NDArray[np.int8]) -> int:
    legal = np.flatnonzero(mask)
    if len(legal) == 0:  # the episode is over: any action begins the next
        return int(rng.integers(len(ACTIONS)))
    weights = np.array([WEIGHTS.get(ACTIONS[action], 1.0) for action in legal])
    return int(rng.choice(legal, p=weights / weights.sum()))


def sights(seen: dict[str, Any], at: int | None = None) -> dict[str, list[int]]:
    """What is seen, at one table of several if *at* is given."""
    return {
        name: np.atleast_1d(facts if at is None else facts[at]).tolist()
        for name, facts in seen.items()
    }


@pytest.mark.parametrize("penetration", [None, 0.6, 0.97])
@pytest.mark.parametrize("game", BLACKJACK_GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_the_kernel_plays_as_the_table_does(
    game: str, penetration: float | None, seed: int
) -> None:
    """Every sight, mask and reward is the same, at every table and every step.

    A shoe dealt nearly through runs out in the middle of a round, so that earlier cards come again.
    """
    tables, steps = 6, 60 if penetration is None else 100
    options = random_options(random.Random(seed), game, penetration)
    rng = np.random.default_rng(seed)
    many = TableVectorEnv(game, tables, options=options, penetration=penetration)
    ones = [TableEnv(game, options=options, penetration=penetration) for _ in range(tables)]
    numbers = list(range(tables))
    seen, infos = many.reset(seed=seed)
    for at, one in enumerate(ones):
        first, _ = one.reset(seed=seed, options={"shoe": at})
        assert sights(first) == sights(seen, at)
    over = np.zeros(tables, dtype=bool)
    for _ in range(steps):
        actions = np.array([chosen(rng, mask) for mask in infos["action_mask"]])
        ended_before = over
        seen, rewards, over, _, infos = many.step(actions)
        for at, one in enumerate(ones):
            if ended_before[at]:
                numbers[at] += tables
                same, info = one.reset(options={"shoe": numbers[at]})
                reward, ended = 0.0, False
            else:
                same, reward, ended, _, info = one.step(int(actions[at]))
            assert sights(same) == sights(seen, at)
            assert (reward, ended) == (rewards[at], over[at])
            assert info["action_mask"].tolist() == infos["action_mask"][at].tolist()


def test_every_blackjack_game_is_played_by_the_kernel() -> None:
    kinds = {game_of(game).round for game in GAMES} & PLAYED
    assert kinds == {RoundKind.BLACKJACK, RoundKind.SWITCH}
    assert len(BLACKJACK_GAMES) == 16
