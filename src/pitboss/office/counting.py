"""The count of the drop boxes by two or three people, box by box, with a blind recount.

Once a gambling day, a team counts the boxes. A verifier recounts each box before seeing the team's
figure. If the two differ, both count again until they agree. Then all sign, and the money goes to
the cage. A person who prepared papers of that day may not count.
"""

from __future__ import annotations

from typing import Final

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.values import Value, replace
from pitboss.ledger.entry import Posting
from pitboss.office.core import Done, Event, Handler, Outcome, check, copy_fields
from pitboss.office.drawer import with_cash
from pitboss.office.inventory import PLAY, VARIANCE
from pitboss.office.papers import (
    Box,
    Chips,
    Count,
    Figure,
    TrayState,
    chips_problem,
    count_units,
    without_none,
)
from pitboss.office.roles import Permission
from pitboss.office.signing import HOUR, find_day, with_notice
from pitboss.office.state import Office
from pitboss.text.numbers import money

TEAM_MIN: Final = 2
TEAM_MAX: Final = 3
_BLIND: Final = (Permission.COUNT_DROP, Permission.VERIFY_DROP, Permission.CAGE)
_DONE: Final = "the boxes of this day are counted; there is one count a day"


class JoinCount(Value, frozen=True):
    """Join the team that counts the boxes of the day.

    The first to join begins the count.
    """


class _OfNotes(Value, frozen=True):
    """A command with the notes of a box."""

    box: int
    notes: Chips


class CountBox(_OfNotes, frozen=True):
    """Count a box as a member of the team."""


class RecountBox(_OfNotes, frozen=True):
    """Count a box again as the verifier, before you see the figures of the team."""


class SignCount(Value, frozen=True):
    """Sign the count of the day as a member of the team."""


class FinishCount(Value, frozen=True):
    """Sign the count of the day as its verifier, after the team: the money goes to the cage."""


class CountJoined(Event, frozen=True):
    """A person joined the count of a day."""

    day: int


class BoxCounted(Event, frozen=True):
    """The team counted a box."""

    box: int
    table: str
    day: int
    notes: Chips
    units: int


class BoxRecounted(BoxCounted, frozen=True):
    """The verifier counted a box."""

    agrees: bool


class CountSigned(Event, frozen=True):
    """One of the team signed the count of a day."""

    day: int


class BoxTotal(Value, frozen=True):
    """The total of one box in the count of a day."""

    box: int
    table: str
    units: int
    book: int
    """What the journal says was in it."""


class CountFinished(Event, frozen=True):
    """The count of a day is over, and the money is in the cage."""

    day: int
    boxes: tuple[BoxTotal, ...]
    notice_due: int = 0


def shown_figures(office: Office, box: Box, account: str) -> Box:
    """Return a box with the figures that an account may see.

    The team sees its own figures. The verifier, and everybody else, sees figures only after the
    recount: so nobody can pass them to the verifier. After the count the journal shows all.
    """
    count = office.count
    is_over = count is not None and count.is_finished
    if not is_over:
        box = replace(box, units=0)
    if is_over or (count is not None and account in count.team):
        return box
    return replace(box, counted=box.counted[: len(box.recounted)])


def blind_since(office: Office, account: str) -> int | None:
    """Return from when on an account sees no drop; None: it may see all of it.

    Until the boxes of the day are counted, nobody who counts, verifies or works in the cage learns
    from reports or the journal what is in them (WAC 230-15-615, 230-15-620).
    """
    is_over = office.day is None or (office.count is not None and office.count.is_finished)
    if is_over or not any(office.may(account, permission) for permission in _BLIND):
        return None
    assert office.day is not None
    return office.day.opened


# -- commands ------------------------------------------------------------------------------------


def _open_count(office: Office) -> Count:
    """Return the count that is under way."""
    find_day(office)
    if office.count is None:
        raise RefusedError("count/missing", "nobody has begun the count of this day")
    if office.count.is_finished:
        raise RefusedError("count/done", _DONE)
    return office.count


def _find_box(office: Office, number: int) -> Box:
    if number not in office.boxes:
        raise RefusedError("box/unknown", f"there is no box {number} to count")
    return office.boxes[number]


def _read_notes(office: Office, command: CountBox | RecountBox) -> Chips:
    check(chips_problem(command.notes, office.terms.denominations))
    return without_none(command.notes)


def _join(office: Office, _command: JoinCount, by: str, _now: int) -> Outcome:
    count = office.count or Count(day=find_day(office).number)
    if count.is_finished:
        return Refusal("count/done", _DONE)
    if by in count.team:
        return Refusal("count/joined", "you are in the team already")
    if len(count.team) >= TEAM_MAX or count.signed:
        return Refusal("count/full", f"a team has {TEAM_MIN} to {TEAM_MAX} people")
    _check_outsider(office, by)
    _check_boxes(office)
    return Done(CountJoined(day=count.day))


def _check_outsider(office: Office, by: str) -> None:
    if by in office.preparers:
        message = "people who signed papers of the day do not count its boxes"
        raise RefusedError("count/preparer", message)


def _check_boxes(office: Office) -> None:
    trays = office.trays.values()
    tables = {tray.table for tray in trays if tray.is_box_due or tray.state is TrayState.OPEN}
    if tables:
        names = ", ".join(sorted(tables))
        message = f"close the tables and take their boxes before the count: {names}"
        raise RefusedError("count/early", message)
    if not office.boxes:
        raise RefusedError("count/early", "there is no box to count")


def _count(office: Office, command: CountBox, by: str, _now: int) -> Outcome:
    count = _open_count(office)
    if by not in count.team:
        return Refusal("count/team", "join the team before you count")
    if len(count.team) < TEAM_MIN:
        message = f"a team has {TEAM_MIN} to {TEAM_MAX} people; another must join"
        return Refusal("count/team", message)
    box = _find_box(office, command.box)
    if not box.is_counting_due:
        message = f"box {command.box} is counted; it is recounted next, if at all"
        return Refusal("box/counted", message)
    notes = _read_notes(office, command)
    units = count_units(notes)
    return Done(copy_fields(box, BoxCounted, box=box.number, notes=notes, units=units))


def _recount(office: Office, command: RecountBox, by: str, _now: int) -> Outcome:
    count = _open_count(office)
    if by in count.team or count.verifier not in ("", by):
        return Refusal("count/team", "one person verifies the whole count, and is not of the team")
    _check_outsider(office, by)
    box = _find_box(office, command.box)
    notes = _read_notes(office, command)
    if len(box.counted) == len(box.recounted):
        return Refusal("box/uncounted", f"the team counts box {command.box} first")
    units = count_units(notes)
    agrees = notes == box.counted[-1].notes
    event = copy_fields(box, BoxRecounted, box=box.number, notes=notes, units=units, agrees=agrees)
    return Done(event)


def _sign(office: Office, _command: SignCount, by: str, _now: int) -> Outcome:
    count = _open_count(office)
    if by not in count.team:
        return Refusal("count/team", "those who counted sign the count")
    if by in count.signed:
        return Refusal("count/signed", "you have signed this count")
    _check_agreement(office)
    return Done(CountSigned(day=count.day))


def _check_agreement(office: Office) -> None:
    if left := [str(box.number) for box in office.boxes.values() if not box.is_agreed]:
        message = f"count and recount do not agree yet on boxes {', '.join(left)}"
        raise RefusedError("count/unfinished", message)


def _finish(office: Office, _command: FinishCount, by: str, now: int) -> Outcome:
    count = _open_count(office)
    if by != count.verifier:
        return Refusal("count/team", "the person who recounted the boxes signs last")
    _check_agreement(office)
    if unsigned := [member for member in count.team if member not in count.signed]:
        return Refusal("count/unsigned", f"{len(unsigned)} of the team have not signed yet")
    boxes = tuple(
        BoxTotal(box.number, box.table, count_units(box.counted[-1].notes), box.units)
        for box in office.boxes.values()
    )
    known = [box for box in boxes if box.table not in office.physical]
    gap = max((abs(box.units - box.book) for box in known), default=0)
    is_large = gap >= office.terms.notice_cents * UNITS_PER_CENT
    due = now + office.terms.notice_hours * HOUR if is_large else 0
    return Done(
        CountFinished(day=count.day, boxes=boxes, notice_due=due),
        tuple(
            line
            for box in boxes
            for line in _postings(box, PLAY if box.table in office.physical else VARIANCE)
        ),
    )


def _postings(total: BoxTotal, source: str) -> tuple[Posting, ...]:
    """Empty a box into the cage; the house bears any difference, or won it at a physical table."""
    lines = (
        Posting(f"box:{total.box}", -total.book),
        Posting("cage:money", total.units),
        Posting(source, total.book - total.units),
    )
    return tuple(line for line in lines if line.amount)


# -- events --------------------------------------------------------------------------------------


def _apply_count_joined(office: Office, event: CountJoined, by: str, _at: int) -> Office:
    count = office.count or Count(day=event.day)
    return replace(office, count=replace(count, team=(*count.team, by)))


def _apply_box_counted(office: Office, event: BoxCounted, by: str, _at: int) -> Office:
    box = office.boxes[event.box]
    return _with_box(office, replace(box, counted=(*box.counted, Figure(event.notes, by))))


def _apply_box_recounted(office: Office, event: BoxRecounted, by: str, _at: int) -> Office:
    assert office.count is not None
    box = office.boxes[event.box]
    after = replace(box, recounted=(*box.recounted, Figure(event.notes, by)))
    return _with_box(replace(office, count=replace(office.count, verifier=by)), after)


def _with_box(office: Office, box: Box) -> Office:
    return replace(office, boxes={**office.boxes, box.number: box})


def _apply_count_signed(office: Office, _event: CountSigned, by: str, _at: int) -> Office:
    assert office.count is not None
    count = replace(office.count, signed=(*office.count.signed, by))
    return replace(office, count=count)


def _apply_count_finished(office: Office, event: CountFinished, _by: str, _at: int) -> Office:
    assert office.count is not None
    after = replace(office, count=replace(office.count, is_finished=True))
    # Of tables of the server the cage has the cash already: it is that of the wallets.
    brought = sum(box.units for box in event.boxes if box.table in office.physical)
    after = with_cash(after, brought)
    gaps = [
        f"box {box.box} of table {box.table}: {money((box.units - box.book) // UNITS_PER_CENT)}"
        for box in event.boxes
        if box.units != box.book and box.table not in office.physical
    ]
    return with_notice(after, f"count of day {event.day}: {'; '.join(gaps)}", event.notice_due)


COMMANDS: Final = {
    JoinCount: Handler(_join, Permission.COUNT_DROP),
    CountBox: Handler(_count, Permission.COUNT_DROP),
    RecountBox: Handler(_recount, Permission.VERIFY_DROP),
    SignCount: Handler(_sign, Permission.COUNT_DROP),
    FinishCount: Handler(_finish, Permission.VERIFY_DROP),
}
EVENTS: Final = {
    CountJoined: _apply_count_joined,
    BoxCounted: _apply_box_counted,
    BoxRecounted: _apply_box_recounted,
    CountSigned: _apply_count_signed,
    CountFinished: _apply_count_finished,
}
