"""Tables that a command names: a game or a house file, and options behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class TableSubject:
    """A game or a house file, and the options written behind it."""

    label: str
    game: str
    file: Path | None
    options: tuple[str, ...]


def read_table(text: str, more: Sequence[str] = ()) -> TableSubject:
    """Read `GAME`, `FILE`, or either followed by options: `"wa/spanish-21 soft17=stand"`.

    >>> read_table("wa/spanish-21 soft17=stand decks=6").options
    ('soft17=stand', 'decks=6')
    """
    name, *options = [text] if Path(text).exists() else text.split() or [""]
    file = Path(name) if Path(name).is_file() or name.endswith(".toml") else None
    label = " ".join((file.stem if file else name, *options))
    return TableSubject(label, "" if file else name, file, (*more, *options))
