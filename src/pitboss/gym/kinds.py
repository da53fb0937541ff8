"""Every kind of round in the environments: the wagers of a seat, and its actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.gym.actions import ACTIONS, BLACKJACK_ACTIONS
from pitboss.rulebook.model import RoundKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of round."""

    wagers: tuple[str, ...] = ()
    """The wagers of a seat beside the main wagers; their first pay tables are on the felt."""
    actions: tuple[str, ...] = ACTIONS
    """The actions by number."""
    shows_cards: bool = True
    """Whether the observation has the cards themselves, for poker."""
    is_vectorized: bool = False
    """Whether compiled code plays many tables at once."""


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
