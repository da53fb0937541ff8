"""A game of one's own for a test: a file of the catalogue under another id, with changes."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

OWN = "own/game"
OwnGame = Callable[..., str]


def stock(root: Path, monkeypatch: pytest.MonkeyPatch) -> OwnGame:
    """Return `own_game(catalogue_id, {old: new}, more)`, which gives the id of the new game.

    Every *old* text of the file becomes *new*; *more* is added at its end.
    """

    def own_game(catalogue_id: str, changes: dict[str, str] | None = None, more: str = "") -> str:
        name = f"{catalogue_id.replace('/', '-')}.toml"
        text = (files("pitboss.rulebook") / "catalog" / name).read_text(encoding="utf-8")
        for old, new in {catalogue_id: OWN, **(changes or {})}.items():
            assert old in text, old
            text = text.replace(old, new)
        folder = root / str(sum(1 for _ in root.iterdir()))
        folder.mkdir()
        (folder / "own.toml").write_text(f"{text}\n{more}\n", encoding="utf-8")
        monkeypatch.setenv("PITBOSS_GAMES", str(folder))
        return OWN

    return own_game
