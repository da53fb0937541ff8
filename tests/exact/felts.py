"""Houses that offer any pay table of any dealt game, and the exact odds of what they offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.engine.setup import Setup, prepare
from pitboss.exact.counting.distributions import ShoeKey
from pitboss.exact.odds.wager_odds import WagerOdds
from pitboss.exact.odds.wagers import odds
from pitboss.patterns.rows import OF_THE_DEALER
from pitboss.rulebook.check.tables import find_table, fits, with_alternate
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import Game, OptionValue, PayTable
from pitboss.rulebook.reading.library import game as game_of

STAKE = 600
"""Cents on every wager without an amount of its own: whole dollars, and every pay comes out."""
SUPER_BONUS = "super-bonus"
SEED = "5000.00"
CONTRIBUTION = "21%"
PRIZES: tuple[Any, ...] = ("50 for 1", {"pay": "$25", "from": "jackpot"}, "40 to 1")
"""What the house may post where a document leaves the prize to it."""
VARIED = ("soft17", "specific_suit", "surrender", "cards_dealt", "resplit_aces", "rounding", "foul")
"""House options that no wager's odds, or their own part of them, may feel."""


def wagers_with_odds(game: Game) -> frozenset[str]:
    """Every wager whose odds the deal or the dealer decides; the main wagers are the solver's."""
    wagers = {w.id for w in game.wagers if game.tables_of(w.id) or w.id.startswith("insurance")}
    return frozenset(wagers | ({SUPER_BONUS} if game.super_bonus else set()))


@dataclass(frozen=True)
class Felt:
    """One table of the house: a game, its deck count, and the pay table of each wager."""

    game: Game
    decks: int
    turn: int
    """Chooses among house options and prizes, so that over many felts each comes up."""
    tables: Mapping[str, str]
    alternate: str | None = None

    def __str__(self) -> str:
        named = " ".join(f"{wager}={table}" for wager, table in self.tables.items())
        return f"{self.game.id} {self.decks} decks, turn {self.turn}, {self.alternate}: {named}"

    @cached_property
    def options(self) -> dict[str, OptionValue]:
        chosen: dict[str, OptionValue] = {"decks": self.decks}
        for option in self.game.options:
            if option.id in VARIED:
                chosen[option.id] = option.values[self._turn(option.id) % len(option.values)]
        return chosen

    def _turn(self, option_id: str) -> int:
        """What the exact odds depend on changes with the deck count: they are counted once each.

        Half of it for soft 17, because some games have even deck counts only.
        """
        by_decks = {"soft17": self.decks // 2, "specific_suit": self.decks}
        return by_decks.get(option_id, self.turn)

    def posted(self, wager: str) -> PayTable:
        """The table as printed, an alternate put in its place, before the house sets prizes."""
        table = find_table(self.game, wager, self.tables[wager], self.decks)
        assert table
        return with_alternate(self.game, table, self.alternate) if self._changed(wager) else table

    def _changed(self, wager: str) -> bool:
        return self.alternate is not None and self.game.wager(wager).jackpot is not None

    @cached_property
    def setup(self) -> Setup:
        jackpots = {}
        pays = {}
        for wager in self.tables:
            if self.game.wager(wager).jackpot is not None:
                jackpots[wager] = self._jackpot(wager)
            if given := self._pays(wager):
                pays[wager] = given
        house = {"game": self.game.id, "options": self.options, "tables": self.tables}
        return prepare(house_from({**house, "jackpots": jackpots, "pays": pays}))

    def _jackpot(self, wager: str) -> dict[str, Any]:
        table = self.posted(wager)
        jackpot: dict[str, Any] = {"scheme": "progressive", "wager": table.base_wager or 100}
        if not table.seed:
            jackpot["seed"] = SEED
        if not table.increment:
            jackpot["contribution"] = CONTRIBUTION
        return jackpot

    def _pays(self, wager: str) -> dict[str, Any]:
        prize = PRIZES[self.turn % len(PRIZES)]
        pays = {row.name: prize for row in self.posted(wager).operator_rows}
        return pays | ({"alternate": self.alternate} if self._changed(wager) else {})

    def stake(self, wager: str) -> int:
        spot = self.setup.configured.spots[wager]
        return (spot.jackpot and spot.jackpot.wager) or STAKE

    def odds(self, wager: str) -> tuple[WagerOdds, ...]:
        """The exact odds of a wager of this felt, one record for each bound there is."""
        if wager not in self.tables:
            return odds(self.game.id, wager=wager, decks=self.decks)
        chosen = dict(self.options)
        if self._changed(wager):
            assert self.alternate
            chosen["alternate"] = self.alternate
        kept = {"soft17", "specific_suit", "alternate"}
        texts = {
            row: p["pay"] if isinstance(p, dict) else p for row, p in self._pays(wager).items()
        }
        texts.pop("alternate", None)
        return odds(
            self.game.id,
            wager=wager,
            table=self.tables[wager],
            decks=self.decks,
            options={name: value for name, value in chosen.items() if name in kept},
            pays=texts,
            solved=False,
        )

    def shoe(self, wager: str) -> ShoeKey:
        """The shoe as the exact odds know it."""
        table = self.posted(wager)
        hits = table.family not in OF_THE_DEALER or self.setup.rules.soft17 == "hit"
        return ShoeKey(
            deck=self.game.deck,
            decks=self.decks,
            specific_suit=self.setup.specific_suit,
            hits_soft_17=hits,
        )


def felt(game_id: str, decks: int, turn: int) -> Felt:
    """Offer every wager there is with that many decks; *turn* goes through the pay tables."""
    game = game_of(game_id)
    tables = {}
    for wager in game.wagers:
        fitting = [table.id for table in game.tables_of(wager.id) if decks in table.decks]
        place = game.alike(wager.id).index(wager.id)  # alike wagers have tables of their own
        if place < len(fitting):
            tables[wager.id] = fitting[(turn + place) % len(fitting)]
    return Felt(game, decks, turn, tables)


def every_felt(game: Game) -> Iterator[Felt]:
    """Felts on which every pay table of every wager lies, with every deck count and alternate."""
    for decks in game.decks:
        most = max(
            sum(decks in table.decks for table in game.tables_of(wager.id)) for wager in game.wagers
        )
        # Beginning at the deck count, so that the house options change with it too.
        for turn in range(decks, decks + most):
            yield felt(game.id, decks, turn)
        for alternate in (table for table in game.tables if table.alternate_for):
            yield from _with_alternate(game, decks, alternate)


def _with_alternate(game: Game, decks: int, alternate: PayTable) -> Iterator[Felt]:
    fitting = [t for t in game.tables if decks in t.decks and fits(alternate, t)]
    for turn, table in enumerate(fitting, start=decks):
        yield Felt(game, decks, turn, dict.fromkeys(table.wagers, table.id), alternate.id)
