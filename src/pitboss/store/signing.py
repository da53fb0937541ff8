"""Sign what a process writes: see `pitboss.ledger.marks`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.ledger.checkpoint import Checkpoint, Sign, heads_root
from pitboss.ledger.entry import GENESIS, Entry
from pitboss.ledger.marks import (
    BEGUN,
    CHECKPOINTS,
    WRITERS,
    Mark,
    VerifySignature,
    count_signed,
    writer_name,
)
from pitboss.store.errors import ConflictError, StoreError
from pitboss.store.protocol import Store

_TRIES: Final = 100
"""Processes that may begin to write at the same moment."""


class ForeignMarksError(StoreError):
    """The books are signed with other keys, or their signatures do not fit them."""


class Pen:
    """Signs the entries of one process, one group commit after the other."""

    def __init__(self, mark: Mark, sign: Sign) -> None:
        """Go on from the mark of this process."""
        self._mark = mark
        self._sign = sign

    def sign(self, entries: Sequence[Entry]) -> Mark:
        """Return the mark that these entries make; it counts once they are written."""
        return self._mark.extended(entries).signed(self._sign)

    def keep(self, mark: Mark) -> None:
        """Go on from a mark that was written with its entries."""
        self._mark = mark


async def take_pen(store: Store, sign: Sign, is_signed: VerifySignature) -> Pen:
    """Become a process that writes and signs; begin the signing of books that have none.

    Raise `ForeignMarksError` if the marks are not those of this key or of these entries.
    """
    for _ in range(_TRIES):
        try:
            marks = await check_marks(store, is_signed)
            if WRITERS not in marks:
                await _begin(store, marks, sign)
                continue
            number = marks[WRITERS].number + 1
            own = Mark(writer_name(number), 0, GENESIS).signed(sign)
            is_new = own.name not in marks
            if is_new:
                await store.add_mark(own)
            # Counted only now: a process that died in between has a mark, and wrote nothing.
            counted = Mark(WRITERS, number, GENESIS).signed(sign)
            if await store.replace_mark(counted, before=number - 1) and is_new:
                return Pen(own, sign)
        except ConflictError:
            continue  # another process was faster
    raise StoreError("too many processes begin to write these books at once")


async def _begin(store: Store, marks: Mapping[str, Mark], sign: Sign) -> None:
    """Sign what is there: the marks come in an order that a crash cannot harm."""
    heads, _, _ = await store.signed_books()
    kept = await store.checkpoints()
    count = sum(head.version for head in heads.values())
    last = kept[-1] if kept else None
    for mark in (
        Mark(BEGUN, count, heads_root(heads)),
        Mark(CHECKPOINTS, last.number if last else 0, last.hash if last else GENESIS),
        Mark(WRITERS, 0, GENESIS),  # the last: now the signing has begun
    ):
        if mark.name not in marks:
            await store.add_mark(mark.signed(sign))


async def check_marks(store: Store, is_signed: VerifySignature) -> dict[str, Mark]:
    """Return the marks of the books; raise `ForeignMarksError` unless they fit them.

    Signatures and the number of entries are compared; `floor verify` reads every entry.
    """
    heads, _, marks = await store.signed_books()
    for mark in marks.values():
        if not is_signed(mark):
            message = "the books are signed with another key than that of this key file"
            raise ForeignMarksError(message)
    count = sum(head.version for head in heads.values())
    if WRITERS in marks and count != count_signed(marks):
        message = (
            f"the books have {count:,} entries, and {count_signed(marks):,} are signed: they were "
            "changed outside the program; 'pitboss floor verify' says where"
        )
        raise ForeignMarksError(message)
    return marks


async def mark_checkpoint(store: Store, made: Checkpoint, sign: Sign) -> None:
    """Sign which checkpoint is the last, if the signing of these books has begun."""
    mark = Mark(CHECKPOINTS, made.number, made.hash).signed(sign)
    await store.raise_mark(mark)
