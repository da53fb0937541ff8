"""Entries as rows of a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from pitboss.ledger.entry import Entry, Posting

COLUMNS: Final = "stream, version, at, actor, key, kind, body, postings, before, hash"


def write_entry(entry: Entry) -> tuple[Any, ...]:
    """Return an entry as a row, its postings as JSON: a list of accounts and amounts."""
    *start, postings, before, hash_ = entry
    return (*start, json.dumps(postings, separators=(",", ":")), before, hash_)


def read_entry(row: Sequence[Any]) -> Entry:
    """Read a row that `write_entry` made."""
    entry = Entry(*row)
    lines = json.loads(str(entry.postings))
    return entry._replace(postings=tuple(Posting(account, amount) for account, amount in lines))
