"""Malfunctions of equipment, and the notice that the regulator must get in time.

Washington gives a licensee 72 hours (WAC 230-06-054). A report is a notice that is due then.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value
from pitboss.office.core import Apply, Done, Event, Handler, Outcome
from pitboss.office.roles import Permission
from pitboss.office.signing import HOUR, reason_problem, with_notice
from pitboss.office.state import Office


class ReportMalfunction(Value, frozen=True):
    """Report a malfunction of a table, or of other equipment if the table is empty."""

    table: str
    what: str


class MalfunctionReported(Event, frozen=True):
    """Equipment failed, and the regulator must be notified by a moment."""

    table: str
    what: str
    notice_due: int


def _report(office: Office, command: ReportMalfunction, _by: str, now: int) -> Outcome:
    if reason_problem(command.what):
        return Refusal("reason/missing", "say what fails, and since when")
    due = now + office.terms.malfunction_hours * HOUR
    return Done(MalfunctionReported(table=command.table, what=command.what, notice_due=due))


def _apply_reported(office: Office, event: MalfunctionReported, _by: str, _at: int) -> Office:
    where = f" at {event.table}" if event.table else ""
    return with_notice(office, f"malfunction{where}: {event.what}", event.notice_due)


COMMANDS: Mapping[type, Handler] = {
    ReportMalfunction: Handler(_report, Permission.REPORT_MALFUNCTION)
}
EVENTS: Mapping[type[Event], Apply] = {MalfunctionReported: _apply_reported}
