"""Sessions: the client has a random token, the store has its hash, and two time-outs apply.

Anybody who has a token can use it. So the store keeps only its hash, every log-in replaces it, and
an ended session is refused at once. Half of a token is a code of the key file over its account: a
row that somebody else writes into the store is no session.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from logging import ERROR
from typing import Final, NamedTuple

from pitboss.pit.binding import Binding, is_same
from pitboss.server.logs import log
from pitboss.server.requests.errors import NO_SESSION
from pitboss.store import Session, SilentStoreError, Store, StoreError
from pitboss.strain import strained

Clock = Callable[[], int]
"""Microseconds since 1970."""

MINUTE: Final = 60_000_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
TOKEN_BYTES: Final = 32
RECENT_MAX: Final = 10_000
"""Sessions remembered for times when the store does not answer."""
_TOKEN_LENGTH_MAX: Final = 100
_CODE_LENGTH: Final = 32
_TOUCH_AFTER: Final = MINUTE
"""A session in constant use is written once a minute, not with every request."""


class Lifetime(NamedTuple):
    """How long a session lasts, in microseconds."""

    idle: int
    """Without use."""
    absolute: int
    """In any case."""


NAMED: Final = Lifetime(idle=30 * MINUTE, absolute=12 * HOUR)
"""For an account with a password: SEC-04 requires it again after 30 minutes without use."""
GUEST: Final = Lifetime(idle=7 * DAY, absolute=30 * DAY)
"""For a guest, who has play money only and cannot log in again."""

ALL: Final = b""
"""In place of a token's hash: every session of an account."""
Ended = Callable[[str, bytes], None]
"""Called with the account and the token's hash of a session that ended, or `ALL`."""
Renamed = Callable[[str, bytes, bytes], None]
"""Called with the account, the old and the new hash of a session with a new token."""


@dataclass
class Sessions:
    """The sessions of a server."""

    store: Store
    clock: Clock
    on_end: list[Ended] = field(default_factory=list)
    """Called when a session ends: its sockets are closed at once."""
    on_rename: list[Renamed] = field(default_factory=list)
    """Called when a session gets a new token: its sockets stay open."""
    binding: Binding | None = None
    """Binds tokens to the key file; None: nothing does."""
    _recent: OrderedDict[bytes, Session] = field(default_factory=OrderedDict)
    """The sessions used last, for times when the store does not answer."""

    async def start(self, account: str, lifetime: Lifetime) -> str:
        """Start a session and return its token."""
        token = self._draw(account, is_stepped_up=False)
        now = self.clock()
        await self.store.add_session(
            Session(
                token_hash=token_hash(token),
                account=account,
                created=now,
                seen=now,
                until=now + lifetime.absolute,
                idle=lifetime.idle,
            )
        )
        return token

    async def find(self, token: str) -> Session | None:
        """Return the session of a token if it has not ended, and record its use."""
        if not token or len(token) > _TOKEN_LENGTH_MAX:
            return None
        session = await self.renew(token_hash(token), used=True)
        if session is None or await self._is_genuine(token, session):
            return session
        log("session-forged", level=ERROR, account=session.account)
        return None

    def _draw(self, account: str, *, is_stepped_up: bool) -> str:
        """Return a new token; its second half is a code that only the key file can make.

        So a row that somebody else wrote, or changed to another account, opens nothing.
        """
        start = secrets.token_urlsafe(TOKEN_BYTES)
        return start + self._code(start, account, is_stepped_up=is_stepped_up)

    def _code(self, start: str, account: str, *, is_stepped_up: bool) -> str:
        if self.binding is None:
            return ""
        code = self.binding.digest("session", start, account, str(is_stepped_up))
        return f".{code[:_CODE_LENGTH]}"

    async def _is_genuine(self, token: str, session: Session) -> bool:
        start, _, code = token.partition(".")
        if code or self.binding is None:
            right = self._code(start, session.account, is_stepped_up=session.stepped_up > 0)
            return is_same(token, f"{start}{right}")
        # A guest of an older version has play money only, and could not log in again.
        try:
            credential = await self.store.account_credential(session.account)
        except StoreError:
            return False
        return credential is None and not session.stepped_up

    async def renew(self, hashed: bytes, *, used: bool) -> Session | None:
        """Return a session if it has not ended; *used* extends it.

        An open socket asks now and then: its session may have ended in another process.
        Watching a table does not extend a session.
        """
        try:
            session = await self.store.session(hashed)
            if session is not None and self._is_over(session):
                await self.end(session)
                session = None
            now = self.clock()
            if session is not None and used and now - session.seen >= _TOUCH_AFTER:
                await self.store.touch_session(hashed, now)
                session = session._replace(seen=now)
        except StoreError:
            return self._recall(hashed)
        self._remember(hashed, session)
        return session

    def _is_over(self, session: Session) -> bool:
        return self.clock() >= min(session.until, session.seen + session.idle)

    def _recall(self, hashed: bytes) -> Session:
        """Return a session as last known, for reading only, while the store is silent."""
        session = self._recent.get(hashed)
        if session is None or self._is_over(session):
            raise SilentStoreError
        return session

    def _remember(self, hashed: bytes, session: Session | None) -> None:
        self._recent.pop(hashed, None)
        if session is not None:
            self._recent[hashed] = session
            if len(self._recent) > strained("cache.sessions", RECENT_MAX):
                self._recent.popitem(last=False)

    def forget(self, account: str, hashed: bytes) -> None:
        """Forget a session, or all of an account, that ended here or in another process."""
        for recent, session in tuple(self._recent.items()) if hashed == ALL else ():
            if session.account == account:
                self._recent.pop(recent)
        self._recent.pop(hashed, None)

    async def end(self, session: Session) -> None:
        """End one session."""
        await self.store.delete_session(session.token_hash)
        self.forget(session.account, session.token_hash)
        for tell in self.on_end:
            tell(session.account, session.token_hash)

    async def end_all(self, account: str) -> None:
        """End every session of an account."""
        await self.store.delete_sessions(account)
        self.forget(account, ALL)
        for tell in self.on_end:
            tell(account, ALL)

    async def step_up(self, session: Session) -> str:
        """Record that the owner of a session gave the second factor; return its new token."""
        token = self._draw(session.account, is_stepped_up=True)
        if not await self.store.step_up(session.token_hash, token_hash(token), self.clock()):
            raise NO_SESSION
        self.forget(session.account, session.token_hash)
        for tell in self.on_rename:
            tell(session.account, session.token_hash, token_hash(token))
        return token

    async def prune(self) -> None:
        """Delete the sessions that have ended."""
        await self.store.delete_old_sessions(self.clock())


def token_hash(token: str) -> bytes:
    """Return the hash of a token, which the store keeps.

    >>> token_hash("token").hex()[:8]
    '3c469e9d'
    """
    return sha256(token.encode()).digest()


def cookie_name(scheme: str) -> str:
    """Return the name of the cookie; over https, no other host or path can set it.

    >>> cookie_name("https"), cookie_name("ws")
    ('__Host-s', 's')
    """
    return "__Host-s" if scheme in {"https", "wss"} else "s"


def cookie(scheme: str, token: str, max_age_s: int) -> str:
    """Return the header that sets the token cookie; without a token, it removes the cookie.

    >>> cookie("https", "abc", 60)
    '__Host-s=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure'
    >>> cookie("http", "", 0)
    's=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'
    """
    name = cookie_name(scheme)
    secure = "; Secure" if name.startswith("__") else ""
    return f"{name}={token}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax{secure}"


def read_token(authorization: str, cookies: str, scheme: str) -> str:
    """Return the token of a request: from the header of a program, or else from the cookie.

    >>> read_token("Bearer abc", "s=def", "http"), read_token("", "s=def", "http")
    ('abc', 'def')
    >>> read_token("", "s=def", "https")
    ''
    """
    kind, _, token = authorization.partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    try:
        morsel = SimpleCookie(cookies).get(cookie_name(scheme))
    except CookieError:
        return ""
    return morsel.value if morsel else ""
