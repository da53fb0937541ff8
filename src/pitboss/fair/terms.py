"""The terms of a shoe, fixed before its cards: the public part of a commitment."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from pitboss.cards.deck import find_deck
from pitboss.cards.shoe import Shoe


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeTerms:
    """One shuffle of one table.

    >>> terms = ShoeTerms(table="7", shuffle=12, deck="spanish-48", decks=6, burn=1, rules="ab12")
    >>> terms.canonical()
    b'{"burn":1,"deck":"spanish-48","decks":6,"rules":"ab12","shuffle":12,"table":"7"}'
    """

    table: str
    shuffle: int
    """The number of this shuffle at its table: no two shuffles share a commitment."""
    deck: str
    """The name of the deck, "spanish-48"."""
    decks: int
    burn: int
    """Cards burned before the first is dealt."""
    rules: str
    """The digest of the table's rules."""

    @property
    def shoe(self) -> Shoe:
        """What the full shoe holds."""
        return Shoe(find_deck(self.deck), self.decks)

    def canonical(self) -> bytes:
        """Return the bytes to commit to: JSON in ASCII, keys in order, no blanks."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":")).encode("ascii")
