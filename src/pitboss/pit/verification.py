"""Verify the books of a store from the first entry to the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import json

from pitboss.ledger.book import NO_ENTRY
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.entry import Entry
from pitboss.ledger.findings import Finding
from pitboss.ledger.marks import BEGUN, Mark, Signatures, VerifySignature
from pitboss.ledger.verify import Verification
from pitboss.office.derive import Derivation
from pitboss.pit.binding import Binding, LogIns
from pitboss.pit.invariants import Invariants
from pitboss.store import Store, StoreError

KEYS_STREAM: Final = "keys"
KEY_BEGUN: Final = "key-begun"
"""The entry by which another key goes on with books whose key was lost."""
_DAMAGED = (StoreError, ValueError, TypeError, AttributeError, OverflowError)
"""What reading a damaged store raises: fields of it may hold anything."""


class Trust(NamedTuple):
    """What the books are verified with, besides themselves."""

    is_signed: VerifySignature | None = None
    """Checks a signature; None: no key is at hand."""
    signs_from: int | None = None
    """The first entry that the key has signed; None: it is not known."""
    binding: Binding | None = None
    """Checks passwords and second factors; None: only the key file itself can."""


NO_TRUST: Final = Trust()


class Outcome(NamedTuple):
    """The outcome of verifying the books."""

    entries: int
    checkpoints: int
    finding: Finding | None
    signed_from: int | None = None
    """The first entry that is signed; None: none is."""

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as JSON."""
        wrong = self.finding
        return {
            "verified": wrong is None,
            "entries": self.entries,
            "checkpoints": self.checkpoints,
            "signed_from": self.signed_from,
            "finding": wrong and wrong._asdict(),
        }


async def verify_store(
    store: Store, copied: Sequence[Checkpoint] | None = None, trust: Trust = NO_TRUST
) -> Outcome:
    """Read every entry once; an unreadable entry is a finding too.

    *copied*: checkpoints that were kept elsewhere.
    """
    reading = _Reading([*(copied or ())])
    try:
        return await reading.verify(store, trust)
    except _DAMAGED as error:
        place = f"after {reading.last}" if reading.last else "from the start"
        wrong = Finding("store/damaged", place, f"the books cannot be read {place}: {error}")
        return reading.outcome(wrong)


class _Reading:
    """One reading of all books."""

    def __init__(self, copied: list[Checkpoint]) -> None:
        self.last = ""
        self._copied = self._kept = copied
        self._books = Verification()
        self._signed_from: int | None = None

    def outcome(self, wrong: Finding | None) -> Outcome:
        return Outcome(self._books.entries, len(self._kept), wrong, self._signed_from)

    async def verify(self, store: Store, trust: Trust) -> Outcome:
        # Taken before the entries are read: a server may write meanwhile.
        heads, balances, marks = await store.signed_books()
        own = await store.checkpoints()
        self._kept, wrong = merge(own, self._copied)
        begun = await store.last(KEYS_STREAM, KEY_BEGUN)
        before = 0 if begun is None else int(json.decode(begun.body)["checkpoint"])
        self._books = Verification(self._kept, is_signed=trust.is_signed, before=before)
        signatures = Signatures(marks, trust.is_signed)
        if wrong := wrong or self._books.finding or signatures.finding or _unsigned(marks, trust):
            return self.outcome(wrong)
        self._signed_from = marks[BEGUN].number + 1 if marks else None
        sums = Invariants()
        log_ins = LogIns()
        office = Derivation()
        async for writer, entry in store.signed_entries():
            head = heads.get(entry.stream, NO_ENTRY)
            if entry.version <= head.version:
                wrong = self._books.add(entry) or _broken_sum(sums, entry)
                wrong = wrong or signatures.add(entry, writer, self._books.book.heads)
                is_judged = self._signed_from is not None and writer is not None
                wrong = wrong or office.add(entry, is_judged=is_judged)
                log_ins.add(entry)
            else:
                wrong = await _after_the_end(store, entry)
            if wrong:
                return self.outcome(wrong)
            self.last = entry.name
        wrong = self._books.end(balances=balances, heads=heads) or signatures.end(own)
        if wrong is None and trust.binding is not None:
            wrong = await log_ins.finding(store, trust.binding)
        return self.outcome(wrong)


def _unsigned(marks: Mapping[str, Mark], trust: Trust) -> Finding | None:
    """Return what is wrong with books that lost all signatures: the key file remembers them."""
    if marks or trust.signs_from is None:
        return None
    message = f"the key has signed these books from entry {trust.signs_from:,} on, and no"
    return Finding("mark/missing", "all marks", f"{message} signature is left")


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
