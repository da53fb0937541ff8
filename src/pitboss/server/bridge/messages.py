"""The messages between two processes."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, msgpack

from pitboss.server.requests.errors import ApiError
from pitboss.store import Session
from pitboss.text.say import ENGLISH

MESSAGE_BYTES_MAX: Final = 1 << 24
"""The longest message; a table with a thousand past rounds is far smaller."""
LENGTH_BYTES: Final = 4


class Ask(Struct, frozen=True, tag="ask"):
    """A command of a player to a table."""

    id: int
    table: str
    what: str
    account: str
    key: str
    lag: int
    body: bytes


class Watch(Struct, frozen=True, tag="watch"):
    """Subscribe a line to a table: first the whole table, then every event."""

    id: int
    line: int
    table: str
    account: str
    scene: bool
    language: str = ENGLISH


class Unwatch(Struct, frozen=True, tag="unwatch"):
    """Unsubscribe a line from a table."""

    id: int
    line: int
    table: str
    bye: bool


class ForwardedRequest(Struct, frozen=True, tag="request"):
    """An HTTP request that the receiving process has already checked."""

    id: int
    method: str
    path: str
    """As in the table of routes."""
    params: dict[str, str]
    query: bytes
    body: bytes
    key: str
    session: Session | None
    language: str = ENGLISH


class Question(Struct, frozen=True, tag="question"):
    """A question of one process about the tables of another."""

    id: int
    name: str
    account: str


class Answer(Struct, frozen=True, tag="answer", omit_defaults=True):
    """The answer to any of these messages, or the refusal."""

    id: int
    version: int = 0
    """Of the table, after a command."""
    body: bytes = b""
    status: int = 0
    headers: dict[str, str] = {}
    code: str = ""
    message: str = ""
    clause: str = ""
    retry_s: int = 0

    @property
    def error(self) -> ApiError | None:
        """Why it was refused."""
        if not self.code:
            return None
        return ApiError(self.code, self.message, clause=self.clause, retry_s=self.retry_s)


class Shown(Struct, frozen=True, tag="shown"):
    """A frame for a line."""

    line: int
    table: str
    frame: bytes
    whole: bool
    """It has the whole table, with all that was missed before."""


class Gone(Struct, frozen=True, tag="gone"):
    """A table that this process no longer runs."""

    table: str


Message = Ask | Watch | Unwatch | ForwardedRequest | Question | Answer | Shown | Gone

_encode: Final = msgpack.Encoder().encode
decode: Final = msgpack.Decoder(Message).decode


def encode(message: Message) -> bytes:
    """Return a message preceded by its length."""
    data = _encode(message)
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


def refusal(number: int, error: ApiError) -> Answer:
    """Return a refusal as an answer."""
    return Answer(
        number, code=error.code, message=error.message, clause=error.clause, retry_s=error.retry_s
    )
