"""Whole books of a test: folded, and verified from the first entry to the last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.ledger.book import Book
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.entry import Entry
from pitboss.ledger.findings import Finding
from pitboss.ledger.marks import VerifySignature
from pitboss.ledger.verify import Verification


def fold(entries: Iterable[Entry]) -> Book:
    """Return the book of a list of entries, in the order they were written."""
    book = Book()
    for entry in entries:
        book.add(entry)
    return book


def verify(
    entries: Iterable[Entry],
    checkpoints: Iterable[Checkpoint] = (),
    *,
    balances: Mapping[str, int] | None = None,
    is_signed: VerifySignature | None = None,
) -> Finding | None:
    """Return the first error, or None; `Verification` lists the checks."""
    books = Verification(checkpoints, is_signed=is_signed)
    for entry in entries:
        if books.add(entry):
            break
    return books.end(balances=balances)
