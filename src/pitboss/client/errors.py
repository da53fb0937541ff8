"""The errors of a client."""

from __future__ import annotations


class ClientError(Exception):
    """A request of a client failed."""


class RefusedByServerError(ClientError):
    """The server refused; nothing was changed.

    >>> str(RefusedByServerError("bet/closed", "bets are closed", status=409))
    'bets are closed [bet/closed]'
    """

    def __init__(self, code: str, message: str, *, clause: str = "", status: int = 0) -> None:
        """Keep the server's answer."""
        super().__init__(f"{message} [{code}]")
        self.code = code
        self.message = message
        self.clause = clause
        self.status = status


class NoAnswerError(ClientError):
    """The server did not answer in time; it may or may not have carried the request out."""


class LineEndedError(ClientError):
    """The server ended a connection for good: the session is over, or another took its place."""

    def __init__(self, code: int, reason: str) -> None:
        """Keep the close code and its reason."""
        super().__init__(f"{reason or 'the connection was ended'} [{code}]")
        self.code = code
        self.reason = reason
