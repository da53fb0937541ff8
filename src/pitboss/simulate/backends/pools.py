"""What plays the shoes: the threads of this machine, its graphics card, a cluster."""

from __future__ import annotations

import os

from pitboss.rulebook.problems import RulesError
from pitboss.simulate.backends.gpu import cuda_pool
from pitboss.simulate.run import Pool, Threads
from pitboss.simulate.settings import AUTO, CPU, CUDA, RunSettings

CLUSTER = "cluster"


def pool_of(terms: RunSettings) -> tuple[str, Pool]:
    """Return what plays, with its name; `RulesError` where it is not there."""
    if terms.cluster is not None:
        from pitboss.simulate.backends.cluster import cluster_pool  # noqa: PLC0415 - an extra

        return CLUSTER, cluster_pool(terms.cluster)
    if terms.device != CPU:
        try:
            return CUDA, cuda_pool()
        except RulesError:
            if terms.device != AUTO:
                raise
    return CPU, Threads(terms.threads or cores())


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
