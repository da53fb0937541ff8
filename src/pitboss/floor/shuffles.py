"""What a table commits to before each shuffle, and the order that comes of it."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card, shuffled
from pitboss.fair.order import CutBits, cut_of
from pitboss.fair.terms import ShoeTerms
from pitboss.floor.state import TableState


def shoe_terms(table: TableState, shuffle: int) -> ShoeTerms:
    """Return the terms of a shuffle at a table."""
    setup, shoe = table.terms.setup, table.shoe
    return ShoeTerms(
        table=table.id,
        shuffle=shuffle,
        deck=setup.configured.game.deck,
        decks=int(setup.configured.options["decks"]),
        burn=shoe.settings.burn,
        rules=setup.configured.digest,
    )


def cut_order(entropy: bytes, cards: Sequence[Card], seeds: Sequence[bytes]) -> tuple[Card, ...]:
    """Return cards in the order that entropy gives them, cut with the players' seeds."""
    return shuffled(cards, CutBits(entropy, cut_of(seeds)))
