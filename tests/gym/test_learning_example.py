"""The example that learns: what it prints is what it measured, and it comes near the solver."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "learn_blackjack.py"
ROUNDS = 60_000


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn_blackjack", EXAMPLE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_short_lesson_comes_near_the_solver(
    example: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    """A player who has learned nothing stands on everything and loses a sixth of the wagers."""
    learned, error, solved = example.main(["--rounds", str(ROUNDS), "--seed", "1"])
    assert 0.005 < solved < 0.007
    assert solved < -learned < solved + 0.06
    assert error < 0.006
    printed = capsys.readouterr().out.splitlines()
    assert printed == [
        "pitboss/Blackjack-v0, 60,000 rounds",
        f"house edge of what was learned  {-learned:.3%} +- {error:.3%}",
        f"house edge of the solver        {solved:.3%}",
    ]


def test_nineteen_stands_whatever_the_dealer_shows(example: ModuleType) -> None:
    env = example.gymnasium.make_vec("pitboss/Blackjack-v0", num_envs=example.TABLES)
    learner = example.Learner(2)
    example.play(env, learner, ROUNDS)
    names = example.pitboss.gym.ACTIONS
    values = learner.values.reshape(-1, len(names))
    for up in range(2, 11):
        state = int(example.pitboss.gym.Phase.HAND)
        for size, fact in ((22, 19), (2, 0), (2, 0), (11, up), (2, 0), (2, 0)):
            state = state * size + fact
        assert 0 != values[state, names.index("stand")] > values[state, names.index("hit")] < 0
    assert not learner.counts.reshape(values.shape)[:, names.index("rescue")].any()
