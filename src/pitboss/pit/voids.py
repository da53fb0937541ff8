"""Carry out voids that the office ordered, in the table's own journal, each once."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import json

from pitboss.engine.actions import Refusal
from pitboss.floor.commands import Approved, CallOff, TakeBack
from pitboss.floor.voids import void_key
from pitboss.ledger.entry import Entry
from pitboss.office.state import Request
from pitboss.office.voids import CallOffRound, TakeBackRound
from pitboss.pit.hall import Hall
from pitboss.pit.past import find_round
from pitboss.pit.refusals import LOST, MOVING, REUSED
from pitboss.pit.table import LiveTable
from pitboss.store import Store, StoreError

UNKNOWN = Refusal("round/unknown", "there is no such round")
ALREADY = Refusal("void/already", "this round was taken back already, in part or whole")


async def is_voided(
    store: Store, entries: Sequence[Entry], order: TakeBackRound, *, but: str = ""
) -> bool:
    """Return whether a seat was voided before under another key than *but*."""
    seats = json.decode(entries[0].body)["bets"]
    places = (0, order.seat) if order.seat else (0, *map(int, seats))
    keys = {void_key(order.round, place) for place in places} - {but}
    return any([await store.find(entries[0].stream, key) for key in keys])


class Voids:
    """Voids rounds of the tables that this process runs."""

    def __init__(self, hall: Hall, store: Store) -> None:
        """Work at the tables of a hall."""
        self._hall, self._store = hall, store

    async def call_off(self, order: CallOffRound, by: str) -> Refusal | None:
        """Call off a round under way."""
        approved = Approved(order.reason, (by,))
        command = CallOff(by, order.round, approved)
        answer = await self._table(order.table).ask(command, void_key(order.round))
        return answer if isinstance(answer, Refusal) else None

    async def take_back(self, order: TakeBackRound, request: Request, _key: str) -> Refusal | None:
        """Take back a settled round that two people agreed on; its key names the round alone."""
        table = self._table(order.table)
        opened = await self._store.entry(table.state.stream, 1)
        entries = await find_round(self._store, order.table, order.round)
        if opened is None or not entries:
            return UNKNOWN
        name = void_key(order.round, order.seat)
        if await is_voided(self._store, entries, order, but=name):
            return ALREADY
        approved = Approved(order.reason, (request.by, request.approver))
        command = TakeBack(request.by, order.seat, approved, opened, tuple(entries))
        answer = await table.ask(command, name)
        if isinstance(answer, Refusal) and answer.code in {LOST.code, MOVING.code, "round/open"}:
            message = f"{order.table} cannot take round {order.round} back now"
            raise StoreError(message)  # tried again
        if isinstance(answer, Refusal) and answer.code == REUSED.code:
            return ALREADY  # somebody else's void is written under this key
        return answer if isinstance(answer, Refusal) else None

    def _table(self, name: str) -> LiveTable:
        table = self._hall.tables.get(name)
        if table is None or table.is_lost:
            raise StoreError(f"another process runs {name}")
        return table
