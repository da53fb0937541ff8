"""Gymnasium finds every environment, and its own checker has nothing to say against any."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from pitboss.gym import environment_ids, register_all
from pitboss.gym.kinds import KINDS
from pitboss.gym.registration import ANY_GAME
from pitboss.gym.vector_env import TableVectorEnv
from pitboss.rulebook.extras import install_command
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.reading.library import game_ids

IDS = environment_ids()


@pytest.mark.parametrize("name", IDS)
def test_the_checker_passes(name: str) -> None:
    env = gymnasium.make(name, render_mode="ansi")
    check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("name", ["pitboss/Spanish21-v0", "pitboss/BlackjackSwitch-v0"])
def test_the_checker_passes_where_the_shoe_is_dealt_through(name: str) -> None:
    env = gymnasium.make(name, penetration=0.75, render_mode="ansi")
    check_env(env.unwrapped)
    env.close()


def test_the_checker_passes_with_other_seats_and_side_wagers() -> None:
    env = gymnasium.make(
        ANY_GAME,
        game="wa/spanish-21",
        options={"decks": 6, "soft17": "hit", "redouble": True},
        tables={"match-up": "2"},
        wagers={"match-up": 100},
        seats=4,
        render_mode="ansi",
    )
    check_env(env.unwrapped)


def test_there_is_an_id_for_every_game() -> None:
    assert sorted(IDS.values()) == sorted(game_ids())
    assert len(IDS) == 22
    assert set(IDS) <= set(gymnasium.registry)


def test_every_kind_of_round_has_an_environment() -> None:
    assert set(KINDS) == set(RoundKind)


def test_registering_twice_changes_nothing() -> None:
    before = dict(gymnasium.registry)
    register_all()
    assert gymnasium.registry == before


@pytest.mark.parametrize("name", ["pitboss/Spanish21-v0", "pitboss/FreeBet-v0"])
def test_many_tables_are_made_by_the_same_id(name: str) -> None:
    made = gymnasium.make_vec(name, num_envs=3, vectorization_mode="vector_entry_point")
    assert isinstance(made, TableVectorEnv)
    assert made.setup.configured.game.id == IDS[name]
    assert made.num_envs == 3
    assert made.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, _ = made.reset(seed=1)
    assert seen in made.observation_space


@pytest.mark.parametrize("name", ["pitboss/BlackjackSwitch-v0", "pitboss/PaiJack-v0"])
def test_other_games_are_played_at_many_tables_by_turns(name: str) -> None:
    made = gymnasium.make_vec(name, num_envs=3)
    seen, infos = made.reset(seed=1)
    for _ in range(20):
        assert seen in made.observation_space
        actions = infos["action_mask"].argmax(axis=1)
        seen, _, _, _, infos = made.step(actions)
    made.close()


def test_compiled_tables_refuse_other_games_in_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"^co/pai-jack is not played on many tables at once"):
        TableVectorEnv("co/pai-jack", 2)


def test_the_id_may_name_the_package_to_import() -> None:
    code = (
        "import gymnasium; env = gymnasium.make('pitboss.gym:pitboss/Blackjack-v0');"
        "print(env.unwrapped.setup.configured.game.id)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "reference/blackjack\n"


def test_without_gymnasium_one_sentence_says_what_is_missing() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import pitboss.gym"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    sentence = f"ImportError: pitboss.gym needs Gymnasium: {install_command('gym')}\n"
    assert done.stderr.endswith(sentence)


def test_every_kind_of_round_has_environments() -> None:
    assert set(KINDS) == set(RoundKind)
