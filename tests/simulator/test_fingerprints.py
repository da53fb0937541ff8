"""What runs of each kind of round count, kept from before their rounds became programs.

The same seed must give the same counts whoever plays the round: lanes, a whole table, a run that
is continued. A line of `fingerprints.json` is the digest of the counters of a few hundred shoes,
and of the arrays by which a checkpoint knows its run.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss import table
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import house_from
from pitboss.simulator.ante_up.layout import lay_out
from pitboss.simulator.backends import cpu
from pitboss.simulator.cells.job import cell_job
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.tally import UNLIMITED
from tests.simulator.random_ante_up import random_play

KEPT: dict[str, str] = json.loads(Path(__file__).with_name("fingerprints.json").read_text())
ODDS = {"odds": "PT-FLT-DWHF-ODS-01"}
HOUSES: dict[str, dict[str, Any]] = {
    "pai-jack": {"game": "co/pai-jack", "tables": {"pai-jack-bonus": "1"}},
    "pai-jack, either ace": {"game": "co/pai-jack", "options": {"low_hand_ace": "either"}},
    "wild": {"game": "co/deuces-wild-xtreme", "tables": ODDS},
    "wild, limit": {
        "game": "co/deuces-wild-xtreme",
        "tables": ODDS,
        "limits": {"odds": {"aggregate": 5000}},
    },
    "wild, as opened": {"game": "co/deuces-wild-xtreme"},
    "3-card-21": {"game": "co/3-card-21", "tables": {"3-card-bonus": "2"}},
    "holdem": {"game": "co/21-holdem", "tables": {"poker": "poker"}},
    "holdem, blackjack alone": {"game": "co/21-holdem", "tables": {}},
    "switch": {"game": "co/blackjack-switch", "tables": {}},
    "ante-up": {"game": "co/ante-up-21", "tables": {"poker-bonus": "A"}},
    "ante-up, no bonus": {"game": "co/ante-up-21", "tables": {}},
}
STRATEGIES = {
    "pai-jack": ("optimal", "chart", "house-way"),
    "holdem": ("optimal", "chart"),
    "3-card-21": ("optimal", "chart"),
}
DECK = 53
"""The most cards of one deck: every round has a fresh one."""


def deals(job: Job) -> list[tuple[int, int]]:
    """Return burned cards and cut cards: fresh shoes, a shoe to its middle and to its end."""
    size = len(job.full_shoe)
    return [(0, 1)] if size <= DECK else [(0, 1), (1, size * 3 // 4), (2, size - 3)]


@cache
def make_job(name: str, strategy: str) -> Job:
    """Return one seat of a house, a fresh shoe every round."""
    house = HOUSES[name]
    setup = prepare(house_from(house)) if len(house) > 1 else table(house["game"]).setup
    if name.startswith("ante-up"):
        return cell_job(lay_out(setup, random_play(setup, random.Random(5))), seed=21)
    return make_named_job(setup, strategy, seed=21)


def fingerprint(job: Job) -> str:
    """Return a digest of the counts of several runs, and of what the rounds read."""
    digest = sha256()
    for part in job.walked_arrays:
        digest.update(np.ascontiguousarray(part).tobytes())
    for burn, cut in deals(job):
        dealt = replace(job, burn=burn, cut=cut)
        for first, shoes, limit in ((3, 700, UNLIMITED), (2**40, 9, UNLIMITED), (0, 99, 70)):
            tally = cpu.play(dealt, first, shoes, limit)
            digest.update(np.int64(tally.rounds).tobytes())
            digest.update(tally.counts.tobytes() + tally.hits.tobytes())
    return digest.hexdigest()[:32]


def all_cases() -> list[tuple[str, str, int]]:
    """Return houses, strategies and seats."""
    return [
        (name, strategy, seats)
        for name in HOUSES
        for strategy in STRATEGIES.get(name, ("optimal",))
        for seats in (1, 3)
    ]


@pytest.mark.nightly(but=["wild-optimal-1", "wild-optimal-3", "3-card-21-optimal-1"])
@pytest.mark.parametrize(("name", "strategy", "seats"), all_cases())
def test_the_same_seed_counts_the_same(name: str, strategy: str, seats: int) -> None:
    job = replace(make_job(name, strategy), seats=seats)
    assert fingerprint(job) == KEPT[f"{name}, {strategy}, {seats}"]


def test_every_case_is_kept() -> None:
    assert list(KEPT) == [f"{name}, {strategy}, {seats}" for name, strategy, seats in all_cases()]
