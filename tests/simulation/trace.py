"""The trace of a run: when, who, what, and the answer; and the counts at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple


class Line(NamedTuple):
    """One thing that happened."""

    at: float
    who: str
    what: str
    answer: str

    def __str__(self) -> str:
        minutes, seconds = divmod(self.at, 60)
        return f"{int(minutes):3d}:{seconds:09.6f}  {self.who:<10} {self.what}  {self.answer}"


@dataclass
class Trace:
    """What happened in a run, in order."""

    time: Callable[[], float]
    lines: list[Line] = field(default_factory=list)
    commands: int = 0
    """Commands that were answered."""
    paths: Counter[tuple[str, ...]] = field(default_factory=Counter)
    """Kind of command, code of its answer, and where the table stood -> how often."""

    def note(self, who: str, what: str, answer: object = "") -> None:
        """Note something."""
        self.lines.append(Line(self.time(), who, what, str(answer)))

    def reach(self, *features: object) -> None:
        """Count a way through the code, named by what can be seen of it."""
        self.paths[tuple(map(str, features))] += 1

    def end(self) -> None:
        """Let go of the loop: nothing more happens."""
        now = self.time()
        self.time = lambda: now

    @property
    def digest(self) -> str:
        """A hash of everything that happened."""
        made = sha256()
        for line in self.lines:
            made.update(f"{line.at!r}|{line.who}|{line.what}|{line.answer}\n".encode())
        return made.hexdigest()


class Violation(AssertionError):  # noqa: N818 - it is what an oracle says
    """Something that must never happen; *oracle* names who saw it."""

    def __init__(self, oracle: str, message: str, *facts: Any) -> None:  # noqa: ANN401
        super().__init__(f"{oracle}: {message}" + (f" {facts}" if facts else ""))
        self.oracle = oracle
        self.message = message
