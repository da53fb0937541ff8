"""Irregularities: misdeals, dead hands, and what a supervisor may rule about one seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """Something that goes wrong in a round, and what then becomes of the wagers."""

    id: str
    title: str
    when: str
    """What has happened, as the document says it in our words."""
    scope: Literal["hand", "player", "round"]
    """How far it reaches: one hand, everything of one seat, or every seat."""
    effect: Literal["returned", "back-out", "option", "none"]
    """Open wagers come back; each player may back out; an option of the house decides; nothing."""
    wagers: tuple[str, ...] = ()
    """The wagers that come back; none: all that the scope covers."""
    during: Literal["", "deal", "poker"] = ""
    """The part of the round in which it can be called; empty: until everything is settled."""
    option: str = ""
    """The option that decides, where one does."""
    cite: str

    @property
    def voids_round(self) -> bool:
        """Whether every wager of every seat comes back: the round is void."""
        return self.scope == "round" and self.effect == "returned"

    @property
    def is_ruled_at_table(self) -> bool:
        """Whether a supervisor rules it in an open round, which then goes on."""
        return not self.voids_round and self.effect != "option"


SCOPES: Mapping[str, tuple[str, ...]] = {
    "returned": ("hand", "player", "round"),
    "back-out": ("round",),
    "option": ("hand",),
    "none": ("round",),
}
"""Effect -> the scopes that it can have."""

HOUSE_RULINGS = (
    Irregularity(
        id="floor-ruling",
        title="Ruling on one seat",
        when="Something happened to a seat for which the document has no rule.",
        scope="player",
        effect="returned",
        cite="ruling M1",
    ),
    Irregularity(
        id="hand-ruling",
        title="Ruling on one hand",
        when="Something happened to one of a seat's several hands for which there is no rule.",
        scope="hand",
        effect="returned",
        cite="ruling M1",
    ),
)
"""House procedure in every game; a game whose document speaks of it states its own."""
