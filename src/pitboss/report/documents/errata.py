"""Every erratum, in the order of the documents, from `errata.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.resources import files
from math import prod

from pitboss.report.documents.erratum import NO_NUMBER, Erratum
from pitboss.report.documents.main_readings import MainReading, SolvedMeasure, SolvedNumber
from pitboss.report.documents.readings import Number, Reading, What, WorkedNumber
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.reading.schema import decode

FILE = files("pitboss.report.documents") / "errata.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberFile:
    """A number of a pay table under a reading."""

    game: str
    table: str
    decks: int
    pays: Mapping[str, str] = field(default_factory=dict)
    for_one: bool = False
    highest_only: bool = False
    what: What = "edge"
    outcomes: tuple[str, ...] = ()

    def number(self) -> Number:
        """Return the number, ready to be computed."""
        reading = Reading(
            game=self.game,
            table=self.table,
            decks=self.decks,
            pays=self.pays,
            for_one=self.for_one,
            highest_only=self.highest_only,
        )
        return Number(reading, self.what, self.outcomes)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedFile:
    """A number that the solver gives for the main game under a reading."""

    solved: SolvedMeasure
    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    rules: Mapping[str, OptionValue] = field(default_factory=dict)
    pays: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    times: int = 1
    one_in: bool = False

    def number(self) -> SolvedNumber:
        """Return the number, ready to be looked up."""
        reading = MainReading(
            game=self.game,
            options=self.options,
            rules=self.rules,
            pays=self.pays,
            tables=self.tables,
        )
        return SolvedNumber(reading, self.solved, times=self.times, one_in=self.one_in)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedFile:
    """A number worked out from counts of cards: "6 * 5 / 288 * 287", products above and below."""

    worked: str
    what: What = "chance"

    def number(self) -> WorkedNumber:
        """Return the number.

        >>> WorkedFile(worked="6 * 5 / 288 * 287", what="one in").number().text
        '1 in 2,755'
        """
        above, _, below = self.worked.partition("/")
        return WorkedNumber(Fraction(_product(above), _product(below)), self.what)


def _product(text: str) -> int:
    return prod(int(factor) for factor in text.split("*"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ErratumFile:
    """One entry of the file; the fields are those of `Erratum`."""

    games: tuple[str, ...]
    clauses: tuple[str, ...]
    printed: str
    reading: str
    rulings: tuple[str, ...] = ()
    effect: str = NO_NUMBER
    numbers: Mapping[str, NumberFile | SolvedFile | WorkedFile] = field(default_factory=dict)


def read_errata(text: str) -> tuple[Erratum, ...]:
    """Read the entries of a file; raise `RulesError` with every problem."""
    entries: Mapping[str, ErratumFile] = decode(
        dict[str, ErratumFile], tomllib.loads(text), where="errata.toml", code="rulebook/invalid"
    )
    return tuple(_erratum(entry_id, file) for entry_id, file in entries.items())


def _erratum(entry_id: str, file: ErratumFile) -> Erratum:
    return Erratum(
        id=entry_id,
        games=file.games,
        clauses=file.clauses,
        printed=file.printed,
        reading=file.reading,
        rulings=file.rulings,
        effect=file.effect,
        numbers={name: number.number() for name, number in file.numbers.items()},
    )


ERRATA = read_errata(FILE.read_text(encoding="utf-8"))
