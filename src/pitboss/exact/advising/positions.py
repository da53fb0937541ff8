"""Kind of round -> what a player can ask about."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.exact.advising.position import Position
from pitboss.exact.advising.positions_of_21 import BetThenHand, OneHand, ThreeCards, TwoHands
from pitboss.exact.advising.positions_of_poker import CommunityCards, PlayOrFold, SetCards
from pitboss.exact.advising.shown_cards import ShownCards
from pitboss.rulebook.model import RoundKind

POSITIONS: Mapping[RoundKind, Position] = {
    RoundKind.BLACKJACK: OneHand(),
    RoundKind.SWITCH: OneHand(switches=True),
    RoundKind.HOLDEM: OneHand(has_poker=True),
    RoundKind.THREE_CARD_21: ThreeCards(),
    RoundKind.ANTE_UP: BetThenHand(),
    RoundKind.PAI_JACK: SetCards(),
    RoundKind.WILD_POKER: PlayOrFold(),
}
"""Kind of round -> the position of a hand and an up card."""


def make_position(kind: RoundKind | None, shown: ShownCards) -> Position:
    """Return the position of the named cards; community cards or another hand change it.

    An unknown game (None) counts as blackjack.
    """
    position = OneHand() if kind is None else POSITIONS[kind]
    one_hand = position if isinstance(position, OneHand) else None
    if shown.community is not None:
        return CommunityCards(here=one_hand is not None and one_hand.has_poker)
    if one_hand is not None and shown.other is not None:
        return TwoHands(here=one_hand.switches)
    return position
