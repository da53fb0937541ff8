"""A game: its rules and options, its wagers, its pay tables, and rulings on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from pitboss.rulebook.model.irregularities import Irregularity
from pitboss.rulebook.model.options import Option, OptionValue
from pitboss.rulebook.model.procedure import ProcedureStep
from pitboss.rulebook.model.rules import KindRules, RoundKind
from pitboss.rulebook.model.tables import PayTable
from pitboss.rulebook.model.wagers import ShoeTerms, SuperBonus, Wager
from pitboss.rulebook.phrases import deck_counts
from pitboss.rulebook.tabular import Row, Tabular, html_table


def is_about(patterns: Iterable[str], features: Iterable[str]) -> bool:
    """Return whether one of the *features* of a table fits a pattern; no pattern fits all tables.

    >>> is_about(("option:foul=lose",), ["option:foul=reset"]), is_about((), [])
    (False, True)
    """
    wanted = tuple(patterns)
    return not wanted or any(fnmatchcase(one, pattern) for one in features for pattern in wanted)


_LISTED_MAX = 12
_USUAL_MAX = 8
"""More packs than a shoe of any casino; a list that goes on would bury what is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """How an unclear or contradictory rule is read."""

    id: str
    games: tuple[str, ...]
    cite: str
    question: str
    ruling: str
    status: Literal["ruling", "as printed", "inferred"]
    about: tuple[str, ...] = ()
    """Patterns of the features it is about; empty if it is about the whole game."""

    def applies(self, features: Iterable[str]) -> bool:
        """Whether it is about a table with these *features*.

        >>> ruling = Ruling(
        ...     id="W4",
        ...     games=(),
        ...     cite="",
        ...     question="",
        ...     ruling="",
        ...     status="ruling",
        ...     about=("table:4a-*",),
        ... )
        >>> ruling.applies(["jackpot-1", "table:4a-3"]), ruling.applies(["table:3c-5"])
        (True, False)
        """
        return is_about(self.about, features)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Game(Tabular):
    """One game of one document. As a table it has a row for each pay table.

    >>> import pitboss
    >>> spanish = pitboss.game("wa/spanish-21")
    >>> spanish
    <Game wa/spanish-21: Spanish 21, Washington; 2, 4, 5, 6 or 8 decks, 11 wagers, 119 pay tables>
    >>> spanish.as_rows()[0]["table"], len(spanish.as_rows())
    ('bonus-21', 119)
    """

    id: str
    title: str
    jurisdiction: str
    document: str
    """How the document is cited."""
    section: str
    effective: str
    """When the rules took effect, as an ISO date; empty if the document does not say."""
    rights_holder: str
    round: RoundKind
    deck: str
    seats_max: int | None
    """As many as one pack can serve, if that is the limit."""
    summary: str
    fixed: Mapping[str, OptionValue]
    """Blackjack rules the document fixes; the options give the rest."""
    kind_rules: KindRules | None
    super_bonus: SuperBonus | None
    shoe: ShoeTerms | None = None
    """How the document has the cards handled, where it says so."""
    options: tuple[Option, ...]
    wagers: tuple[Wager, ...]
    tables: tuple[PayTable, ...]
    default_tables: Mapping[str, str]
    """The tables on offer if a record names none."""
    printed: Mapping[str, str]
    """Figures the document prints about the whole game."""
    clauses: Mapping[str, str]
    """Clause -> its content, in our words."""
    rulings: tuple[Ruling, ...]
    irregularities: tuple[Irregularity, ...]
    """What may go wrong in a round; the house's own kinds come last."""
    procedure: tuple[ProcedureStep, ...]
    """What a dealer does in this game alone."""

    def __hash__(self) -> int:
        """Hash by the id; the whole of a game is long."""
        return hash(self.id)

    def __repr__(self) -> str:
        """Name the game, and count its wagers and pay tables."""
        size = (
            f"{deck_counts(self.decks)}, {len(self.wagers)} wagers, {len(self.tables)} pay tables"
        )
        return f"<Game {self.id}: {self.title}, {self.jurisdiction}; {size}>"

    def as_rows(self) -> list[Row]:
        """Return a row for each pay table: its wagers, deck counts and printed figure."""
        return [
            {
                "table": table.id,
                "title": table.title,
                "wagers": ", ".join(table.wagers),
                "decks": ", ".join(map(str, table.decks)),
                "rows": len(table.rows),
                "house_advantage": table.printed.get("house_advantage"),
                "cite": table.cite,
            }
            for table in self.tables
        ]

    def _repr_html_(self) -> str:
        """Write options and wagers as tables; notebooks show them."""
        options: list[Row] = [
            {
                "option": option.id,
                "title": option.title,
                "values": ", ".join(map(str, option.values)),
                "cite": option.cite,
            }
            for option in self.options
        ]
        wagers: list[Row] = [
            {
                "wager": wager.id,
                "title": wager.title,
                "pay tables": len(self.tables_of(wager.id)),
                "cite": wager.cite,
            }
            for wager in self.wagers
        ]
        return html_table(f"{self.title} ({self.id})", options) + html_table("", wagers)

    @property
    def decks(self) -> tuple[int, ...]:
        """The deck counts the document allows."""
        values = self.option("decks").values
        return tuple(value for value in values if isinstance(value, int))

    @property
    def listed_decks(self) -> tuple[int, ...]:
        """The deck counts that a list of figures has: of very many, no more than eight packs."""
        decks = self.decks
        return decks if len(decks) <= _LISTED_MAX else tuple(d for d in decks if d <= _USUAL_MAX)

    def listed_values(self, option_id: str) -> tuple[OptionValue, ...]:
        """The values of an option that a list of figures has: all but very many deck counts."""
        return self.listed_decks if option_id == "decks" else self.option(option_id).values

    def option(self, option_id: str) -> Option:
        """Return the option called *option_id*; KeyError if the game has none."""
        for option in self.options:
            if option.id == option_id:
                return option
        raise KeyError(option_id)

    def wager(self, wager_id: str) -> Wager:
        """Return the wager called *wager_id*; KeyError if the game has none."""
        for wager in self.wagers:
            if wager.id == wager_id:
                return wager
        raise KeyError(wager_id)

    def alike(self, wager_id: str) -> tuple[str, ...]:
        """Return the wagers of a kind, each of which needs a pay table of its own.

        >>> import pitboss
        >>> trilux = pitboss.game("co/trilux")
        >>> trilux.alike("trilux-progressive-2")
        ('trilux-progressive', 'trilux-progressive-2', 'trilux-progressive-3')
        >>> trilux.alike("super-3")
        ('super-3',)
        """
        first = self.wager(wager_id).another_of or wager_id
        return tuple(w.id for w in self.wagers if first in (w.id, w.another_of))

    def tables_of(self, wager_id: str) -> tuple[PayTable, ...]:
        """Return the pay tables a house may choose for *wager_id*, alternates left out."""
        return tuple(
            table
            for table in self.tables
            if wager_id in table.wagers and not table.automatic and not table.alternate_for
        )
