"""Unbiased shuffling: Fisher-Yates, with every choice drawn by rejection from a source of bits.

Each order of the cards is exactly as likely as any other as long as the source's bits are uniform
and independent: nothing is scaled, rounded or reduced by a remainder, which would favour some.
"""

import os
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, Protocol, assert_never

from pitboss.cards.card import Card


class BitSource(Protocol):
    """Where random bits come from."""

    def bits(self, count: int) -> int:
        """Return the next ``count`` bits as an integer from 0 to ``2**count - 1``."""


class SystemBits:
    """The operating system's cryptographic randomness: the source for real play.

    Every bit of a shuffle is asked of the system and nothing is kept in between. A generator with
    a seed of, say, 256 bits could reach only a tiny part of the orders of a shoe (six Spanish decks
    have about 2**1487); this source can reach all of them. And because there is nothing to copy,
    two processes never share a stream, forked or not.
    """

    __slots__ = ()

    def bits(self, count: int) -> int:
        """Return ``count`` bits from the operating system.

        >>> 0 <= SystemBits().bits(9) < 512
        True
        """
        return _leading_bits(os.urandom(_byte_count(count)), count)


_SEED_LABEL: Final = b"pitboss/shuffle/1\x00"
_COUNTER_BYTE_COUNT: Final = 8


class SeededBits:
    r"""A reproducible source: the same seed gives the same bits on every Python and platform.

    It is for tests, demonstrations and shoes that must be shown again, not for real play: whoever
    knows the seed knows every card. The bits are SHA-256 in counter mode:

    1. ``message`` is the 18 bytes ``b"pitboss/shuffle/1\x00"``, then one byte for the seed's type,
       then the seed:

       - an int is ``b"i"``, then its lower-case hexadecimal digits in ASCII without leading zeros,
         after ``b"-"`` if it is negative (255 is ``b"iff"``, 0 is ``b"i0"``, -16 is ``b"i-10"``);
       - a str is ``b"s"``, then its UTF-8 bytes (a lone surrogate as the three bytes that UTF-8
         would give that code point);
       - bytes are ``b"b"``, then themselves.

       So the seeds ``7``, ``"7"`` and ``b"7"`` have nothing in common.
    2. ``key`` is ``SHA-256(message)``, 32 bytes.
    3. The stream is ``SHA-256(key + counter)`` for the counters 0, 1, 2 ... one after the other,
       each counter written as 8 bytes, most significant first.
    4. ``bits(count)`` takes the next ``ceil(count / 8)`` bytes of the stream, reads them as one
       number, most significant byte first, and drops its lowest bits until ``count`` are left.

    >>> [SeededBits(seed).bits(32) for seed in (7, "7", b"7")]
    [4208342652, 1460039062, 237072568]
    """

    __slots__ = ("_block_count", "_key", "_unread")

    def __init__(self, seed: int | str | bytes) -> None:
        """Start the stream of one seed at its beginning."""
        self._key = sha256(_SEED_LABEL + _seed_bytes(seed)).digest()
        self._block_count = 0
        self._unread = b""

    def bits(self, count: int) -> int:
        """Return the next ``count`` bits of the seed's stream.

        >>> source = SeededBits("a seed")
        >>> [source.bits(9) for _ in range(4)]
        [220, 98, 326, 330]
        """
        byte_count = _byte_count(count)
        while len(self._unread) < byte_count:
            counter = self._block_count.to_bytes(_COUNTER_BYTE_COUNT, "big")
            self._unread += sha256(self._key + counter).digest()
            self._block_count += 1
        taken = self._unread[:byte_count]
        self._unread = self._unread[byte_count:]
        return _leading_bits(taken, count)


def below(source: BitSource, bound: int) -> int:
    """Draw a number from 0 to ``bound - 1``, each exactly as likely as any other.

    >>> source = SeededBits("a die")
    >>> [below(source, 6) + 1 for _ in range(8)]
    [1, 6, 2, 1, 4, 1, 6, 5]

    The draw takes as few bits as can write ``bound - 1`` and starts again when they come out at
    ``bound`` or more. Discarding keeps the rest uniform, and on average takes fewer than two draws.
    """
    if bound < 1:
        message = f"no number is below {bound} and at least 0; the bound must be 1 or more"
        raise ValueError(message)
    bit_count = (bound - 1).bit_length()
    while (drawn := source.bits(bit_count)) >= bound:
        pass
    return drawn


def shuffle_cards(cards: Sequence[Card], source: BitSource) -> tuple[Card, ...]:
    """Return the cards in an order drawn from the source, every order being equally likely.

    >>> from pitboss.cards import format_cards, parse_cards
    >>> format_cards(shuffle_cards(parse_cards("As 2s 3s 4s 5s"), SeededBits(1)))
    'As 4s 2s 3s 5s'

    This is Fisher-Yates from the end: the last place gets one of all the cards, the place before it
    one of those left, and so on, each by an exchange. The first card of the result is dealt first.
    """
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        chosen = below(source, place + 1)
        order[place], order[chosen] = order[chosen], order[place]
    return tuple(order)


def _seed_bytes(seed: int | str | bytes) -> bytes:
    match seed:
        case int():
            # Hexadecimal, because Python refuses to write very long integers in decimal.
            return b"i" + format(seed, "x").encode("ascii")
        case str():
            # An argument that is not valid UTF-8 reaches us as lone surrogates, and may seed too.
            return b"s" + seed.encode("utf-8", "surrogatepass")
        case bytes():
            return b"b" + seed
        case _:
            assert_never(seed)


def _byte_count(bit_count: int) -> int:
    if bit_count < 0:
        message = f"cannot draw {bit_count} bits"
        raise ValueError(message)
    return (bit_count + 7) // 8


def _leading_bits(data: bytes, count: int) -> int:
    return int.from_bytes(data, "big") >> (8 * len(data) - count)
