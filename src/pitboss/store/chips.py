"""The chips of a table, which PostgreSQL keeps in one row: its tray, its escrow and its stacks.

A round moves three or more of these accounts, and one row is found and written for less than three.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from pitboss.store.protocol import BalanceMove

SEATS: Final = 7
COLUMNS: Final = ("tray", "escrow", *(f"stack_{seat}" for seat in range(1, SEATS + 1)))


class Moves(NamedTuple):
    """What a batch does to accounts, as PostgreSQL keeps them."""

    tables: list[str]
    """Where chips move."""
    chips: list[list[int | None]]
    """Of each column, what it gains at those tables; nothing where it moves at none of them."""
    others: list[BalanceMove]


def split_moves(moves: Iterable[BalanceMove]) -> Moves | None:
    """Return the moves of chips by table; None: chips fall lower on the way than they end.

    >>> moves = [BalanceMove("stack:7:2", -5, -5, 0), BalanceMove("tray:7", 5, 0, None)]
    >>> split_moves([*moves, BalanceMove("wallet:ann", 1, 0, 0)])
    ... # doctest: +NORMALIZE_WHITESPACE
    Moves(tables=['7'], chips=[[5], [], [], [-5], [], [], [], [], []],
          others=[BalanceMove(account='wallet:ann', net=1, lowest=0, floor=0)])
    >>> split_moves([BalanceMove("stack:7:2", 0, -5, 0)])
    """
    tables: dict[str, int] = {}
    gains: list[list[tuple[int, int]]] = [[] for _ in COLUMNS]
    others: list[BalanceMove] = []
    for move in moves:
        account, net, lowest, floor = move
        place = _chip_place(account)
        if place is None:
            others.append(move)
        elif lowest < min(net, 0) and floor is not None:
            return None
        else:
            table, column = place
            gains[column].append((tables.setdefault(table, len(tables)), net))
    return Moves([*tables], [_spread(it, len(tables)) for it in gains], others)


def _spread(gains: list[tuple[int, int]], count: int) -> list[int | None]:
    """Return what each of so many tables gains, from their places; nothing where none does."""
    if not gains:
        return []
    spread: list[int | None] = [None] * count
    for place, gain in gains:
        spread[place] = gain
    return spread


@lru_cache(maxsize=100_000)
def _chip_place(account: str) -> tuple[str, int] | None:
    """Return the table and the column of an account; None: it has a row of its own.

    >>> _chip_place("stack:7:2"), _chip_place("tray:7"), _chip_place("drop:7")
    (('7', 3), ('7', 0), None)
    """
    match account.split(":"):
        case ["tray" | "escrow" as kind, table]:
            return table, COLUMNS.index(kind)
        case ["stack", table, seat] if (column := f"stack_{seat}") in COLUMNS:
            return table, COLUMNS.index(column)
        case _:
            return None
