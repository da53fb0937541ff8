"""Physical tables: cards from a real shoe, chips from a real tray, and no round of the server.

The office runs them beside the tables of the server, with the same slips, boxes, counts and days.
What it cannot know it counts: the win of such a table is in its tray and its box. Both come into
the books when they are counted, out of `house:table-play`, which holds the win, negative.
Jackpot wagers are locked at the deal by a button or a sensor. Their shares reach the meter at once,
out of `house:jackpot-accrual`: an accrual moves no chips, they are in the tray with the others.
"""

from __future__ import annotations

import re
from typing import Any, Final

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.values import Value, replace
from pitboss.ledger.accounts import JACKPOT_ACCRUAL
from pitboss.ledger.entry import Posting
from pitboss.office.core import Done, Event, Handler, Outcome, Second, check, copy_fields
from pitboss.office.exclusions import text_problem
from pitboss.office.papers import Chips, Tray, TrayState, chips_problem, count_units, without_none
from pitboss.office.roles import Permission
from pitboss.office.signing import find_day
from pitboss.office.state import Office, PhysicalTable, Winner
from pitboss.rulebook.limits import CENTS_MAX

TOKES: Final = "external:tokes"
TABLES_MAX: Final = 1_000
SEATS_MAX: Final = 99
NAME_LENGTH_MAX: Final = 60
_ID: Final = re.compile(r"[a-z0-9][a-z0-9.-]{0,39}")


class AddTable(Value, frozen=True):
    """Put a physical table under the office."""

    table: str
    name: str
    house: dict[str, Any]
    """Its rules, wagers and limits, as a house file has them."""
    links: dict[str, str]
    """Wager -> the shared jackpot that it feeds."""
    reason: str


class Share(Value, frozen=True):
    """What one jackpot wager of a physical table feeds."""

    jackpot: str
    units: int
    """For one seat; 0: the jackpot takes no wagers now."""


class LockWagers(Value, frozen=True):
    """Lock the jackpot wagers of a round at its deal: a button or a sensor counts them."""

    table: str
    wagers: dict[str, tuple[int, ...]]
    """Wager -> the seats that made it."""
    shares: dict[str, Share] | None = None
    """Facts of the jackpots when the command is decided."""


class ReleaseWagers(Value, frozen=True):
    """Give the jackpot wagers of the last round back: it was misdealt."""

    table: str
    reason: str


class SettleHand(Value, frozen=True):
    """Keep a hand that was keyed in, or that a card reader saw, once the dealer confirmed it."""

    table: str
    record: dict[str, Any]
    """The round record, which `pitboss replay` confirms."""


class IdentifyWinner(Value, frozen=True):
    """Write down who won a hit, before it is paid by hand."""

    jackpot: str
    hit: int
    name: str
    document: str
    """What proves it: "driver licence WA 1234"."""
    address: str
    tax_number: str
    """Its last four digits."""
    withheld_cents: int
    """What is kept back for the tax office."""


class CountTokes(Value, frozen=True):
    """Count the dealers' tips of a physical table."""

    table: str
    chips: Chips


class TableAdded(Event, frozen=True):
    """A physical table is under the office."""

    table: str
    name: str
    house: dict[str, Any]
    links: dict[str, str]
    reason: str


class WagersLocked(Event, frozen=True):
    """The jackpot wagers of a round are locked."""

    table: str
    round: int
    wagers: dict[str, tuple[int, ...]]
    units: dict[str, int]
    """Jackpot -> what it is fed."""


class WagersReleased(Event, frozen=True):
    """The jackpot wagers of a round went back to their players."""

    table: str
    round: int
    units: dict[str, int]
    """Jackpot -> what is taken back from it."""
    reason: str


class HandSettled(Event, frozen=True):
    """A hand of a physical table was settled."""

    table: str
    hand: int
    """Hands of a table are numbered from 1."""
    record: dict[str, Any]


class WinnerIdentified(Event, frozen=True):
    """It is written down who won a hit."""

    jackpot: str
    hit: int
    name: str
    document: str
    address: str
    tax_number: str
    withheld_cents: int


class TokesCounted(Event, frozen=True):
    """The tips of a physical table were counted."""

    table: str
    day: int
    chips: Chips
    units: int


# -- commands ------------------------------------------------------------------------------------


def _add(office: Office, command: AddTable, _by: str, _now: int) -> Outcome:
    if not _ID.fullmatch(command.table):
        message = "a table's id has 1 to 40 small letters, digits, dots and hyphens"
        return Refusal("table/id", message)
    if command.table in office.trays or len(office.physical) >= TABLES_MAX:
        return Refusal("table/there", f"there is a table {command.table} already")
    if not 0 < len(command.name.strip()) <= NAME_LENGTH_MAX:
        return Refusal("table/name", f"a table's name has 1 to {NAME_LENGTH_MAX} characters")
    return text_problem(command.reason) or Done(copy_fields(command, TableAdded))


def find_physical(office: Office, table: str) -> PhysicalTable:
    """Return a physical table; refuse another."""
    if table not in office.physical:
        raise RefusedError("table/unknown", "there is no such physical table")
    return office.physical[table]


def _find_open(office: Office, table: str) -> PhysicalTable:
    found = find_physical(office, table)
    if office.is_closed(table):
        raise RefusedError("table/not-open", f"table {table} is not open")
    return found


def _lock(office: Office, command: LockWagers, _by: str, _now: int) -> Outcome:
    table = _find_open(office, command.table)
    shares = command.shares
    assert shares is not None, "whoever asks reads the jackpots"
    units: dict[str, int] = {}
    for wager, seats in command.wagers.items():
        if wager not in table.links:
            known = ", ".join(table.links) or "none"
            return Refusal("wager/not-offered", f"the jackpot wagers of this table: {known}")
        if not seats or len({*seats}) < len(seats) or not all(1 <= s <= SEATS_MAX for s in seats):
            return Refusal("seat/unknown", f"name each seat that bet {wager} once")
        share = shares[wager]
        if not share.units:
            return Refusal("jackpot/disabled", f"the jackpot of {wager} takes no wagers now")
        units[share.jackpot] = units.get(share.jackpot, 0) + share.units * len(seats)
    event = copy_fields(command, WagersLocked, round=table.rounds + 1, units=units)
    return Done(event, feed_postings(units))


def _release(office: Office, command: ReleaseWagers, _by: str, _now: int) -> Outcome:
    table = find_physical(office, command.table)
    if not table.fed:
        message = "no jackpot wager of this table is locked that could be given back"
        return Refusal("round/unknown", message)
    back = {jackpot: -units for jackpot, units in table.fed.items()}
    event = copy_fields(command, WagersReleased, round=table.rounds, units=back)
    return text_problem(command.reason) or Done(event, feed_postings(back))


def feed_postings(units: dict[str, int]) -> tuple[Posting, ...]:
    """Move shares of wagers to their jackpots; the chips themselves are in the tray."""
    lines = [Posting(f"jackpot:{jackpot}:in", amount) for jackpot, amount in units.items()]
    return (Posting(JACKPOT_ACCRUAL, -sum(units.values())), *lines) if lines else ()


def _settle(office: Office, command: SettleHand, _by: str, _now: int) -> Outcome:
    table = _find_open(office, command.table)
    return Done(HandSettled(table=table.id, hand=table.hands + 1, record=command.record))


def _identify(_office: Office, command: IdentifyWinner, _by: str, _now: int) -> Outcome:
    for what in (command.name, command.document):
        if refused := text_problem(what):
            return refused
    if not re.fullmatch(r"(\d{4})?", command.tax_number):
        return Refusal("winner/tax", "of a tax number the last four digits are kept, or nothing")
    if not 0 <= command.withheld_cents <= CENTS_MAX:
        return Refusal("payment/amount", "what is withheld is 0 or more")
    return Done(copy_fields(command, WinnerIdentified))


def _count_tokes(office: Office, command: CountTokes, _by: str, _now: int) -> Outcome:
    find_physical(office, command.table)
    check(chips_problem(command.chips, office.terms.denominations))
    chips = without_none(command.chips)
    units = count_units(chips)
    day = find_day(office).number
    if not units:
        return Refusal("count/number", "count at least one chip")
    event = TokesCounted(table=command.table, day=day, chips=chips, units=units)
    return Done(event, (Posting(TOKES, -units), Posting(f"tips:{command.table}", units)))


# -- events --------------------------------------------------------------------------------------


def _apply_added(office: Office, event: TableAdded, _by: str, _at: int) -> Office:
    table = PhysicalTable(event.table, event.name, event.house, event.links)
    tray = Tray(table=event.table, state=TrayState.CLOSED)
    return replace(
        office,
        physical={**office.physical, event.table: table},
        trays={**office.trays, event.table: tray},
    )


def _apply_locked(office: Office, event: WagersLocked, _by: str, _at: int) -> Office:
    before = office.physical[event.table]
    after = replace(before, rounds=event.round, wagers=event.wagers, fed=event.units)
    return replace(office, physical={**office.physical, event.table: after})


def _apply_released(office: Office, event: WagersReleased, _by: str, _at: int) -> Office:
    after = replace(office.physical[event.table], wagers={}, fed={})
    return replace(office, physical={**office.physical, event.table: after})


def _apply_settled(office: Office, event: HandSettled, _by: str, _at: int) -> Office:
    after = replace(office.physical[event.table], hands=event.hand)
    return replace(office, physical={**office.physical, event.table: after})


def _apply_identified(office: Office, event: WinnerIdentified, _by: str, _at: int) -> Office:
    winner = copy_fields(event, Winner)
    return replace(office, winners={**office.winners, (event.jackpot, event.hit): winner})


def _apply_tokes(office: Office, _event: TokesCounted, _by: str, _at: int) -> Office:
    return office


def _table(_office: Office, command: LockWagers | SettleHand | CountTokes) -> str:
    return command.table


COMMANDS: Final = {
    AddTable: Handler(_add, Permission.SET_LIMITS, Second(Permission.SET_LIMITS)),
    LockWagers: Handler(_lock, Permission.PACE, table=_table),
    ReleaseWagers: Handler(_release, Permission.VOID_OPEN),
    SettleHand: Handler(_settle, Permission.PACE, table=_table),
    IdentifyWinner: Handler(_identify, Permission.SETTLE_HIT),
    CountTokes: Handler(_count_tokes, Permission.OPEN_TABLE, table=_table),
}
EVENTS: Final = {
    TableAdded: _apply_added,
    WagersLocked: _apply_locked,
    WagersReleased: _apply_released,
    HandSettled: _apply_settled,
    WinnerIdentified: _apply_identified,
    TokesCounted: _apply_tokes,
}
