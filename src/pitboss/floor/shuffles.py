"""The commitments to shuffles, and when to make and reveal them."""

from __future__ import annotations

from typing import Final

from pitboss.fair.terms import ShoeTerms
from pitboss.floor.state import TableState

PROMISES: Final = 3
"""Shuffles that are committed to ahead: a round may need one in its middle."""


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


def shuffles_to_show(table: TableState) -> list[int]:
    """Return the past shuffles whose entropy must be revealed before the next deal."""
    return [] if table.round else [shuffle.number for shuffle in table.shoe.past]


def promises_due(table: TableState) -> list[int]:
    """Return the future shuffles that need a commitment before the next deal."""
    if table.round:
        return []
    ahead = range(table.shoe.shoes + 1, table.shoe.shoes + 1 + PROMISES)
    return [number for number in ahead if number not in table.shuffles.promised]
