"""Verify the books from the first entry to the last, and name the first error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.ledger.book import Book, BookError, Head, trial_balance
from pitboss.ledger.checkpoint import NO_CHECKPOINT, Checkpoint, balances_root, heads_root
from pitboss.ledger.entry import Entry
from pitboss.ledger.findings import Finding
from pitboss.ledger.marks import VerifySignature
from pitboss.ledger.tree import Tree


class Verification:
    """The books verified entry by entry, as they are read; memory holds heads and balances only."""

    def __init__(
        self,
        checkpoints: Iterable[Checkpoint] = (),
        *,
        is_signed: VerifySignature | None = None,
        before: int = 0,
    ) -> None:
        """Verify against *checkpoints*: those of the store, or a copy in another place.

        Each must meet the books at its number of entries. Those up to the number *before* are
        signed with a lost key: their hashes are compared, and the next one signs them.
        """
        self.book = Book()
        self._tree = Tree()
        self.entries = 0
        kept = list(checkpoints)
        self.finding = _chain_finding(kept, is_signed, before)
        """The first thing that is wrong, as far as the books have been read."""
        self._due = kept[::-1]
        self.finding = self.finding or _meeting_finding(self._due, self.book, self._tree)

    def add(self, entry: Entry) -> Finding | None:
        """Verify one more entry, in the order they were written; return the first finding."""
        if self.finding:
            return self.finding
        self.entries += 1
        try:
            self.book.add(entry)
        except BookError as error:
            self.finding = Finding(error.code, entry.name, str(error))
            return self.finding
        self._tree.add(entry.hash)
        self.finding = _meeting_finding(self._due, self.book, self._tree)
        return self.finding

    def end(
        self,
        *,
        balances: Mapping[str, int] | None = None,
        heads: Mapping[str, Head] | None = None,
    ) -> Finding | None:
        """Verify the end of the books: *balances* and *heads* are those the store shows, if any."""
        self.finding = (
            self.finding
            or _end_finding(self.book, self._due, balances, self.entries)
            or (None if heads is None else _head_finding(self.book, heads))
        )
        return self.finding


def _chain_finding(
    checkpoints: Iterable[Checkpoint], is_signed: VerifySignature | None, lost: int
) -> Finding | None:
    before = NO_CHECKPOINT
    number = 0
    for checkpoint in checkpoints:
        place = f"checkpoint {checkpoint.number}"
        if checkpoint.before != before or checkpoint.number != number + 1:
            return Finding("checkpoint/chain", place, f"{place} does not follow the one before it")
        if is_signed and checkpoint.number > lost and not is_signed(checkpoint):
            return Finding("checkpoint/signature", place, f"the signature of {place} is wrong")
        before = checkpoint.hash
        number = checkpoint.number
    return None


def _meeting_finding(due: list[Checkpoint], book: Book, tree: Tree) -> Finding | None:
    """Take from *due* the checkpoints that were made after the entries of *tree*."""
    count = tree.count
    while due and due[-1].entries <= count:
        checkpoint = due.pop()
        place = f"checkpoint {checkpoint.number}"
        if checkpoint.entries != count or checkpoint.heads != heads_root(book.heads):
            message = f"the entries before {place} are not those it was taken over"
            return Finding("checkpoint/entries", place, message)
        if checkpoint.tree and checkpoint.tree != tree.root:
            message = f"the entries before {place} are not in the order it was taken over"
            return Finding("checkpoint/order", place, message)
        if checkpoint.balances != balances_root(book.balances):
            return Finding("checkpoint/balances", place, f"balances differ from those of {place}")
    return None


def _end_finding(
    book: Book, due: list[Checkpoint], balances: Mapping[str, int] | None, count: int
) -> Finding | None:
    if due:
        first = due[-1]
        message = f"{first.entries - count} entries are missing at the end: {count} are left"
        return Finding("entry/missing", f"checkpoint {first.number}", message)
    assert not trial_balance(book.balances), "the book takes only entries that sum to zero"
    return None if balances is None else _balance_finding(book, balances)


def _balance_finding(book: Book, balances: Mapping[str, int]) -> Finding | None:
    for code in sorted({*book.balances, *balances}, key=str):  # a damaged one may be no text
        shown = balances.get(code, 0)
        right = book.balance(code)
        if code not in book.balances:
            return Finding("account/balance", str(code), f"{code} shows {shown} and is in no entry")
        if shown != right:
            return Finding(
                "account/balance", code, f"{code} shows {shown}; its entries give {right}"
            )
    return None


def _head_finding(book: Book, heads: Mapping[str, Head]) -> Finding | None:
    for stream in sorted({*book.heads, *heads}, key=str):
        shown = heads.get(stream)
        right = book.head(stream)
        if shown != right:
            what = f"ends at #{shown.version}" if shown else "is not listed"
            message = f"{stream} {what}; its entries end at #{right.version}"
            if shown and shown.version == right.version:
                message = f"{stream} #{right.version} is not the entry that the stream ends with"
            return Finding("stream/head", str(stream), message)
    return None
