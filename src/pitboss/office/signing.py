"""Check who may sign a paper, and the other rules for every paper of the office."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.values import replace
from pitboss.office.papers import SIGNS_AS, Day, Notice, Party, Signature
from pitboss.office.state import Office
from pitboss.rulebook.limits import REASON_LENGTH_MAX

HOUR: Final = 3_600_000_000
"""An hour in microseconds, the unit of all times."""
DAY: Final = 24 * HOUR


def find_day(office: Office) -> Day:
    """Return the open day; refuse a command that needs one otherwise."""
    if office.day is None:
        raise RefusedError("day/closed", "no gambling day is open")
    return office.day


def signing_problem(
    office: Office, signatures: Iterable[Signature], party: Party, table: str, by: str
) -> Refusal | None:
    """Return why an account may not sign a table's paper as a party; None: it may.

    Nobody signs a paper as two parties, and the dealer must be the dealer of this table.
    """
    if office.roles(by).isdisjoint(SIGNS_AS[party]):
        roles = " or ".join(sorted(SIGNS_AS[party]))
        return Refusal("signature/role", f"this is signed by the {party}, whose role is {roles}")
    if any(signature.by == by and signature.party is not party for signature in signatures):
        message = f"you signed this for another party; somebody else signs as {party}"
        return Refusal("signature/same-person", message)
    if party is Party.DEALER and office.dealers.get(table) != by:
        return Refusal("signature/other-dealer", "this is signed by the dealer of the table")
    return None


def reason_problem(reason: str) -> Refusal | None:
    """Return the problem with a reason; None: it is fine."""
    if reason.strip() and len(reason) <= REASON_LENGTH_MAX:
        return None
    return Refusal("reason/missing", f"say why, in 1 to {REASON_LENGTH_MAX} characters")


def with_preparers(office: Office, *accounts: str) -> Office:
    """Return the office with further preparers of the day's papers."""
    return replace(office, preparers=office.preparers.union(accounts))


def with_notice(office: Office, about: str, due: int) -> Office:
    """Return the office with a notice for the regulator; unchanged if *due* is 0."""
    if not due:
        return office
    number = office.notice_count + 1
    notices = {**office.notices, number: Notice(number=number, about=about, due=due)}
    return replace(office, notices=notices, notice_count=number)
