"""Every kind of round as the environments know it: what a seat wagers, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.gym.actions import ACTIONS, BLACKJACK_ACTIONS
from pitboss.rulebook.model import RoundKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of round."""

    wagers: tuple[str, ...] = ()
    """What a seat wagers beside the main wagers; their first pay tables are on the felt."""
    actions: tuple[str, ...] = ACTIONS
    """What may be done, by its number."""
    shows_cards: bool = True
    """Whether the observation has the cards themselves: poker is played with them."""
    is_vectorized: bool = False
    """Whether many tables are played at once by compiled code."""


KINDS: Mapping[RoundKind, Kind] = {
    RoundKind.BLACKJACK: Kind(actions=BLACKJACK_ACTIONS, shows_cards=False, is_vectorized=True),
    RoundKind.SWITCH: Kind(actions=BLACKJACK_ACTIONS, shows_cards=False),
    RoundKind.THREE_CARD_21: Kind(
        actions=BLACKJACK_ACTIONS, shows_cards=False, wagers=("3-card-bonus",)
    ),
    RoundKind.HOLDEM: Kind(wagers=("poker",)),
    RoundKind.ANTE_UP: Kind(wagers=("ante",)),
    RoundKind.PAI_JACK: Kind(),
    RoundKind.WILD_POKER: Kind(wagers=("odds",)),
}
"""Every kind of round."""
