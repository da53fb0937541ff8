"""Who plays a run: threads of this machine, its graphics cards, or a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable

from pitboss.late import load
from pitboss.questions.runs import AUTO, CPU, CUDA
from pitboss.rulebook.extras import install_command
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.backends.graphics_cards import cuda_pool
from pitboss.simulator.run import Pool, Threads
from pitboss.simulator.settings import RunSettings

CLUSTER = "cluster"
_CLUSTER_POOL = "pitboss.simulator.backends.cluster:cluster_pool"


def make_pool(terms: RunSettings) -> tuple[str, Pool]:
    """Return the pool that plays, and its name; raise `RulesError` if it is not available."""
    if terms.cluster is not None:
        return CLUSTER, _cluster_pool(terms.cluster)
    if terms.device != CPU:
        try:
            return CUDA, cuda_pool()
        except RulesError:
            if terms.device != AUTO:
                raise
    return CPU, Threads(terms.threads or cores())


def _cluster_pool(address: str) -> Pool:
    """Return the cluster at an address; `RulesError` where its extra is missing."""
    try:
        connect: Callable[[str], Pool] = load(_CLUSTER_POOL)
    except ImportError:
        message = f"a cluster needs dask.distributed: {install_command('cluster')}"
        raise RulesError([Problem(code="extra/missing", key="cluster", message=message)]) from None
    return connect(address)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
