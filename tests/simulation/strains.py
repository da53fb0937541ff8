"""How hard each point of strain is set: every seed strains some of them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from pitboss.pit.leases import LEASE_SECONDS

STATEMENTS_IN_A_LEASE: Final = 20
Strain = tuple[tuple[str, float], ...]
"""Points and their values."""

VALUES: Final[Mapping[str, tuple[float, ...]]] = {
    "commit.batch": (1, 2, 5),
    "commit.late": (0.001, 0.05, 0.5),
    "read.page": (1, 7, 100),
    "read.names": (1, 3),
    "lease.scale": (0.02, 0.1, 0.5),
    "lease.retire": (0.01, 1.0),
    "lease.moves": (1, 2),
    "checkpoint.entries": (1, 5, 50),
    "table.keys": (8, 32),
    "outbox.frames": (1, 2, 8),
    "outbox.bytes": (200, 2_000),
    "socket.slow": (0.001, 0.1, 2.0),
    "socket.commands": (1, 2),
    "cache.sessions": (1, 3),
    "cache.limits": (1, 2),
    "cache.tallies": (1, 2),
    "cache.answers": (1, 2),
    "cap.disputes": (1, 2),
    "cap.statements": (1, 2),
    "cap.requests": (1, 2),
    "cap.voids": (1, 2),
    "cap.withdrawals": (1, 2),
    "cap.proposals": (1, 2),
}
"""Point -> the values that are tried."""


def draw_strain(seed: int) -> Strain:
    """Choose the points that a seed strains: in half of the runs none."""
    rng = Random(f"strain {seed}")
    share = rng.choice((0.0, 0.0, 0.1, 0.3, 0.7))
    return tuple(
        (name, rng.choice(values)) for name, values in VALUES.items() if rng.random() < share
    )


def bearable(strain: Strain, latency: float) -> Strain:
    """Return a strain whose leases last for some statements of the slowest kind.

    A worker renews its lease while it starts, and with less than that nobody ever starts: it takes
    several statements to make a lost connection again.
    """
    least = STATEMENTS_IN_A_LEASE * latency / LEASE_SECONDS
    longer = next(value for value in VALUES["lease.scale"] if value >= least)
    return tuple(
        (name, max(value, longer) if name == "lease.scale" else value) for name, value in strain
    )
