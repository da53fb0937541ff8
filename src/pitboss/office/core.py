"""How the office decides: a command becomes an event, or is refused with a reason.

Every part of the office has a table of commands and a table of events. A pure function answers a
command; the event it returns is written to the journal. Applying the events of the journal in order
rebuilds the office.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from msgspec import Struct, json, to_builtins

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.jackpot.writing import kebab
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.office.roles import Permission

if TYPE_CHECKING:
    from pitboss.office.state import Office

STREAM: Final = "office"
"""The stream of the office's journal."""
HOUSE: Final = "house"
"""The operator who runs commands on the server's machine: above all roles."""

_APPROVED: Final = "approved/"
_K = TypeVar("_K")
_V = TypeVar("_V")
_S = TypeVar("_S", bound=Struct)


class Event(Struct, frozen=True, kw_only=True):
    """Something that happened in the office: the body of an entry."""


def event_kind(event: type) -> str:
    """Return the kind of an event's entries, and of a command: the name of the class.

    >>> event_kind(type("RoleGiven", (Event,), {}))
    'role-given'
    """
    return kebab(event.__name__)


class Done(NamedTuple):
    """An accepted command."""

    event: Event
    postings: tuple[Posting, ...] = ()
    also: tuple[Draft, ...] = ()
    """Entries of other streams, not of tables or jackpots, written with it or not at all."""
    agreed: Agreed | None = None
    """The approved request, if there is one: both are written, or neither."""


class Agreed(NamedTuple):
    """A command that a second person agreed to."""

    done: Done
    command: object
    by: str
    """Who asked for it."""
    request: int


def request_key(request: int) -> str:
    """Return the key under which a request is carried out once, in any stream.

    >>> request_key(7)
    'approved/7'
    """
    return f"{_APPROVED}{request}"


def request_number(key: str) -> int:
    """Return the request that is carried out under a key, or 0.

    >>> request_number("approved/7"), request_number("a1/7")
    (7, 0)
    """
    return int(key.removeprefix(_APPROVED)) if key.startswith(_APPROVED) else 0


class Errand(Event, frozen=True):
    """Instead of an event: a table or a jackpot carries the request out.

    A jackpot or a table has a stream of its own. The entry that says "approved" is the order, and
    the table or jackpot carries it out under the `request_key` of the request.
    """


Outcome = Done | Refusal
Decide = Callable[["Office", Any, str, int], Outcome]
"""Answers a command: the office, the command, the account that asks, the time."""
Apply = Callable[["Office", Any, str, int], "Office"]
"""Returns the office after an event: the office, the event, who did it, when."""


class Second(NamedTuple):
    """A command becomes a request, carried out when another person agrees."""

    permission: Permission
    """The permission that the second person needs."""
    when: Callable[[Office, Any, str], bool] = lambda *_: True
    """Whether a command needs a second person: the office, the command, who asks."""
    checks: Callable[[Office, Any, str, str], None] = lambda *_: None
    """Refuses those who may not be the second person, besides the one who asked: the office, the
    command, who asked, who agrees."""


TableOf = Callable[["Office", Any], str]
"""Returns the table that a command is about: the office, the command."""


class Handler(NamedTuple):
    """The function that answers a command, and the permission that it needs."""

    decide: Decide
    needs: Permission | None
    """None: the function itself checks who may."""
    second: Second | None = None
    """Whether another person has to agree to it."""
    table: TableOf | None = None
    """Which table it is about, where some may give it at their own table only."""


def check(problem: Refusal | None) -> None:
    """Refuse a command that has a problem: raise the refusal."""
    if problem is not None:
        raise RefusedError(problem.code, problem.message)


def copy_fields(source: Struct, to: type[_S], **others: object) -> _S:
    """Return a value with the fields that it shares with another, and some others."""
    shared = set(source.__struct_fields__).intersection(to.__struct_fields__)
    return to(**{name: getattr(source, name) for name in shared} | others)


def without(items: Mapping[_K, _V], key: _K) -> dict[_K, _V]:
    """Return a mapping without one of its keys.

    >>> without({1: "a", 2: "b"}, 1)
    {2: 'b'}
    """
    return {other: value for other, value in items.items() if other != key}


def digest(command: object) -> str:
    """Return a digest of a command, which tells a second try from another command."""
    return sha256(json.encode((type(command).__name__, command))).hexdigest()[:16]


def encode_body(event: Event, digest: str, request: int = 0) -> bytes:
    """Return the body of an event's entry; *request* is the approved request."""
    body = {**to_builtins(event, str_keys=True), "asked": digest}
    body |= {"request": request} if request else {}
    return json.encode(body, order="sorted")


def command_digest(entry: Entry) -> str:
    """Return the digest of the command that wrote an entry."""
    return str(json.decode(entry.body)["asked"])
