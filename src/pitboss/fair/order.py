r"""The order of a shoe: entropy of the house, cut by the players.

Every byte string below is exact, so a verifier in any language agrees:

- commitment: `SHA-256("pitboss/shoe/1\0" + length(terms) + terms + entropy)`, the length in 8
  bytes, most significant first.
- cut: `SHA-256("pitboss/cut/1\0" + length(part) + part + ...)` over the seeds in seat order, or
  over the parts that `pitboss.fair.cut` lists.
- stream: block *n* is 32 bytes of entropy XOR `HMAC-SHA-256(key = cut, n)`, the number in 8 bytes.
- the cards, in factory order one deck after the other, are shuffled by `shuffle_cards`,
  which takes its bits from the stream. Where others lie on the table (discards shuffled in the
  middle of a round), the cards that are shuffled are written down in the order they are taken.

The commitment and the stream are made in different ways on purpose: who sees a commitment learns
nothing about the stream. The entropy is longer than any order of eight decks needs, so every order
of the shoe can come up, which no stream grown from a short seed could do.
"""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Final

from pitboss.cards.card import Card
from pitboss.cards.deck import find_deck
from pitboss.cards.shoe import Shoe
from pitboss.cards.shuffle import shuffle_cards

ENTROPY_BYTES: Final = 2048
"""The entropy of a shuffle of eight decks."""
_USUAL_CARDS: Final = 8 * 52
SEED_BYTES_MAX: Final = 64
"""A player's seed; 32 bytes are enough."""

_SHOE_LABEL: Final = b"pitboss/shoe/1\x00"
_CUT_LABEL: Final = b"pitboss/cut/1\x00"
_BLOCK: Final = 32
_NUMBER_BYTES: Final = 8


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


class EntropyUsedUpError(Exception):
    """A shuffle asked for more bits than the entropy holds: draw new entropy, commit again."""


Source = Callable[[int], bytes]
"""Gives so many random bytes."""


def draw_entropy(cards: int = _USUAL_CARDS, source: Source = os.urandom) -> bytes:
    """Return the entropy of one shuffle of so many cards, from the operating system.

    Five bytes a card: a card takes one or two, and rejection seldom more than half as many again.
    Eight decks and fewer take no more than they always did; a shoe of a hundred needs its own.

    >>> [len(draw_entropy(52 * decks)) for decks in (1, 8, 100)]
    [260, 2048, 26000]
    """
    return source(5 * cards if cards > _USUAL_CARDS else min(ENTROPY_BYTES, 5 * cards))


def commitment(terms: ShoeTerms, entropy: bytes) -> bytes:
    """Return the commitment, which is published before any seed or wager.

    >>> terms = ShoeTerms(table="7", shuffle=1, deck="french-52", decks=6, burn=1, rules="ab")
    >>> commitment(terms, bytes(2048)).hex()[:16]
    '05a633b0a44a5d26'
    """
    text = terms.canonical()
    return sha256(_SHOE_LABEL + _number(len(text)) + text + entropy).digest()


def derive_cut(seeds: Sequence[bytes]) -> bytes:
    """Return the cut of the players' seeds in seat order; no seeds make a cut too.

    >>> derive_cut([b"a", b"bc"]) == derive_cut([b"ab", b"c"])
    False
    """
    return sha256(_CUT_LABEL + b"".join(_number(len(seed)) + seed for seed in seeds)).digest()


class CutBits:
    """The bits of one shuffle: the entropy, cut.

    >>> source = CutBits(bytes(range(256)) * 8, derive_cut([]))
    >>> [source.bits(9) for _ in range(4)]
    [193, 261, 279, 190]
    """

    __slots__ = ("_bytes", "_used")

    def __init__(self, entropy: bytes, cut: bytes) -> None:
        """Mix the cut into the entropy, block by block."""
        blocks = range(-(-len(entropy) // _BLOCK))
        stream = b"".join(hmac.digest(cut, _number(block), "sha256") for block in blocks)
        assert len(stream) >= len(entropy), "no byte of the house stays uncut"
        mixed = int.from_bytes(entropy) ^ int.from_bytes(stream[: len(entropy)])
        self._bytes = mixed.to_bytes(len(entropy))
        self._used = 0

    def bits(self, count: int) -> int:
        """Return the next *count* bits, from as many whole bytes as hold them."""
        # The part of a byte that is left over is thrown away: a verifier in any language needs to
        # remember a place in bytes alone.
        size = (count + 7) // 8
        taken = self._bytes[self._used : self._used + size]
        if len(taken) < size:
            raise EntropyUsedUpError
        self._used += size
        return int.from_bytes(taken) >> (8 * size - count)


def shoe_order(
    terms: ShoeTerms, entropy: bytes, seeds: Sequence[bytes], of: Sequence[Card] = ()
) -> tuple[Card, ...]:
    """Return the cards of a shoe in dealing order, the burned ones first.

    *of*: the shuffled cards, if not the whole shoe, because others lay on the table.

    >>> from pitboss.cards import format_cards
    >>> terms = ShoeTerms(table="7", shuffle=1, deck="french-52", decks=1, burn=1, rules="ab")
    >>> format_cards(shoe_order(terms, bytes(2048), [b"a player's seed"])[:6])
    'Kc 4h 3s 9h 6c 5d'
    """
    return cut_order(entropy, of or terms.shoe.cards(), seeds)


def cut_order(entropy: bytes, cards: Sequence[Card], seeds: Sequence[bytes]) -> tuple[Card, ...]:
    """Return cards in the order that entropy gives them, cut with the players' seeds."""
    order = shuffle_cards(cards, CutBits(entropy, derive_cut(seeds)))
    assert sorted(order) == sorted(cards), "a shuffle loses no card and makes none"
    return order


def _number(value: int) -> bytes:
    return value.to_bytes(_NUMBER_BYTES, "big")
