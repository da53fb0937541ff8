"""Write a batch by one call of a PostgreSQL function, `append_batch`.

asyncpg checks for every element of an array whether it is an array itself, for a number twice, and
that took a third of the time of a batch. So numbers and texts are sent as one long text for each
column, which the server splits. The function derives the ends of tables and the gains of their
chips from the entries. A batch with the separator in one of its texts goes as arrays to another
function, `append_entries`, which takes every end and every account by name; so does a batch whose
chips `split_moves` cannot place.

PostgreSQL keeps the chips of a table in one row: its tray, its escrow and its stacks. A round moves
three or more of these accounts, and writing one row is cheaper than three. The same row has the end
of the table's stream, which moves with every entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pitboss.ledger.accounts import account_type
from pitboss.ledger.entry import Entry, Posting
from pitboss.ledger.marks import Mark
from pitboss.store.protocol import BalanceMove, HeadMove, balance_moves, head_moves
from pitboss.store.rows import write_entry

SEPARATOR: Final = "\x1f"
TABLES: Final = "table/"
"""The prefix of tables' streams."""
SEATS: Final = 7
COLUMNS: Final = ("tray", "escrow", *(f"stack_{seat}" for seat in range(1, SEATS + 1)))


class Call(NamedTuple):
    """A statement and its arguments."""

    query: str
    arguments: Sequence[Any]


def append_call(entries: Sequence[Entry]) -> Call:
    """Return the call that writes a batch: the ends of its streams, its balances, its entries."""
    moves = split_moves(entries)
    if moves is None:
        return call_by_names(entries)
    heads = head_moves(entries)
    others = [head for head in heads if not head.stream.startswith(TABLES)]
    columns = (
        *_columns([write_entry(entry) for entry in entries], 10),
        len(heads) - len(others),
        *(_table_befores(entries, heads) if len(heads) < len(entries) else ((), ())),
        *moves.chips,
        *_columns(others, 6),
        *_columns(moves.others, 4),
    )
    packed = [_PACK[kind](column) for kind, column in zip(_KINDS, columns, strict=True)]
    return call_by_names(entries) if None in packed else Call(_PACKED, packed)


def call_by_names(entries: Sequence[Entry]) -> Call:
    """Return the call that takes every end and every account by its name."""
    heads = head_moves(entries)
    balances = balance_moves(entry.postings for entry in entries)
    rows = [write_entry(entry) for entry in entries]
    return Call(_BY_NAMES, [*_columns(heads, 6), *_columns(balances, 4), *_columns(rows, 10)])


def sign_call(call: Call, mark: Mark, entries: int) -> Call:
    """Return a call that first signs the batch that it writes."""
    name, number, chain, signature = mark
    assert entries > 0, "a mark signs entries"
    signing = (name, number - entries, number, chain, signature)
    return Call(sign_query(call.query, len(call.arguments)), [*call.arguments, *signing])


def sign_query(query: str, arguments: int) -> str:
    """Return the statement that signs a batch and writes it.

    >>> sign_query("SELECT append_batch($1)", 1)
    'SELECT sign_batch($2, $3, $4, $5, $6), append_batch($1)'
    """
    places = ", ".join(f"${place}" for place in range(arguments + 1, arguments + 6))
    return query.replace("SELECT ", f"SELECT sign_batch({places}), ", 1)


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
            # A table's chips are one row, which a batch writes once: at the table's last entry.
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


def _table_befores(entries: Sequence[Entry], heads: Sequence[HeadMove]) -> list[Sequence[Any]]:
    """Return the ends of streams before a batch, each at the stream's last entry."""
    befores = {(head.stream, head.version): (head.before, head.before_hash) for head in heads}
    return _columns([befores.get(entry[:2], (None, None)) for entry in entries], 2)


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[Sequence[Any]]:
    return list(zip(*rows, strict=True)) if rows else [()] * count


def _pack_texts(column: Sequence[str]) -> str | None:
    """Return texts as one; None: the server could not split it again.

    >>> _pack_texts(["a", "", "b"]) == f"a{SEPARATOR}{SEPARATOR}b"
    True
    >>> _pack_texts([f"a{SEPARATOR}b"]), _pack_texts([""])
    (None, None)
    """
    text = SEPARATOR.join(column)
    is_clear = text and text.count(SEPARATOR) == len(column) - 1
    return text if is_clear or not column else None


def _pack_numbers(column: Sequence[int | None]) -> str:
    """Return numbers as a text; None is an empty one.

    >>> _pack_numbers([1, None, -3])
    '1,,-3'
    """
    return ",".join(["" if number is None else str(number) for number in column])


_TEXT = "text"
_NUMBER = "number"
_PLAIN = "plain"
_PACK: Final[Mapping[str, Callable[[Any], Any]]] = {
    _TEXT: _pack_texts,
    _NUMBER: _pack_numbers,
    _PLAIN: lambda value: value,
}
_UNPACK: Final = {
    _TEXT: "string_to_array({}::text, E'\\x1f')",
    _NUMBER: "string_to_array({}::text, ',', '')::bigint[]",
    _PLAIN: "{}",
}
_KINDS: Final = (
    *(_TEXT, _NUMBER, _NUMBER, _TEXT, _TEXT, _TEXT, _PLAIN, _TEXT, _PLAIN, _PLAIN),  # entries
    *(_PLAIN, _NUMBER, _PLAIN),  # tables, and where they were before
    *[_NUMBER] * len(COLUMNS),  # chips; the server takes what is missing for None
    *(_TEXT, _NUMBER, _PLAIN, _NUMBER, _PLAIN, _NUMBER),  # the ends of other streams
    *(_TEXT, _NUMBER, _NUMBER, _NUMBER),  # other balances
)
_PACKED: Final = (
    "SELECT append_batch("
    + ", ".join(_UNPACK[kind].format(f"${place}") for place, kind in enumerate(_KINDS, 1))
    + ")"
)
_BY_NAMES: Final = f"SELECT append_entries({', '.join(f'${number}' for number in range(1, 21))})"
