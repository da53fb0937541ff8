"""The job of a run: a table laid out by a strategy, and dealt as the settings say."""

from __future__ import annotations

from dataclasses import replace

from pitboss.engine.setup import Setup
from pitboss.rulebook.house import House
from pitboss.simulate.counting.job import counted_job
from pitboss.simulate.counting.settings import read_counter
from pitboss.simulate.job import Job
from pitboss.simulate.kinds import make_named_job
from pitboss.simulate.settings import RunSettings, dealt_range


def make_job(house: House, setup: Setup, terms: RunSettings) -> Job:
    """Return the job for the settings."""
    return with_terms(make_named_job(setup, terms.strategy), house, setup, terms)


def with_terms(job: Job, house: House, setup: Setup, terms: RunSettings) -> Job:
    """Return a laid-out table, dealt by the settings."""
    if terms.penetration is None:
        return replace(job, seats=terms.seats, seed=terms.seed)
    burn, cut = dealt_range(terms.penetration, house.shoe, setup)
    job = replace(job, seats=terms.seats, seed=terms.seed, burn=burn, cut=cut)
    if terms.counter is None:
        return job
    return counted_job(job, read_counter(terms.counter, setup, terms.seats))
