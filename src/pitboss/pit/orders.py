"""Carry out the office's decisions: open and close tables, void rounds, run errands.

The office writes first. Then a table or a jackpot gets a command with a key made of the tray's
turn, the round or the request's number, so a second command, after a crash or from another process,
changes nothing. An *errand* is an agreement of two people: the entry that says "approved" is the
order.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from msgspec import json

from pitboss.engine.actions import Refusal
from pitboss.floor.commands import (
    AnnounceLimits,
    Answer,
    Approved,
    CallOff,
    Close,
    Open,
    RuleOn,
    StopMeters,
    TakeBack,
    Tick,
)
from pitboss.floor.running import ruling_key, turn_key
from pitboss.floor.state import TableState, limits_due
from pitboss.floor.terms import ComingLimits, LimitsData, limits_data
from pitboss.floor.voids import void_key
from pitboss.ledger.entry import Entry
from pitboss.office.approvals import Expire, Report
from pitboss.office.core import HOUSE, request_key
from pitboss.office.decide import decode_command
from pitboss.office.inventory import StopTable, TableFacts
from pitboss.office.limits import ChangeLimits
from pitboss.office.papers import OfficeTerms
from pitboss.office.state import Office, Request
from pitboss.office.voids import CallOffRound, RuleOnRound, TakeBackRound
from pitboss.pit.desk import Desk, set_terms
from pitboss.pit.hall import Hall
from pitboss.pit.past import find_round
from pitboss.pit.refusals import LOST, MOVING, REUSED
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import House
from pitboss.rulebook.phrases import choice
from pitboss.store import Store, StoreError

Job = Callable[[], Awaitable[None]]
"""Something that is done now and again."""
Carrier = Callable[[Any, Request, str], Awaitable[Refusal | None]]
"""Carries a command out: the command, who asked and who agreed, the key to do it under.

A refusal is final; what is raised is tried again later.
"""
UNKNOWN = Refusal("round/unknown", "there is no such round")
ALREADY = Refusal("void/already", "this round was taken back already, in part or whole")


async def carry_out(office: Office, tables: Iterable[LiveTable]) -> None:
    """Open and close tables, and stop or resume progressives, as the office decided."""
    for table in tuple(tables):
        is_stopped = bool(office.progressives.stopped) and not table.state.terms.owner
        if table.state.stopped != is_stopped and table.state.meters:
            await table.ask(StopMeters(is_stopped))
        if limits_due(table.state, table.now):
            await table.ask(Tick())
        is_closed = office.is_closed(table.state.id)
        turn = office.turn(table.state.id)
        if turn and table.state.closed != is_closed and not table.state.terms.owner:
            command = Close(HOUSE, turn) if is_closed else Open(HOUSE, turn)
            await table.ask(command, turn_key(turn))


async def start_orders(desk: Desk, hall: Hall, terms: OfficeTerms | None = None) -> Job:
    """Finish orders that a crash left undone; return the job that follows new orders.

    *terms*: the office's new terms; None: unchanged.
    """

    async def keep_orders() -> None:
        await desk.refresh()
        await adopt(desk, hall.tables.values())
        await carry_out(desk.office, hall.tables.values())

    if terms is not None:
        await set_terms(desk, terms)
    await keep_orders()
    return keep_orders


async def adopt(desk: Desk, tables: Iterable[LiveTable]) -> None:
    """Put every table under the office if its terms say so: closed until counted."""
    if not desk.office.terms.runs_tables:
        return
    for table in tuple(tables):
        name = table.state.id
        if not table.state.terms.owner and name not in desk.office.trays:
            await desk.ask(StopTable(name, TableFacts()), HOUSE, f"run/{name}")


async def is_voided(
    store: Store, entries: Sequence[Entry], order: TakeBackRound, *, but: str = ""
) -> bool:
    """Return whether a seat was voided before under another key than *but*."""
    seats = json.decode(entries[0].body)["bets"]
    places = (0, order.seat) if order.seat else (0, *map(int, seats))
    keys = {void_key(order.round, place) for place in places} - {but}
    return any([await store.find(entries[0].stream, key) for key in keys])


def ruling_command(order: RuleOnRound, by: str) -> RuleOn:
    """Return the command by which a table carries out a ruling."""
    approved = Approved(order.reason, (by,))
    return RuleOn(
        by=by,
        round=order.round,
        irregularity=order.irregularity,
        seat=order.seat,
        hand=order.hand,
        approved=approved,
    )


class LimitChanges:
    """Announces limits that two people agreed on, at the tables that this process runs."""

    def __init__(self, hall: Hall, check: Callable[[House], Refusal | None]) -> None:
        """Work at the tables of a hall; *check* refuses what its rules or the law do not allow."""
        self._hall = hall
        self._check = check

    def refuse(self, table: TableState, order: ChangeLimits) -> Refusal | None:
        """Return why a table cannot have such limits."""
        wagers = table.terms.setup.configured.spots
        if order.wager not in wagers:
            message = f"this table has no wager {order.wager!r}; choose {choice(sorted(wagers))}"
            return Refusal("limits/wager", message)
        return self._check(table.terms.with_limits(limits_after(table, order)).house)

    async def announce(self, order: ChangeLimits, request: Request, key: str) -> Refusal | None:
        """Announce limits at their table, which puts them in force in their time."""
        table = find_running(self._hall, order.table)
        if refused := self.refuse(table.state, order):
            return refused
        coming = ComingLimits(request.number, order.at, limits_after(table.state, order))
        approved = Approved(order.reason, (request.by, request.approver))
        answer = await table.ask(AnnounceLimits(request.by, coming, approved), key)
        if isinstance(answer, Refusal) and answer.code in {LOST.code, MOVING.code}:
            raise StoreError(f"{order.table} cannot announce limits now")  # tried again
        return answer if isinstance(answer, Refusal) else None


def limits_after(table: TableState, order: ChangeLimits) -> LimitsData:
    """Return a table's limits with those of an order; a change that still waits comes with it."""
    limits = table.coming.limits if table.coming else limits_data(table.terms.house)
    given = {"min": order.min, "max": order.max, "aggregate": order.aggregate}
    changed = {name: cents for name, cents in given.items() if cents is not None}
    return {**limits, order.wager: {**limits.get(order.wager, {}), **changed}}


def find_running(hall: Hall, name: str) -> LiveTable:
    """Return a table that this process runs; for another's the errand waits."""
    table = hall.tables.get(name)
    if table is None or table.is_lost:
        raise StoreError(f"another process runs {name}")
    return table


class Voids:
    """Voids rounds of the tables that this process runs."""

    def __init__(self, hall: Hall, store: Store) -> None:
        """Work at the tables of a hall."""
        self._hall = hall
        self._store = store

    async def call_off(self, order: CallOffRound, by: str) -> Refusal | None:
        """Call off a round under way."""
        approved = Approved(order.reason, (by,))
        command = CallOff(by, order.round, approved)
        answer = await find_running(self._hall, order.table).ask(command, void_key(order.round))
        return _read_void(answer)

    async def rule_on(self, order: RuleOnRound, by: str) -> Refusal | None:
        """Rule on an irregularity of a round under way; a second try changes nothing."""
        command = ruling_command(order, by)
        answer = await find_running(self._hall, order.table).ask(command, ruling_key(command))
        return answer if isinstance(answer, Refusal) else None

    async def take_back(self, order: TakeBackRound, request: Request, _key: str) -> Refusal | None:
        """Take back a settled round that two people agreed on; its key names the round alone."""
        table = find_running(self._hall, order.table)
        opened = await self._store.entry(table.state.stream, 1)
        entries = await find_round(self._store, order.table, order.round)
        if opened is None or not entries:
            return UNKNOWN
        name = void_key(order.round, order.seat)
        if await is_voided(self._store, entries, order, but=name):
            return ALREADY
        approved = Approved(order.reason, (request.by, request.approver))
        command = TakeBack(
            by=request.by, seat=order.seat, approved=approved, opened=opened, entries=tuple(entries)
        )
        answer = await table.ask(command, name)
        if isinstance(answer, Refusal) and answer.code in {LOST.code, MOVING.code, "round/open"}:
            message = f"{order.table} cannot take round {order.round} back now"
            raise StoreError(message)  # tried again
        return _read_void(answer)


def _read_void(answer: Answer) -> Refusal | None:
    """Return why a void was refused; its key names the round, so another's void may have it."""
    if isinstance(answer, Refusal):
        return ALREADY if answer.code == REUSED.code else answer
    return None


class Errands:
    """Carries out approved requests, and closes those that nobody answered."""

    def __init__(self, desk: Desk, clock: Callable[[], int]) -> None:
        """Work for a desk."""
        self._desk = desk
        self._clock = clock
        self.carriers: dict[type, Carrier] = {}
        """Command -> its carrier; each part of the house adds its own."""

    async def carry_out(self, number: int) -> Refusal | None:
        """Carry out one approved request, if it still waits and this process can."""
        request = (await self._desk.refresh()).requests.get(number)
        if request is None or not request.approver:
            return None
        command = decode_command(request)
        carrier = self.carriers.get(type(command))
        if carrier is None:
            return None
        refusal = await carrier(command, request, request_key(number))
        report = Report(number, refusal.code if refusal else "")
        await self._desk.ask(report, HOUSE, f"carried-out/{number}")
        return refusal

    async def run(self) -> None:
        """Close expired requests, and carry out unfinished ones; called periodically.

        A failure does not stop the others; the first failure is raised at the end.
        """
        requests = (await self._desk.refresh()).requests.values()
        now = self._clock()
        failures: list[Exception] = []
        for request in requests:
            try:
                if request.approver:
                    await self.carry_out(request.number)
                elif now >= request.until:
                    await self._desk.ask(Expire(request.number), HOUSE, f"expired/{request.number}")
            except Exception as error:  # noqa: BLE001 - raised below
                failures.append(error)
        if failures:
            raise failures[0]
