"""The answer to every command of the office, and the office that its journal makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import json

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.ledger.entry import Entry
from pitboss.office import cage, counting, day, inventory, people, slips, terms
from pitboss.office.core import HOUSE, Apply, Event, Handler, Outcome, kind_of
from pitboss.office.roles import Permission, may
from pitboss.office.state import Office

_PARTS: Final = (people, terms, slips, inventory, cage, counting, day)
COMMANDS: Final[Mapping[type, Handler]] = {
    command: handler for part in _PARTS for command, handler in part.COMMANDS.items()
}
"""Every command, and how it is answered."""
EVENTS: Final[Mapping[type[Event], Apply]] = {
    event: apply for part in _PARTS for event, apply in part.EVENTS.items()
}
"""Every event, and what it changes."""
_BY_KIND: Final = {kind_of(event): event for event in EVENTS}
NOT_ALLOWED: Final = Refusal("permission/missing", "your role does not allow this")


def needs_of(command: type) -> Permission | None:
    """Return what one must be allowed to give a command."""
    return COMMANDS[command].needs


def decide(office: Office, command: object, by: str, now: int) -> Outcome:
    """Answer a command that an account gives at a time."""
    handler = COMMANDS[type(command)]
    is_allowed = by == HOUSE or handler.needs is None or may(office.roles(by), handler.needs)
    if not is_allowed:
        return NOT_ALLOWED
    try:
        return handler.decide(office, command, by, now)
    except RefusedError as refused:
        return refused.refusal


def event_of(entry: Entry) -> Event:
    """Return the event that an entry of the office's journal holds."""
    return json.decode(entry.body, type=_BY_KIND[entry.kind])


def apply(office: Office, entry: Entry) -> Office:
    """Return the office after an entry of its journal."""
    event = event_of(entry)
    return EVENTS[type(event)](office, event, entry.actor, entry.at)


def rebuild(entries: Iterable[Entry], office: Office | None = None) -> Office:
    """Return the office that entries make, after those that made *office*."""
    office = office or Office()
    for entry in entries:
        office = apply(office, entry)
    return office
