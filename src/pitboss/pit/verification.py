"""Verify the books of a store from the first entry to the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pitboss.ledger.book import NO_ENTRY
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.entry import Entry
from pitboss.ledger.verify import Finding, Verification, VerifySignature
from pitboss.pit.invariants import Invariants
from pitboss.store import Store, StoreError

_DAMAGED = (StoreError, ValueError, TypeError, AttributeError, OverflowError)
"""What reading a damaged store raises: fields of it may hold anything."""


class Outcome(NamedTuple):
    """The outcome of verifying the books."""

    entries: int
    checkpoints: int
    finding: Finding | None

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as JSON."""
        wrong = self.finding
        return {
            "verified": wrong is None,
            "entries": self.entries,
            "checkpoints": self.checkpoints,
            "finding": wrong and wrong._asdict(),
        }


async def verify_store(
    store: Store, copied: Sequence[Checkpoint] | None, is_signed: VerifySignature | None
) -> Outcome:
    """Read every entry once; an unreadable entry is a finding too.

    *copied*: checkpoints that were kept elsewhere.
    """
    copied = copied or ()
    kept, books, last = [*copied], Verification(), ""
    try:
        kept, wrong = merge(await store.checkpoints(), copied)
        books = Verification(kept, is_signed=is_signed)
        if wrong or books.finding:
            return Outcome(0, len(kept), wrong or books.finding)
        # Taken before the entries are read: a server may write meanwhile.
        heads, balances = await store.books()
        sums = Invariants()
        async for entry in store.entries():
            head = heads.get(entry.stream, NO_ENTRY)
            if entry.version <= head.version:
                wrong = books.add(entry) or _broken_sum(sums, entry)
            else:
                wrong = await _after_the_end(store, entry)
            if wrong:
                return Outcome(books.entries, len(kept), wrong)
            last = entry.name
        return Outcome(books.entries, len(kept), books.end(balances=balances, heads=heads))
    except _DAMAGED as error:
        place = f"after {last}" if last else "from the start"
        wrong = Finding("store/damaged", place, f"the books cannot be read {place}: {error}")
        return Outcome(books.entries, len(kept), wrong)


def _broken_sum(sums: Invariants, entry: Entry) -> Finding | None:
    """Return the sum over tables, trays and players that fails after an entry."""
    problems = sums.add(entry)
    return Finding("sums/broken", entry.name, problems[0]) if problems else None


async def _after_the_end(store: Store, entry: Entry) -> Finding | None:
    """Judge an entry after the end of its stream: a server may have just written it."""
    if entry.version <= (await store.head(entry.stream)).version:
        return None
    return Finding("stream/head", entry.name, f"{entry.name} comes after the end of its stream")


def merge(
    own: Sequence[Checkpoint], copied: Sequence[Checkpoint]
) -> tuple[list[Checkpoint], Finding | None]:
    """Return the merged checkpoints of store and copy, and where they first differ.

    The store may have lost the last ones, and the copy may lack some: all are used.
    """
    merged = {checkpoint.number: checkpoint for checkpoint in own}
    for checkpoint in copied:
        if merged.setdefault(checkpoint.number, checkpoint) != checkpoint:
            place = f"checkpoint {checkpoint.number}"
            message = f"{place} of the books is not the one that the copy has"
            return [*own], Finding("checkpoint/copy", place, message)
    return [merged[number] for number in sorted(merged)], None
