"""Simulate a table: check the settings, lay the table out, play, keep checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path
from time import perf_counter

from pitboss.engine.setup import Setup, prepare
from pitboss.exact.wager_size import at_wager
from pitboss.questions.runs import CHART, OPTIMAL
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.backends import cpu
from pitboss.simulator.checkpoint import CheckpointKeeper, problems_with
from pitboss.simulator.compile_ahead import compiling_ahead
from pitboss.simulator.counting.settings import read_trips, value_bets
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.own_chart import named
from pitboss.simulator.pools import make_pool
from pitboss.simulator.result import Simulation
from pitboss.simulator.run import Enough, Pool, RunProgress, play
from pitboss.simulator.settings import (
    RunSettings,
    is_simulated,
    make_job,
    table_problems,
    terms_problems,
)
from pitboss.simulator.tally import Tally


def settings_problems(terms: RunSettings) -> list[Problem]:
    """Return every problem of the settings that does not depend on the table."""
    kept = problems_with(Path(terms.checkpoint)) if terms.checkpoint is not None else ()
    return [*terms_problems(terms), *kept]


def check_run(house: House, terms: RunSettings, beside: Iterable[Problem] = ()) -> Setup:
    """Return the table ready for play, or raise `RulesError` with every problem.

    *beside* holds the problems of files and numbers that only the caller knows.
    """
    amiss = [*settings_problems(terms), *beside]
    try:
        setup = prepare(house)
    except RulesError as error:
        raise RulesError([*error.problems, *amiss]) from None
    amiss += table_problems(terms, house, setup)
    if amiss:
        raise RulesError([*amiss, *_strategy_problems(setup, terms)])
    return at_wager(setup, terms.wager)


def _strategy_problems(setup: Setup, terms: RunSettings) -> tuple[Problem, ...]:
    """Return the problems of a strategy file, to be reported with all others."""
    strategy = named(terms.strategy)
    if strategy in {OPTIMAL, CHART} or not is_simulated(setup):
        return ()
    try:
        make_named_job(setup, strategy)
    except RulesError as error:
        return error.problems
    return ()


def runs(
    house: House, setup: Setup, terms: RunSettings, assumed: tuple[str, ...] = ()
) -> Generator[Simulation]:
    """Play, and yield the result so far after every piece of work.

    The last result is complete unless the run is interrupted. The checkpoint always has everything.
    """
    device, pool = make_pool(terms)
    trips = None if terms.counter is None else read_trips(terms.counter.trips)
    values = () if terms.counter is None else value_bets(terms.counter.side, setup)
    with pool:
        with compiling_ahead(house, setup, terms):
            job = make_job(house, setup, terms)
            cpu.play(job, 0, 0)  # compiles, or finds what was: no part of the time it takes

        def result(played: RunProgress, seconds: float) -> Simulation:
            return Simulation(
                job,
                played.tally,
                strategy=str(named(terms.strategy)),
                device=device,
                workers=pool.workers,
                seconds=seconds,
                complete=played.done,
                rounds_asked=terms.whole_rounds,
                until=terms.until,
                assumed=assumed,
                trip_terms=trips,
                earlier_cut=None if terms.counter is None else terms.counter.earlier_cut,
                second_from=None if terms.counter is None else terms.counter.second_from,
                value_bets=values,
            )

        with closing(_run_with_checkpoint(job, pool, terms, result)) as pieces:
            yield from pieces


def _run_with_checkpoint(
    job: Job, pool: Pool, terms: RunSettings, result: Callable[[RunProgress, float], Simulation]
) -> Generator[Simulation]:
    """Continue from the checkpoint and yield the result so far.

    An interruption between two pieces is raised after the caller has all that the checkpoint has.
    """
    keeper = None
    if terms.checkpoint is not None:
        file = Path(terms.checkpoint)
        strategy = str(named(terms.strategy))
        keeper = CheckpointKeeper(file, job, strategy, terms.whole_rounds)
    kept = keeper.kept if keeper else None
    begin = perf_counter() - (kept.seconds if kept else 0.0)
    begun = kept.progress if kept else None
    enough = _enough(job, terms.until)
    played = None
    try:
        for played in play(job, terms.whole_rounds, pool, begun, enough):
            seconds = perf_counter() - begin
            if keeper:
                keeper.keep(played, seconds)
            yield result(played, seconds)
    except KeyboardInterrupt:
        if played:
            yield result(played, perf_counter() - begin)
        raise
    finally:
        if keeper and played:
            keeper.keep(played, perf_counter() - begin, now=True)
        if keeper and keeper.problem:
            raise keeper.problem  # whoever plays has the result by now


def _enough(job: Job, until: float | None) -> Enough | None:
    if until is None:
        return None

    def is_enough(tally: Tally) -> bool:
        return Simulation(job, tally).house_edge.standard_error <= until

    return is_enough
