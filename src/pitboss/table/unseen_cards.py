"""The cards of a shoe that a player at the table has not seen.

A burned card is not seen, nor is one that lies face down: the dealer's down card is seen when it
is turned, which every round does at its end.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cards import Card
from pitboss.cards.unseen import Unseen
from pitboss.engine.state import State
from pitboss.engine.view import TableView
from pitboss.table.shoe import DealingShoe


def unseen_cards(shoe: DealingShoe, hidden: Iterable[Card] = ()) -> Unseen:
    """Return the cards not seen yet; *hidden* lie face down on the table now."""
    # Burned cards come first, except where the discards were shuffled in during a round.
    first = 0 if shoe.first else len(shoe.burned)
    seen = [*shoe.cards[first : shoe.position]]
    for card in hidden:
        seen.remove(card)
    return Unseen.from_shoe(shoe.shoe).without(*seen)


def hidden_cards(state: State, table: TableView) -> list[Card]:
    """Return the cards of a round that the player of a view does not see."""
    hidden = [*state.dealer[len(table.dealer) :]]
    for seat, shown in zip(state.seats, table.seats, strict=True):
        for hand, seen in zip(seat.hands, shown.hands, strict=True):
            hidden += hand.cards if seen.face_down else ()
    return hidden
