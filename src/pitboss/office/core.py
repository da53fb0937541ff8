"""How the office decides: a command becomes an event, or is refused with a reason.

Every part of the office has a table of commands and a table of events. A command is answered by a
function that changes nothing; the event it returns is written to the journal, and applying the
events of the journal in their order makes the office as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct, json, to_builtins

from pitboss.engine.actions import Refusal
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.office.roles import Permission

if TYPE_CHECKING:
    from pitboss.office.state import Office

STREAM: Final = "office"
"""Where the office's journal is."""
HOUSE: Final = "house"
"""Whoever runs the server's own commands on its machine: stands above all roles."""


class Event(Struct, frozen=True, kw_only=True):
    """Something that happened in the office: the body of an entry."""


def kind_of(event: type[Event]) -> str:
    """Return the kind of an event's entries: the name of the class.

    >>> kind_of(type("RoleGiven", (Event,), {}))
    'role-given'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", event.__name__).lower()


class Done(NamedTuple):
    """A command that is accepted."""

    event: Event
    postings: tuple[Posting, ...] = ()
    also: tuple[Draft, ...] = ()
    """Entries of other streams, no table's or jackpot's, that are written with it or not at all."""


Outcome = Done | Refusal
Decide = Callable[["Office", Any, str, int], Outcome]
"""Answers a command: the office, the command, the account that asks, the time."""
Apply = Callable[["Office", Any, str, int], "Office"]
"""Returns the office after an event: the office, the event, who did it, when."""


class Handler(NamedTuple):
    """How a command is answered, and what one must be allowed to give it."""

    decide: Decide
    needs: Permission | None
    """None: the function itself says who may."""


def digest(command: object) -> str:
    """Return a short name of what is asked, by which a second try is known from another request."""
    return sha256(json.encode((type(command).__name__, command))).hexdigest()[:16]


def body_of(event: Event, asked: str) -> bytes:
    """Return the body of an event's entry."""
    return json.encode({**to_builtins(event, str_keys=True), "asked": asked}, order="sorted")


def asked_of(entry: Entry) -> str:
    """Return the short name of what was asked when an entry was written."""
    return str(json.decode(entry.body)["asked"])
