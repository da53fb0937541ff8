"""The commitments of a table before each shuffle, and when they are due."""

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
    """Return the shuffles that are over and whose entropy must be shown before the next deal."""
    return [] if table.round else [shuffle.number for shuffle in table.shoe.past]


def promises_due(table: TableState) -> list[int]:
    """Return the shuffles to come that must be committed to before the next deal."""
    if table.round:
        return []
    ahead = range(table.shoe.shoes + 1, table.shoe.shoes + 1 + PROMISES)
    return [number for number in ahead if number not in table.shuffles.promised]
