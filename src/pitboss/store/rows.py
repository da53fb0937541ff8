"""Entries as rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import MsgspecError, json

from pitboss.ledger.accounts import account_type
from pitboss.ledger.book import Head
from pitboss.ledger.entry import Entry, Posting
from pitboss.store.errors import StoreError

COLUMNS: Final = "stream, version, at, actor, key, kind, body, postings, before, hash"
IN_KEY_INDEX: Final = "key NOT LIKE 'round/%'"
"""Steps of a round that came without a client's key have one of the house's, "round/...", by which
nobody asks for them. PostgreSQL keeps those out of its index, and wants to be told so."""

_encode: Final = json.Encoder().encode
_decode: Final = json.Decoder(list[tuple[str, int]]).decode
_POSTINGS: Final = Entry._fields.index("postings")
_TYPES: Final = (str, int, int, str, str, str, bytes, str, bytes, bytes)
"""Of the columns; a damaged file may hold any other."""


def write_entry(entry: Entry) -> tuple[Any, ...]:
    """Return an entry as a row, its postings as JSON: a list of accounts and amounts."""
    return (*entry[:7], _encode(entry.postings).decode(), *entry[8:])


def read_entry(row: Sequence[Any]) -> Entry:
    """Read a row that `write_entry` made; raise `StoreError` if it is another."""
    entry = Entry(*row)
    try:
        lines = _decode(row[_POSTINGS])
    except (MsgspecError, UnicodeError, TypeError):
        lines = None
    if lines is None or tuple(map(type, entry)) != _TYPES:
        place = f"{entry.stream!s:.80}, entry {entry.version!s:.20}"
        raise StoreError(f"the file is damaged: {place}, is not as it was written")
    return entry._replace(postings=tuple(Posting(account, amount) for account, amount in lines))


def head_rows(heads: Mapping[str, Head]) -> list[tuple[str, int, int, bytes]]:
    """Return the ends of streams as rows."""
    return [(stream, *head) for stream, head in sorted(heads.items())]


def balance_rows(balances: Mapping[str, int]) -> list[tuple[str, int, int | None]]:
    """Return balances as rows, each with the floor of its account."""
    held = sorted(balances.items())
    return [(account, amount, account_type(account).floor) for account, amount in held]
