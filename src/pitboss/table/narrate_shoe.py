"""The events of the shoe, in words: shuffled, cut card out, discards shuffled in."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.table.narrate import Line
from pitboss.table.shoe import DealingShoe

VOID = Line("shoe    used up: the round is void, every wager comes back")
"""No card was left anywhere (ruling C79)."""


def tell_shuffle(shoe: DealingShoe) -> Line:
    """Say that the shoe was changed for a round."""
    return Line(f"shoe    shuffled: {shoe.shoe.size} cards, {len(shoe.burned)} burned")


def draw_and_tell(shoe: DealingShoe, lines: list[Line]) -> Card:
    """Draw a card, and add to *lines* what that means for the shoe."""
    was_last, shuffles = shoe.last_round, shoe.shoes
    card = shoe.draw()
    if shoe.shoes > shuffles:
        lines.append(Line("shoe    empty: the discards are shuffled in"))
    if shoe.last_round and not was_last and not shoe.every_round:
        lines.append(Line("shoe    the cut card is out: the last round of this shoe"))
    return card
