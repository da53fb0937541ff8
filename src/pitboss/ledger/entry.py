r"""An entry of the books: its event, its postings, and the hash that chains it.

The hash of an entry is SHA-256 over `"pitboss/entry/2\0"` and a JSON list of all its fields but the
hash, in their order and without blanks: texts as they are, the body and the hash of the entry
before in base64, postings as lists of account and amount. So no two entries that differ have the
same bytes, and any language can compute it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final, NamedTuple

from msgspec import json

GENESIS: Final = bytes(32)
"""The previous hash of the first entry of a stream."""

_LABEL: Final = b"pitboss/entry/2\x00"
_encode: Final = json.Encoder().encode


class Posting(NamedTuple):
    """A change of one account's balance."""

    account: str
    amount: int
    """In units: positive into the account, negative out of it."""


class Draft(NamedTuple):
    """An entry before it has its position in a stream."""

    stream: str
    kind: str
    actor: str
    """Who did it: an account, "clock", "system"."""
    key: str
    """Chosen by the caller; a second entry of the stream with the same key is the same request."""
    body: bytes
    """Canonical JSON."""
    postings: tuple[Posting, ...] = ()


class Entry(NamedTuple):
    """One entry."""

    stream: str
    version: int
    """1, 2, 3 ... in its stream."""
    at: int
    """Microseconds since 1970; never before the entry before."""
    actor: str
    key: str
    kind: str
    body: bytes
    postings: tuple[Posting, ...]
    before: bytes
    """The hash of the entry before in its stream."""
    hash: bytes

    @property
    def right_hash(self) -> bytes:
        """The hash that this entry must have."""
        return _hash(self[:-1])

    def moved(self, account: str) -> int:
        """Return the units that the entry moved into an account, or out of it (negative)."""
        return sum(amount for code, amount in self.postings if code == account)

    @property
    def name(self) -> str:
        """The name of the entry for people.

        >>> draft = Draft("table/7", "opened", "floor", "k", b"{}")
        >>> seal(draft, version=1, at=0, before=GENESIS).name
        'table/7 #1'
        """
        return f"{self.stream} #{self.version}"


def seal(draft: Draft, *, version: int, at: int, before: bytes) -> Entry:
    """Give a draft its position in a stream, and its hash.

    >>> draft = Draft("table/7", "bet", "ann", "k1", b"{}", (Posting("stack:7:1", -5),))
    >>> seal(draft, version=1, at=0, before=GENESIS).hash.hex()[:16]
    '2da130dc8719dc69'
    """
    stream, kind, actor, key, body, postings = draft
    fields = (stream, version, at, actor, key, kind, body, postings, before)
    return Entry(*fields, _hash(fields))


def _hash(fields: tuple[Any, ...]) -> bytes:
    return sha256(_LABEL + _encode(fields)).digest()
