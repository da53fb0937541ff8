"""Errata: where a document contradicts itself or another, and the cost of each reading.

Nothing is corrected: the rule book has the printed text, read as the rulings say. An entry has the
clause, the printed text, the reading, and its effect; numbers in an effect are computed or solved.
`errata.toml` has every entry, in the order of the documents.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Any

from pitboss.report.documents.readings import Number, SolvedNumber, WorkedNumber
from pitboss.rulebook.reading.library import game
from pitboss.rulebook.reading.schema import decode


@dataclass(frozen=True, slots=True, kw_only=True)
class Erratum:
    """One place where a document cannot be right as printed, or contradicts another."""

    id: str = ""
    """Its key in the file."""
    games: tuple[str, ...]
    clauses: tuple[str, ...]
    """Clauses or tables of those games, as the rule book cites them."""
    printed: str
    reading: str
    rulings: tuple[str, ...] = ()
    effect: str = "None on the odds."
    numbers: Mapping[str, Number | SolvedNumber | WorkedNumber] = field(default_factory=dict)
    """The numbers that the effect names in braces."""

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents concerned."""
        return tuple(dict.fromkeys(game(game_id).document for game_id in self.games))

    @property
    def worth(self) -> str:
        """The effect with its numbers computed.

        >>> numbers = {"list": Number(game="bet-bigger/spanish-21", table="bonus-options", decks=6)}
        >>> texts = {"printed": "", "reading": "", "effect": "{list}."}
        >>> Erratum(games=(), clauses=(), **texts, numbers=numbers).worth
        '10.809%.'
        """
        return self.effect.format(**{name: number.text for name, number in self.numbers.items()})

    def as_json(self) -> dict[str, Any]:
        """Return the entry as `pitboss documents --json` prints it."""
        return {
            "id": self.id,
            "documents": list(self.documents),
            "games": list(self.games),
            "clause": "; ".join(self.clauses),
            "printed": self.printed,
            "reading": self.reading,
            "rulings": list(self.rulings),
            "effect": self.worth,
        }


FILE = files("pitboss.report.documents") / "errata.toml"


def read_errata(text: str) -> tuple[Erratum, ...]:
    """Read the entries of a file; raise `RulesError` with every problem."""
    entries: Mapping[str, Erratum] = decode(
        dict[str, Erratum], tomllib.loads(text), where="errata.toml", code="rulebook/invalid"
    )
    return tuple(replace(entry, id=entry_id) for entry_id, entry in entries.items())


ERRATA = read_errata(FILE.read_text(encoding="utf-8"))
