"""Lines out, lines in: the base of everything without a screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from pitboss.engine.actions import RefusedError

PROMPT = "> "
Keep = Callable[[], None]
"""Saves a score."""


class PlainLines:
    """Writes lines to one stream, and reads answers from another."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        """Read answers from *source*, write to *out*."""
        self.source = source
        self.out = out

    def say(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            self.out.write(f"{line}\n")
            self.out.flush()

    def refuse(self, error: RefusedError) -> None:
        """Write why an answer is refused."""
        self.say(f"refused: {error.refusal.message} [{error.refusal.code}]")

    def read(self) -> str | None:
        """Prompt and read a line that is not empty; None at the end.

        A script's answer is printed too.
        """
        while True:
            self.out.write(PROMPT)
            self.out.flush()
            line = self.source.readline()
            if not line:
                self.say("")
                return None
            if not self.source.isatty():
                self.say(line.strip())
            if line.strip():
                return line.strip()
