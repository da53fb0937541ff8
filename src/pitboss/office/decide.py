"""Answer every command of the office, and rebuild the office from its journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import convert, json

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.ledger.entry import Entry
from pitboss.office import (
    approvals,
    cage,
    counting,
    day,
    disputes,
    drawer,
    exclusions,
    inventory,
    limits,
    people,
    physical,
    ratings,
    slips,
    switches,
    voids,
)
from pitboss.office.approvals import Approve, Approved
from pitboss.office.core import (
    HOUSE,
    Agreed,
    Apply,
    Done,
    Event,
    Handler,
    Outcome,
    event_kind,
    request_number,
)
from pitboss.office.roles import Permission
from pitboss.office.state import Office, Request

NOT_ALLOWED: Final = Refusal("permission/missing", "your role does not allow this")
NOT_HERE: Final = Refusal(
    "permission/own-table", "a dealer does this at the table to which the floor assigned him or her"
)
ALONE: Final = Refusal("permission/missing", "two people make a payment as large as this")
LAPSED: Final = Refusal("request/lapsed", "the person who asked for it is no longer allowed to")


def _approve(office: Office, approval: Approve, by: str, now: int) -> Outcome:
    """Carry out another person's request as if it were made now."""
    request = approvals.to_answer(office, approval.number, by, now)
    command = decode_command(request)
    handler = COMMANDS[type(command)]
    second = handler.second
    if second is None or _refuse_unpermitted(office, handler, command, request.by):
        return LAPSED
    second.checks(office, command, request.by, by)
    outcome = handler.decide(office, command, request.by, now)
    if isinstance(outcome, Refusal):
        return outcome
    agreed = Agreed(outcome, command, request.by, request.number)
    return Done(Approved(number=request.number), agreed=agreed)


_MONEY: Final = (slips, inventory, physical, ratings, cage, drawer, counting, day)
_PARTS: Final = (approvals, people, exclusions, disputes, voids, switches, limits, *_MONEY)
COMMANDS: Final[Mapping[type, Handler]] = {
    command: handler for part in _PARTS for command, handler in part.COMMANDS.items()
} | {Approve: Handler(_approve, None)}
"""Every command, and how it is answered."""
EVENTS: Final[Mapping[type[Event], Apply]] = {
    event: apply for part in _PARTS for event, apply in part.EVENTS.items()
}
"""Every event, and what it changes."""
_EVENT_OF: Final = {event_kind(event): event for event in EVENTS}
COMMAND_OF: Final = {event_kind(command): command for command in COMMANDS}
"""Every command by its kind."""


def needs_of(command: type) -> Permission | None:
    """Return the permission that a command needs."""
    return COMMANDS[command].needs


def needs_second(office: Office, command: object, by: str) -> bool:
    """Return whether a command needs a second person; the house itself never does."""
    second = COMMANDS[type(command)].second
    return second is not None and by != HOUSE and second.when(office, command, by)


def decode_command(request: Request) -> Any:  # noqa: ANN401 - a command of any part
    """Return the command of a request."""
    return convert(request.terms, COMMAND_OF[request.command], str_keys=True)  # as the journal has


def decide(office: Office, command: object, by: str, now: int) -> Outcome:
    """Answer a command that an account gives at a time.

    A command that needs a second person is checked as if carried out, and becomes a request.
    """
    handler = COMMANDS[type(command)]
    if refusal := _refuse_unpermitted(office, handler, command, by):
        return refusal
    try:
        outcome = handler.decide(office, command, by, now)
    except RefusedError as refused:
        return refused.refusal
    if isinstance(outcome, Refusal):
        return outcome
    if not needs_second(office, command, by):
        return ALONE if by != HOUSE and _needs_two(office, outcome) else outcome
    assert handler.second is not None
    return approvals.request(office, command, handler.second, by, now)


def _needs_two(office: Office, done: Done) -> bool:
    """Return whether one person alone may not make these postings, whatever command made them.

    The house's own money goes to a wallet by two people always; any money that comes into a wallet
    or leaves the house, and cash for chips, by two from the house's limit for large payments on. A
    player's own money, which was set aside, comes back without them.
    """
    lines = [*done.postings, *(line for draft in done.also for line in draft.postings)]
    gave = {line.account.partition(":")[0] for line in lines if line.amount < 0}
    paid = {"external": 0, "wallet": 0}
    for line in lines:
        kind = line.account.partition(":")[0]
        if kind in paid and line.amount > 0:
            paid[kind] += line.amount
    if "house" in gave and paid["wallet"]:
        return True
    large = office.terms.large_cents * UNITS_PER_CENT
    credited = 0 if "pending" in gave else paid["wallet"]
    moved = {line.account: line.amount for line in lines}
    changed = min(-moved.get("cage:money", 0), moved.get("cage:chips", 0))
    return max(credited, paid["external"], changed) >= large


def _refuse_unpermitted(
    office: Office, handler: Handler, command: object, by: str
) -> Refusal | None:
    """Return why an account may not give a command; None: it may."""
    if by == HOUSE or handler.needs is None:
        return None
    table = handler.table(office, command) if handler.table else None
    return refusal_at(office, by, handler.needs, table)


def refusal_at(
    office: Office, account: str, permission: Permission, table: str | None
) -> Refusal | None:
    """Return why an account lacks a permission, at a table if given; None: it has it."""
    if not office.may(account, permission):
        return NOT_ALLOWED
    is_here = table is None or office.may_at(account, permission, table)
    return None if is_here else NOT_HERE


def decode_event(entry: Entry) -> Event:
    """Return the event that an entry of the office's journal holds."""
    return json.decode(entry.body, type=_EVENT_OF[entry.kind])


def apply(office: Office, entry: Entry) -> Office:
    """Return the office after an entry of its journal."""
    event = decode_event(entry)
    after = EVENTS[type(event)](office, event, entry.actor, entry.at)
    number = request_number(entry.key)
    return approvals.close(after, number) if number else after


def rebuild(entries: Iterable[Entry], office: Office | None = None) -> Office:
    """Return *office* after further entries of its journal."""
    office = office or Office()
    for entry in entries:
        office = apply(office, entry)
    return office
