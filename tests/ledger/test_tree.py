"""The tree over all entries: its root is that of RFC 6962, and proofs lead from entries to it."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.ledger.checkpoint import merkle_root
from pitboss.ledger.tree import BRANCH, Tree, audit_path, audit_root, root_of_path


def entries(count: int) -> list[bytes]:
    return [sha256(number.to_bytes(4, "big")).digest() for number in range(count)]


def prove(hashes: list[bytes], index: int) -> list[bytes]:
    """Return the proof of one entry, from what a store keeps of the others."""
    tree = Tree()
    for entry in hashes:
        tree.add(entry)
    start = index // BRANCH * BRANCH
    whole = len(hashes) // BRANCH * BRANCH
    own = hashes[start : start + BRANCH]
    last = hashes[whole:]
    return audit_path(index, len(hashes), tree.branches, own, last)


@given(st.lists(st.binary(max_size=4), max_size=70))
def test_the_root_is_that_of_rfc_6962(hashes: list[bytes]) -> None:
    assert audit_root(hashes) == merkle_root(hashes)


def test_a_tree_goes_on_from_its_whole_branches() -> None:
    hashes = entries(2 * BRANCH + 3)
    tree = Tree()
    for entry in hashes:
        tree.add(entry)
    assert (tree.count, len(tree.branches)) == (2 * BRANCH + 3, 2)
    assert tree.branches == [audit_root(hashes[:BRANCH]), audit_root(hashes[BRANCH : 2 * BRANCH])]
    again = Tree(tree.branches)
    assert (again.count, again.branches) == (2 * BRANCH, tree.branches)
    for entry in hashes[2 * BRANCH :]:
        again.add(entry)
    assert (again.root, again.count) == (tree.root, tree.count)
    assert tree.root == merkle_root(hashes)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 13])
def test_every_entry_is_proven_and_no_other_place_or_path_is(count: int) -> None:
    hashes = entries(count)
    root = audit_root(hashes)
    for index, entry in enumerate(hashes):
        path = prove(hashes, index)
        assert root_of_path(entry, index, count, path) == root
        assert len(path) <= (count - 1).bit_length()
        assert root_of_path(entry, index, count, [*path, entry]) is None, "too long"
        if path:
            assert root_of_path(entry, index, count, path[:-1]) is None, "too short"
            changed = [bytes(32), *path[1:]]
            assert root_of_path(entry, index, count, changed) != root
        for other in range(count):
            if other != index:
                assert root_of_path(entry, other, count, path) != root
        assert root_of_path(b"another", index, count, path) != root


def test_an_index_outside_the_books_is_no_entry() -> None:
    hashes = entries(3)
    for index in (-1, 3, 4):
        assert root_of_path(hashes[0], index, 3, prove(hashes, 0)) is None
    assert root_of_path(hashes[0], 0, 0, []) is None


@pytest.mark.parametrize("count", [BRANCH, BRANCH + 1, 2 * BRANCH, 2 * BRANCH + 5])
def test_entries_of_whole_and_begun_branches_are_proven(count: int) -> None:
    hashes = entries(count)
    root = merkle_root(hashes)
    for index in {0, 1, BRANCH - 1, BRANCH, count - 2, count - 1} & set(range(count)):
        assert root_of_path(hashes[index], index, count, prove(hashes, index)) == root


def test_a_store_that_lost_entries_of_a_branch_proves_nothing() -> None:
    hashes = entries(2 * BRANCH)
    tree = Tree()
    for entry in hashes:
        tree.add(entry)
    own = [bytes(32), *hashes[1:BRANCH]]
    with pytest.raises(AssertionError, match="not that of its entries"):
        audit_path(5, 2 * BRANCH, tree.branches, own, [])
    with pytest.raises(AssertionError):
        audit_path(5, 2 * BRANCH, tree.branches[:1], hashes[:BRANCH], [])
