"""A simulation for a maths report: the run, and the estimates on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from pitboss.engine.setup import make_setup
from pitboss.report.maths.model import MathsReport
from pitboss.rulebook.problems import RulesError
from pitboss.simulator.backends import cpu
from pitboss.simulator.figures import Estimate
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.pools import make_pool
from pitboss.simulator.result import Simulation
from pitboss.simulator.run import play
from pitboss.simulator.settings import RunSettings, table_problems
from pitboss.simulator.strategies import OPTIMAL

LOOKS = 120
"""The estimate is recorded at most this many times."""
DECADES = 2
"""The first time this many powers of ten before the end: a wider band would hide the rest."""
STEPPED = 1 << 20
"""Up to this many rounds it is recorded after exactly those; later, after a piece of work."""

Progress = Callable[[Simulation], object]


@dataclass(frozen=True, slots=True)
class Look:
    """The estimate of the house edge after this many rounds."""

    rounds: int
    edge: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSimulation:
    """A simulation of the table that a report is about."""

    simulation: Simulation
    looks: tuple[Look, ...]
    """The estimates in the order of rounds; the last is the result."""


def simulate_report(
    report: MathsReport, terms: RunSettings, progress: Progress | None = None
) -> ReportSimulation:
    """Simulate the table of *report*, from fresh shoes, by the report's strategy.

    One seat plays, and makes every side wager. *progress* is called with the result so far, after
    every piece of work. Raise `RulesError` if the table cannot be simulated.
    """
    assert terms.penetration is None, "a report is about full shoes"
    setup = make_setup(report.configured)
    if wrong := [*table_problems(terms, report.house, setup)]:
        raise RulesError(wrong)
    job = replace(make_named_job(setup, OPTIMAL), seats=terms.seats, seed=terms.seed)
    looks = [*_play_steps(job, terms.whole_rounds)]
    left = [look for look in look_rounds(terms.whole_rounds) if look > STEPPED]
    simulation: Simulation | None = None
    for simulation in _play(job, terms):
        if progress is not None:
            progress(simulation)
        if left and simulation.rounds >= left[0]:
            looks.append(Look(simulation.rounds, simulation.house_edge))
            left = [look for look in left if look > simulation.rounds]
    assert simulation is not None, "a run has at least one piece"
    return ReportSimulation(simulation=simulation, looks=tuple(looks))


def _play(job: Job, terms: RunSettings) -> Iterator[Simulation]:
    """Play, and yield the result so far after every piece of work."""
    device, pool = make_pool(terms)
    with pool:
        begin = perf_counter()
        for played in play(job, terms.whole_rounds, pool):
            yield Simulation(
                job,
                played.tally,
                device=device,
                workers=pool.workers,
                seconds=perf_counter() - begin,
                complete=played.done,
            )


def look_rounds(rounds: int) -> list[int]:
    """Return the numbers of rounds at which the estimate is recorded, evenly spaced on a log scale.

    >>> look_rounds(10_000)[:3], look_rounds(10_000)[-1], look_rounds(1)
    ([100, 104, 108], 10000, [1])
    """
    powers = (DECADES * (number / (LOOKS - 1) - 1) for number in range(LOOKS))
    return sorted({max(1, round(rounds * 10.0**power)) for power in powers})


def _play_steps(job: Job, rounds: int) -> Iterator[Look]:
    """Play the first rounds by themselves, in finer steps than a run's pieces of work.

    A fresh shoe is one round, so shoes are counted as rounds here.
    """
    assert job.is_fresh
    tally = cpu.play(job, 0, 0)  # compiles, or finds what was compiled before
    for look in look_rounds(rounds):
        if look <= STEPPED:
            tally += cpu.play(job, tally.rounds, look - tally.rounds)
            yield Look(look, Simulation(job, tally).house_edge)
