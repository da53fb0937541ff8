"""Which table a question is about."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pitboss.questions.ask import Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """The table of a question: what is added here, every command about a table takes."""

    game: Annotated[str, Ask("The id of a game; 'pitboss games' lists them.", by_place=True)]
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AtAnyTable(AtTable):
    """The table of a question that a house file alone can name."""

    game: Annotated[str, Ask("The id of a game; leave it out with --house.", by_place=True)] = ""
