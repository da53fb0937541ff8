"""The numbers of every side wager of a table: its outcomes, and the deals that make them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import comb, perm

from pitboss.cards import DECKS, SUIT_LETTERS
from pitboss.engine.setup import make_setup
from pitboss.exact.counting.distributions import FIVE_CARD, PLAYED, ShoeKey
from pitboss.exact.odds.wager_odds import Result, WagerOdds, results
from pitboss.exact.odds.wagers import INSURANCE, odds, odds_at_table
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.rows import OF_THE_DEALER
from pitboss.report.documents.figures import Figure, printed_figures
from pitboss.report.maths.checks import Check, check
from pitboss.rulebook.configured import ConfiguredGame, Spot
from pitboss.rulebook.house import House
from pitboss.rulebook.model import PayRow, PayTable, Wager
from pitboss.rulebook.pays import Plain, fixed_ratio, keeps_stake, meter_share

NOTHING = "Nothing paid"
_ALL = 100
_PAIRS_OF_HANDS = "bad-beat"
_HAND = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One outcome of a wager; exactly one of them occurs."""

    name: str
    pays: str
    probability: Fraction
    net: Fraction
    """The player's gain for one unit wagered, without a share of the meter."""
    meter: Fraction = Fraction(0)
    """The share of the meter won."""
    from_meter: Fraction = Fraction(0)
    """The part of the fixed pay that comes out of the meter, for one unit wagered."""

    @property
    def average_return(self) -> Fraction:
        """Its average return for one unit wagered."""
        return self.probability * (self.net + 1)


def wager_outcomes(table: PayTable | None, shoe: ShoeKey, odds: WagerOdds) -> Iterator[Outcome]:
    """Yield the outcomes, each once: rows that may be paid together are separate outcomes."""
    if table is None or odds.play:
        yield from _rows_as_outcomes(table, odds)
        return
    chances: dict[tuple[int, ...], Fraction] = {}
    for result in results(table, shoe):
        paid = tuple(sorted(map(table.rows.index, result.rows)))
        chances[paid] = chances.get(paid, Fraction(0)) + result.probability
    # A row that pays and never comes is worth knowing too.
    won = {row for paid in chances for row in paid}
    for row, printed in enumerate(table.rows):
        if row not in won and printed.pay not in (Plain.LOSS, Plain.NOT_OFFERED):
            chances[row,] = Fraction(0)
    outcomes = [
        _outcome(tuple(table.rows[row] for row in paid), chances[paid])
        for paid in sorted(chances, key=lambda paid: (not paid, paid))
    ]
    assert sum((o.probability for o in outcomes), Fraction(0)) == 1, table.id
    assert sum((o.average_return for o in outcomes), Fraction(0)) == 1 - odds.edge, table.id
    yield from outcomes


def _outcome(rows: tuple[PayRow, ...], probability: Fraction) -> Outcome:
    counted = [(row, len(list(same))) for row, same in groupby(rows)]
    names = [f"{count} × {_name(row)}" if count > 1 else _name(row) for row, count in counted]
    return Outcome(
        name=" + ".join(names) or NOTHING,
        pays=" + ".join(row.text for row in rows) or "–",
        probability=probability,
        net=Result(probability, rows).net,
        meter=Fraction(sum(meter_share(row.pay) for row in rows), _ALL),
        from_meter=sum((fixed_ratio(row.pay) for row in rows if row.from_jackpot), Fraction(0)),
    )


def _name(row: PayRow) -> str:
    return f"{row.name}, {row.column}" if row.column else row.name


def _rows_as_outcomes(table: PayTable | None, odds: WagerOdds) -> Iterator[Outcome]:
    """Yield the rows of a wager that is paid at most once, and the rest."""
    pays = {(row.name, row.column): row.pay for row in table.rows} if table else {}
    for row in odds.rows:
        pay = pays.get((row.name, row.column))
        if pay is None:  # a wager without a table: its return says what it pays
            net = row.returns / row.probability - 1
        else:
            net = fixed_ratio(pay) - (0 if keeps_stake(pay) else 1)
        yield Outcome(
            name=f"{row.name}, {row.column}" if row.column else row.name,
            pays=row.pay,
            probability=row.probability,
            net=net,
            meter=Fraction(meter_share(pay), _ALL) if pay is not None else Fraction(0),
        )
    rest = 1 - sum((row.probability for row in odds.rows), Fraction(0))
    yield Outcome(name=NOTHING, pays="–", probability=rest, net=Fraction(-1))


def equal_deals(table: PayTable | None, shoe: ShoeKey) -> int | None:
    """Return the number of equally likely deals; None if play or the draw decides."""
    if table is None or table.family in OF_THE_DEALER | PLAYED:
        return None
    if table.family == _PAIRS_OF_HANDS:
        return comb(shoe.size, _HAND) * comb(shoe.size - _HAND, _HAND)
    if table.family in FIVE_CARD:
        # Five-Card Linked is played with an ordinary deck: the joker is replaced (ruling C23).
        size = len(DECKS["french-52"].cards) if table.family == "five-card-poker" else shoe.size
        return comb(size, _HAND)
    return perm(shoe.size, len(FAMILIES[table.family].cards))


ROLES = {
    ("first", "second"): "the player's two cards",
    ("first", "second", "up"): "the player's two cards and the dealer's up card",
    ("first", "second", "matched"): "the player's two cards and the card to be matched",
    ("first", "second", "up", "down"): "the player's two cards and the dealer's two",
    ("first", "second", "down"): "the player's two cards and the dealer's down card",
    ("first", "up"): "the player's first card and the dealer's up card",
    ("first", "down"): "the player's first card and the dealer's down card",
    ("up", "down"): "the dealer's first two cards",
    ("first", "second", "third", "fourth"): "the first two cards of the player's two hands",
}
"""The cards of the deal that a family uses -> their words."""


def deciding_cards(table: PayTable | None) -> str:
    """Return the cards that decide a wager, in words."""
    if table is None:
        return "the dealer's down card, an ace being up and nothing else known"
    if table.family in OF_THE_DEALER:
        return "the dealer's completed hand, whatever the players did"
    if table.family in PLAYED:
        return "the player's cards and how the hand is played"
    if table.family == _PAIRS_OF_HANDS:
        return "the player's five cards and the dealer's five, in no order"
    if table.family in FIVE_CARD:
        return "the player's five cards, in no order"
    return f"{ROLES[FAMILIES[table.family].cards]}, in order"


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
        *others, last = (wager.title for wager in self.wagers)
        return " and ".join(filter(None, (", ".join(others), last)))

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
    wager = spot.wager
    table = spot.table
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
    game = configured.game
    table = spot.table
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
    for decks in sorted(offered & {*game.listed_decks}):
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
