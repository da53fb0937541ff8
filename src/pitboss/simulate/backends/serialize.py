"""A job as bytes: what goes to another process, which makes its own arrays of it."""

from __future__ import annotations

import copyreg
import pickle
import zlib
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from types import MappingProxyType
from typing import Any

from pitboss.simulate.job import Job

_JOBS_KEPT = 4


def pack(job: Job) -> bytes:
    """Return what makes a job; the arrays it has made of that stay here."""
    parts = type(job), job.layout, job.seats, job.seed, job.burn, job.cut
    content = BytesIO()
    pickler = pickle.Pickler(content, protocol=pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table | {MappingProxyType: _read_only_parts}
    pickler.dump(parts)
    return zlib.compress(content.getvalue())


# A process is sent the same job with every piece of work, and makes it once.
@lru_cache(maxsize=_JOBS_KEPT)
def unpack(content: bytes) -> Job:
    """Return the job that was packed; only for bytes of your own making."""
    kind, *parts = pickle.loads(zlib.decompress(content))  # noqa: S301
    job: Job = kind(*parts)
    return job


def _read_only(mapping: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(mapping)


def _read_only_parts(mapping: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Say how a read-only mapping is made again, which pickle does not know."""
    return _read_only, (dict(mapping),)
