"""Tables that a command names: a game or a house file, and options behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pitboss.questions.table import is_house_file
from pitboss.rulebook.problems import Problem, RulesError


@dataclass(frozen=True, slots=True)
class TableSubject:
    """A game or a house file, and the options written behind it."""

    label: str
    game: str
    file: Path | None
    options: tuple[str, ...]


def read_table(text: str, more: Sequence[str] = (), instead: Path | None = None) -> TableSubject:
    """Read `GAME`, `FILE`, or either followed by options: `"wa/spanish-21 soft17=stand"`.

    *instead* is the house file of `--house`; a game beside it must be that of the file.

    >>> read_table("wa/spanish-21 soft17=stand decks=6").options
    ('soft17=stand', 'decks=6')
    """
    name, *options = [text] if Path(text).exists() else text.split() or [""]
    if not name and instead is None:
        raise _refusal("name a game or a house file, or give --house", "command/usage")
    file = Path(name) if is_house_file(name) else None
    if file is not None and instead is not None:
        raise _refusal(f"one house file is enough: '{file}' or --house", "option/conflict")
    game = "" if file else name
    file = file or instead
    label = " ".join((file.stem if file else name, *options))
    return TableSubject(label, game, file, (*more, *options))


def _refusal(message: str, code: str) -> RulesError:
    return RulesError([Problem(code=code, key="", message=message)])
