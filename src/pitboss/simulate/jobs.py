"""The job of a table, whatever kind of round it has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pitboss.engine.setup import Setup
from pitboss.exact.cache import cached
from pitboss.rulebook.files import is_file
from pitboss.simulate.blackjack.job import make_job
from pitboss.simulate.cells.job import other_job
from pitboss.simulate.job import Job
from pitboss.simulate.kinds import OTHERS, other_layout
from pitboss.simulate.strategies import strategy_named


def job_named(
    setup: Setup,
    strategy: str,
    *,
    seats: int = 1,
    seed: int = 0,
    burn: int = 1,
    cut: int | None = None,
) -> Job:
    """Return a job by a strategy's name or file; without *cut* every round has a fresh shoe.

    `RulesError` says what is wrong with the strategy.
    """
    if is_file(Path(strategy)):  # it may say something else the next time
        job = _make_job(setup, strategy)
    else:
        job = cached(setup, "job", lambda: _make_job(setup, strategy), strategy)
    if cut is None:
        return replace(job, seats=seats, seed=seed)
    return replace(job, seats=seats, seed=seed, burn=burn, cut=cut)


def _make_job(setup: Setup, strategy: str) -> Job:
    if setup.round in OTHERS:
        return other_job(other_layout(setup, strategy))
    return make_job(strategy_named(setup, strategy))
