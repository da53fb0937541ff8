"""Which table a question is about."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pitboss.questions.ask import Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """The table of a question: what is added here, every command about a table takes."""

    game: Annotated[
        str,
        Ask(
            "The id of a game ('pitboss games' lists them) or a house file; leave it out with "
            "--house.",
            by_place=True,
        ),
    ] = ""
    option: Annotated[
        tuple[str, ...],
        Ask(
            "Set a house option, a pay table or a limit: decks=6, table.match-up=2, min=$5. "
            "Repeat it for each.",
            flags=("-o",),
            metavar="KEY=VALUE",
        ),
    ] = ()
    house: Annotated[Path | None, Ask("Start from this house file (TOML).", here=True)] = None

    @property
    def file(self) -> Path | None:
        """The house file, by its option or in the place of a game."""
        return self.house or (Path(self.game) if is_house_file(self.game) else None)

    @property
    def game_id(self) -> str:
        """The game that is named; nothing where a house file says which."""
        return "" if is_house_file(self.game) else self.game


def is_house_file(text: str) -> bool:
    """Return whether somebody names a house file, and no game.

    >>> is_house_file("examples/wa-spanish-21.toml"), is_house_file("wa/spanish-21")
    (True, False)
    """
    return text.endswith(".toml") or (text != "" and Path(text).is_file())
