"""The file of a sitting: one round record a line, which `pitboss replay` reads."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from pitboss.rulebook.reading.parse import dump_json


def data_folder() -> Path:
    """Return the folder of the user's data: sessions, the purse, the books of a server."""
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        if folder := os.environ.get(variable):
            return Path(folder) / "pitboss"
    try:
        return Path.home() / ".local" / "share" / "pitboss"
    except RuntimeError:  # a user without a home
        return Path(tempfile.gettempdir()) / "pitboss"


def sessions_folder() -> Path:
    """Return the folder of the user's data in which sessions are kept."""
    return data_folder() / "sessions"


@dataclass(slots=True)
class SessionFile:
    """A file of records, created after the first round."""

    path: Path
    named: bool = True
    """The path was chosen: existing records are kept and added to."""
    rounds: int = 0
    """How many rounds have been written."""
    problem: str = ""
    """Why the last round could not be written; the next write tries again."""
    also: Callable[[Mapping[str, Any]], None] | None = None
    """Another receiver of every record."""
    _waiting: list[str] = field(default_factory=list)

    @classmethod
    def name_by_time(cls) -> SessionFile:
        """Return a file named after the present time, in the user's data folder."""
        now = datetime.now().astimezone()
        return cls(sessions_folder() / f"{now:%Y-%m-%d-%H%M%S}.jsonl", named=False)

    def append(self, record: Mapping[str, Any]) -> None:
        """Write a record; on failure set `problem` and continue."""
        if self.also is not None:
            self.also(record)
        self._waiting.append(dump_json(record) + "\n")
        try:
            self._write("".join(self._waiting))
        except OSError as error:
            reason = (error.strerror or "unknown error").lower()
            self.problem = f"'{self.path}' cannot be written: {reason}"
        else:
            self.rounds += len(self._waiting)
            self._waiting.clear()
            self.problem = ""

    def _write(self, text: str) -> None:
        if not self.named and not self.rounds:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path = _free(self.path)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(text)

    @property
    def place(self) -> str:
        """The place of the rounds, in words."""
        return str(self.path)

    @property
    def farewell(self) -> str:
        """Return where the rounds are, for the farewell."""
        if self.problem:
            return f"The session could not be kept whole: {self.problem}."
        if not self.rounds:
            return "No round was finished, so there is no session file."
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        return f"{rounds} recorded in {self.path}"


def _free(path: Path) -> Path:
    """Return *path*, or the next free one like it: two tables may open at once."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free
