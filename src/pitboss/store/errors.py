"""The errors of every store."""

from __future__ import annotations


class StoreError(Exception):
    """The store failed; nothing was written."""


class ConflictError(StoreError):
    """An entry does not fit: its position or key is taken, or an account would fall too low."""


class OutcomeUnknownError(StoreError):
    """The store stopped answering while it wrote: ask it whether it has the entries."""


class SilentStoreError(StoreError):
    """The store does not answer, and nobody waits for it; nothing was written."""

    def __init__(self) -> None:
        """Use the fixed message of this error."""
        super().__init__("the store does not answer")


def reason(error: BaseException) -> str:
    """Return why a store failed, also for an error without a message.

    >>> reason(TimeoutError()), reason(OSError("connection reset")), reason(EOFError())
    ('no answer in time', 'connection reset', 'EOFError')
    """
    if isinstance(error, TimeoutError) and not str(error):
        return "no answer in time"
    return str(error) or type(error).__name__
