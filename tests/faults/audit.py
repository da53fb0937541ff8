"""What must hold after every fault: the journal verifies, and says what was announced, once."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.fair.order import cut_order
from pitboss.floor.commands import Accepted
from pitboss.floor.journal import read_terms
from pitboss.floor.rebuild import rebuild
from pitboss.floor.state import TableState
from pitboss.ledger.entry import Entry
from pitboss.pit.table import LiveTable
from pitboss.store import Store
from tests.floor.one_table import felt
from tests.floor.test_decide import same
from tests.ledger.books import verify
from tests.pit.seals import PlainSeals


class Announcement(NamedTuple):
    """What those who watch a table were told of one entry."""

    stream: str
    kind: str
    body: bytes


class Recorder:
    """Somebody who watches tables, and notes what was durable when it was told."""

    account = None

    def __init__(self) -> None:
        self.heard: list[Announcement] = []

    def tell(self, table: LiveTable, _before: TableState, answer: Accepted) -> None:
        if answer.kind:
            self.heard.append(Announcement(table.state.stream, answer.kind, answer.body))


async def journal(store: Store) -> list[Entry]:
    """Return every entry in the order written."""
    return [entry async for entry in store.entries()]


async def audit(store: Store, heard: Sequence[Announcement]) -> list[Entry]:
    """Check the books against themselves, against a replay, and against what was announced."""
    entries = await journal(store)
    balances = await store.balances()
    finding = verify(entries, await store.checkpoints(), balances=balances)
    assert finding is None, finding
    streams: dict[str, list[Entry]] = {}
    for entry in entries:
        streams.setdefault(entry.stream, []).append(entry)
    for stream, own in streams.items():
        announced = [announcement for announcement in heard if announcement.stream == stream]
        check_announced(own, announced)
        if stream.startswith("table/"):
            check_money(replayed(own), balances)
    assert {announcement.stream for announcement in heard} <= streams.keys()
    return entries


def check_announced(entries: Iterable[Entry], heard: Sequence[Announcement]) -> None:
    """Find every announcement in the journal: in its order, each once."""
    rest = iter(entries)
    for announcement in heard:
        match = (
            entry
            for entry in rest
            if (entry.kind, entry.body) == (announcement.kind, announcement.body)
        )
        assert next(match, None) is not None, f"announced and not written, or twice: {announcement}"


def replayed(entries: Sequence[Entry]) -> TableState:
    """Play a table's whole journal again, which checks every card and every cent of it."""
    terms = read_terms(entries[0])
    seals = PlainSeals()
    known = {}
    shown = {
        json.loads(entry.body)["terms"]["shuffle"] for entry in entries if entry.kind == "shown"
    }
    commitments: dict[int, bytes] = {}
    for entry in entries:
        if entry.kind == "promised":
            body = json.loads(entry.body)
            number = body["shuffle"]
            known[number] = seals.unseal(f"{terms.id}/{number}", b64decode(body["sealed"]))
            if number not in shown:
                commitments[number] = bytes.fromhex(body["commitment"])

    def order(number: int, cards: Sequence[Card], seeds: tuple[bytes, ...]) -> tuple[Card, ...]:
        return cut_order(known[number], cards, seeds)

    return rebuild(terms, entries, order, {})


def check_money(table: TableState, balances: Mapping[str, int]) -> None:
    """Compare what the store says that accounts hold with what lies on the table."""
    for seat in range(1, table.terms.seats + 1):
        sitting = table.seats.get(seat)
        stack = sitting.stack if sitting else 0
        assert balances.get(f"stack:{table.id}:{seat}", 0) == stack * UNITS_PER_CENT
    assert balances.get(f"escrow:{table.id}", 0) == felt(table) * UNITS_PER_CENT
    for wager, meter in table.meters.items():
        assert meter.is_conserved
        assert balances.get(f"jackpot:{table.id}.{wager}:display", 0) == meter.display


async def check_tables(tables: Iterable[LiveTable], store: Store) -> None:
    """Compare tables that run with what their journals make."""
    for table in tables:
        own = [entry async for entry in store.entries(table.state.stream)]
        assert table.head.hash == own[-1].hash
        same(replayed(own), table.state)
