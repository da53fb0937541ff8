"""The whole plan of a counter: what is counted, what is bet and when, and how well."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.counts.ramp import Ramp
from pitboss.counts.system import CountSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """The errors and the camouflage of a counter, which cost him money."""

    bet_errors: float = 0.0
    """The share of rounds whose bet is one step of the ramp off."""
    play_errors: float = 0.0
    """The share of index plays that are not made."""
    raise_max: int | None = None
    """A bet is at most this many times the one before."""
    raise_after_win: bool = False
    """A bet is raised only after a round that was won."""
    lower_after_loss: bool = False
    """A bet is lowered only after a round that was lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A counter and his plan."""

    system: CountSystem
    ramp: Ramp
    enter: int | None = None
    """He plays from this true count on; None: from the first round."""
    leave: int | None = None
    """He leaves the shoe at or below this true count; None: never."""
    hands: tuple[tuple[int, int], ...] = ()
    """(hands, true count): so many hands at or above it; one below the first."""
    side_bets: tuple[tuple[str, int], ...] = ()
    """(wager, true count): made at or above it."""
    cards_a_step: int = 1
    """He estimates the unseen cards in steps of so many: 1, 26 or 52."""
    after_cut: int = 0
    """Rounds that begin after the cut card came: 0 or 1."""
    cover: Cover = field(default_factory=Cover)
