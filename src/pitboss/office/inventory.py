"""Open and close tables with a count of their trays, signed by the dealer and the floor.

A tray stays at its table overnight: the count at closing must equal the count at opening. A
difference makes an error slip, which security signs too; the regulator must be notified of a large
one or of a pattern. A table takes bets only while its tray is open; after the office's entry the
table gets a command whose key is made of the tray's turn.
"""

from __future__ import annotations

from typing import Final

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.values import Value, replace
from pitboss.ledger.entry import Posting
from pitboss.office.core import HOUSE, Done, Event, Handler, Outcome, check, copy_fields
from pitboss.office.papers import (
    Box,
    Chips,
    Party,
    Signature,
    Slip,
    SlipKind,
    SlipState,
    Tray,
    TraySheet,
    TrayState,
    chips_problem,
    count_units,
    without_none,
)
from pitboss.office.roles import Permission
from pitboss.office.signing import DAY, HOUR, find_day, signing_problem, with_notice, with_preparers
from pitboss.office.slips import is_finished, slip_name, with_slip
from pitboss.office.state import Office
from pitboss.text.numbers import money

_COUNTERS: Final = (Party.DEALER, Party.FLOOR)
TABLES_MAX: Final = 10_000
VARIANCE: Final = "house:variance"
ROUNDING: Final = "house:rounding"
PLAY: Final = "house:table-play"
"""What players of physical tables won: only the count of tray and box says it."""


class TableFacts(Value, frozen=True):
    """Facts of the books about a table when a command is decided."""

    is_there: bool = True
    is_stopped: bool = True
    """Its journal says that it takes no bets."""
    escrow: int = 0
    """Wagers on the felt: a round is open."""
    tray: int = 0
    drop: int = 0


class _OfTable(Value, frozen=True):
    """A command about a table, decided by facts of the books."""

    table: str
    facts: TableFacts | None = None


class StopTable(_OfTable, frozen=True):
    """Stop a table: it takes no more bets, so that staff can count its tray."""


class TakeBox(_OfTable, frozen=True):
    """Take the drop box of a table to the count.

    An empty one takes its place.
    """


class CountTray(Value, frozen=True):
    """Count a tray: the first of two signatures that open or close a table."""

    table: str
    chips: Chips


class SignTray(Value, frozen=True):
    """Count a tray as the second person and sign: the table opens or closes."""

    table: str
    chips: Chips
    facts: TableFacts | None = None


class TableStopped(Event, frozen=True):
    """A table takes no more bets."""

    table: str
    turn: int


class TrayCounted(Event, frozen=True):
    """A tray was counted, and waits for a second signature."""

    table: str
    chips: Chips
    party: Party


class _TraySigned(Event, frozen=True, kw_only=True):
    """Two people counted the tray of a table."""

    table: str
    day: int
    chips: Chips
    units: int
    party: Party
    slip: int = 0
    """The error slip of a difference; 0 without one."""
    notice_due: int = 0
    """When the regulator must know of it; 0: never."""


class TableOpened(_TraySigned, frozen=True, kw_only=True):
    """A table is open."""

    turn: int
    opener: int | None
    """The last closing count; None: the tray came full from the cage."""


class TableClosed(_TraySigned, frozen=True, kw_only=True):
    """A table is closed, and the count of its tray is the next opener."""

    book: int
    """What the journal says was in the tray."""


class BoxTaken(Event, frozen=True):
    """A drop box was taken from its table."""

    box: int
    table: str
    day: int
    units: int
    is_last: bool
    """Whether the table was closed, so the box has all money of the day."""


# -- commands ------------------------------------------------------------------------------------


def _stop(office: Office, command: StopTable, by: str, _now: int) -> Outcome:
    tray = office.trays.get(command.table)
    if by != HOUSE:
        check(signing_problem(office, (), Party.FLOOR, command.table, by))
    if tray is None:
        if command.facts is None or not command.facts.is_there or len(office.trays) >= TABLES_MAX:
            return Refusal("table/unknown", "there is no such table; GET /api/1/tables lists them")
        return Done(TableStopped(table=command.table, turn=1))
    if tray.state is not TrayState.OPEN:
        return Refusal("table/not-open", f"the table is {tray.state} already")
    return Done(TableStopped(table=command.table, turn=tray.turn + 1))


def _count(office: Office, command: CountTray, by: str, _now: int) -> Outcome:
    sheet = _find_countable(office, command.table).sheet
    check(chips_problem(command.chips, office.terms.denominations))
    problems = [signing_problem(office, (), who, command.table, by) for who in _COUNTERS]
    party = next((who for who, why in zip(_COUNTERS, problems, strict=True) if why is None), None)
    if party is None:
        return Refusal("signature/role", "a tray is counted by its dealer and the floor")
    if sheet is not None and sheet.signature.by != by:
        first = sheet.signature
        if signing_problem(office, (), first.party, command.table, first.by) is None:
            message = "somebody else counted this tray; count it too, and sign"
            return Refusal("count/there", message)
    return Done(TrayCounted(table=command.table, chips=without_none(command.chips), party=party))


def _find_countable(office: Office, table: str) -> Tray:
    """Return a tray that can be counted now."""
    tray = office.trays.get(table)
    if tray is None:
        message = "the office does not run this table; stop it first, then count its tray"
        raise RefusedError("table/not-stopped", message)
    if tray.state is TrayState.OPEN:
        raise RefusedError("table/not-stopped", "stop the table first, then count its tray")
    find_day(office)
    if tray.state is TrayState.CLOSED and office.count is not None:
        message = "the boxes of this day are being counted; open it tomorrow"
        raise RefusedError("count/begun", message)
    waiting = [
        slip
        for slip in office.slips.values()
        if slip.table == tray.table and slip.kind is not SlipKind.ERROR and not is_finished(slip)
    ]
    if tray.state is TrayState.STOPPED and waiting:
        names = ", ".join(map(slip_name, waiting))
        raise RefusedError("slip/unsigned", f"before the tray is counted, finish {names}")
    return tray


def _sign(office: Office, command: SignTray, by: str, now: int) -> Outcome:
    tray = _find_countable(office, command.table)
    facts = command.facts
    assert facts is not None, "whoever asks reads the books"
    sheet = tray.sheet
    if sheet is None:
        return Refusal("count/missing", "nobody has counted this tray yet")
    party = Party.FLOOR if sheet.signature.party is Party.DEALER else Party.DEALER
    check(signing_problem(office, (sheet.signature,), party, command.table, by))
    _check_equal(sheet, command, facts)
    counted = count_units(sheet.chips)
    is_opening = tray.state is TrayState.CLOSED
    opener = None if tray.opener is None else count_units(tray.opener)
    gap = counted - facts.tray
    if is_opening:
        gap = 0 if opener is None else counted - opener
    # Jackpots take parts of a cent, and chips have none.
    is_rounding = not is_opening and abs(gap) < UNITS_PER_CENT
    # The books know no round of a physical table: what its tray gained or lost is its win.
    is_win = not is_opening and tray.table in office.physical
    is_error = not (is_rounding or is_win)
    slip, due = _next_error_slip(office, tray.table, gap, now) if is_error else (0, 0)
    signed = _TraySigned(
        table=tray.table,
        day=find_day(office).number,
        chips=dict(sheet.chips),
        units=counted,
        party=party,
        slip=slip,
        notice_due=due,
    )
    source = PLAY if is_win else ROUNDING if is_rounding else VARIANCE
    event: TableOpened | TableClosed = copy_fields(signed, TableClosed, book=facts.tray)
    if is_opening:
        source = "cage:chips" if opener is None else VARIANCE
        event = copy_fields(signed, TableOpened, turn=tray.turn + 1, opener=opener)
    return Done(event, _move_chips(source, tray.table, counted - facts.tray))


def _check_equal(sheet: TraySheet, command: SignTray, facts: TableFacts) -> None:
    if without_none(command.chips) != sheet.chips:
        message = "the two counts differ; count the tray again, both of you"
        raise RefusedError("count/differs", message)
    if not facts.is_stopped:
        message = "the table has not been told to stop yet; try again in a moment"
        raise RefusedError("table/stopping", message)
    if facts.escrow:
        raise RefusedError("round/open", "the round at this table is not over")


def _move_chips(source: str, table: str, units: int) -> tuple[Posting, ...]:
    if not units:
        return ()
    return Posting(source, -units), Posting(f"tray:{table}", units)


def _next_error_slip(office: Office, table: str, gap: int, now: int) -> tuple[int, int]:
    """Return the number of the error slip of a difference, and when a notice of it is due."""
    if not gap:
        return 0, 0
    terms = office.terms
    earlier = [
        at for at in office.differences.get(table, ()) if at > now - terms.pattern_days * DAY
    ]
    is_pattern = len(earlier) + 1 >= terms.pattern_count
    is_large = abs(gap) >= terms.notice_cents * UNITS_PER_CENT
    due = now + terms.notice_hours * HOUR if is_large or is_pattern else 0
    return office.numbers.get(SlipKind.ERROR, 0) + 1, due


def _take_box(office: Office, command: TakeBox, _by: str, _now: int) -> Outcome:
    tray = office.trays.get(command.table)
    assert command.facts is not None, "whoever asks reads the books"
    day = find_day(office)
    if tray is None:
        return Refusal("table/unknown", "the office does not run this table")
    if office.count is not None:
        return Refusal("count/begun", "the boxes of this day are being counted, or were")
    is_last = tray.state is not TrayState.OPEN and not command.facts.escrow
    box = office.box_count + 1
    table = tray.table
    units = command.facts.drop
    event = BoxTaken(box=box, table=table, day=day.number, units=units, is_last=is_last)
    lines = (Posting(f"drop:{table}", -units), Posting(f"box:{box}", units))
    return Done(event, lines if units else ())


# -- events --------------------------------------------------------------------------------------


def _with_tray(office: Office, tray: Tray) -> Office:
    return replace(office, trays={**office.trays, tray.table: tray})


def _apply_table_stopped(office: Office, event: TableStopped, _by: str, _at: int) -> Office:
    known = office.trays.get(event.table)
    state = TrayState.STOPPED if known else TrayState.CLOSED
    tray = known or Tray(table=event.table)
    return _with_tray(office, replace(tray, state=state, turn=event.turn, sheet=None))


def _apply_tray_counted(office: Office, event: TrayCounted, by: str, at: int) -> Office:
    sheet = TraySheet(event.chips, Signature(event.party, by, at))
    after = _with_tray(office, replace(office.trays[event.table], sheet=sheet))
    return with_preparers(after, by)


def _apply_table_opened(office: Office, event: TableOpened, by: str, at: int) -> Office:
    before = office.trays[event.table]
    tray = replace(
        before,
        state=TrayState.OPEN,
        turn=event.turn,
        opener=event.chips,
        sheet=None,
        is_box_due=True,
    )
    gap = 0 if event.opener is None else event.units - event.opener
    after = _with_error(office, event, gap, Signature(event.party, by, at))
    return with_preparers(_with_tray(after, tray), by)


def _apply_table_closed(office: Office, event: TableClosed, by: str, at: int) -> Office:
    before = office.trays[event.table]
    tray = replace(before, state=TrayState.CLOSED, opener=event.chips, sheet=None)
    after = _with_error(office, event, event.units - event.book, Signature(event.party, by, at))
    return with_preparers(_with_tray(after, tray), by)


def _with_error(
    office: Office, event: TableOpened | TableClosed, gap: int, second: Signature
) -> Office:
    """Return the office with the error slip of a count, signed by its two counters."""
    table = event.table
    number = event.slip
    if not number:
        return office
    sheet = office.trays[table].sheet
    assert sheet is not None
    slip = Slip(
        kind=SlipKind.ERROR,
        number=number,
        table=table,
        day=office.day_number,
        units=gap,
        state=SlipState.SIGNED,
        signatures=(sheet.signature, second),
    )
    times = (*office.differences.get(table, ()), second.at)[-office.terms.pattern_count :]
    after = replace(with_slip(office, slip), differences={**office.differences, table: times})
    about = f"table {table}: {money(gap // UNITS_PER_CENT)} of difference, error slip {number}"
    return with_notice(after, about, event.notice_due)


def _apply_box_taken(office: Office, event: BoxTaken, by: str, _at: int) -> Office:
    box = copy_fields(event, Box, number=event.box, by=by)
    tray = office.trays[event.table]
    after = replace(office, boxes={**office.boxes, box.number: box}, box_count=box.number)
    if event.is_last:
        after = _with_tray(after, replace(tray, is_box_due=False))
    return with_preparers(after, by)


COMMANDS: Final = {
    StopTable: Handler(_stop, Permission.OPEN_TABLE, table=lambda _, command: command.table),
    CountTray: Handler(_count, Permission.OPEN_TABLE, table=lambda _, command: command.table),
    SignTray: Handler(_sign, Permission.OPEN_TABLE, table=lambda _, command: command.table),
    TakeBox: Handler(_take_box, Permission.CARRY_DROP),
}
EVENTS: Final = {
    TableStopped: _apply_table_stopped,
    TrayCounted: _apply_tray_counted,
    TableOpened: _apply_table_opened,
    TableClosed: _apply_table_closed,
    BoxTaken: _apply_box_taken,
}
