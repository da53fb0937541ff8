"""A query about the odds of a game, and its problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pitboss.cards import SUIT_LETTERS
from pitboss.exact.counting.distributions import Shoe
from pitboss.exact.odds.wager_odds import MeterValue
from pitboss.exact.odds.without_pay_table import INSURANCE, SUPER_BONUS
from pitboss.patterns.rows import OF_THE_DEALER
from pitboss.rulebook.check.tables import fits, operator_pay
from pitboss.rulebook.model import Game, OptionValue, PayTable, Wager
from pitboss.rulebook.phrases import choice, match_id, nearest
from pitboss.rulebook.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsQuery:
    """The wagers, pay tables and deck counts of a query; None is all."""

    game: Game
    wager: str | None = None
    table: str | None = None
    decks: int | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    pays: Mapping[str, str] = field(default_factory=dict)
    """Prizes that the house sets, by row name."""
    value: MeterValue = field(default_factory=MeterValue)
    """What is known of a meter."""

    def __post_init__(self) -> None:
        """Read the id of a pay table in any case."""
        if self.table is not None:
            exact = match_id(self.table, (table.id for table in self.game.tables))
            object.__setattr__(self, "table", exact)

    def wagers(self) -> Iterator[Wager]:
        """Yield the queried wagers."""
        for wager in self.game.wagers:
            if self.wager in (None, wager.id):
                yield wager

    def tables(self, wager: Wager) -> Iterator[PayTable]:
        """Yield the queried pay tables of a wager."""
        for table in self.game.tables_of(wager.id):
            if self.table in (None, table.id):
                yield table

    def deck_counts(self) -> tuple[int, ...]:
        """Return the queried deck counts."""
        return tuple(count for count in self.game.decks if self.decks in (None, count))

    def alternates(self, table: PayTable) -> tuple[str | None, ...]:
        """Return the queried alternate; none for a queried table; otherwise all that fit too."""
        asked = self.options.get("alternate")
        if asked is not None or self.table is not None:
            return (None if asked is None else str(asked),)
        return (None, *(other.id for other in self.game.tables if fits(other, table)))

    def shoes(self, table: PayTable, decks: int) -> Iterator[tuple[dict[str, OptionValue], Shoe]]:
        """Return the shoes for a table: by soft-17 rule if the dealer's draw decides."""
        options = {name: value for name, value in self.options.items() if name != "soft17"}
        suit = SUIT_LETTERS.index(str(options.get("specific_suit", "s")))
        if table.family not in OF_THE_DEALER:
            yield options, Shoe(deck=self.game.deck, decks=decks, specific_suit=suit)
            return
        for rule in self.game.option("soft17").values:
            if self.options.get("soft17") in (None, rule):
                hits = rule == "hit"
                yield (
                    {**options, "soft17": rule},
                    Shoe(deck=self.game.deck, decks=decks, specific_suit=suit, hits_soft_17=hits),
                )

    def problems(self) -> Iterator[Problem]:
        """Yield everything in the query that does not exist."""
        wagers = tuple(
            w.id
            for w in self.game.wagers
            if self.game.tables_of(w.id) or w.id.startswith(INSURANCE)
        )
        wagers += (SUPER_BONUS,) if self.game.super_bonus else ()
        if self.wager is not None and self.wager not in wagers:
            hint = nearest(self.wager, wagers) or choice(wagers)
            message = f"{self.game.id} has no wager {self.wager!r} with odds; it has {hint}"
            yield Problem(code="wager/not-offered", key="wager", message=message)
            return
        chosen = [w for w in wagers if self.wager in (None, w)]
        tables = [table for w in chosen for table in self.game.tables_of(w)]
        yield from self._table_problems(tables)
        yield from self._pay_problems(tables)

    def _table_problems(self, tables: list[PayTable]) -> Iterator[Problem]:
        named = [table for table in tables if self.table in (None, table.id)]
        if not tables and self.table is None:
            return
        if not named:
            ids = tuple(dict.fromkeys(table.id for table in tables))
            hint = nearest(str(self.table), ids) or choice(ids)
            message = f"there is no pay table {self.table!r}; choose {hint}"
            yield Problem(code="option/invalid", key="table", message=message)
        elif self.decks is not None:
            allowed = sorted({count for table in named for count in table.decks})
            if self.decks not in allowed:
                what = f"pay table {self.table}" if self.table else self.game.id
                message = f"{what} is for {choice(allowed)} decks, not {self.decks}"
                yield Problem(code="option/conflict", key="decks", message=message)
        alternate = self.options.get("alternate")
        if alternate is not None and named:
            possible = tuple(
                other.id for other in self.game.tables if any(fits(other, t) for t in named)
            )
            if alternate not in possible:
                allowed_text = choice(possible) or "none"
                message = f"{alternate!r} is no alternate here; there is {allowed_text}"
                yield Problem(code="option/conflict", key="alternate", message=message)

    def _pay_problems(self, tables: list[PayTable]) -> Iterator[Problem]:
        alternates = [table for table in self.game.tables if table.alternate_for]
        rows = {row.name for table in (*tables, *alternates) for row in table.operator_rows}
        for name, text in self.pays.items():
            if name not in rows:
                known = choice(sorted(rows)) or "none"
                message = f"there is no such row for the house to set; there is {known}"
                yield Problem(code="option/unknown", key=f"pay.{name}", message=message)
                continue
            try:
                operator_pay(text)
            except ValueError as error:
                yield Problem(code="option/invalid", key=f"pay.{name}", message=str(error))
