"""Processes that share the books, and the tables that each runs."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """The address of a worker, and the fingerprint of its key file."""

    machine: str
    key: str
    """The fingerprint of the key file: workers take over tables only under the same one."""
    path: str
    """A Unix socket, for workers on the same machine."""
    address: str
    """HOST:PORT, for those on others; "": none."""


class Worker(NamedTuple):
    """A process that shares the books."""

    number: int
    place: Place
    is_draining: bool
    """It gives its tables away and takes none."""


class Lease(NamedTuple):
    """The worker that runs a table."""

    stream: str
    worker: int | None
    epoch: int
