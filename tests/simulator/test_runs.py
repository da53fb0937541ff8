"""A run has the rounds asked for and the same counts, whoever plays which part of it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import cache
from typing import Self

import numpy as np
import pytest

from pitboss.compiled.card_classes import EVERY_CARD
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import House, JackpotSetup
from pitboss.rulebook.model import OptionValue
from pitboss.simulator.backends import cpu
from pitboss.simulator.blackjack.best_play import best_play
from pitboss.simulator.blackjack.job import BlackjackJob, make_job
from pitboss.simulator.job import Job
from pitboss.simulator.result import Simulation
from pitboss.simulator.run import Enough, Pool, RunProgress, Threads, block_shoes, play
from pitboss.simulator.tally import UNLIMITED, Tally

OPTIONS: dict[str, OptionValue] = {"decks": 6, "soft17": "hit", "redouble": True}
LEAN = House(game="wa/spanish-21", options=OPTIONS, tables={})
FULL = House(
    game="wa/spanish-21",
    options={**OPTIONS, "bonus_cards": 1},
    tables={"match-up": "2", "jackpot-1": "3c-5"},
    jackpots={"jackpot-1": JackpotSetup(scheme="progressive", wager=500, seed="5000.00")},
)
ROUNDS = 300_000


@cache
def make_job_named(kind: str) -> BlackjackJob:
    """Return one of the jobs that are run here."""
    house = LEAN if "lean" in kind else FULL
    cut = None if "fresh" in kind else 234
    return make_job(best_play(prepare(house)), seats=1 if "lean" in kind else 3, seed=7, cut=cut)


JOBS = ("lean, fresh", "lean, dealt through", "full, fresh", "full, dealt through")


class Inline:
    """Plays at once what it is asked for, in pieces of several blocks, as a large machine does."""

    def __init__(self, workers: int, blocks: int) -> None:
        self.workers = workers
        self.blocks = blocks

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, job: Job, first: int, shoes: int) -> Future[Tally]:
        """Play shoes."""
        piece: Future[Tally] = Future()
        piece.set_result(cpu.play(job, first, shoes))
        return piece


POOLS: dict[str, Callable[[], Pool]] = {
    "one thread": lambda: Threads(1),
    "two threads": lambda: Threads(2),
    "pieces of three blocks": lambda: Inline(1, 3),
    "many workers, pieces of 16 blocks": lambda: Inline(5, 16),
}


def play_run(
    job: BlackjackJob, rounds: int, pool: Callable[[], Pool], enough: Enough | None = None
) -> list[RunProgress]:
    """Return everything a run said on its way."""
    with pool() as players:
        return list(play(job, rounds, players, enough=enough))


def same(one: Tally, two: Tally, job: BlackjackJob) -> bool:
    """Whether two runs counted the same, meters included."""
    return (
        one.rounds == two.rounds
        and np.array_equal(one.counts, two.counts)
        and Simulation(job, one).meters == Simulation(job, two).meters
        and Simulation(job, one).digest == Simulation(job, two).digest
    )


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("kind", JOBS)
def test_every_pool_counts_what_one_call_counts(kind: str) -> None:
    job = make_job_named(kind)
    by_itself = cpu.play(job, 0, ROUNDS, ROUNDS)
    assert by_itself.rounds == ROUNDS
    for name, pool in POOLS.items():
        last = play_run(job, ROUNDS, pool)[-1]
        assert last.done, name
        assert same(last.tally, by_itself, job), name


@pytest.mark.nightly(every=5)
@pytest.mark.parametrize("kind", JOBS)
@pytest.mark.parametrize("wanted", [1, 2, 41, 4095, 65535, 65536, 65537, 131_073])
def test_there_are_exactly_as_many_rounds_as_asked_for(kind: str, wanted: int) -> None:
    job = make_job_named(kind)
    last = play_run(job, wanted, POOLS["two threads"])[-1]
    sections = job.sections
    assert last.tally.rounds == wanted
    nets = last.tally.counts[sections.cells : sections.cells + sections.nets]
    totals = last.tally.counts[sections.cells + sections.nets :][: sections.totals]
    assert nets.sum() == wanted * job.seats
    assert totals.sum() == wanted
    assert last.tally.counts[: sections.cells].sum() >= wanted * job.seats


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("kind", JOBS)
def test_a_run_goes_on_from_wherever_it_was_left(kind: str) -> None:
    """From every point that it said it had come to, on another pool, to other numbers of rounds."""
    job = make_job_named(kind)
    steps = play_run(job, ROUNDS, POOLS["one thread"])
    for begun in steps[:-1]:
        assert begun.shoes % block_shoes(job) == 0
        with Inline(2, 2) as pool:
            *_, last = play(job, ROUNDS, pool, begun)
        assert same(last.tally, steps[-1].tally, job)
    with Threads(2) as pool:
        *_, further = play(job, ROUNDS + 5000, pool, steps[-1])
    assert same(further.tally, cpu.play(job, 0, ROUNDS + 5000, ROUNDS + 5000), job)


def test_a_run_of_fewer_rounds_than_were_played_begins_again() -> None:
    job = make_job_named("lean, fresh")
    begun = play_run(job, ROUNDS, POOLS["one thread"])[-1]
    with Threads(1) as pool:
        *_, last = play(job, 1000, pool, begun)
    assert same(last.tally, cpu.play(job, 0, 1000), job)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("kind", JOBS)
def test_enough_is_asked_at_the_same_rounds_whatever_the_pool(kind: str) -> None:
    job = make_job_named(kind)
    looks_by_pool: dict[str, list[int]] = {}
    for name, pool in POOLS.items():
        looks = looks_by_pool.setdefault(name, [])

        def enough(tally: Tally, looks: list[int] = looks) -> bool:
            looks.append(tally.rounds)
            return len(looks) == 5

        last = play_run(job, UNLIMITED, pool, enough)[-1]
        assert last.done
        assert last.tally.rounds == looks[-1]
    assert len({tuple(looks) for looks in looks_by_pool.values()}) == 1, looks_by_pool
    looks = looks_by_pool["one thread"]
    assert looks == sorted(set(looks))


@pytest.mark.nightly(every=5)
@pytest.mark.parametrize("house", ["reference/blackjack", "wa/spanish-21", "co/free-bet"])
@pytest.mark.parametrize("cut", [None, 234, 270])
def test_a_lean_run_counts_what_a_whole_table_counts(house: str, cut: int | None) -> None:
    """One seat without side wagers: the short way and the long one, insurance apart."""
    options: dict[str, OptionValue] = {"decks": 6, "soft17": "hit"}
    strategy = best_play(prepare(House(game=house, options=options, tables={})))
    job = make_job(strategy, seed=11, cut=cut)
    assert job.is_lean
    whole = replace(job)
    whole.__dict__["classes"] = EVERY_CARD
    counts = np.zeros(job.sections.full_size, dtype=np.int64)
    played_of = np.zeros(2000, dtype=np.int64)
    hits = np.zeros((0, 5), dtype=np.int64)
    rounds, wins = cpu.play_shoes(whole, 0, 2000, UNLIMITED, counts, played_of, hits)
    lean = cpu.play(job, 0, 2000)
    insured = job.sections.full.insurance
    assert (rounds, wins) == (lean.rounds, 0)
    assert np.array_equal(counts[:insured], lean.counts[:insured])
    assert played_of.sum() == rounds


def test_another_seed_counts_otherwise() -> None:
    job = make_job_named("lean, dealt through")
    assert not same(cpu.play(job, 0, 50), cpu.play(replace(job, seed=8), 0, 50), job)


def test_shoes_are_the_same_wherever_a_call_begins() -> None:
    """Blocks add up in any cut, because a shoe is a function of the seed and its number."""
    job = make_job_named("full, dealt through")
    at_once = cpu.play(job, 100, 60)
    by_parts = cpu.play(job, 100, 13) + cpu.play(job, 113, 1) + cpu.play(job, 114, 46)
    assert same(at_once, by_parts, job)
    far = 2**62 + 5
    assert same(cpu.play(job, far, 20), cpu.play(job, far, 7) + cpu.play(job, far + 7, 13), job)
