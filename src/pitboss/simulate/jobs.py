"""The job of a table, whatever kind of round it has."""

from __future__ import annotations

from pitboss.engine.setup import Setup
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
    if setup.round in OTHERS:
        layout = other_layout(setup, strategy)
        return other_job(layout, seats=seats, seed=seed, burn=burn, cut=cut)
    played = strategy_named(setup, strategy)
    return make_job(played, seats=seats, seed=seed, burn=burn, cut=cut)
