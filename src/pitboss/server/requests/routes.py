"""The table of routes: the one source of the endpoints, their documentation and their tests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from inspect import getdoc
from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar, Unpack, get_type_hints

from msgspec import Struct, json

from pitboss.office.roles import Permission
from pitboss.server.requests.errors import NO_SESSION, ApiError
from pitboss.server.requests.limits import BODY_BYTES_MAX
from pitboss.server.requests.wire import Working

if TYPE_CHECKING:  # a page without a server calls handlers of the lab, and has none of these
    from starlette.requests import Request

    from pitboss.server.services import Services
    from pitboss.store import Session

BASE = "/api/1"
"""The prefix of every path of the API."""
_DIGITS_MAX: Final = 15


class Access(StrEnum):
    """Who may use a route."""

    ANYONE = "anyone"
    PLAYER = "player"
    """Anybody with a session, also a guest."""
    OPERATOR = "operator"
    """Only from this machine itself, and not through a proxy."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request, with everything that was read and checked before its handler runs."""

    services: Services
    request: Request
    session: Session | None
    """The caller's session, if the caller is logged in."""
    body: Any
    """The decoded `Route.body`."""
    query: Any
    """The decoded `Route.query`."""
    key: str
    """The Idempotency-Key of a route that moves something."""

    @property
    def own_session(self) -> Session:
        """The caller's session; on a route for players there always is one."""
        if self.session is None:
            raise NO_SESSION
        return self.session

    @property
    def account(self) -> str:
        """The account that is asking; on a route for players there always is one."""
        if self.session is None:
            raise NO_SESSION
        return self.session.account

    @property
    def viewer(self) -> str | None:
        """The account that is asking; None: nobody is logged in."""
        return self.session.account if self.session else None

    @property
    def path(self) -> dict[str, str]:
        """The parts of the path that vary."""
        return dict(self.request.path_params)

    def number(self, name: str, otherwise: ApiError) -> int:
        """Return a number of the path; raise *otherwise* for any other text."""
        text = self.path[name]
        if not is_number(text):
            raise otherwise
        return int(text)


def is_number(text: str) -> bool:
    """Return whether a text of a request is a whole number that is not too long.

    >>> is_number("21"), is_number("-1"), is_number("9" * 99)
    (True, False, False)
    """
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS_MAX


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with more than a body."""

    answer: Struct | None
    token: str | None = None
    """A token for the cookie; "" removes the cookie."""
    token_age_s: int = 0


@dataclass(frozen=True, slots=True)
class Text:
    """An answer that is not made of a struct."""

    body: bytes
    content_type: str = "application/json"
    status: int = 0
    """The status, if it differs from that of the route."""
    retry_s: int = 0
    """After how many seconds to ask again."""


Handler = Callable[[Call], Awaitable[Struct | Reply | Text]]
_Handler = TypeVar("_Handler", bound=Handler)


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One method of one path."""

    method: str
    path: str
    """With what varies in braces: "/api/1/tables/{table}"."""
    handler: Handler
    summary: str
    """One sentence, verb first."""
    answer: type | None = None
    """What is answered as JSON, if anything is."""
    texts: tuple[str, ...] = ()
    """The content types of answers that are no JSON: of all, or where a query asks for them."""
    body: type[Struct] | None = None
    query: type[Struct] | None = None
    access: Access = Access.PLAYER
    needs: Permission | None = None
    """The permissions that the caller needs, besides being logged in."""
    own: str = ""
    """Why a route needs no permission, if it needs none."""
    step_up: bool = False
    """It needs password and code of the last five minutes."""
    moves: bool = False
    """It moves money or a game on: it needs an Idempotency-Key, by which a retry is known."""
    rate: str = ""
    """A rate of `Rates` that holds for each address besides the general ones."""
    codes: tuple[str, ...] = ()
    """The codes it refuses with, besides those that every route has."""
    status: int = 200
    waits: bool = False
    """Where the answer takes longer, it is 202 and `Working`: ask again after Retry-After."""
    body_bytes_max: int = BODY_BYTES_MAX
    is_spoken: bool = False
    """Whether it answers with sentences for a player, in the language of Accept-Language."""
    in_one: bool = False
    """One process of all that share the books answers it: what it is about is in memory alone."""
    tag: str = "server"
    successor: str = ""
    """The path that replaced this one, which is kept because `/api/1` loses no path."""

    @property
    def is_of_table(self) -> bool:
        """Whether it is answered by the process that runs the table in its path."""
        return "/tables/{table}" in self.path


class RouteFacts(TypedDict, total=False):
    """The fields of a `Route` that a decorator of `Routes` takes."""

    summary: str
    answer: type
    texts: tuple[str, ...]
    body: type[Struct]
    query: type[Struct]
    access: Access
    needs: Permission | None
    own: str
    step_up: bool
    moves: bool
    rate: str
    codes: tuple[str, ...]
    status: int
    waits: bool
    body_bytes_max: int
    is_spoken: bool
    in_one: bool
    tag: str


class Routes(list[Route]):
    """A list of routes; its decorators add the route of a handler.

    The summary is the first line of the handler's docstring, and the answer is the struct that it
    returns, unless the decorator names others.
    """

    def __init__(self, tag: str, /, base: str = BASE, **common: Unpack[RouteFacts]) -> None:
        """Begin a list with the facts that all its routes have in common."""
        super().__init__()
        self._base = base
        self._common: RouteFacts = {"tag": tag, **common}

    def get(self, path: str, **facts: Unpack[RouteFacts]) -> Callable[[_Handler], _Handler]:
        """Add a route that reads."""
        return self._add("GET", path, facts)

    def post(
        self, path: str, *, formerly: str = "", **facts: Unpack[RouteFacts]
    ) -> Callable[[_Handler], _Handler]:
        """Add a route that does something.

        If it was published *formerly* under another path, that stays, marked as deprecated.
        """
        return self._add("POST", path, facts, formerly)

    def put(self, path: str, **facts: Unpack[RouteFacts]) -> Callable[[_Handler], _Handler]:
        """Add a route that sets something."""
        return self._add("PUT", path, facts)

    def delete(self, path: str, **facts: Unpack[RouteFacts]) -> Callable[[_Handler], _Handler]:
        """Add a route that ends something."""
        return self._add("DELETE", path, facts)

    def _add(
        self, method: str, path: str, facts: RouteFacts, formerly: str = ""
    ) -> Callable[[_Handler], _Handler]:
        def add(handler: _Handler) -> _Handler:
            all_facts: RouteFacts = {"summary": (getdoc(handler) or "").partition("\n")[0]}
            answer = get_type_hints(handler)["return"]
            if isinstance(answer, type) and issubclass(answer, Struct):
                all_facts["answer"] = answer
            elif answer is Reply and "answer" not in facts:
                all_facts["status"] = 204  # it says that it is done, and nothing else
            all_facts.update(self._common)
            all_facts.update(facts)
            route = Route(method=method, path=self._base + path, handler=handler, **all_facts)
            self.append(route)
            if formerly:
                self.append(replace(route, path=self._base + formerly, successor=route.path))
            return handler

        return add


STILL_WORKING: Final = Text(json.encode(Working()), status=202, retry_s=1)
"""Asked again after a second."""
