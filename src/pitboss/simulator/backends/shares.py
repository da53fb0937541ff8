"""The registers and the shared memory of a kernel on a graphics card, by kind of round."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rulebook.model import RoundKind

SHARED_ALL = 100
_SHARES: Mapping[RoundKind, tuple[int, int]] = {
    RoundKind.HOLDEM: (64, 58),
    RoundKind.WILD_POKER: (0, 40),
    RoundKind.THREE_CARD_21: (0, 79),
    RoundKind.ANTE_UP: (64, SHARED_ALL),
    RoundKind.PAI_JACK: (64, 40),
}
"""The registers of a thread at most, 0 for any number, and the part of a processor's memory that
its blocks share, in per cent: what they do not share is the cache of the tables they look up.
They were measured; other kinds are fastest with all of it."""


def device_shares(kind: RoundKind) -> tuple[int, int]:
    """Return the registers of a thread and the shared memory, in per cent, for a kind of round."""
    return _SHARES.get(kind, (0, SHARED_ALL))
