"""A job with a counter in its first seat."""

from __future__ import annotations

from dataclasses import replace

from pitboss.counts.system import Counter
from pitboss.simulator.blackjack.job import BlackjackJob
from pitboss.simulator.blackjack.layout import layout
from pitboss.simulator.job import Job


def counted_job(job: Job, counter: Counter) -> Job:
    """Return the job with somebody who counts; where he has index plays, the table asks him."""
    if isinstance(job, BlackjackJob) and counter.system.indices:
        asking = layout(job.layout.strategy, counter.system.indices)
        return replace(job, layout=asking, counter=counter)
    return replace(job, counter=counter)
