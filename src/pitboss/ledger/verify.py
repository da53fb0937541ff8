"""Verify the books from the first entry to the last, and name the first place that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pitboss.ledger.book import Book, BookError, trial_balance
from pitboss.ledger.checkpoint import NO_CHECKPOINT, Checkpoint, balances_root, heads_root
from pitboss.ledger.entry import Entry

VerifySignature = Callable[[Checkpoint], bool]


class Finding(NamedTuple):
    """The first thing that is wrong."""

    code: str
    place: str
    """The entry, checkpoint or account."""
    message: str


def verify(
    entries: Iterable[Entry],
    checkpoints: Iterable[Checkpoint] = (),
    *,
    balances: Mapping[str, int] | None = None,
    is_signed: VerifySignature | None = None,
) -> Finding | None:
    """Return what is wrong first, or None.

    *entries* come in the order they were written. *checkpoints* may be those of the store or a copy
    held elsewhere; each must meet the books at its number of entries. *balances* are those the
    store shows, if it shows any.
    """
    book, due = Book(), list(checkpoints)
    if broken := _chain_finding(due, is_signed):
        return broken
    due.reverse()
    count = 0
    wrong = _meeting_finding(due, book, count)
    for entry in entries:
        if wrong:
            return wrong
        count += 1
        try:
            book.add(entry)
        except BookError as error:
            return Finding(error.code, entry.name, str(error))
        wrong = _meeting_finding(due, book, count)
    return wrong or _end_finding(book, due, balances, count)


def _chain_finding(
    checkpoints: Iterable[Checkpoint], is_signed: VerifySignature | None
) -> Finding | None:
    before, number = NO_CHECKPOINT, 0
    for each in checkpoints:
        place = f"checkpoint {each.number}"
        if each.before != before or each.number != number + 1:
            return Finding("checkpoint/chain", place, f"{place} does not follow the one before it")
        if is_signed and not is_signed(each):
            return Finding("checkpoint/signature", place, f"the signature of {place} is wrong")
        before, number = each.hash, each.number
    return None


def _meeting_finding(due: list[Checkpoint], book: Book, count: int) -> Finding | None:
    """Take from *due* the checkpoints that were made after *count* entries."""
    while due and due[-1].entries <= count:
        checkpoint = due.pop()
        place = f"checkpoint {checkpoint.number}"
        if checkpoint.entries != count or checkpoint.heads != heads_root(book.heads):
            message = f"the entries before {place} are not those it was taken over"
            return Finding("checkpoint/entries", place, message)
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
    if trial_balance(book.balances):
        return Finding("book/balance", "all accounts", "the balances do not sum to zero")
    return None if balances is None else _balance_finding(book, balances)


def _balance_finding(book: Book, balances: Mapping[str, int]) -> Finding | None:
    for code in sorted({*book.balances, *balances}):
        shown, right = balances.get(code, 0), book.balance(code)
        if shown != right:
            return Finding(
                "account/balance", code, f"{code} shows {shown}; its entries give {right}"
            )
    return None
