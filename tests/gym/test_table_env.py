"""One table: what is asked, seen, won and refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium import error

from pitboss.engine.actions import Question, RefusedError
from pitboss.exact.decisions import Decisions
from pitboss.gym import ACTIONS, Phase
from pitboss.gym.actions import NUMBER
from pitboss.gym.table_env import TableEnv
from pitboss.gym.tables import table
from pitboss.rulebook.problems import RulesError

Step = tuple[dict[str, Any], float, bool, dict[str, Any]]


def play_episode(env: TableEnv, seed: int, rounds_seed: int = 0) -> Iterator[Step]:
    """Play an episode with legal actions at random; yield every step."""
    rng = np.random.default_rng(rounds_seed)
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, _, info = env.step(action)
        yield seen, reward, over, info


def test_an_episode_is_one_round_with_a_fresh_shoe() -> None:
    env = TableEnv("reference/blackjack")
    seen, info = env.reset(seed=5)
    assert seen["phase"] == Phase.WAGER
    assert [ACTIONS[n] for n in np.flatnonzero(info["action_mask"])] == ["deal"]
    assert not seen["seen"].any()
    steps = list(play_episode(env, 5))
    assert all(reward == 0 for _, reward, _, _ in steps[:-1])
    last, _, over, info = steps[-1]
    assert over
    assert last["phase"] == Phase.OVER
    assert not info["action_mask"].any()
    assert last["seen"].sum() >= 4


def test_an_episode_is_one_shoe_with_a_cut_card() -> None:
    env = TableEnv("reference/blackjack", penetration=0.5)
    steps = list(play_episode(env, 5))
    wagers = [seen for seen, _, _, _ in steps if seen["phase"] == Phase.WAGER]
    assert len(wagers) > 10
    counts = [int(seen["seen"].sum()) for seen in wagers]
    assert counts == sorted(counts)
    # One card is burned unseen; the last round begins before the middle of the shoe.
    assert counts[-1] + 1 < 156 <= int(steps[-1][0]["seen"].sum()) + 1


def test_the_same_seed_deals_the_same_round() -> None:
    env = TableEnv("co/free-bet")
    other = TableEnv("co/free-bet")
    for seed in range(10):
        for one, two in zip(play_episode(env, seed), play_episode(other, seed), strict=True):
            assert str(one) == str(two)


def test_resets_without_a_seed_go_on_through_the_shoes_of_the_seed() -> None:
    env = TableEnv("co/free-bet")
    other = TableEnv("co/free-bet")
    env.reset(seed=3)
    for number in range(5):
        if number:
            env.reset()
        other.reset(seed=3, options={"shoe": number})
        assert str(env.step(NUMBER["deal"])) == str(other.step(NUMBER["deal"]))


def test_rewards_are_what_the_engine_settles_in_units_of_the_wager() -> None:
    env = TableEnv("co/21-plus-3", seats=3)
    for seed in range(40):
        *_, (_, reward, _, _) = play_episode(env, seed, seed)
        playing = env.round
        assert playing is not None
        won = [line.net for line in playing.state.settled if line.seat == 1]
        assert reward == sum(won) / 100


def test_a_side_wager_counts_in_the_reward() -> None:
    tables = {"match-up": "2"}
    wagers = {"match-up": 500}
    bare = TableEnv("wa/spanish-21")
    felt = TableEnv("wa/spanish-21", tables=tables, wagers=wagers)
    differences = set()
    for seed in range(60):
        *_, (_, plain, _, _) = play_episode(bare, seed)
        *_, (_, more, _, _) = play_episode(felt, seed)
        differences.add(more - plain)
    assert -5.0 in differences
    assert max(differences) > 0


def test_an_illegal_action_costs_a_unit_and_changes_nothing() -> None:
    env = TableEnv("reference/blackjack")
    before, _ = env.reset(seed=1)
    seen, reward, over, _, info = env.step(NUMBER["hit"])
    assert (reward, over, info["illegal"]) == (-1.0, False, True)
    assert str(seen) == str(before)
    assert env.step(NUMBER["deal"])[4]["illegal"] is False


def test_an_illegal_action_may_be_an_error() -> None:
    env = TableEnv("reference/blackjack", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(error.InvalidAction, match=r"^hit is not possible now; choose deal$"):
        env.step(NUMBER["hit"])


@pytest.mark.parametrize("action", [-1, len(ACTIONS)])
def test_what_is_no_action_is_an_error(action: int) -> None:
    env = TableEnv("reference/blackjack")
    env.reset(seed=1)
    with pytest.raises(error.InvalidAction, match="is not possible now; choose deal"):
        env.step(action)


def test_a_step_needs_a_reset() -> None:
    env = TableEnv("reference/blackjack")
    with pytest.raises(error.ResetNeeded):
        env.step(NUMBER["deal"])
    assert list(play_episode(env, 1))
    with pytest.raises(error.ResetNeeded):
        env.step(NUMBER["deal"])


def test_the_down_card_is_not_seen_before_it_is_turned() -> None:
    """Whatever is asked, the cards seen are the player's and the up card."""
    env = TableEnv("wa/spanish-21")
    for seed in range(30):
        for seen, _, over, _ in play_episode(env, seed, seed):
            if not over and seen["hands"] == 1:
                expected = seen["ranks"].astype(int)
                expected[seen["up"] - 1] += 1
                assert seen["seen"].tolist() == expected.tolist()


def test_every_phase_is_met() -> None:
    met: set[int] = set()
    for game in ("wa/spanish-21", "co/blackjack-switch"):
        env = TableEnv(game)
        for seed in range(150):
            met |= {int(seen["phase"]) for seen, _, _, _ in play_episode(env, seed, seed)}
    assert met == set(Phase) - {Phase.WAGER, Phase.LATE, Phase.BET, Phase.SET}


def test_both_hands_are_seen_before_a_switch() -> None:
    env = TableEnv("co/blackjack-switch")
    switches = 0
    for seed in range(20):
        env.reset(seed=seed)
        seen = env.step(NUMBER["deal"])[0]
        if seen["phase"] == Phase.SWITCH:
            switches += 1
            assert all(seen["cards"])
            assert all(seen["other"])
            assert seen["seen"].sum() == 5
    assert switches > 10


def test_the_table_is_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = TableEnv("reference/blackjack", render_mode="ansi")
    env.reset(seed=1, options={"shoe": 2})
    assert env.render() == "The shoe is ready; nothing is dealt yet.\n"
    env.step(NUMBER["deal"])
    shown = env.render()
    assert shown is not None
    assert shown.startswith("reference/blackjack\ndealer ")
    assert "??" in shown
    assert "choose   hit, stand" in shown
    human = TableEnv("reference/blackjack", render_mode="human")
    human.reset(seed=1, options={"shoe": 2})
    human.step(NUMBER["deal"])
    assert shown in capsys.readouterr().out
    assert human.render() is None


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seats": 0}, "seats is from 1 to 7, not 0"),
        ({"seats": 8}, "seats is from 1 to 7, not 8"),
        (
            {"penetration": 1.5},
            "penetration: 1.5 is not allowed; choose more than 0 and less than 1",
        ),
        (
            {"penetration": 0.001, "options": {"decks": 1}},
            "penetration: the cut card at 0 of 52 cards leaves no room for a round behind 1 burned",
        ),
        ({"illegal": "ignore"}, "illegal is penalty or raise, not ignore"),
        ({"render_mode": "rgb_array"}, "render_mode is ansi or human, not rgb_array"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        TableEnv("reference/blackjack", **wrong)


def test_a_table_that_is_not_approved_is_refused() -> None:
    with pytest.raises(RulesError, match="there is no game"):
        TableEnv("reference/whist")
    with pytest.raises(RulesError, match="decks"):
        TableEnv("reference/blackjack", options={"decks": 101})
    with pytest.raises(RefusedError):
        TableEnv("reference/blackjack", wagers={"match-up": 500})
    with pytest.raises(ValueError, match="shuffled before every round"):
        TableEnv("co/golden-21", options={"dealt_from": "continuous shuffler"}, penetration=0.5)


def test_options_that_a_house_must_choose_may_be_left_out() -> None:
    assert table("wa/spanish-21", None, None).rules.soft17 == "hit"
    assert table("wa/spanish-21", {"soft17": "stand"}, None).rules.soft17 == "stand"


def test_values_are_those_of_advise_and_the_best_play_costs_nothing() -> None:
    env = TableEnv("reference/blackjack", values=True)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        assert np.isnan(info["values"]).all(), "the wager is no question"
        over = False
        while not over:
            best = (
                NUMBER["deal"] if np.isnan(info["values"]).all() else np.nanargmax(info["values"])
            )
            assert info["action_mask"][best]
            _, _, over, _, info = env.step(int(best))
            assert info["regret"] == 0.0


def test_regret_is_what_advise_says_that_the_choice_cost() -> None:
    env = TableEnv("co/21-holdem", values=True)
    _, info = env.reset(seed=0)
    _, _, _, _, info = env.step(NUMBER["deal"])
    legal = np.flatnonzero(info["action_mask"])
    assert not np.isnan(info["values"][legal]).any()
    assert np.isnan(np.delete(info["values"], legal)).all()
    worst = int(np.nanargmin(info["values"]))
    wanted = float(np.nanmax(info["values"]) - np.nanmin(info["values"]))
    assert env.round is not None
    by_advise = pitboss_values(env)
    assert by_advise == pytest.approx({ACTIONS[n]: info["values"][n] for n in legal}, abs=1e-12)
    _, _, _, _, info = env.step(worst)
    assert info["regret"] == wanted > 0


def pitboss_values(env: TableEnv) -> dict[str, float]:
    """Return the values of the present question by the solver itself."""
    assert env.round is not None
    question = env.round.due
    assert isinstance(question, Question)
    worth = Decisions(env.setup).worth(env.round.state, question)
    return {str(it.action): float(it.value) for it in worth.values}
