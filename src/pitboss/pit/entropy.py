"""The secret entropy of a table's shuffles, until each is over."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Protocol

from pitboss.cards import Card
from pitboss.fair.order import Source, commitment, cut_order, draw_entropy
from pitboss.floor.commands import Promise, Show
from pitboss.floor.journal import PromisedShuffle
from pitboss.floor.state import TableState, shoe_terms


class Seals(Protocol):
    """Encrypts entropy with a key that is not in the books."""

    def seal(self, shoe: str, entropy: bytes, /) -> bytes:
        """Encrypt the entropy of a shuffle."""

    def unseal(self, shoe: str, sealed: bytes, /) -> bytes:
        """Decrypt it again."""


class Entropy:
    """The entropy of one table's current and future shuffles."""

    def __init__(self, table: str, seals: Seals, source: Source = os.urandom) -> None:
        """Start empty; *source* is the operating system, except in rehearsals."""
        self._table = table
        self._seals = seals
        self._source = source
        self._drawn: dict[int, bytes] = {}

    def open(self, promises: Iterable[PromisedShuffle]) -> Mapping[int, bytes]:
        """Load the sealed entropy of the journal; return the commitments."""
        kept = list(promises)
        for sealed in kept:
            self._drawn[sealed.shuffle] = self._seals.unseal(
                self._name(sealed.shuffle), sealed.sealed
            )
        return {sealed.shuffle: sealed.commitment for sealed in kept}

    def promise(self, state: TableState, shuffle: int) -> Promise:
        """Draw the entropy of a shuffle, and commit to it."""
        entropy = draw_entropy(state.shoe.shoe.size, self._source)
        self._drawn[shuffle] = entropy
        sealed = self._seals.seal(self._name(shuffle), entropy)
        return Promise(shuffle, commitment(shoe_terms(state, shuffle), entropy), sealed)

    def show(self, shuffle: int) -> Show:
        """Reveal a shuffle that is over."""
        return Show(shuffle, self._drawn[shuffle])

    def keep(self, shuffles: Container[int]) -> None:
        """Forget all but some shuffles: the others were revealed or never promised."""
        self._drawn = {
            shuffle: entropy for shuffle, entropy in self._drawn.items() if shuffle in shuffles
        }

    def order(
        self, shuffle: int, cards: Sequence[Card], parts: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        """Put cards in the order of a shuffle."""
        return cut_order(self._drawn[shuffle], cards, parts)

    def _name(self, shuffle: int) -> str:
        return f"{self._table}/{shuffle}"
