"""Proofs that an entry is in the books under a signed checkpoint."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.entry import Entry, Posting
from pitboss.ledger.marks import VerifySignature
from pitboss.ledger.tree import BRANCH, Tree, audit_path, root_of_path
from pitboss.pit.witness import checkpoint_json, read_line
from pitboss.store import Store, StoreError

FORM: Final = "pitboss/inclusion/1"
_PAGE: Final = 10_000


class Grove:
    """The tree over the entries of a store, which grows with the books."""

    def __init__(self, store: Store) -> None:
        """Read nothing yet."""
        self._store = store
        self._tree: Tree | None = None
        self._kept = self._position = 0

    async def root(self, count: int, last: Checkpoint | None) -> bytes:
        """Return the root over the first *count* entries; never fewer than the last time.

        The kept branches are used if they lead to the root of the *last* checkpoint.
        """
        if self._tree is None:
            await self._begin(last)
        await self._grow(count)
        assert self._tree is not None
        return self._tree.root

    async def _begin(self, last: Checkpoint | None) -> None:
        if last is not None and last.tree:
            kept = (await self._store.branches())[: last.entries // BRANCH]
            self._position = await self._store.position_of(len(kept) * BRANCH)
            self._tree = Tree(kept)
            self._kept = len(kept)
            await self._grow(last.entries)
        if self._tree is None or last is None or self._tree.root != last.tree:
            self._tree = Tree()
            self._kept = 0
            self._position = 0

    async def _grow(self, count: int) -> None:
        tree = self._tree
        assert tree is not None
        while tree.count < count:
            wanted = min(_PAGE, count - tree.count)
            rows = await self._store.entry_hashes(self._position, wanted)
            if not rows:
                raise StoreError(f"{count - tree.count:,} entries of the books are missing")
            for position, entry_hash in rows:
                tree.add(entry_hash)
                self._position = position
        for number in range(self._kept, len(tree.branches)):
            await self._store.keep_branch(number, tree.branches[number])
            self._kept = number + 1


class UnsignedError(Exception):
    """No checkpoint has signed the entry yet."""

    def __init__(self) -> None:
        """Use the fixed message of this error."""
        super().__init__("no checkpoint has signed this yet; one is taken every minute")


async def prove_entries(
    store: Store, entries: Sequence[Entry], public: bytes, *, is_whole: bool
) -> dict[str, Any]:
    """Return the proofs of entries under the last checkpoint, as JSON.

    *is_whole*: with the entries themselves, which say more than one player may know; otherwise
    their hashes stand for them. Raise `UnsignedError` if the checkpoint is older than an entry.
    """
    last = await store.last_checkpoint()
    if last is None or not last.tree:
        raise UnsignedError
    branches = await store.branches()
    is_dense = await store.position() == sum(
        head.version for head in (await store.heads()).values()
    )
    proofs = []
    for entry in entries:
        index = await store.index_of(entry, is_dense=is_dense)
        if index >= last.entries:
            raise UnsignedError
        own = await _branch(store, index // BRANCH, last.entries, is_dense=is_dense)
        end = await _branch(store, last.entries // BRANCH, last.entries, is_dense=is_dense)
        path = audit_path(index, last.entries, branches, own, end)
        whole = {"entry": entry_json(entry)} if is_whole else {}
        proofs.append(
            {
                "name": entry.name,
                "kind": entry.kind,
                "at": entry.at,
                "hash": entry.hash.hex(),
                "index": index,
                "path": [node.hex() for node in path],
            }
            | whole
        )
    return {
        "form": FORM,
        "proofs": proofs,
        "checkpoint": checkpoint_json(last),
        "public_key": public.hex(),
    }


async def _branch(store: Store, number: int, count: int, *, is_dense: bool) -> list[bytes]:
    """Return the hashes of the entries of a branch, among the first *count*."""
    first = number * BRANCH
    after = first if is_dense else await store.position_of(first)
    rows = await store.entry_hashes(after, min(BRANCH, count - first))
    return [entry_hash for _, entry_hash in rows]


def entry_json(entry: Entry) -> dict[str, Any]:
    """Return an entry with all that its hash is made of."""
    fields = entry._asdict() | {"body": entry.body.decode("utf-8", "replace")}
    return fields | {"before": entry.before.hex(), "hash": entry.hash.hex()}


def proof_problem(proof: Any, is_signed: VerifySignature) -> str | None:  # noqa: ANN401 - JSON
    """Return what is wrong with proofs; None: each entry is in the books of the signer.

    Nothing but the proofs and the signer's public key is needed.
    """
    try:
        checkpoint = read_line(json.dumps(proof["checkpoint"]))
        if proof["form"] != FORM or not proof["proofs"]:
            return "this is no proof of entries"
        if not is_signed(checkpoint):
            return "the checkpoint is not signed with this key"
        for one in proof["proofs"]:
            path = [bytes.fromhex(node) for node in one["path"]]
            entry_hash = bytes.fromhex(one["hash"])
            root = root_of_path(entry_hash, int(one["index"]), checkpoint.entries, path)
            if root is None or root != checkpoint.tree:
                return f"{one['name']} is not in the books of this checkpoint"
            if "entry" in one and not _is_as_said(one, _read_entry(one["entry"]), entry_hash):
                return f"{one['name']} is not what its hash says"
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError):
        return "this is no proof of entries"
    return None


def _is_as_said(one: dict[str, Any], entry: Entry, entry_hash: bytes) -> bool:
    """Return whether a proof says of its entry what the entry is, and what its hash is made of."""
    said = (one["name"], one["kind"], one["at"], entry_hash, entry_hash)
    return said == (entry.name, entry.kind, entry.at, entry.hash, entry.right_hash)


def _read_entry(fields: dict[str, Any]) -> Entry:
    postings = tuple(Posting(str(account), int(units)) for account, units in fields["postings"])
    return Entry(
        **fields
        | {
            "body": fields["body"].encode(),
            "postings": postings,
            "before": bytes.fromhex(fields["before"]),
            "hash": bytes.fromhex(fields["hash"]),
        }
    )
