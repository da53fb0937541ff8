"""Give up the shoes of a table whose key is lost: the round under way is void, new shoes follow.

The entropy of shoes in play is sealed with the key file. Without it nobody knows the next card, so
the open round cannot be finished: every wager goes back as the entries of the round moved it. Then
one entry has the whole table between two rounds, and names the shuffles that are never revealed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from msgspec import json

from pitboss.engine.values import asdict
from pitboss.floor.commands import Approved
from pitboss.floor.history import ROUND_KINDS, PastTable, is_finished
from pitboss.floor.journal import ABANDONED, canonical, terms_in_force
from pitboss.floor.rebuild import apply_entry
from pitboss.floor.rounds import call_off
from pitboss.floor.snapshots import read_snapshot, write_snapshot
from pitboss.floor.state import TableState, open_table
from pitboss.floor.voids import void_key
from pitboss.ledger.entry import Draft, Entry, Posting

HOUSE: Final = "house"
_OF_SHOE: Final = frozenset({"position", "entered", "cut", "next_cut", "of", "kept"})


def abandon_shoes(stream: Sequence[Entry], shuffles: Sequence[int], why: str) -> list[Draft]:
    """Return the entries that void a table's open round and give up its shuffles.

    *stream* is the table's first entry and its tail, *shuffles* are those without an end.
    """
    played = _open_round(stream)
    table = _between_rounds(stream)
    drafts = []
    name = stream[0].stream
    if played:
        number = json.decode(played[0].body)["round"]
        body = {"round": number, "void": True, **asdict(Approved(why, (HOUSE,)))}
        lines = _reverse(played)
        drafts.append(
            Draft(
                stream=name,
                kind="called-off",
                actor=HOUSE,
                key=void_key(number),
                body=canonical(body),
                postings=lines,
            )
        )
    snapshot = {key: value for key, value in write_snapshot(table).items() if key not in _OF_SHOE}
    snapshot["shuffle"] = max([table.shoe.shoes, *shuffles])
    said = {
        "before": snapshot,
        "rounds": table.rounds,
        "paused": table.paused,
        "closed": table.closed,
        "shuffles": sorted(shuffles),
        "why": why,
    }
    key = f"abandon/{stream[-1].version + 1}"
    return [
        *drafts,
        Draft(stream=name, kind=ABANDONED, actor=HOUSE, key=key, body=canonical(said), postings=()),
    ]


def _open_round(stream: Sequence[Entry]) -> list[Entry]:
    """Return the entries of the round under way, if there is one."""
    played: list[Entry] = []
    for entry in stream:
        if entry.kind == "dealt":
            played = []
        if entry.kind in ROUND_KINDS:
            played.append(entry)
            if is_finished(entry):
                played = []
    return played


def _reverse(played: Sequence[Entry]) -> tuple[Posting, ...]:
    """Return the money of a round, the other way round."""
    moved: defaultdict[str, int] = defaultdict(int)
    for entry in played:
        for account, amount in entry.postings:
            moved[account] -= amount
    return tuple(Posting(account, amount) for account, amount in moved.items() if amount)


def _between_rounds(stream: Sequence[Entry]) -> TableState:
    """Return the table without its open round; cards that nobody knows are not needed."""
    past = PastTable()
    for entry in stream:
        past.add(entry)
    waiting = past.waiting
    table = past.table
    assert table is not None
    if waiting:
        body = json.decode(waiting[0].body)
        before = {key: value for key, value in body["before"].items() if key not in _OF_SHOE}
        empty = open_table(terms_in_force(stream))
        table = read_snapshot(empty, before, body["round"], past.known.order_if_known)
        for entry in waiting:
            if entry.kind not in ROUND_KINDS:
                table = apply_entry(table, entry, past.known.order_if_known)
    return call_off(table) if table.round is not None else table
