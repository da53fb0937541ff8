"""A game: its rules and options, its wagers, its pay tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.rulebook.model.options import Option, OptionValue
from pitboss.rulebook.model.rules import KindRules, RoundKind
from pitboss.rulebook.model.rulings import Ruling
from pitboss.rulebook.model.tables import PayTable
from pitboss.rulebook.model.wagers import SuperBonus, Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of one document."""

    id: str
    title: str
    jurisdiction: str
    document: str
    """How the document is cited."""
    section: str
    effective: str
    """When the rules took effect, as an ISO date; empty where the document does not say."""
    rights_holder: str
    round: RoundKind
    deck: str
    seats_max: int | None
    """As many as one pack can serve, where that binds."""
    summary: str
    fixed: Mapping[str, OptionValue]
    """Blackjack rules the document fixes; the options give the rest."""
    kind_rules: KindRules | None
    super_bonus: SuperBonus | None
    options: tuple[Option, ...]
    wagers: tuple[Wager, ...]
    tables: tuple[PayTable, ...]
    default_tables: Mapping[str, str]
    """What is offered where a record names no tables."""
    printed: Mapping[str, str]
    """Figures the document prints about the whole game."""
    clauses: Mapping[str, str]
    """Clause -> what it says, in our words."""
    rulings: tuple[Ruling, ...]

    @property
    def decks(self) -> tuple[int, ...]:
        """The deck counts the document allows."""
        values = self.option("decks").values
        return tuple(value for value in values if isinstance(value, int))

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

    def tables_of(self, wager_id: str) -> tuple[PayTable, ...]:
        """Return the pay tables a house may choose for *wager_id*, alternates left out."""
        return tuple(
            table
            for table in self.tables
            if wager_id in table.wagers and not table.automatic and not table.alternate_for
        )
