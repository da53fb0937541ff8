"""How somebody plays by a function of their own: asked once for every cell of the chart."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class ChartHand(NamedTuple):
    """A cell of a strategy chart: the hands that a function of your own is asked about."""

    part: str
    """`hard`, `soft`, `pairs`, `doubled_hard`, `doubled_soft`, `free_hard` or `free_soft`."""
    row: str
    """The total, "16", or the pair, "8,8"."""
    up: str
    """The dealer's up card: "2" to "10", or "A"."""
    best: str | None
    """The code of the solver's chart; None for a hand that best play never has."""

    @property
    def total(self) -> int:
        """The best total of the hand; a pair has one too.

        >>> ChartHand("pairs", "A,A", "6", "P").total, ChartHand("hard", "16", "10", "H").total
        (12, 16)
        """
        first, is_pair, _ = self.row.partition(",")
        if not is_pair:
            return int(first)
        return 12 if first == "A" else 2 * int(first)  # one ace counts 11, the other 1


Play = Callable[[ChartHand], str | None]
"""Says what to do: an action, "double, otherwise stand", a code of the charts, or None for best."""
