"""Deuces Wild Xtreme: what playing and folding five cards are worth."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.wild_poker.solution import HandValue, solved_wild
from pitboss.exact.worth import Advice


def advise_wild(setup: Setup, cards: tuple[Card, ...]) -> tuple[list[Advice], HandValue]:
    """Return the two choices in units of the ante, the best first, and what the hand meets."""
    hand = solved_wild(setup).hand(cards)
    choices = [
        Advice.exactly(ActionKind.BET, hand.play),
        Advice.exactly(ActionKind.FOLD, hand.fold),
    ]
    return sorted(choices, key=lambda each: each.value, reverse=True), hand
