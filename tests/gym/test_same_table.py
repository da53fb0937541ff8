"""One table by the engine and many by the kernel: the same shoes, actions, sights and rewards."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cards import parse_cards
from pitboss.gym import ACTIONS, rules, tables
from pitboss.gym.kinds import KINDS
from pitboss.gym.table_env import TableEnv
from pitboss.gym.vector_env import TableVectorEnv
from pitboss.rulebook.check import problems
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue, RoundKind
from pitboss.rulebook.reading.library import game as game_of
from tests.distinct_games import distinct_games
from tests.engine.houses import GAMES, random_house
from tests.tiers import IS_NIGHT

BLACKJACK_GAMES = [game for game in GAMES if game_of(game).round == RoundKind.BLACKJACK]
DISTINCT = [game for game in distinct_games() if game in BLACKJACK_GAMES]
"""No side wager lies on these felts, so that games with one main game are one game."""
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
        return int(rng.integers(len(mask)))
    weights = np.array([WEIGHTS.get(ACTIONS[action], 1.0) for action in legal])
    return int(rng.choice(legal, p=weights / weights.sum()))


def sights(seen: dict[str, Any], at: int | None = None) -> dict[str, list[int]]:
    """What is seen, at one table of several if *at* is given."""
    return {
        name: np.atleast_1d(facts if at is None else facts[at]).tolist()
        for name, facts in seen.items()
    }


def play_side_by_side(
    game: str, options: Mapping[str, OptionValue], penetration: float | None, seed: int, steps: int
) -> set[str]:
    """Hold every sight, mask and reward together, at every table and every step.

    Return what became of hands at the table.
    """
    tables = 6
    rng = np.random.default_rng(seed)
    many = TableVectorEnv(game, tables, options=options, penetration=penetration)
    ones = [TableEnv(game, options=options, penetration=penetration) for _ in range(tables)]
    numbers = list(range(tables))
    outcomes = set()
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
                reward = 0.0
                ended = False
            else:
                same, reward, ended, _, info = one.step(int(actions[at]))
            assert sights(same) == sights(seen, at)
            assert (reward, ended) == (rewards[at], over[at])
            assert info["action_mask"].tolist() == infos["action_mask"][at].tolist()
            settled = one.round.state.settled if one.round else ()
            outcomes |= {line.outcome for line in settled}
    return outcomes


@pytest.mark.nightly(every=5)
@pytest.mark.parametrize("penetration", [None, 0.6, 0.97])
@pytest.mark.parametrize("game", BLACKJACK_GAMES if IS_NIGHT else DISTINCT)
def test_the_kernel_plays_as_the_table_does(game: str, penetration: float | None) -> None:
    """A shoe dealt nearly through runs out in a round, so that earlier cards come again."""
    seed = 1
    options = random_options(random.Random(seed), game, penetration)
    steps = 60 if penetration is None else 100
    play_side_by_side(game, options, penetration, seed, steps)


RICH = {
    "sevens": ("6h 7h 8h 6s 7s 8s 7c 6d", {"6-7-8 of Spades", "7-7-7 of Spades"}),
    "aces": ("Ah As Ac Kd Js 9c", {"blackjack", "dealer blackjack", "no dealer blackjack"}),
    "low": ("Ah 2c 2s 3d 4h 5s 6c", {"5 card 21", "6 card 21", "rescued"}),
}
"""Shoes of a few cards, and what happens with them that seldom happens otherwise."""


@pytest.mark.nightly(every=5)
@pytest.mark.parametrize("rich", RICH)
@pytest.mark.parametrize("game", ["wa/spanish-21", "ilani/spanish-21", "co/free-bet"])
def test_they_play_alike_with_shoes_full_of_bonuses_pairs_and_aces(
    game: str, rich: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, expected = RICH[rich]
    full = np.resize(np.array(parse_cards(cards), dtype=np.uint8), 300)
    for module in (rules, tables):
        monkeypatch.setattr(module, "full_shoe", lambda _: full)
    options: dict[str, OptionValue] = {"redouble": True} if game == "wa/spanish-21" else {}
    outcomes = play_side_by_side(game, options, None, seed=5, steps=500)
    if game == "wa/spanish-21":
        assert expected <= outcomes


def test_every_blackjack_game_is_played_by_the_kernel() -> None:
    assert {kind for kind, entry in KINDS.items() if entry.is_vectorized} == {RoundKind.BLACKJACK}
    assert len(BLACKJACK_GAMES) == 16
