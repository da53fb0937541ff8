"""The example for an evaluation framework: decisions with exact regret, on rules made up."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import pitboss

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "agents"
COUNT = 40


@pytest.fixture(scope="module")
def module() -> Any:  # noqa: ANN401 - an example, which is not typed here
    sys.path.insert(0, str(EXAMPLE))
    try:
        return import_module("decisions")
    finally:
        sys.path.remove(str(EXAMPLE))


@pytest.fixture(scope="module")
def asked(module: Any) -> list[Any]:  # noqa: ANN401 - an example
    found: list[Any] = module.decisions(COUNT, seed=1)
    return found


def test_the_best_answers_cost_nothing_charts_little_and_chance_much(
    module: Any,  # noqa: ANN401 - an example
    asked: list[Any],
) -> None:
    rng = random.Random(1)
    assert all(one.regret(one.best) == 0 for one in asked)
    by_chart = sum(one.regret(module.follow_chart(one)) for one in asked) / COUNT
    by_chance = sum(one.regret(rng.choice(sorted(one.values))) for one in asked) / COUNT
    assert by_chart < 0.01  # a chart is right but for a few exceptions of small cost
    assert by_chance > 10 * by_chart + 0.1


def test_each_value_is_that_of_the_rules_in_the_question(asked: list[Any]) -> None:
    assert len({tuple(sorted(one.rules.items(), key=str)) for one in asked}) > COUNT // 15
    for one in asked[::7]:
        table = pitboss.table("reference/blackjack", options=one.rules)
        rows = {row.action: row.value for row in table.advise(one.hand, up=one.up)}
        assert rows == one.values
        for name in one.rules:
            assert table.game.option(name).title in one.prompt
        assert all(action in one.prompt for action in one.values)


def test_the_same_seed_asks_the_same(module: Any, asked: list[Any]) -> None:  # noqa: ANN401
    assert module.decisions(12, seed=1) == asked[:12]
    assert module.decisions(12, seed=2) != asked[:12]


def test_an_answer_may_be_a_sentence_and_nonsense_costs_the_most(asked: list[Any]) -> None:
    one = asked[0]
    assert one.regret(f"I thought about it. {one.best.upper()}!") == 0
    worst = max(one.values.values()) - min(one.values.values())
    assert one.regret("fly away") == worst > 0


@pytest.mark.nightly
def test_the_real_framework_runs_the_task(tmp_path: Path) -> None:
    uv = str(Path(sys.executable).with_name("uv"))
    venv = tmp_path / "venv"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, venv], check=True)
    python = venv / "bin" / "python"
    install = [uv, "pip", "install", "--quiet", "--python", str(python), "inspect-ai"]
    subprocess.run(install, check=True)
    site = next((venv / "lib").glob("python3*")) / "site-packages"
    ours = next(path for path in sys.path if path.endswith("site-packages"))
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (site, ROOT / "src", ours))),
    }
    task = "examples/agents/blackjack_task.py"
    options = [
        "--model",
        "mockllm/model",
        "--display",
        "plain",
        "--log-dir",
        str(tmp_path / "logs"),
    ]
    done = subprocess.run(
        [
            venv / "bin" / "inspect",
            "eval",
            task,
            *options,
            "-T",
            "player=optimal",
            "-T",
            "count=20",
        ],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "mean    0.000  mean    1.000" in done.stdout
