"""A job as bytes, for another process, which builds its own arrays."""

from __future__ import annotations

import copyreg
import pickle
import zlib
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from types import MappingProxyType
from typing import Any

from pitboss.simulator.job import Job

_JOBS_KEPT = 4


def pack(job: Job) -> bytes:
    """Return what another process needs to build a job; the job's arrays are left out."""
    parts = type(job), job.layout, job.seats, job.seed, job.burn, job.cut, job.counter
    content = BytesIO()
    pickler = pickle.Pickler(content, protocol=pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table | {MappingProxyType: _read_only_parts}
    pickler.dump(parts)
    return zlib.compress(content.getvalue())


# A process is sent the same job with every piece of work, and makes it once.
@lru_cache(maxsize=_JOBS_KEPT)
def unpack(content: bytes) -> Job:
    """Return the job that was packed; only for bytes that Pitboss wrote itself."""
    kind, *parts = pickle.loads(zlib.decompress(content))  # noqa: S301
    job: Job = kind(*parts)
    return job


def _read_only(mapping: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(mapping)


def _read_only_parts(mapping: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Return how pickle builds a read-only mapping."""
    return _read_only, (dict(mapping),)
