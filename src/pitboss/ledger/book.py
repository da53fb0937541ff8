"""The book: entries folded into balances, with every invariant checked after each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, Self

from pitboss.ledger.accounts import account_type
from pitboss.ledger.entry import GENESIS, Draft, Entry, seal


class BookError(Exception):
    """An entry that does not belong in the book; nothing was changed."""

    def __init__(self, code: str, message: str) -> None:
        """Name the problem by a stable code and in words."""
        super().__init__(message)
        self.code = code


class Head(NamedTuple):
    """The end of a stream."""

    version: int = 0
    at: int = 0
    hash: bytes = GENESIS

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """Return the end of a stream whose last entry is given."""
        return cls(entry.version, entry.at, entry.hash)


NO_ENTRY = Head()


class Book:
    """All streams and all balances after the last entry.

    >>> from pitboss.ledger.entry import Posting
    >>> book = Book()
    >>> deposit = (Posting("external:demo", -50_000), Posting("wallet:ann", 50_000))
    >>> entry = book.write(Draft("account/ann", "deposit", "ann", "k1", b"{}", deposit), now=17)
    >>> book.balance("wallet:ann"), entry.version
    (50000, 1)
    >>> spent = (Posting("wallet:ann", -50_001), Posting("external:demo", 50_001))
    >>> book.write(Draft("account/ann", "withdrawal", "ann", "k2", b"{}", spent), now=18)
    Traceback (most recent call last):
    pitboss.ledger.book.BookError: wallet:ann holds 50000 and cannot give 50001
    """

    def __init__(self) -> None:
        """Open an empty book."""
        self._heads: dict[str, Head] = {}
        self._balances: dict[str, int] = {}
        self._keys: set[tuple[str, str]] = set()

    @property
    def heads(self) -> Mapping[str, Head]:
        """The end of every stream."""
        return MappingProxyType(self._heads)

    @property
    def balances(self) -> Mapping[str, int]:
        """The balance of every account that was ever posted to."""
        return MappingProxyType(self._balances)

    def head(self, stream: str) -> Head:
        """Return the end of a stream, also of one that has no entry yet."""
        return self._heads.get(stream, NO_ENTRY)

    def balance(self, account: str) -> int:
        """Return the balance of an account."""
        return self._balances.get(account, 0)

    def write(self, draft: Draft, *, now: int) -> Entry:
        """Append a draft: its time is *now*, or that of the entry before if the clock ran back."""
        (entry,) = seal_all([draft], self.head(draft.stream), now)
        self.add(entry)
        return entry

    def add(self, entry: Entry) -> None:
        """Add a sealed entry, or raise `BookError` and leave the book as it was."""
        # Both refuse before anything is changed, so an entry is in the book whole or not at all.
        self._check_place(entry)
        changed = self._new_balances(entry)
        self._balances.update(changed)
        self._heads[entry.stream] = Head.of(entry)
        self._keys.add((entry.stream, entry.key))

    def _check_place(self, entry: Entry) -> None:
        head = self.head(entry.stream)
        if entry.version != head.version + 1:
            _fail("entry/order", f"{entry.name} comes after #{head.version} of its stream")
        if entry.before != head.hash:
            _fail("entry/chain", f"{entry.name} does not follow from the entry before it")
        if entry.hash != entry.right_hash:
            _fail("entry/hash", f"{entry.name} is not what its hash says")
        if entry.at < head.at:
            _fail("entry/time", f"{entry.name} is dated before the entry before it")
        if (entry.stream, entry.key) in self._keys:
            _fail("entry/key", f"{entry.name} has the key of an earlier entry, {entry.key!r}")

    def _new_balances(self, entry: Entry) -> dict[str, int]:
        """Return the new balances of an entry's accounts; floors hold after the whole entry."""
        if sum(amount for _, amount in entry.postings):
            _fail("entry/balance", f"the postings of {entry.name} do not sum to zero")
        # An entry may take from an account before it gives to it: only its end is judged.
        changed: dict[str, int] = {}
        for account, amount in entry.postings:
            changed[account] = changed.get(account, self.balance(account)) + amount
        for account, amount in changed.items():
            try:
                floor = account_type(account).floor
            except ValueError as error:
                raise BookError("account/unknown", str(error)) from None
            if floor is not None and amount < floor:
                held = self.balance(account)
                _fail("account/floor", f"{account} holds {held} and cannot give {held - amount}")
        return changed


def seal_all(drafts: Iterable[Draft], head: Head, now: int) -> list[Entry]:
    """Give drafts of one stream their positions after its end; no entry is before that end."""
    entries: list[Entry] = []
    for draft in drafts:
        at = max(now, head.at)  # a clock that runs back never dates an entry before another
        entry = seal(draft, version=head.version + 1, at=at, before=head.hash)
        head = Head.of(entry)
        entries.append(entry)
    return entries


def trial_balance(balances: Mapping[str, int]) -> int:
    """Return the sum of all balances: zero, or the books are wrong."""
    return sum(balances.values())


def _fail(code: str, message: str) -> None:
    raise BookError(code, message)
