"""An index play with its figures."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pitboss.counts.index_play import IndexPlay
from pitboss.engine.actions import ActionKind


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedPlay:
    """A choice between two plays by the count, with its gain."""

    hand: str
    """As index plays name the row of the chart; "insurance"."""
    up: str
    action: ActionKind
    otherwise: ActionKind
    difference: float
    """The first play less the other at the count of a full shoe, or of the cards that were left at
    first, in units of the main wager."""
    slope: float
    """The change of the difference for each whole true count, to the first order."""
    index: int
    """The count, as the system reads it, from which on the first play gains more."""
    below: bool
    """The first play is the better one under the index instead."""
    first_order: float | None
    """The true count at which the line says that both are worth the same; None if there is none."""
    critical: float | None
    """The same, checked by sampling; None if far away. Of a count that divides nothing, both are
    the true count that a balanced count with the same tags would have."""
    correlation: float
    """Of the tags and the effects of removal of the difference."""
    frequency: float
    """The probability that a round comes to the decision."""
    gain: float
    """What the play by the index adds to the best one without a count, in units a round: to that of
    the full shoe, or of the cards that were left at first, until the cut card comes."""

    @property
    def play(self) -> IndexPlay:
        """The play as a counter makes it."""
        return IndexPlay(
            hand=self.hand, up=self.up, action=self.action, at=self.index, below=self.below
        )

    def as_json(self) -> dict[str, Any]:
        """Return the play with all figures."""
        kinds = {"action": self.action.value, "otherwise": self.otherwise.value}
        return asdict(self) | kinds
