"""What a table commits to before each shuffle."""

from __future__ import annotations

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
        rules=table.terms.digest,
    )
