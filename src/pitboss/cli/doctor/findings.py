"""The findings of a check, one line each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple


class State(Enum):
    """The state of one checked thing."""

    RIGHT = "ok"
    ABSENT = "--"
    """Something that not everybody needs is not there."""
    WRONG = "!!"


class Finding(NamedTuple):
    """One line."""

    name: str
    state: State
    words: str

    def as_json(self) -> dict[str, str]:
        """Return the finding as JSON."""
        return {"name": self.name, "state": self.state.name.lower(), "words": self.words}


def right(name: str, words: str) -> Finding:
    """Return the finding that all is well."""
    return Finding(name, State.RIGHT, words)


def missing(name: str, words: str) -> Finding:
    """Return the finding that something is missing, and how to get it."""
    return Finding(name, State.ABSENT, words)


def wrong(name: str, words: str) -> Finding:
    """Return the finding that something is wrong, and how to fix it."""
    return Finding(name, State.WRONG, words)


def run_check(name: str, look: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Yield the findings of a check; an error that ends it is a finding too."""
    try:
        yield from look()
    except Exception as error:  # noqa: BLE001 - a doctor reports what others would die of
        yield wrong(name, f"{type(error).__name__}: {' '.join(str(error).split()) or 'no reason'}")
