"""The simulation of the whole floor: some seeds by day, and that a seed is the same every time."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.simulation.run import simulate
from tests.simulation.swarm import Scenario, draw
from tests.tiers import by_day

SECONDS = 40.0
SEEDS = by_day(5, 200)


def short(seed: int) -> Scenario:
    """Return the scenario of a seed, for a short time."""
    scenario = draw(seed)
    return replace(scenario, seconds=min(scenario.seconds, SECONDS))


@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
def test_nothing_is_wrong_on_a_floor_where_anything_fails(seed: int) -> None:
    result = simulate(short(seed))
    assert not result.violations, (*result.trace.lines[-40:], *result.violations)
    assert result.counts["commands"]


def test_a_seed_is_the_same_run_every_time() -> None:
    """Also where texts have other hashes, by which sets are ordered."""
    code = (
        "from tests.simulation.test_simulation import short, simulate\n"
        "print(simulate(short(3)).digest)"
    )
    digests = {simulate(short(3)).digest}
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout.strip())
    assert len(digests) == 1


def test_other_seeds_are_other_runs() -> None:
    assert simulate(short(3)).digest != simulate(short(4)).digest
