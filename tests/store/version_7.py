"""How a process writes that knows seven migrations, until it is replaced: by `append_steps`."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.ledger.entry import Entry
from pitboss.store.batches import COLUMNS, Call, call_by_names, place_chips
from pitboss.store.protocol import BalanceMove, balance_moves, head_moves
from pitboss.store.rows import write_entry


def steps_call(entries: Sequence[Entry]) -> Call:
    """Return the call that writes a batch, its chips by table."""
    chips: dict[str, list[int | None]] = {}
    others: list[BalanceMove] = []
    for move in balance_moves(entry.postings for entry in entries):
        if (place := place_chips(move.account)) is None:
            others.append(move)
        elif move.floor is not None and move.lowest < min(move.net, 0):
            return call_by_names(entries)
        else:
            row = chips.setdefault(place[0].removeprefix("table/"), [None] * len(COLUMNS))
            row[place[1]] = move.net
    parts = (
        (head_moves(entries), 6),
        ([(table, *row) for table, row in chips.items()], 1 + len(COLUMNS)),
        (others, 4),
        ([write_entry(entry) for entry in entries], 10),
    )
    columns = [
        column
        for rows, count in parts
        for column in (zip(*rows, strict=True) if rows else [()] * count)
    ]
    places = ", ".join(f"${place}" for place in range(1, len(columns) + 1))
    return Call(f"SELECT append_steps({places})", columns)
