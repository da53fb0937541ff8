"""What reports must say, worked out from the journal by loops that share no code with them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pitboss.ledger.entry import Entry


class PlainRound(NamedTuple):
    """A round that is over."""

    table: str
    number: int
    at: int
    deal: dict[str, Any]
    settled: list[list[Any]]
    entries: list[Entry]

    def moved(self, account: str) -> int:
        return sum(n for e in self.entries for name, n in e.postings if name == account)


def plain_rounds(entries: Iterable[Entry]) -> Iterator[PlainRound]:
    """Yield the rounds that are settled, in the order they end."""
    open_: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.kind not in {"dealt", "decided", "ruled"}:
            continue
        if entry.kind == "dealt":
            open_[entry.stream] = []
        open_[entry.stream].append(entry)
        body = json.loads(entry.body)
        if "settled" in body:
            own = open_.pop(entry.stream)
            deal = json.loads(own[0].body)
            table = entry.stream.split("/")[1]
            yield PlainRound(table, body["round"], entry.at, deal, body["settled"], own)


def plain_day(at: int) -> str:
    return datetime.fromtimestamp(at / 1e6, UTC).strftime("%Y-%m-%d")


def balances_at(entries: Iterable[Entry], at: int) -> dict[str, int]:
    """Return every balance before a moment."""
    held: defaultdict[str, int] = defaultdict(int)
    for entry in entries:
        if entry.at < at:
            for account, amount in entry.postings:
                held[account] += amount
    return {account: amount for account, amount in held.items() if amount}
