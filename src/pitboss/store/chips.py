"""The chips of a table, which PostgreSQL keeps in one row: its tray, its escrow and its stacks.

A round moves three or more of these accounts, and writing one row is cheaper than three.
The same row has the end of the table's stream, which moves with every entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pitboss.ledger.accounts import account_type
from pitboss.ledger.entry import Entry, Posting
from pitboss.store.protocol import BalanceMove, balance_moves

TABLES: Final = "table/"
"""The prefix of tables' streams."""
SEATS: Final = 7
COLUMNS: Final = ("tray", "escrow", *(f"stack_{seat}" for seat in range(1, SEATS + 1)))


class Moves(NamedTuple):
    """The moves of accounts in a batch, in the form that PostgreSQL keeps."""

    chips: list[list[int | None]]
    """Column -> the gains of tables, each at the table's last entry."""
    others: list[BalanceMove]


def split_moves(entries: Sequence[Entry]) -> Moves | None:
    """Return the moves of chips by entry.

    None: an entry moves chips of another table, or chips fall lower within the batch than at its
    end.

    >>> from pitboss.ledger.entry import GENESIS, Draft, Posting, seal
    >>> lines = (Posting("stack:7:2", -5), Posting("tray:7", 4), Posting("wallet:ann", 1))
    >>> bet = seal(Draft("table/7", "bet", "ann", "k", b"", lines), version=1, at=0, before=GENESIS)
    >>> split_moves([bet])  # doctest: +NORMALIZE_WHITESPACE
    Moves(chips=[[4], [], [], [-5], [], [], [], [], []],
          others=[BalanceMove(account='wallet:ann', net=1, lowest=0, floor=0)])
    >>> split_moves([bet._replace(stream="table/8")])
    """
    lasts = {entry.stream: place for place, entry in enumerate(entries)}
    if len(lasts) < len(entries) and any(
        map(_dips, balance_moves(entry.postings for entry in entries))
    ):
        return None
    chips: list[list[int | None]] = [[] for _ in COLUMNS]
    others: list[list[Posting]] = []
    for entry in entries:
        rest = []
        for line in entry.postings:
            place = place_chips(line.account)
            if place is None:
                rest.append(line)
                continue
            stream, column = place
            if stream != entry.stream:
                return None
            gains = chips[column]
            if not gains:
                gains = chips[column] = [None] * len(entries)
            last = lasts[stream]
            gains[last] = (gains[last] or 0) + line.amount
        if rest:
            others.append(rest)
    return Moves(chips, balance_moves(others))


def _dips(move: BalanceMove) -> bool:
    """Return whether chips fall lower within a batch than at its end."""
    falls = move.floor is not None and move.lowest < min(move.net, 0)
    return falls and place_chips(move.account) is not None


@lru_cache(maxsize=100_000)
def place_chips(account: str) -> tuple[str, int] | None:
    """Return the stream and the column of an account; None: it has a row of its own.

    >>> place_chips("stack:7:2"), place_chips("tray:7"), place_chips("drop:7")
    (('table/7', 3), ('table/7', 0), None)
    """
    account_type(account)  # no money goes to an unknown place
    match account.split(":"):
        case ["tray" | "escrow" as kind, table]:
            return f"{TABLES}{table}", COLUMNS.index(kind)
        case ["stack", table, seat] if (column := f"stack_{seat}") in COLUMNS:
            return f"{TABLES}{table}", COLUMNS.index(column)
        case _:
            return None
