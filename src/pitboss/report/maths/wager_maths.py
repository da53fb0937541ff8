"""The numbers of every side wager of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from pitboss.cards import SUIT_LETTERS
from pitboss.engine.setup import make_setup
from pitboss.exact.counting.distributions import FIVE_CARD, ShoeKey
from pitboss.exact.odds.wager_odds import WagerOdds, results
from pitboss.exact.odds.wagers import INSURANCE, odds, odds_at_table
from pitboss.report.documents.figures import Figure, printed_figures
from pitboss.report.maths.checks import Check, check
from pitboss.report.maths.outcomes import Outcome, deciding_cards, equal_deals, wager_outcomes
from pitboss.rulebook.configured import ConfiguredGame, Spot
from pitboss.rulebook.house import House
from pitboss.rulebook.model import PayTable, Wager


@dataclass(frozen=True, slots=True)
class DeckCount:
    """A wager at another number of decks."""

    decks: int
    edge: Fraction
    allowed: bool
    """Whether the document allows the pay table there."""
    other_pays: bool = False
    """Whether the table has pays of its own for that deck count."""


@dataclass(frozen=True, kw_only=True)
class WagerMaths:
    """One wager, or several equal ones, of the table."""

    wagers: tuple[Wager, ...]
    table: PayTable | None
    spot: Spot
    odds: WagerOdds
    outcomes: tuple[Outcome, ...]
    deals: int | None
    """The number of equally likely deals, if a fixed number of cards decides."""
    dealt: str
    """The cards that decide, in words."""
    by_decks: tuple[DeckCount, ...]
    printed: tuple[Figure, ...]
    check: Check | None

    @property
    def title(self) -> str:
        """The names of the wagers."""
        return " and ".join(wager.title for wager in self.wagers)

    @property
    def edge(self) -> Fraction:
        """The house edge of the fixed pays."""
        return self.odds.edge

    @property
    def deviation(self) -> float:
        """The standard deviation for one unit wagered."""
        return self.odds.standard_deviation

    @property
    def win_frequency(self) -> Fraction:
        """The probability that the player gains; a share of the meter counts as a win."""
        won = (o.probability for o in self.outcomes if o.net > 0 or o.meter)
        return sum(won, Fraction(0))

    @cached_property
    def skewness(self) -> float:
        """The skewness of the pays."""
        third = sum((o.probability * (o.net + self.edge) ** 3 for o in self.outcomes), Fraction(0))
        return float(third) / self.deviation**3

    def count(self, outcome: Outcome) -> int | None:
        """Return the number of deals with *outcome*."""
        if self.deals is None:
            return None
        count = outcome.probability * self.deals
        assert count.denominator == 1, f"{self.odds.table}: {outcome.name}"
        return int(count)


def side_wagers(
    house: House, configured: ConfiguredGame, *, proven: bool
) -> tuple[WagerMaths, ...]:
    """Return every wager whose odds are known; equal ones on different spots together."""
    priced = (
        maths
        for spot in configured.spots.values()
        for maths in _spot_maths(house, configured, spot, proven=proven)
    )
    return tuple(_merge_alike(priced))


def _spot_maths(
    house: House, configured: ConfiguredGame, spot: Spot, *, proven: bool
) -> Iterator[WagerMaths]:
    wager, table = spot.wager, spot.table
    if table is None and not wager.id.startswith(INSURANCE):
        return
    shoe = _shoe(configured)
    for item in odds_at_table(house, make_setup(configured), spot):
        yield WagerMaths(
            wagers=(wager,),
            table=table,
            spot=spot,
            odds=item,
            outcomes=tuple(wager_outcomes(table, shoe, item)),
            deals=equal_deals(table, shoe),
            dealt=deciding_cards(table),
            by_decks=tuple(_deck_counts(configured, spot, item)) if proven else (),
            printed=printed_figures(configured.game.id, table, shoe.decks) if table else (),
            check=check(table, shoe) if table and proven else None,
        )


def _shoe(configured: ConfiguredGame, decks: int | None = None) -> ShoeKey:
    options = configured.options
    return ShoeKey(
        deck=configured.game.deck,
        decks=decks or int(configured.options["decks"]),
        specific_suit=SUIT_LETTERS.index(str(options.get("specific_suit", "s"))),
        hits_soft_17=(configured.rules.soft17 if configured.rules else "hit") == "hit",
    )


def _deck_counts(configured: ConfiguredGame, spot: Spot, item: WagerOdds) -> Iterator[DeckCount]:
    """Return the table at every deck count of the wager, approved there or not."""
    game, table = configured.game, spot.table
    if len(game.decks) == 1 or (table and table.family in FIVE_CARD):
        return
    if item.play:
        return  # each deck count would have to be solved
    if table is None:
        for other in odds(game.id, wager=spot.wager.id, solved=False):
            yield DeckCount(other.decks, other.edge, allowed=True)
        return
    named = [other for other in game.tables_of(spot.wager.id) if other.id == table.id]
    offered = {decks for other in game.tables_of(spot.wager.id) for decks in other.decks}
    for decks in sorted(offered):
        # A table of the same name may have pays of its own for each deck count.
        own = [other for other in named if decks in other.decks and decks not in table.decks]
        used = own[0] if own else table
        found_there = results(used, _shoe(configured, decks))
        edge = -sum((r.probability * r.net for r in found_there), Fraction(0))
        pays = [row.pay for row in used.rows] != [row.pay for row in table.rows]
        yield DeckCount(decks, edge, allowed=decks in used.decks, other_pays=pays)


def _merge_alike(wagers: Iterable[WagerMaths]) -> Iterator[WagerMaths]:
    """Join wagers on different spots with equal pays."""
    merged: dict[object, WagerMaths] = {}
    for maths in wagers:
        alone = maths.wagers[0].id if maths.spot.jackpot else ""
        key = (maths.odds.table, maths.odds.edge, maths.odds.play, alone)
        known = merged.get(key)
        merged[key] = replace(known, wagers=(*known.wagers, *maths.wagers)) if known else maths
    yield from merged.values()
