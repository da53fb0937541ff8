"""Proofs that entries and rounds are in the books: made, verified, and spoiled in every way."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pitboss.ledger.checkpoint import merkle_root
from pitboss.ledger.tree import BRANCH, Tree, audit_path, root_of_path
from pitboss.pit.proofs import prove_entries
from pitboss.server.keys import open_keys
from pitboss.store import open_store
from tests.cli.conftest import Run
from tests.pit.small_floor import play_floor

Books = tuple[Path, Path]


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Books:
    """Return the books and the key file of a floor with some rounds."""
    return play_floor(tmp_path_factory.mktemp("prove"))


def proved(called: Run, books: Books, what: str) -> dict[str, Any]:
    done = called("floor", "prove", what, "--db", str(books[0]), "--keys", str(books[1]))
    assert done.returncode == 0, done.stderr
    proof: dict[str, Any] = json.loads(done.stdout)
    return proof


def test_every_entry_has_a_proof_that_the_public_key_verifies(
    called: Run, books: Books, tmp_path: Path
) -> None:
    public = tmp_path / "public.txt"
    where = ("--db", str(books[0]), "--keys", str(books[1]))
    called("floor", "export", "--what", "public-key", "--out", str(public), *where)

    async def all_proofs() -> dict[str, Any]:
        store = await open_store(str(books[0]))
        try:
            entries = [entry async for entry in store.entries()]
            public_key = open_keys(books[1]).public
            return await prove_entries(store, entries, public_key, is_whole=True)
        finally:
            await store.close()

    proof = asyncio.run(all_proofs())
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof))
    done = called("floor", "prove", "--check", str(file), "--keys", str(public), "--json")
    assert done.returncode == 0, done.stderr
    # The shoes are shuffled by chance, so the number of entries differs from run to run.
    assert len(json.loads(done.stdout)["entries"]) == len(proof["proofs"]) > 64
    longest = max(len(one["path"]) for one in proof["proofs"])
    assert longest == (len(proof["proofs"]) - 1).bit_length()


def test_a_spoiled_proof_is_refused(called: Run, books: Books, tmp_path: Path) -> None:
    right = proved(called, books, "1/2")
    assert {one["name"].split(" ")[0] for one in right["proofs"]} == {"table/1"}
    one = right["proofs"][0]
    spoiled = {
        "another body": right | {"proofs": [one | {"entry": one["entry"] | {"body": "{}"}}]},
        "another name": right | {"proofs": [one | {"name": "table/1 #999"}]},
        "another kind": right | {"proofs": [one | {"kind": "opened"}]},
        "another time": right | {"proofs": [one | {"at": one["at"] + 1}]},
        "another hash in it": right | {"proofs": [one | {"entry": one["entry"] | {"hash": "00"}}]},
        "another hash": right | {"proofs": [one | {"hash": "00" * 32}]},
        "another place": right | {"proofs": [one | {"index": one["index"] ^ 1}]},
        "a shorter path": right | {"proofs": [one | {"path": one["path"][:-1]}]},
        "a longer path": right | {"proofs": [one | {"path": [*one["path"], "00" * 32]}]},
        "another root": right | {"checkpoint": right["checkpoint"] | {"tree": "00" * 32}},
        "fewer entries": right | {"checkpoint": right["checkpoint"] | {"entries": 1}},
        "no signature": right | {"checkpoint": right["checkpoint"] | {"signature": ""}},
        "no proof": right | {"proofs": []},
        "no object": [],
        "odd numbers": right | {"proofs": [one | {"index": "x"}]},
    }
    file = tmp_path / "proof.json"
    wrong = []
    for name, proof in spoiled.items():
        file.write_text(json.dumps(proof))
        done = called("floor", "prove", "--check", str(file), "--keys", str(books[1]))
        if done.returncode != 1 or "[proof/wrong]" not in done.stderr:
            wrong.append((name, done.returncode, done.stderr))
    assert wrong == []
    file.write_text(json.dumps(right))
    open_keys(tmp_path / "other.key")
    done = called("floor", "prove", "--check", str(file), "--keys", str(tmp_path / "other.key"))
    assert (done.returncode, "not signed with this key" in done.stderr) == (1, True)


@pytest.mark.parametrize("what", ["1/999", "table/1#99999", "no entry", "nobody#1"])
def test_what_is_not_in_the_books_is_refused(called: Run, books: Books, what: str) -> None:
    done = called("floor", "prove", what, "--db", str(books[0]), "--keys", str(books[1]))
    assert done.returncode == 2
    assert done.stderr.startswith("pitboss: ")


def test_the_tree_is_that_of_rfc_6962_with_and_without_kept_branches() -> None:
    count = 2 * BRANCH + 77
    hashes = [sha256(number.to_bytes(4, "big")).digest() for number in range(count)]
    tree = Tree()
    for entry in hashes:
        tree.add(entry)
    assert tree.root == merkle_root(hashes)
    again = Tree(tree.branches)
    for entry in hashes[again.count :]:
        again.add(entry)
    assert again.root == tree.root
    last = hashes[2 * BRANCH :]
    for index in (0, 1, BRANCH - 1, BRANCH, 2 * BRANCH - 1, 2 * BRANCH, count - 1):
        own = hashes[index // BRANCH * BRANCH :][:BRANCH]
        path = audit_path(index, count, tree.branches, own, last)
        assert root_of_path(hashes[index], index, count, path) == tree.root
        assert root_of_path(hashes[index], index ^ 1, count, path) != tree.root
