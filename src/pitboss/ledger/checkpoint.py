"""Checkpoints: one signed hash over the ends of all streams and over all balances.

The chain of a stream shows that nothing in the middle was changed, but not that its end was cut
off. A checkpoint kept elsewhere shows that too. The roots are Merkle trees as in RFC 6962, over
lines in sorted order: `stream version hash` for the ends, `account amount` for the balances. The
tree over the entries themselves, in the order they were written, is in `pitboss.ledger.tree`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from pitboss.ledger.book import Head

Sign = Callable[[bytes], bytes]
"""Signs a checkpoint's hash."""

_LABELS: Final = (b"pitboss/checkpoint/1\x00", b"pitboss/checkpoint/2\x00")
"""Of checkpoints without and with the root over the entries."""
NO_CHECKPOINT: Final = bytes(32)


class Checkpoint(NamedTuple):
    """The books at one moment."""

    number: int
    at: int
    heads: bytes
    """The root over the ends of all streams."""
    balances: bytes
    """The root over all balances."""
    entries: int
    """How many entries there were."""
    before: bytes
    """The hash of the checkpoint before."""
    signature: bytes = b""
    tree: bytes = b""
    """The root over the entries; empty: the checkpoint is older than that."""

    @property
    def hash(self) -> bytes:
        """The hash to sign."""
        numbers = b"".join(n.to_bytes(8, "big") for n in (self.number, self.at, self.entries))
        roots = self.heads + self.balances + self.before + self.tree
        return sha256(_LABELS[bool(self.tree)] + numbers + roots).digest()


def make_checkpoint(
    heads: Mapping[str, Head],
    balances: Mapping[str, int],
    *,
    at: int,
    last: Checkpoint | None = None,
    sign: Sign | None = None,
    tree: bytes = b"",
) -> Checkpoint:
    """Take a checkpoint that follows *last*."""
    made = Checkpoint(
        number=last.number + 1 if last else 1,
        at=at,
        heads=heads_root(heads),
        balances=balances_root(balances),
        entries=sum(head.version for head in heads.values()),
        before=last.hash if last else NO_CHECKPOINT,
        tree=tree,
    )
    return made._replace(signature=sign(made.hash)) if sign else made


def heads_root(heads: Mapping[str, Head]) -> bytes:
    """Return the root over the ends of all streams."""
    return merkle_root(
        f"{stream} {head.version} {head.hash.hex()}".encode()
        for stream, head in sorted(heads.items())
    )


def balances_root(balances: Mapping[str, int]) -> bytes:
    """Return the root over all balances that are not zero."""
    return merkle_root(f"{code} {held}".encode() for code, held in sorted(balances.items()) if held)


def merkle_root(leaves: Iterable[bytes]) -> bytes:
    """Return the root of a Merkle tree as RFC 6962 builds it.

    >>> merkle_root([]).hex()[:8], merkle_root([b""]).hex()[:8]
    ('e3b0c442', '6e340b9c')
    """
    level = [hash_leaf(leaf) for leaf in leaves]
    if not level:
        return sha256().digest()
    while len(level) > 1:
        # An odd node goes up unchanged, as in RFC 6962: a doubled one could stand for two entries.
        level = [
            join_hashes(*level[place : place + 2]) if place + 1 < len(level) else level[place]
            for place in range(0, len(level), 2)
        ]
    return level[0]


def hash_leaf(leaf: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\x00" + leaf).digest()


def join_hashes(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node above two others."""
    return sha256(b"\x01" + left + right).digest()
