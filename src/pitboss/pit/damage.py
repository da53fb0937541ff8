"""Books that were changed or damaged outside the program, said in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import MsgspecError

from pitboss.floor.rebuild import JournalError, UnknownShuffleError
from pitboss.rulebook.problems import RulesError
from pitboss.store import StoreError

_DAMAGE = (
    *(MsgspecError, ValueError, LookupError, TypeError, AttributeError, AssertionError),
    *(ArithmeticError, RecursionError, JournalError, UnknownShuffleError),
)
"""What reading an entry may raise that the program did not write."""


@contextmanager
def reading_books() -> Iterator[None]:
    """Raise `StoreError` if what is read inside cannot have been written by the program."""
    try:
        yield
    except RulesError:  # what was asked for is wrong, not the books
        raise
    except _DAMAGE as error:
        reason = (str(error).splitlines() or [""])[0][:200] or type(error).__name__
        message = f"they are damaged ({reason}); restore a backup, or ask 'pitboss floor verify'"
        raise StoreError(message) from error
