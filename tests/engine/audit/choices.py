"""What a hand may do in the games that have an auditor by record, asked before it decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.cards import format_card
from pitboss.engine.state import Hand
from tests.engine.audit import holdem, three_card


def choices(game_id: str, hand: Hand, hands: int, options: Mapping[str, Any]) -> set[str]:
    """Return what the player rules let a seat with so many hands do with one of them."""
    cards = [format_card(card) for card in hand.cards]
    if game_id != "co/3-card-21":
        return holdem.choices(cards, hands, options, split=hand.split)
    if len(cards) == 3 and not hand.split:
        return three_card.first_choices(cards)
    return three_card.later_choices(cards, split=hand.split)
