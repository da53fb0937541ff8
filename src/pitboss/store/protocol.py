"""The protocol of every store, and the moves of ends and balances that a batch makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pitboss.ledger.accounts import account_type
from pitboss.ledger.book import Book, Head
from pitboss.ledger.entry import Entry, Posting
from pitboss.ledger.marks import Mark
from pitboss.store.errors import ConflictError
from pitboss.store.records import Records

if TYPE_CHECKING:
    from pitboss.store.sharing import Sharing


class Store(Records, Protocol):
    """A place for the books, and for the records beside them."""

    async def append(self, entries: Sequence[Entry], mark: Mark | None = None) -> None:
        """Write entries in one transaction; on return they are durable.

        *mark* signs them, and replaces the mark of the process that writes.
        The entries of each stream must follow its end. Otherwise raise `ConflictError` and write
        nothing; raise `OutcomeUnknownError` if the store cannot say.
        """

    async def replace_projections(
        self, heads: Mapping[str, Head], balances: Mapping[str, int]
    ) -> None:
        """Replace the kept ends and balances by those that the entries give.

        Raise `ConflictError` if there are more entries by now than those ends have.
        """

    def share(self) -> Sharing | None:
        """Return a way to share the books with other processes; None: they are for one alone."""

    async def close(self) -> None:
        """Close the store."""


class Rebuilt(NamedTuple):
    """The result of rebuilding the ends and balances that a store keeps."""

    entries: int
    streams: tuple[str, ...]
    """The streams whose ends were wrong."""
    accounts: tuple[str, ...]
    """The accounts whose balances were wrong."""


async def rebuild_projections(store: Store) -> Rebuilt:
    """Rebuild the kept ends and balances from the entries, which alone are the truth.

    Raise `BookError` if the entries themselves are wrong, and `ConflictError` if another process
    writes meanwhile; then nothing is changed.
    """
    heads, balances = await store.books()
    book = Book()
    count = 0
    async for entry in store.entries():
        book.add(entry)
        count += 1
    await store.replace_projections(book.heads, book.balances)
    return Rebuilt(
        count,
        tuple(
            stream
            for stream in sorted({*heads, *book.heads})
            if heads.get(stream) != book.heads.get(stream)
        ),
        tuple(
            account
            for account in sorted({*balances, *book.balances})
            if balances.get(account, 0) != book.balance(account)
        ),
    )


def check_count(heads: Mapping[str, Head], entries: int) -> None:
    """Raise `ConflictError` if the ends were not made from all entries."""
    if sum(head.version for head in heads.values()) != entries:
        raise ConflictError("entries were written meanwhile: stop the server first")


class HeadMove(NamedTuple):
    """A stream's end before and after a batch: another writer's entry in between is a conflict."""

    stream: str
    before: int
    before_hash: bytes
    version: int
    hash: bytes
    at: int


class BalanceMove(NamedTuple):
    """The move of one account in a batch."""

    account: str
    net: int
    lowest: int
    """The lowest change of the balance within the batch, at most 0."""
    floor: int | None


def head_moves(entries: Iterable[Entry]) -> list[HeadMove]:
    """Return the moves of the streams' ends in a batch."""
    firsts: dict[str, Entry] = {}
    lasts: dict[str, Entry] = {}
    for entry in entries:
        last = lasts.get(entry.stream)
        if last is None:
            firsts[entry.stream] = entry
        elif (last.version + 1, last.hash) != (entry.version, entry.before):
            raise ConflictError(f"{entry.name} does not follow the entry before it")
        lasts[entry.stream] = entry
    return [
        HeadMove(
            stream=stream,
            before=first.version - 1,
            before_hash=first.before,
            version=last.version,
            hash=last.hash,
            at=last.at,
        )
        for (stream, first), last in zip(firsts.items(), lasts.values(), strict=True)
    ]


def balance_moves(entries: Iterable[Sequence[Posting]]) -> list[BalanceMove]:
    """Return the moves of accounts in a batch, from the postings of its entries.

    Floors hold after every entry, not only after the batch.

    >>> bet = (Posting("wallet:ann", -5), Posting("tray:7", 5))
    >>> [(it.account, it.net, it.lowest, it.floor) for it in balance_moves([bet])]
    [('wallet:ann', -5, -5, 0), ('tray:7', 5, 0, None)]
    """
    nets: dict[str, int] = {}
    lowest: dict[str, int] = {}
    for postings in entries:
        for account, amount in postings:
            nets[account] = nets.get(account, 0) + amount
        for account, _ in postings:
            if nets[account] < lowest.get(account, 0):
                lowest[account] = nets[account]
    return [
        BalanceMove(account, net, lowest.get(account, 0), account_type(account).floor)
        for account, net in nets.items()
    ]


def missing_balances(moves: Iterable[BalanceMove], held: Mapping[str, int]) -> list[str]:
    """Return which accounts would fall below their floors."""
    return [
        f"{move.account} holds {held.get(move.account, 0)} and cannot give {-move.lowest}"
        for move in moves
        if move.floor is not None and held.get(move.account, 0) + move.lowest < move.floor
    ]
