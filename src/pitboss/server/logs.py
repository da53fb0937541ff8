"""Logs: one line of JSON for each event, on stderr, without secrets."""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, TextIO

from msgspec import json

LOGGER: Final = "pitboss.server"
HIDDEN: Final = "***"
_SECRET_NAMES: Final = re.compile(
    r"password|token|secret|cookie|authorization|argon2|entropy|sealed|signing|sealing|seed|hole",
    re.IGNORECASE,
)
_SECRET_TEXT: Final = re.compile(
    r"\$argon2\w*\$[^\s'\"]+"  # a hashed password
    r"|(?<=bearer )[^\s'\"]+"  # a token behind its word
    r"|(?<=://)[^/@]+(?=@)"  # user and password of a database
    r"|[A-Za-z0-9_+=-]{40,}",  # a token, a key, a hash
    re.IGNORECASE,
)
_TEXT_MAX: Final = 2_000


def logger() -> logging.Logger:
    """Return the server's logger."""
    return logging.getLogger(LOGGER)


def log(event: str, *, level: int = logging.INFO, **fields: object) -> None:
    """Log an event with its fields."""
    own = logger()
    if own.isEnabledFor(level):
        own.log(level, event, extra={"fields": fields})


def redact(value: Any, name: str = "") -> Any:  # noqa: ANN401 - any logged value
    """Return a value without secrets.

    >>> redact({"name": "ann", "password": "x", "why": "postgresql://u:p@host"})
    {'name': 'ann', 'password': '***', 'why': 'postgresql://***@host'}
    """
    if _SECRET_NAMES.search(name):
        return HIDDEN
    if isinstance(value, Mapping):
        return {str(key): redact(item, str(key)) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [redact(item) for item in value]
    if isinstance(value, bool | int | float | None):
        return value
    return _SECRET_TEXT.sub(HIDDEN, str(value)[:_TEXT_MAX])


class JsonFormatter(logging.Formatter):
    """Writes a record as one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: time, level, event and fields."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower()}
        line |= redact({"event": record.getMessage()} | getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = describe_error(record.exc_info[1])
        return json.encode(line).decode()


def describe_error(error: BaseException) -> dict[str, Any]:
    """Return an error and its stack frames, without the values of variables."""
    frames = traceback.extract_tb(error.__traceback__)[-12:]
    return {
        "type": type(error).__name__,
        "message": redact(str(error)),
        "frames": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


def is_no_refusal(record: logging.LogRecord) -> bool:
    """Return False for uvicorn's line about a socket that the guard refused.

    Uvicorn takes a refused handshake for a mistake; the guard has logged it already.
    """
    return "without completing handshake" not in record.getMessage()


class LineHandler(logging.Handler):
    """Writes lines to a stream, or to the current stderr.

    A line that cannot be written is lost: `logging` would print its fields, secrets among them.
    """

    def __init__(self, stream: TextIO | None) -> None:
        """Take the stream; None for stderr."""
        super().__init__()
        self._stream = stream

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record as one line."""
        with suppress(OSError, ValueError):  # a full disk, a closed file
            stream = self._stream or sys.stderr
            stream.write(self.format(record) + "\n")
            stream.flush()


def start_logs(level: int = logging.INFO, stream: TextIO | None = None) -> logging.Handler:
    """Send the logs of the server and of uvicorn to *stream* (stderr), a line each."""
    handler = LineHandler(stream)
    handler.addFilter(is_no_refusal)
    handler.setFormatter(JsonFormatter())
    for name in (LOGGER, "uvicorn"):
        named = logging.getLogger(name)
        named.handlers[:] = [handler]
        named.propagate = False
        named.setLevel(level if name == LOGGER else max(level, logging.WARNING))
    return handler
