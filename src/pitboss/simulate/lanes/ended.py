"""What a thread of a graphics card tells of a round that it played."""

from __future__ import annotations

from typing import Any, NamedTuple

from pitboss.simulate.random.philox import U32

NO_END = U32(0xFFFFFFFF)


class Ended(NamedTuple):
    """A round: its ends are those of lanes, `NO_END` where it has fewer."""

    after: Any
    """The index of the next card."""
    is_kept: Any
    """Whether it was played; if not, it is played as it is at any table."""
    one: Any
    two: Any
    three: Any
    four: Any
