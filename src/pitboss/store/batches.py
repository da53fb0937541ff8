"""A batch as one call of a function of PostgreSQL, `append_steps`, which takes arrays.

asyncpg asks of every element of an array whether it is an array itself, of a number twice, and that
took a third of the time of a batch. So numbers and texts are sent as one long text a column, which
the server takes apart. A batch with the separator in one of its texts goes as arrays to another
function, `append_entries`, which takes every account by its name; so does one in which chips fall
lower on the way than they end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pitboss.store.chips import COLUMNS, split_moves
from pitboss.store.protocol import BalanceMove, HeadMove

SEPARATOR: Final = "\x1f"


class Call(NamedTuple):
    """A statement and its arguments."""

    query: str
    arguments: Sequence[Any]


def append_call(
    heads: Sequence[HeadMove], balances: Sequence[BalanceMove], rows: Sequence[tuple[Any, ...]]
) -> Call:
    """Return the call that writes a batch: the ends of its streams, its balances, its entries."""
    ends, entries = _columns(heads, 6), _columns(rows, 10)
    if moves := split_moves(balances):
        columns = (*ends, moves.tables, *moves.chips, *_columns(moves.others, 4), *entries)
        packed = [_PACK[kind](column) for kind, column in zip(_KINDS, columns, strict=True)]
        if None not in packed:
            return Call(_PACKED, packed)
    return Call(_AS_ARRAYS, [*ends, *_columns(balances, 4), *entries])


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[Sequence[Any]]:
    return list(zip(*rows, strict=True)) if rows else [()] * count


def _pack_texts(column: Sequence[str]) -> str | None:
    """Return texts as one; None: the server could not tell them apart again.

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


_TEXT, _NUMBER, _BYTES = "text", "number", "bytes"
_PACK: Final[Mapping[str, Callable[[Sequence[Any]], Any]]] = {
    _TEXT: _pack_texts,
    _NUMBER: _pack_numbers,
    _BYTES: lambda column: column,
}
_UNPACK: Final = {
    _TEXT: "string_to_array({}::text, E'\\x1f')",
    _NUMBER: "string_to_array({}::text, ',', '')::bigint[]",
    _BYTES: "{}",
}
_KINDS: Final = (
    *(_TEXT, _NUMBER, _BYTES, _NUMBER, _BYTES, _NUMBER),  # the ends of streams
    *(_TEXT, *[_NUMBER] * len(COLUMNS)),  # chips; the server takes what is missing for None
    *(_TEXT, _NUMBER, _NUMBER, _NUMBER),  # other balances
    *(_TEXT, _NUMBER, _NUMBER, _TEXT, _TEXT, _TEXT, _BYTES, _TEXT, _BYTES, _BYTES),  # entries
)
_PACKED: Final = (
    "SELECT append_steps("
    + ", ".join(_UNPACK[kind].format(f"${place}") for place, kind in enumerate(_KINDS, 1))
    + ")"
)
_AS_ARRAYS: Final = f"SELECT append_entries({', '.join(f'${it}' for it in range(1, 21))})"
