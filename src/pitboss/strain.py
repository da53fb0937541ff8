"""Named points at which a test strains the product: less room, shorter times, slower answers.

Rare states, such as a full outbox or a table that moves in the middle of a round, are common under
strain. A point is where the product uses one of its sizes or times: `strained(name, usual)` is the
usual value unless a test has set another. Only tests do, with `straining`; a server never does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, TypeVar

POINTS: Final[Mapping[str, str]] = {
    "commit.batch": "entries in one transaction of the committer: few make many short batches",
    "commit.late": "seconds that a committed batch keeps its writers waiting",
    "read.page": "entries that are read at a time",
    "read.names": "streams or keys in one question to the store",
    "lease.scale": "how long leases last and how often they are renewed, against the usual",
    "lease.retire": "seconds for an open round before its table moves as it is",
    "lease.moves": "tables that move at the same time",
    "checkpoint.entries": "entries after which a checkpoint is signed",
    "table.keys": "keys that a table remembers of commands that leave no entry",
    "outbox.frames": "frames that wait for one client before it loses events",
    "outbox.bytes": "bytes that wait for one client before it loses events",
    "socket.slow": "seconds that a client takes to read a frame",
    "socket.commands": "commands that a WebSocket has open at the same time",
    "cache.sessions": "sessions that are remembered while the store is silent",
    "cache.limits": "accounts whose limits are remembered",
    "cache.tallies": "accounts whose gains of a day are remembered",
    "cache.answers": "answers of the rule book that are remembered",
    "cap.disputes": "disputes that an account has open",
    "cap.statements": "statements in a dispute",
    "cap.requests": "requests of one person that wait for a second",
    "cap.voids": "voids that wait for an answer",
    "cap.withdrawals": "withdrawals of an account that wait",
    "cap.proposals": "proposals for a jackpot that wait",
}
"""Every point, and what its value is."""

_set: Final[dict[str, float]] = {}
_Number = TypeVar("_Number", int, float)


def strained(name: str, usual: _Number) -> _Number:
    """Return the value at a point: the usual one, unless a test strains it.

    >>> strained("commit.batch", 256)
    256
    >>> with straining({"commit.batch": 1}):
    ...     strained("commit.batch", 256)
    1
    """
    if not _set:
        return usual
    return type(usual)(_set.get(name, usual))


@contextmanager
def straining(values: Mapping[str, float]) -> Iterator[None]:
    """Set some points for a while. Only tests do this."""
    unknown = values.keys() - POINTS.keys()
    assert not unknown, f"there are no such points: {sorted(unknown)}"
    before = dict(_set)
    _set.update(values)
    try:
        yield
    finally:
        _set.clear()
        _set.update(before)
