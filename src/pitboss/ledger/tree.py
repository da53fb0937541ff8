r"""The tree over all entries: a short proof that one entry is in the books.

It is the Merkle tree of RFC 6962 over the hashes of the entries in the order they were written; a
checkpoint signs its root. The proof of one among n entries has about log2(n) hashes: 20 for a
million entries. It shows nothing else of the books.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

from pitboss.ledger.checkpoint import hash_leaf, join_hashes

BRANCH_LEVEL: Final = 10
BRANCH: Final = 1 << BRANCH_LEVEL
"""Entries of a branch: a store keeps the hash of each, so that no proof reads all entries."""


class Tree:
    """The tree over the entries so far, of which only the complete parts' hashes are kept.

    >>> tree = Tree()
    >>> for entry in (b"a", b"b", b"c"):
    ...     tree.add(entry)
    >>> from pitboss.ledger.checkpoint import merkle_root
    >>> tree.root == merkle_root([b"a", b"b", b"c"])
    True
    """

    def __init__(self, branches: Iterable[bytes] = ()) -> None:
        """Begin empty, or with whole branches."""
        self.count = 0
        """How many entries it has."""
        self.branches: list[bytes] = []
        """The hashes of the whole branches."""
        self._peaks: list[tuple[int, bytes]] = []
        for branch in branches:
            self.count += BRANCH
            self.branches.append(branch)
            self._push(BRANCH_LEVEL, branch)

    def add(self, entry_hash: bytes) -> None:
        """Add the hash of the next entry."""
        self.count += 1
        self._push(0, hash_leaf(entry_hash))

    def _push(self, level: int, node: bytes) -> None:
        while self._peaks and self._peaks[-1][0] == level:
            level = level + 1
            node = join_hashes(self._peaks.pop()[1], node)
            if level == BRANCH_LEVEL:
                self.branches.append(node)
        self._peaks.append((level, node))

    @property
    def root(self) -> bytes:
        """The root over all entries."""
        # One peak for each bit of the count, the highest first: so every entry is below one peak.
        assert sum(1 << level for level, _ in self._peaks) == self.count
        assert len(self.branches) == self.count // BRANCH
        if not self._peaks:
            return sha256().digest()
        root = self._peaks[-1][1]
        for _, peak in reversed(self._peaks[:-1]):
            root = join_hashes(peak, root)
        return root


def audit_path(
    index: int, count: int, branches: Sequence[bytes], own: Sequence[bytes], last: Sequence[bytes]
) -> list[bytes]:
    """Return the hashes that lead from an entry to the root, the lowest first.

    *index* counts from 0; *branches* are the whole branches among *count* entries, *own* the hashes
    of the entries of this entry's branch, *last* those after the last whole branch.

    >>> hashes = [bytes([n]) for n in range(5)]
    >>> path = audit_path(4, 5, [], hashes, hashes)
    >>> root_of_path(hashes[4], 4, 5, path) == audit_root(hashes)
    True
    """
    whole = count // BRANCH
    assert 0 <= index < count, "an entry is one of those counted"
    assert len(branches) >= whole
    leaves = [hash_leaf(entry) for entry in own]
    path, root = _path(leaves, index % BRANCH)
    nodes = list(branches[:whole])
    if index // BRANCH < whole:
        assert root == nodes[index // BRANCH], "a branch is not that of its entries"
    if count % BRANCH:
        nodes.append(_path([hash_leaf(entry) for entry in last], 0)[1])
    return path + _path(nodes, index // BRANCH)[0]


def audit_root(entry_hashes: Iterable[bytes]) -> bytes:
    """Return the root over some entries."""
    tree = Tree()
    for entry in entry_hashes:
        tree.add(entry)
    return tree.root


def _path(level: Sequence[bytes], place: int) -> tuple[list[bytes], bytes]:
    """Return the neighbours of a node on the way up, and the root."""
    path: list[bytes] = []
    while len(level) > 1:
        if place ^ 1 < len(level):
            path.append(level[place ^ 1])
        level = [
            join_hashes(*level[left : left + 2]) if left + 1 < len(level) else level[left]
            for left in range(0, len(level), 2)
        ]
        place //= 2
    return path, level[0]


def root_of_path(entry_hash: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root that a path leads to; None: it is not as long as it must be.

    A node without a neighbour goes up as it is, as in RFC 6962.
    """
    if not 0 <= index < count:
        return None
    node = hash_leaf(entry_hash)
    left = list(path)[::-1]
    while count > 1:
        if index ^ 1 < count:
            if not left:
                return None
            other = left.pop()
            node = join_hashes(other, node) if index % 2 else join_hashes(node, other)
        index = index // 2
        count = (count + 1) // 2
    return None if left else node
