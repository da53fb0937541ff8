"""The gambling day, opened once and closed for good when all its papers are done; the terms.

Events while no day is open belong to the next day. The day also watches the bank account of
progressives (WAC 230-15-455) and the notices due to the regulator. A malfunction of equipment needs
a notice too: Washington gives a licensee 72 hours (WAC 230-06-054).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta

from pitboss.engine.actions import Refusal
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.values import Value, replace
from pitboss.ledger.entry import Posting
from pitboss.office.clock import is_time_zone, wall_date
from pitboss.office.core import HOUSE, Done, Event, Handler, Outcome, copy_fields, without
from pitboss.office.drawer import with_cash
from pitboss.office.fields import Reason
from pitboss.office.papers import Day, OfficeTerms, Progressives, SlipKind, TrayState
from pitboss.office.roles import Permission
from pitboss.office.signing import DAY, HOUR, find_day, reason_problem, with_notice
from pitboss.office.slips import is_finished, missing_numbers, slip_name
from pitboss.office.state import Office
from pitboss.rulebook.limits import REASON_LENGTH_MAX, shorten
from pitboss.text.numbers import money

MINUTES_PER_DAY: Final = 24 * 60


class FundFacts(Value, frozen=True):
    """Facts of the books about progressives when a command is decided."""

    funds: int = 0
    """Players' money in all jackpots."""
    bank: int = 0


class DayFacts(Value, frozen=True):
    """Facts of the books when a day is closed."""

    open_rounds: tuple[str, ...] = ()
    """Tables with wagers on the felt, of those that the office runs."""
    pending_hits: tuple[str, ...] = ()
    """Jackpots with hits that are neither confirmed nor rejected."""
    progressives: FundFacts = FundFacts()


class OpenDay(Value, frozen=True):
    """Open the gambling day."""


class CloseDay(Value, frozen=True):
    """Close the gambling day when nothing is left to do."""

    facts: DayFacts | None = None


class DepositProgressives(Value, frozen=True):
    """Bring the bank account of progressives to the amount that jackpots hold."""

    facts: FundFacts | None = None


class CheckProgressives(Value, frozen=True):
    """Check whether jackpots may go on, and stop them or let them go on."""

    facts: FundFacts | None = None


class FileNotice(Value, frozen=True):
    """Record how the regulator was notified."""

    number: int
    reference: Reason


class ReportMalfunction(Value, frozen=True):
    """Report a failure of equipment; the regulator must be notified in time."""

    table: Annotated[str, Meta(max_length=100, description="The table, if a table fails.")]
    what: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=REASON_LENGTH_MAX,
            description="What fails, and since when.",
        ),
    ]


class SetTerms(Value, frozen=True):
    """Set the terms of the office; only the house itself may."""

    terms: OfficeTerms


class DayOpened(Event, frozen=True):
    """A gambling day is open."""

    day: int
    date: str


class DayClosed(Event, frozen=True):
    """A gambling day is closed; its slips had these numbers."""

    day: int
    date: str
    slips: dict[SlipKind, tuple[int, int]]
    funds: int
    bank: int
    stopped: str = ""
    """Why jackpot wagers are refused; empty: they are not."""


class ProgressivesDeposited(Event, frozen=True):
    """The bank account holds the money of the jackpots."""

    funds: int
    units: int
    """The units moved to the bank; negative: from it."""


class ProgressivesChecked(Event, frozen=True):
    """Jackpot wagers are refused, or taken again."""

    funds: int
    bank: int
    stopped: str


class NoticeFiled(Event, frozen=True):
    """The regulator was notified."""

    number: int
    about: str
    reference: str


class MalfunctionReported(Event, frozen=True):
    """Equipment failed, and the regulator must be notified by a moment."""

    table: str
    what: str
    notice_due: int


class TermsSet(Event, frozen=True):
    """The office has new terms."""

    terms: OfficeTerms


def gambling_date(terms: OfficeTerms, now: int) -> str:
    """Return the date of the gambling day of a moment, on the clock of the house.

    >>> gambling_date(OfficeTerms(day_starts_minute=360), 6 * 3_600_000_000 - 1)
    '1969-12-31'
    """
    return wall_date(terms.time_zone, terms.day_starts_minute, now)


def day_problems(office: Office, facts: DayFacts) -> Iterator[str]:
    """Return everything that must be done before the day may be closed."""
    for tray in office.trays.values():
        if tray.state is not TrayState.CLOSED:
            yield f"table {tray.table} is {tray.state}"
        elif tray.is_box_due:
            yield f"the drop box of table {tray.table} was not taken"
    yield from (f"a round is open at table {table}" for table in facts.open_rounds)
    if office.terms.hits_block_day:
        hits = facts.pending_hits
        yield from (
            f"a hit of jackpot {jackpot} is neither confirmed nor rejected" for jackpot in hits
        )
    unsigned = [slip for slip in office.slips.values() if not is_finished(slip)]
    yield from (f"{slip_name(slip)} is {slip.state} and not finished" for slip in unsigned)
    yield from (f"number {name} is missing" for name in missing_numbers(office))
    if office.boxes and (office.count is None or not office.count.is_finished):
        yield "the drop boxes are not counted"


def stop_reason(office: Office, facts: FundFacts, now: int) -> str:
    """Return why jackpots must stop (WAC 230-15-455); empty: they may go on."""
    state = office.progressives
    required = min(state.required, facts.funds)
    if facts.bank < required:
        cents = (required - facts.bank) // UNITS_PER_CENT
        return f"the bank account of progressives is {money(cents)} below the required level"
    days = office.terms.deposit_days
    if state.deposited and now > state.deposited + days * DAY and facts.bank < facts.funds:
        return f"money of progressives was not brought to the bank for {days} days"
    return ""


# -- commands ------------------------------------------------------------------------------------


def _open(office: Office, _command: OpenDay, _by: str, now: int) -> Outcome:
    if office.day is not None:
        return Refusal("day/open", f"the gambling day of {office.day.date} is open")
    date = gambling_date(office.terms, now)
    if date <= office.date:
        message = f"the gambling day of {office.date} was closed; the next begins tomorrow"
        return Refusal("day/early", message)
    return Done(DayOpened(day=office.days + 1, date=date))


def _close(office: Office, command: CloseDay, _by: str, now: int) -> Outcome:
    assert command.facts is not None, "whoever asks reads the books"
    day = find_day(office)
    if problems := [*day_problems(office, command.facts)]:
        return Refusal("day/not-ready", "; ".join(problems))
    funds = command.facts.progressives
    event = DayClosed(
        day=day.number,
        date=day.date,
        slips={kind: (first, office.numbers[kind]) for kind, first in office.first_numbers.items()},
        funds=funds.funds,
        bank=funds.bank,
        stopped=stop_reason(office, funds, now),
    )
    return Done(event)


def _deposit(office: Office, command: DepositProgressives, _by: str, _now: int) -> Outcome:
    assert command.facts is not None, "whoever asks reads the books"
    find_day(office)
    units = command.facts.funds - command.facts.bank
    event = ProgressivesDeposited(funds=command.facts.funds, units=units)
    lines = (Posting("cage:money", -units), Posting("bank:progressive", units))
    return Done(event, lines if units else ())


def _check(office: Office, command: CheckProgressives, _by: str, now: int) -> Outcome:
    assert command.facts is not None, "whoever asks reads the books"
    stopped = stop_reason(office, command.facts, now)
    if stopped == office.progressives.stopped:
        return Refusal("progressives/same", stopped or "progressives may go on as they do")
    return Done(copy_fields(command.facts, ProgressivesChecked, stopped=stopped))


def _file_notice(office: Office, command: FileNotice, _by: str, _now: int) -> Outcome:
    notice = office.notices.get(command.number)
    if notice is None:
        return Refusal("notice/unknown", f"no notice {command.number} is due")
    if reason_problem(command.reference):
        return Refusal("reason/missing", "say how the regulator was notified")
    return Done(copy_fields(notice, NoticeFiled, reference=command.reference))


def _report(office: Office, command: ReportMalfunction, _by: str, now: int) -> Outcome:
    if reason_problem(command.what):
        return Refusal("reason/missing", "say what fails, and since when")
    due = now + office.terms.malfunction_hours * HOUR
    return Done(copy_fields(command, MalfunctionReported, notice_due=due))


def _set_terms(office: Office, command: SetTerms, by: str, _now: int) -> Outcome:
    if by != HOUSE:
        return Refusal("permission/missing", "only the house sets the terms of its office")
    if problem := terms_problem(command.terms):
        return Refusal("terms/invalid", problem)
    if command.terms == office.terms:
        return Refusal("terms/same", "these are the terms already")
    return Done(TermsSet(terms=command.terms))


def terms_problem(terms: OfficeTerms) -> str:
    """Return the problem with terms; empty: none."""
    problems = []
    if not terms.denominations or min(terms.denominations) < 1:
        problems.append("denominations are at least 1 cent")
    if not 0 <= terms.day_starts_minute < MINUTES_PER_DAY:
        problems.append(f"day_starts_minute is 0 to {MINUTES_PER_DAY - 1}")
    if not is_time_zone(terms.time_zone):
        problems.append(
            f"{shorten(terms.time_zone)!r} is no time zone; write one as 'America/Los_Angeles'"
        )
    numbers = ("large_cents", "notice_cents", "notice_hours", "pattern_count", "pattern_days")
    more = ("deposit_days", "malfunction_hours")
    few = [name for name in (*numbers, *more) if getattr(terms, name) < 1]
    if few:
        problems.append(f"{', '.join(few)}: at least 1")
    return "; ".join(problems)


# -- events --------------------------------------------------------------------------------------


def _apply_day_opened(office: Office, event: DayOpened, _by: str, at: int) -> Office:
    """Open the day; from the first one on, the money of jackpots is due at the bank."""
    progressives = office.progressives
    if not progressives.deposited:
        progressives = replace(progressives, deposited=at)
    day = Day(event.day, event.date, at)
    return replace(office, day=day, days=event.day, date=event.date, progressives=progressives)


def _apply_day_closed(office: Office, event: DayClosed, _by: str, at: int) -> Office:
    """Drop the papers of the day: they are final, and the journal has them."""
    return replace(
        office,
        day=None,
        slips={},
        first_numbers={},
        boxes={},
        count=None,
        preparers=frozenset(),
        paid={},
        bought_back={},
        deposits=_recent(office, at),
        progressives=replace(office.progressives, stopped=event.stopped),
    )


def _recent(office: Office, at: int) -> dict[str, tuple[tuple[int, int], ...]]:
    kept = {
        account: tuple(deposit for deposit in given if deposit[0] > at - DAY)
        for account, given in office.deposits.items()
    }
    return {account: given for account, given in kept.items() if given}


def _apply_progressives_deposited(
    office: Office, event: ProgressivesDeposited, _by: str, at: int
) -> Office:
    after = replace(office, progressives=Progressives(event.funds, at))
    return with_cash(after, -event.units)


def _apply_progressives_checked(
    office: Office, event: ProgressivesChecked, _by: str, _at: int
) -> Office:
    return replace(office, progressives=replace(office.progressives, stopped=event.stopped))


def _apply_notice_filed(office: Office, event: NoticeFiled, _by: str, _at: int) -> Office:
    return replace(office, notices=without(office.notices, event.number))


def _apply_reported(office: Office, event: MalfunctionReported, _by: str, _at: int) -> Office:
    where = f" at {event.table}" if event.table else ""
    return with_notice(office, f"malfunction{where}: {event.what}", event.notice_due)


def _apply_terms_set(office: Office, event: TermsSet, _by: str, _at: int) -> Office:
    return replace(office, terms=event.terms)


COMMANDS: Final = {
    SetTerms: Handler(_set_terms, None),
    OpenDay: Handler(_open, Permission.RUN_DAY),
    CloseDay: Handler(_close, Permission.RUN_DAY),
    DepositProgressives: Handler(_deposit, Permission.RUN_DAY),
    CheckProgressives: Handler(_check, Permission.RUN_DAY),
    FileNotice: Handler(_file_notice, Permission.FILE_NOTICE),
    ReportMalfunction: Handler(_report, Permission.REPORT_MALFUNCTION),
}
EVENTS: Final = {
    TermsSet: _apply_terms_set,
    DayOpened: _apply_day_opened,
    DayClosed: _apply_day_closed,
    ProgressivesDeposited: _apply_progressives_deposited,
    ProgressivesChecked: _apply_progressives_checked,
    NoticeFiled: _apply_notice_filed,
    MalfunctionReported: _apply_reported,
}
