"""What every store does, and how it fails."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from pitboss.ledger.accounts import account_type
from pitboss.ledger.book import Book, Head
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.entry import Entry
from pitboss.store.records import Records


class StoreError(Exception):
    """The store failed; nothing was written."""


class ConflictError(StoreError):
    """An entry does not fit: its place or its key is taken, or an account would fall too low."""


class OutcomeUnknownError(StoreError):
    """The store stopped answering while it wrote: ask it whether the entries are there."""


class Store(Records, Protocol):
    """A place for the books, and for the records beside them."""

    async def append(self, entries: Sequence[Entry]) -> None:
        """Write entries in one transaction; on return they are durable.

        Each stream's entries must follow the ones it has. Otherwise `ConflictError`, and nothing is
        written; `OutcomeUnknownError` where the store cannot say.
        """

    async def entry(self, stream: str, version: int) -> Entry | None:
        """Return one entry, if it is there."""

    async def find(self, stream: str, key: str) -> Entry | None:
        """Return the entry that a key of a stream was written as, if it was."""

    def entries(self, stream: str | None = None, after: int = 0) -> AsyncIterator[Entry]:
        """Return the entries of one stream after a version, or all in the order written."""

    async def heads(self) -> dict[str, Head]:
        """Return the end of every stream."""

    async def balances(self) -> dict[str, int]:
        """Return what every account holds."""

    async def replace_projections(
        self, heads: Mapping[str, Head], balances: Mapping[str, int]
    ) -> None:
        """Put what the entries make in place of the ends and balances that are kept."""

    async def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint."""

    async def checkpoints(self) -> list[Checkpoint]:
        """Return every checkpoint, in order."""

    async def close(self) -> None:
        """Let go of the store."""


async def rebuild_projections(store: Store) -> None:
    """Make the ends and balances that are kept again from the entries, which alone are the truth.

    `BookError` where the entries themselves are wrong; nothing is changed then.
    """
    book = Book()
    async for entry in store.entries():
        book.add(entry)
    await store.replace_projections(book.heads, book.balances)


class HeadMove(NamedTuple):
    """A stream's end before and after a batch: another writer's entry in between is a conflict."""

    stream: str
    before: int
    before_hash: bytes
    version: int
    hash: bytes
    at: int


class BalanceMove(NamedTuple):
    """What a batch does to one account."""

    account: str
    net: int
    lowest: int
    """How far below its balance the account falls on the way, at most 0."""
    floor: int | None


def head_moves(entries: Iterable[Entry]) -> list[HeadMove]:
    """Return where a batch takes its streams, in the order of their names."""
    moves: dict[str, HeadMove] = {}
    for entry in entries:
        last = moves.get(entry.stream)
        if last and (last.version + 1, last.hash) != (entry.version, entry.before):
            message = f"{entry.name} does not follow the entry before it"
            raise ConflictError(message)
        start = last or HeadMove(entry.stream, entry.version - 1, entry.before, 0, b"", 0)
        moves[entry.stream] = start._replace(version=entry.version, hash=entry.hash, at=entry.at)
    return sorted(moves.values())


def balance_moves(entries: Iterable[Entry]) -> list[BalanceMove]:
    """Return what a batch does to its accounts, in the order of their names.

    Floors hold after every entry, not only after the batch.

    >>> from pitboss.ledger.entry import GENESIS, Draft, Posting, seal
    >>> lines = (Posting("wallet:ann", -5), Posting("tray:7", 5))
    >>> bet = seal(Draft("t", "bet", "ann", "k", b"", lines), version=1, at=0, before=GENESIS)
    >>> [(it.account, it.net, it.lowest, it.floor) for it in balance_moves([bet])]
    [('tray:7', 5, 0, None), ('wallet:ann', -5, -5, 0)]
    """
    nets: dict[str, int] = {}
    lowest: dict[str, int] = {}
    for entry in entries:
        for account, amount in entry.postings:
            nets[account] = nets.get(account, 0) + amount
        for account, _ in entry.postings:
            lowest[account] = min(lowest.get(account, 0), nets[account])
    return [
        BalanceMove(account, net, lowest[account], account_type(account).floor)
        for account, net in sorted(nets.items())
    ]


def missing_balances(moves: Iterable[BalanceMove], held: Mapping[str, int]) -> list[str]:
    """Say which accounts would fall below their floors."""
    return [
        f"{it.account} holds {held.get(it.account, 0)} and cannot give {-it.lowest}"
        for it in moves
        if it.floor is not None and held.get(it.account, 0) + it.lowest < it.floor
    ]
