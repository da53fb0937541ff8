"""A game of one's own for a test: a file of the catalogue under another id, with changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import count
from pathlib import Path

import pytest

from pitboss.engine import record

OWN = "own/game"


@dataclass(frozen=True)
class OwnGame:
    """Puts games on the shelf that `PITBOSS_GAMES` names, one at a time."""

    root: Path
    monkeypatch: pytest.MonkeyPatch
    numbers: count[int] = field(default_factory=count)

    def __call__(
        self, catalogue_id: str, changes: Mapping[str, str] | None = None, more: str = ""
    ) -> str:
        """Return the id of a new game: *changes* are old -> new texts, *more* stands at its end."""
        text = self.text(catalogue_id)
        for old, new in {catalogue_id: OWN, **(changes or {})}.items():
            assert old in text, old
            text = text.replace(old, new)
        folder = self.root / str(next(self.numbers))
        folder.mkdir()
        (folder / "own.toml").write_text(f"{text}\n{more}\n", encoding="utf-8")
        self.monkeypatch.setenv("PITBOSS_GAMES", str(folder))
        record._prepare.cache_clear()  # noqa: SLF001 - it knows games by their ids
        return OWN

    @staticmethod
    def text(catalogue_id: str) -> str:
        """Return the catalogue's file of a game."""
        name = f"{catalogue_id.replace('/', '-')}.toml"
        return (files("pitboss.rulebook") / "catalog" / name).read_text(encoding="utf-8")
