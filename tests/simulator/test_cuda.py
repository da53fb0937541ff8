"""The CUDA kernels play and count as the processor does, to the last bit.

There is no graphics card where the suite runs: numba's simulator runs the same kernels, as slowly
as Python does. `bench/gpu.py identity` compares them on a real one.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import zlib
from base64 import b64encode
from pathlib import Path

import pytest

from pitboss.rulebook.problems import RulesError
from pitboss.simulator.backends import cpu
from pitboss.simulator.backends.graphics_cards import cuda_pool
from pitboss.simulator.backends.serialize import pack
from pitboss.simulator.job import Job
from pitboss.simulator.tally import Tally
from tests.simulator.cuda_jobs import (
    COUNTED_JOBS,
    COUNTED_SEATS,
    COUNTED_WALKS,
    HITS_AT_FIRST,
    JOBS,
    LAID_OUT,
    OTHER_JOBS,
    SEATS,
    SHOES,
    SWITCH,
    WALKED_JOBS,
    jobs,
    select_jobs,
)

TWO_CARDS = "two cards"
PIECES = 3
"""As in `cudasim`, which only a process with the simulator can import."""
SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}


@pytest.fixture(scope="module")
def laid_out() -> dict[str, Job]:
    return dict(jobs())


def _as_text(content: object) -> str:
    """Return anything as text; deals of four cards are too many for the simulator to classify."""
    return b64encode(zlib.compress(pickle.dumps(content), level=1)).decode()


@pytest.fixture(scope="module")
def simulated(laid_out: dict[str, Job]) -> dict[str, list[object]]:
    named = {**laid_out, TWO_CARDS: laid_out["one seat"]}  # the last, because it changes the cards
    sent = [
        [name, *map(_as_text, (pack(job), *(getattr(job, part) for part in LAID_OUT)))]
        for name, job in named.items()
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.simulator.cudasim"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, **SIMULATED},
        input=json.dumps(sent),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {name: values for name, *values in map(json.loads, done.stdout.splitlines())}


@pytest.fixture(scope="module")
def processed(laid_out: dict[str, Job]) -> dict[str, Tally]:
    return {name: cpu.play(job, 3, SHOES) for name, job in laid_out.items()}


ALL_JOBS = (
    JOBS,
    WALKED_JOBS,
    OTHER_JOBS,
    SWITCH,
    COUNTED_JOBS,
    COUNTED_WALKS,
    SEATS,
    COUNTED_SEATS,
)


@pytest.mark.parametrize("name", [name for table in ALL_JOBS for name, _ in select_jobs(table)])
def test_the_kernels_count_what_the_processor_counts(
    name: str, simulated: dict[str, list[object]], processed: dict[str, Tally]
) -> None:
    tally = processed[name]
    assert tally.rounds >= SHOES
    assert simulated[name] == [tally.rounds, tally.counts.tolist(), tally.hits.tolist()]


def test_two_cards_play_pieces_of_a_run_as_the_processor_does(
    simulated: dict[str, list[object]], laid_out: dict[str, Job]
) -> None:
    used, pieces = simulated[TWO_CARDS]
    assert used == [0, 1]
    own = [cpu.play(laid_out["one seat"], 3 + 2 * piece, 2) for piece in range(PIECES)]
    assert pieces == [[tally.rounds, tally.counts.tolist(), tally.hits.tolist()] for tally in own]


def test_hits_are_compared_from_shoes_dealt_through_and_fresh(processed: dict[str, Tally]) -> None:
    for name in ("one seat, a posted limit", "a posted limit", "a posted limit, fresh shoes"):
        assert len(processed[name].hits) > HITS_AT_FIRST


def test_without_a_device_there_is_a_clear_answer() -> None:
    with pytest.raises(RulesError) as refused:
        cuda_pool()
    (problem,) = refused.value.problems
    assert problem.code == "device/none"
    assert "no CUDA device" in problem.message
