"""Rounds of one seat in lanes must count what the same rounds count at any table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss.engine.setup import prepare
from pitboss.questions.runs import CounterSettings
from pitboss.rulebook.house import house_from
from pitboss.simulator.ante_up.layout import ante_up_layout, lay_out
from pitboss.simulator.backends import cpu
from pitboss.simulator.cells.job import cell_job
from pitboss.simulator.counting.job import counted_job
from pitboss.simulator.counting.settings import read_counter
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.lanes.memory import FEW, LANES
from pitboss.simulator.lanes.plan import NO_ENDS, LaneEnds, plan
from pitboss.simulator.tally import UNLIMITED, Tally
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
COUNTED = "switch", "ante up", "3 card 21"
"""Houses that are dealt from a shoe."""
COUNTERS: dict[str, dict[str, Any]] = {
    "hi-lo": {"count": "hi-lo"},
    "an unbalanced count": {"count": "ko"},
    "who watches at first and leaves": {"count": "hi-lo", "enter": 1, "leave": -2},
}
NOT_COUNTED_IN_LANES: dict[str, dict[str, Any]] = {
    "two hands": {"count": "hi-lo", "hands": "2@3"},
    "a round after the cut card": {"count": "hi-lo", "after_cut": 1},
}
NOT_IN_LANES: dict[str, dict[str, Any]] = {
    "blackjack alone": {"game": "co/21-holdem", "tables": {}},
}


def make_job_named(house: dict[str, Any]) -> Job:
    """Return the best play of a house, a fresh shoe every round."""
    return make_named_job(prepare(house_from(house)), "optimal", seed=7)


def ways_to_deal(job: Job) -> list[tuple[int, int]]:
    """Return burned cards and cut cards: fresh shoes, and a shoe to its middle and to its end."""
    size = len(job.full_shoe)
    return [(0, 1)] if size <= ONE_DECK else [(0, 1), (1, size * 3 // 4), (2, size - 3)]


def at_any_table(job: Job) -> Job:
    """Return the same job as the loop for any table plays it."""
    table = replace(job)
    vars(table)["lanes"] = None
    return table


def check_equal(one: Tally, two: Tally) -> None:
    """Check that two runs counted the same, and deferred the same wins in the same order."""
    assert one.rounds == two.rounds
    assert one.counts.tolist() == two.counts.tolist()
    assert one.hits.tolist() == two.hits.tolist()


# Every kind has a kernel of its own to compile; by day one of each loop, over decks and shoes.
@pytest.mark.nightly(but=["deuces wild", "3 card 21"])
@pytest.mark.parametrize("name", list(HOUSES))
def test_rounds_in_lanes_count_what_a_whole_table_counts(name: str) -> None:
    laid_out = make_job_named(HOUSES[name])
    for burn, cut in ways_to_deal(laid_out):
        job = replace(laid_out, burn=burn, cut=cut)
        table = at_any_table(job)
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
            one = cpu.play(job, first, count, limit)
            two = cpu.play(table, first, count, limit)
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
        table = at_any_table(job)
        assert job.lanes is not None
        shoes = 20_000 if job.is_fresh else 500
        one = cpu.play(job, 1, shoes)
        two = cpu.play(table, 1, shoes)
        assert one.rounds == two.rounds
        assert one.counts.tolist() == two.counts.tolist()


@pytest.mark.parametrize("seed", range(4))
def test_all_bonus_wagers_of_deuces_wild_count_what_a_whole_table_counts(seed: int) -> None:
    job = make_named_job(pitboss.table("co/deuces-wild-xtreme").setup, "optimal", seed=seed)
    assert job.lanes is not None
    table = at_any_table(job)
    won = 0
    for first, count, limit in ((0, 1_000_000, UNLIMITED), (2**33, 99, UNLIMITED), (7, 99, 70)):
        one = cpu.play(job, first, count, limit)
        check_equal(one, cpu.play(table, first, count, limit))
        won += len(one.hits)
    assert won, "some wins come out of a meter"


def test_a_limit_on_odds_is_kept_in_lanes() -> None:
    job = make_job_named({**HOUSES["deuces wild"], "limits": {"odds": {"aggregate": 5000}}})
    assert job.lanes is not None
    check_equal(cpu.play(job, 1, 30_000), cpu.play(at_any_table(job), 1, 30_000))


def test_wins_beyond_a_limit_are_deferred_in_lanes() -> None:
    job = make_job_named(
        {
            "game": "co/deuces-wild-xtreme",
            "tables": {"odds": "PT-FLT-DWHF-ODS-01", "trips-plus-wild": "PT-FLT-DWHF-TPW-01"},
            "limits": {"trips-plus-wild": {"aggregate": 1000}},
        }
    )
    assert job.lanes is not None
    one = cpu.play(job, 3, 20_000)
    check_equal(one, cpu.play(at_any_table(job), 3, 20_000))
    assert len(one.hits), "somebody won more than the limit"


def test_wins_of_a_shoe_in_lanes_are_deferred_in_their_order() -> None:
    """No document has a jackpot in a game whose shoes play in lanes: its bonus is made one here."""
    laid_out = make_job_named(HOUSES["3 card 21"])
    tables = laid_out.wager_tables
    from_meter = (np.arange(len(tables.from_meter)) > 0).astype(np.uint8)
    for burn, cut in ways_to_deal(laid_out):
        job = replace(laid_out, burn=burn, cut=cut)
        table = at_any_table(job)
        for one_job in (job, table):
            vars(one_job)["wager_tables"] = tables._replace(from_meter=from_meter)
        for first, count, limit in ((3, 600, UNLIMITED), (9, LANES - 1, UNLIMITED), (0, 99, 70)):
            one = cpu.play(job, first, count, limit)
            check_equal(one, cpu.play(table, first, count, limit))
            assert len(one.hits), "the bonus is won now and then"


def counted(house: dict[str, Any], counter: dict[str, Any], seed: int = 7) -> Job:
    """Return a house with a counter in its only seat, dealt to three quarters of the shoe."""
    setup = prepare(house_from(house))
    job = make_named_job(setup, "optimal", seed=seed, cut=setup.shoe.size * 3 // 4)
    return counted_job(job, read_counter(CounterSettings(**counter), setup, 1))


# As above: every kind has two kernels to compile.
@pytest.mark.nightly(but=["3 card 21"])
@pytest.mark.parametrize("name", COUNTED)
def test_a_counter_in_lanes_counts_what_he_counts_at_any_table(name: str) -> None:
    for counter in COUNTERS.values():
        for seed in range(3):
            job = counted(HOUSES[name], counter, seed)
            table = at_any_table(job)
            assert job.lanes is not None
            runs = ((3, 700, UNLIMITED), (9, LANES - 1, UNLIMITED), (2**33, 3, 50), (0, 99, 70))
            for first, count, limit in runs:
                check_equal(
                    cpu.play(job, first, count, limit), cpu.play(table, first, count, limit)
                )


@pytest.mark.parametrize("how", list(NOT_COUNTED_IN_LANES))
def test_a_counter_who_changes_the_round_plays_at_a_table(how: str) -> None:
    assert counted(HOUSES["3 card 21"], NOT_COUNTED_IN_LANES[how]).lanes is None


def test_index_plays_of_switch_are_asked_at_a_table() -> None:
    plain, asking = (
        counted(HOUSES["switch"], {"count": "hi-lo", "indices": indices})
        for indices in (None, "i18")
    )
    assert plain.lanes is not None
    assert asking.lanes is None


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("name", list(NOT_IN_LANES))
def test_what_lanes_cannot_tell_is_played_at_a_table(name: str) -> None:
    assert make_job_named(NOT_IN_LANES[name]).lanes is None


def test_several_seats_are_played_at_a_table() -> None:
    assert replace(make_job_named(HOUSES["pai jack"]), seats=2).lanes is None


def test_every_end_adds_to_its_counters() -> None:
    two_cells = LaneEnds((np.array([0, 1]), np.array([2, 2])), (np.array([3, -1]),))
    made = plan(None, two_cells, NO_ENDS)
    counts = np.zeros(4, dtype=np.int64)
    made.add(np.array([5, 2, 9]), counts, (3, 1))
    assert counts.tolist() == [5, 2, 7, 5 * 9 + 2 * 1]
