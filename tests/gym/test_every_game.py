"""Every game by random play: what is seen, what is legal, and what is paid are the engine's."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.gym import ACTIONS, Phase
from pitboss.gym.actions import NUMBER
from pitboss.gym.table_env import TableEnv
from pitboss.rulebook.reading.library import game_ids
from pitboss.simulator.backends import cpu
from pitboss.simulator.kinds import KINDS, make_named_job

ROUNDS = 60
ASKED = {
    "co/pai-jack": {name for name in ACTIONS if name.startswith("set-")},
    "co/21-holdem": {"bet", "fold", "hit", "stand", "double", "insure"},
    "co/ante-up-21": {"bet", "fold", "hit", "stand", "double"},
    "co/3-card-21": {"hit", "stand", "double", "split", "surrender"},
    "co/deuces-wild-xtreme": {"bet", "fold"},
}
"""What a learner does at the tables that are not blackjack alone, in sixty rounds."""


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("game", "seats"), [(game, 3 if game in ASKED else 1) for game in game_ids()]
)
def test_rewards_are_what_the_engine_settled_to_the_cent(game: str, seats: int) -> None:
    env = TableEnv(game, seats=seats, illegal="raise")
    rng = np.random.default_rng(5)
    taken = set()
    env.reset(seed=5)
    for _ in range(ROUNDS):
        seen, info = env.reset()
        over = False
        reward = 0.0
        while not over:
            assert reward == 0
            assert seen in env.observation_space
            assert seen["action_mask"].tolist() == info["action_mask"].tolist()
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            taken.add(ACTIONS[action])
            seen, reward, over, _, info = env.step(action)
        assert seen in env.observation_space
        assert not info["action_mask"].any()
        assert env.round is not None
        settled = [line.net for line in env.round.state.settled if line.seat == 1]
        assert round(100 * reward, 6) == sum(settled)
    assert taken >= ASKED.get(game, {"hit", "stand", "double"})


def decisions(env: TableEnv, action: Action) -> int:
    """Return the number of an action of the engine."""
    if action.kind is not ActionKind.SET:
        return NUMBER[action.kind]
    answers = env._answers()  # noqa: SLF001 - which number a low hand has
    return next(number for number, answer in answers.items() if answer and answer.low == action.low)


@pytest.mark.parametrize("game", ["co/pai-jack", "co/21-holdem"])
def test_a_seed_deals_the_rounds_that_the_simulator_plays(game: str) -> None:
    """Both play by the solver, and win the same on the main wager in every round."""
    env = TableEnv(game)
    seed = 11
    rounds = 100
    job = make_named_job(env.setup, "optimal", seed=seed)
    decide = KINDS[env.setup.round].decide
    env.reset(seed=seed, options={"shoe": 0})
    for shoe in range(rounds):
        env.reset(options={"shoe": shoe})
        *_, over, _, _ = env.step(NUMBER["deal"])
        while not over:
            assert env.round is not None
            assert isinstance(env.round.due, Question)
            action = decide(job.layout, env.round.state, env.round.due)
            *_, over, _, _ = env.step(decisions(env, action))
        assert env.round is not None
        won = sum(line.net for line in env.round.state.settled if line.wager == "main")
        assert won == job.parts(cpu.play(job, shoe, 1))[0].rounds[1]


def test_the_cards_of_a_poker_hand_are_seen_and_the_dealers_are_not() -> None:
    env = TableEnv("co/deuces-wild-xtreme")
    jokers = 0
    for seed in range(40):
        env.reset(seed=seed)
        seen, *_ = env.step(NUMBER["deal"])
        assert seen["phase"] == Phase.BET
        assert env.round is not None
        cards = env.round.state.seat(1).hands[0].cards
        assert (seen["hand_cards"] - 1).tolist() == list(cards)
        assert not seen["table_cards"].any()
        assert seen["seen"].sum() == 5
        assert seen["ranks"].tolist() == seen["seen"].tolist()
        jokers += int(seen["ranks"][13])
    assert jokers


def test_the_community_cards_are_seen_when_poker_is_played() -> None:
    env = TableEnv("co/21-holdem")
    env.reset(seed=3)
    seen, _, over, _, info = env.step(NUMBER["deal"])
    while seen["phase"] != Phase.BET:
        assert not over
        legal = np.flatnonzero(info["action_mask"])
        wanted = NUMBER["stand"] if NUMBER["stand"] in legal else int(legal[-1])
        seen, _, over, _, info = env.step(wanted)
    assert env.round is not None
    assert (seen["table_cards"][:2] - 1).tolist() == list(env.round.state.dealer[:2])
    assert seen["poker_cards"][0] == env.round.state.seat(1).poker[0] + 1
    assert env.render() is not None


def test_a_low_hand_is_set_by_the_order_of_its_cards() -> None:
    env = TableEnv("co/pai-jack", render_mode="ansi")
    for seed in range(5):
        env.reset(seed=seed)
        seen, _, over, _, info = env.step(NUMBER["deal"])
        if over:
            continue
        assert seen["phase"] == Phase.SET
        action = int(np.flatnonzero(info["action_mask"])[-1])
        env.step(action)
        _, one, two = ACTIONS[action].split("-")
        assert env.round is not None
        hand = env.round.state.seat(1).hands[0]
        assert set(hand.low) == {hand.cards[int(one) - 1], hand.cards[int(two) - 1]}
        assert " low " in str(env.render())
