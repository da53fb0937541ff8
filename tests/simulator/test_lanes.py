"""Rounds of one seat in lanes must count what the same rounds count at any table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pitboss.engine.setup import prepare
from pitboss.rulebook.house import house_from
from pitboss.simulator.ante_up.layout import ante_up_layout, lay_out
from pitboss.simulator.backends import cpu
from pitboss.simulator.cells.job import cell_job
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.lanes.memory import FEW, LANES
from pitboss.simulator.lanes.plan import NO_ENDS, LaneEnds, plan
from pitboss.simulator.tally import UNLIMITED
from tests.simulator.random_ante_up import random_play

ONE_DECK = 53
HOUSES: dict[str, dict[str, Any]] = {
    "switch": {"game": "co/blackjack-switch"},
    "pai jack": {"game": "co/pai-jack", "tables": {"pai-jack-bonus": "1"}},
    "pai jack, a low ace of either value": {
        "game": "co/pai-jack",
        "options": {"low_hand_ace": "either"},
    },
    "21-hold 'em": {"game": "co/21-holdem", "tables": {"poker": "poker"}},
    "ante up": {"game": "co/ante-up-21", "tables": {"poker-bonus": "A"}},
    "3 card 21": {"game": "co/3-card-21", "tables": {"3-card-bonus": "2"}},
    "deuces wild": {
        "game": "co/deuces-wild-xtreme",
        "tables": {"odds": "PT-FLT-DWHF-ODS-01"},
    },
}
NOT_IN_LANES: dict[str, dict[str, Any]] = {
    "a posted limit": {
        **HOUSES["deuces wild"],
        "limits": {"odds": {"aggregate": 5000}},
    },
    "bonus wagers": {
        "game": "co/deuces-wild-xtreme",
        "tables": {"odds": "PT-FLT-DWHF-ODS-01", "bad-beat": "PT-FLT-DWHF-BBX-01"},
    },
    "blackjack alone": {"game": "co/21-holdem", "tables": {}},
}


def make_job_named(house: dict[str, Any]) -> Job:
    """Return the best play of a house, a fresh shoe every round."""
    return make_named_job(prepare(house_from(house)), "optimal", seed=7)


def ways_to_deal(job: Job) -> list[tuple[int, int]]:
    """Return burned cards and cut cards: fresh shoes, and a shoe to its middle and to its end."""
    size = len(job.full_shoe)
    return [(0, 1)] if size <= ONE_DECK else [(0, 1), (1, size * 3 // 4), (2, size - 3)]


# Every kind has a kernel of its own to compile; by day one of each loop, over decks and shoes.
@pytest.mark.nightly(but=["deuces wild", "3 card 21"])
@pytest.mark.parametrize("name", list(HOUSES))
def test_rounds_in_lanes_count_what_a_whole_table_counts(name: str) -> None:
    laid_out = make_job_named(HOUSES[name])
    for burn, cut in ways_to_deal(laid_out):
        job = replace(laid_out, burn=burn, cut=cut)
        table = replace(job)
        vars(table)["lanes"] = None
        assert job.lanes is not None
        shoes = 20_000 if job.is_fresh else 600
        runs = (
            (3, shoes, UNLIMITED),
            (9, LANES - 1, UNLIMITED),
            (9, FEW - 1, UNLIMITED),
            (5, 1, UNLIMITED),
            (0, 99, 70),
        )
        for first, count, limit in runs:
            one, two = cpu.play(job, first, count, limit), cpu.play(table, first, count, limit)
            assert one.rounds == two.rounds
            assert one.counts.tolist() == two.counts.tolist()
        assert one.rounds == 70, "a run ends with its last round, wherever that is in a shoe"


@pytest.mark.parametrize("name", list(HOUSES))
def test_lanes_write_to_no_table_that_threads_share(name: str) -> None:
    """Each thread has memory of its own; a table that one of them wrote to would change others."""
    job = make_job_named(HOUSES[name])
    assert job.lanes is not None
    tables = [*arrays_in(job.lanes.table)]
    before = [table.copy() for table in tables]
    assert sum(table.size for table in tables) > 1_000
    cpu.play(job, 0, 2 * LANES)
    assert all(np.array_equal(was, now) for was, now in zip(before, tables, strict=True))


def arrays_in(value: object) -> Iterator[np.ndarray[Any, Any]]:
    """Yield the arrays of a named tuple and of all that it holds."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from arrays_in(part)


# Laying out the others takes seconds each, and any play splits in the same ways.
@pytest.mark.nightly(but=["random"])
@pytest.mark.parametrize("strategy", ["random", "for-21", "for-poker"])
def test_splits_in_lanes_count_what_a_whole_table_counts(strategy: str) -> None:
    """Ante Up 21 with hands of a split that are bet and folded, doubled and split again."""
    setup = prepare(house_from(HOUSES["ante up"]))
    layout = (
        lay_out(setup, random_play(setup, random.Random(0)))
        if strategy == "random"
        else ante_up_layout(setup, strategy)
    )
    for cut in (None, 234, 309):
        job = cell_job(layout, seed=11, cut=cut)
        table = replace(job)
        vars(table)["lanes"] = None
        assert job.lanes is not None
        shoes = 20_000 if job.is_fresh else 500
        one, two = cpu.play(job, 1, shoes), cpu.play(table, 1, shoes)
        assert one.rounds == two.rounds
        assert one.counts.tolist() == two.counts.tolist()


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("name", list(NOT_IN_LANES))
def test_what_lanes_cannot_tell_is_played_at_a_table(name: str) -> None:
    assert make_job_named(NOT_IN_LANES[name]).lanes is None


def test_several_seats_are_played_at_a_table() -> None:
    assert replace(make_job_named(HOUSES["pai jack"]), seats=2).lanes is None


def test_every_end_adds_to_its_counters() -> None:
    two_cells = LaneEnds((np.array([0, 1]), np.array([2, 2])), (np.array([3, -1]),))
    made, counts = plan(None, two_cells, NO_ENDS), np.zeros(4, dtype=np.int64)
    made.add(np.array([5, 2, 9]), counts, squares_at=3)
    assert counts.tolist() == [5, 2, 7, 5 * 9 + 2 * 1]
