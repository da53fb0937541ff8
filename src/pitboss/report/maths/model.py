"""The numbers of a maths report: every wager of one configured game, and its jackpots.

>>> from pitboss.rulebook.house import House
>>> tables = {"match-up": "2"}
>>> options = {"decks": 6, "soft17": "hit"}
>>> report = maths(House(game="wa/spanish-21", options=options, tables=tables))
>>> [(wager.title, f"{float(wager.edge):.2%}") for wager in report.wagers]
[('Insurance', '24.74%'), ('Match The Dealer Up Card', '3.06%')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import comb, perm, sqrt

from pitboss.cards import DECKS, SUIT_LETTERS
from pitboss.engine.setup import setup_of
from pitboss.exact.counting.distributions import FIVE_CARD, PLAYED, Shoe
from pitboss.exact.odds.at_table import odds_at_table
from pitboss.exact.odds.wager_odds import Result, WagerOdds, results
from pitboss.exact.odds.wagers import odds
from pitboss.exact.odds.without_pay_table import INSURANCE, SUPER_BONUS
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.rows import OF_THE_DEALER
from pitboss.report.documents.figures import Figure, figures_of
from pitboss.report.games.page import win_bounds
from pitboss.report.games.report import EdgePart, GameReport, main_wagers
from pitboss.report.maths.checks import Check, check
from pitboss.rulebook.configured import ConfiguredGame, Jackpot, Spot, configure
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue, PayRow, PayTable, Wager
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, Plain, fixed_ratio, keeps_stake, meter_share
from pitboss.version import __version__

NOTHING = "Nothing paid"
_ALL, _THOUSAND = 100, 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One of the things that can happen to a wager; exactly one of them does."""

    name: str
    pays: str
    probability: Fraction
    net: Fraction
    """What the player gains for one unit wagered, a share of the meter apart."""
    meter: Fraction = Fraction(0)
    """The share of the meter won."""
    from_meter: Fraction = Fraction(0)
    """What of the fixed pay the house takes out of the meter, for one unit wagered."""

    @property
    def returned(self) -> Fraction:
        """What it gives back for one unit wagered, on average."""
        return self.probability * (self.net + 1)


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
    """One wager, or several that are alike, at the table in use."""

    wagers: tuple[Wager, ...]
    table: PayTable | None
    spot: Spot
    odds: WagerOdds
    outcomes: tuple[Outcome, ...]
    deals: int | None
    """How many equally likely deals there are, where a fixed number of cards decides."""
    dealt: str
    """What decides, in words."""
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
        """How often the player has more than before, a share of the meter counted as a win."""
        won = (o.probability for o in self.outcomes if o.net > 0 or o.meter)
        return sum(won, Fraction(0))

    @cached_property
    def skewness(self) -> float:
        """How far the pays lean to the rare and large."""
        third = sum((o.probability * (o.net + self.edge) ** 3 for o in self.outcomes), Fraction(0))
        return float(third) / self.deviation**3

    def count(self, outcome: Outcome) -> int | None:
        """Return in how many of the deals *outcome* happens."""
        if self.deals is None:
            return None
        count = outcome.probability * self.deals
        assert count.denominator == 1, f"{self.odds.table}: {outcome.name}"
        return int(count)

    def win_bounds(self, hands: int, errors: float) -> tuple[float, float]:
        """Return the bounds of win / handle after *hands* wagers, *errors* to either side."""
        return win_bounds(self.edge, self.deviation, hands, errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotMaths:
    """A jackpot for the one amount it is played for."""

    wager: WagerMaths
    jackpot: Jackpot
    stake: int
    """Cents."""
    share: Fraction
    """Of the meter, won with one wager on average."""
    full: Fraction
    """How often one wager wins 100%."""

    @property
    def per_thousand(self) -> Fraction:
        """What each $1,000 on the meter adds to the return."""
        return self.share * _THOUSAND * CENTS_PER_DOLLAR / self.stake

    @property
    def break_even(self) -> Fraction:
        """The meter in dollars at which the wager costs nothing."""
        return self.wager.edge * self.stake / self.share / CENTS_PER_DOLLAR

    @property
    def average_meter(self) -> Fraction:
        """The meter in dollars, averaged over all wagers in the long run.

        What comes in with a wager, its contribution and the seed as often as 100% is won, is what
        goes out: the share of the meter, and fixed pays that the house takes out of it. The reserve
        comes in too, when the meter is reset.
        """
        fed = (self.jackpot.contribution - self.from_meter) * self.stake
        return (fed + self.full * self.jackpot.seed) / self.share / CENTS_PER_DOLLAR

    @property
    def from_meter(self) -> Fraction:
        """The fixed pays that the house takes out of the meter, for one unit wagered."""
        paid = (o.probability * o.from_meter for o in self.wager.outcomes)
        return sum(paid, Fraction(0))

    @property
    def long_run_edge(self) -> Fraction:
        """The edge when everything fed and seeded has been won."""
        return self.edge_at(self.average_meter)

    @property
    def edge_with_prizes(self) -> Fraction:
        """The edge of a house jackpot, its posted prizes paid to every winner."""
        prizes = sum(
            (
                o.probability * self.jackpot.prizes[int(o.meter * _ALL)]
                for o in self.wager.outcomes
                if o.meter
            ),
            Fraction(0),
        )
        return self.wager.edge - prizes / self.stake

    @property
    def house_deviation(self) -> float:
        """The standard deviation of the house's own result: a meter pays its shares itself.

        The house pays the fixed pays that it does not take out of the meter, a new seed after each
        100% award, and the posted prizes of a house jackpot.
        """
        prizes = self.jackpot.prizes
        losses = [
            (o.probability, o.net - o.from_meter + Fraction(self._own_prize(o, prizes), self.stake))
            for o in self.wager.outcomes
        ]
        square = sum((p * loss**2 for p, loss in losses), Fraction(0))
        return sqrt(square - sum((p * loss for p, loss in losses), Fraction(0)) ** 2)

    def _own_prize(self, outcome: Outcome, prizes: Mapping[int, int]) -> int:
        """Return the cents that the house pays for a share of the meter."""
        if self.jackpot.scheme == "house":
            return prizes[int(outcome.meter * _ALL)] if outcome.meter else 0
        return self.jackpot.seed if outcome.meter >= 1 else 0

    def edge_at(self, dollars: Fraction) -> Fraction:
        """Return the edge with so much on the meter."""
        return self.wager.edge - self.share * dollars * CENTS_PER_DOLLAR / self.stake

    def deviation_at(self, dollars: Fraction) -> float:
        """Return the standard deviation with so much on the meter."""
        meter = dollars * CENTS_PER_DOLLAR / self.stake
        nets = [(o.probability, o.net + o.meter * meter) for o in self.wager.outcomes]
        square = sum((p * net**2 for p, net in nets), Fraction(0))
        return sqrt(square - sum((p * net for p, net in nets), Fraction(0)) ** 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class MathsReport:
    """Everything a maths report says, in numbers."""

    house: House
    configured: ConfiguredGame
    wagers: tuple[WagerMaths, ...]
    jackpots: tuple[JackpotMaths, ...]
    games: tuple[GameReport, ...]
    """The main game, then the parts beside it; empty where they are not solved."""
    main_wagers: tuple[Wager, ...]
    """The wagers that the main game decides, all alike."""
    unsolved: tuple[Wager, ...]
    """Other wagers on the felt whose odds depend on a strategy that is not computed."""
    super_bonus: tuple[WagerOdds, ...]
    """One for each size of wager that the bonus pays differently; none without the bonus."""
    assumed: tuple[str, ...] = field(default=())
    """What the house did not say and was chosen for it."""

    @property
    def main(self) -> EdgePart | None:
        """The edge of the main wager; None where the main game is not solved."""
        return next((game.main for game in self.games if not game.title), None)

    @property
    def version(self) -> str:
        """The software's version."""
        return __version__


def maths(
    house: House,
    *,
    games: tuple[GameReport, ...] = (),
    assumed: Iterable[str] = (),
    proven: bool = True,
) -> MathsReport:
    """Return the numbers for the game as *house* runs it; `RulesError` if it may not.

    *games* report its main game, which takes longer to solve than all the rest. Where the numbers
    need not be *proven*, the second count of every wager and its other deck counts are left out.
    """
    configured = configure(house)
    found = [
        it
        for spot in configured.spots.values()
        for it in _of_spot(house, configured, spot, proven=proven)
    ]
    wagers = tuple(_alike(found))
    solved = {wager.id for it in wagers for wager in it.wagers}
    mains = main_wagers(setup_of(configured))
    solved |= {wager.id for wager in mains}.union(*(game.wagers for game in games))
    return MathsReport(
        house=house,
        configured=configured,
        wagers=wagers,
        jackpots=tuple(_jackpots(wagers)),
        games=games,
        main_wagers=mains,
        unsolved=tuple(s.wager for s in configured.spots.values() if s.wager.id not in solved),
        super_bonus=_super_bonus(configured),
        assumed=tuple(assumed),
    )


def _decks(configured: ConfiguredGame) -> int:
    return int(configured.options["decks"])


def _of_spot(
    house: House, configured: ConfiguredGame, spot: Spot, *, proven: bool
) -> Iterator[WagerMaths]:
    wager, table = spot.wager, spot.table
    if table is None and not wager.id.startswith(INSURANCE):
        return
    shoe = _shoe(configured)
    for found in odds_at_table(house, setup_of(configured), spot):
        yield WagerMaths(
            wagers=(wager,),
            table=table,
            spot=spot,
            odds=found,
            outcomes=tuple(_outcomes(table, shoe, found)),
            deals=_deals(table, shoe),
            dealt=_dealt(table),
            by_decks=tuple(_by_decks(configured, spot, found)) if proven else (),
            printed=figures_of(configured.game.id, table, shoe.decks) if table else (),
            check=check(table, shoe, seed=configured.digest) if table and proven else None,
        )


def _shoe(configured: ConfiguredGame, decks: int | None = None) -> Shoe:
    options = configured.options
    return Shoe(
        deck=configured.game.deck,
        decks=decks or _decks(configured),
        specific_suit=SUIT_LETTERS.index(str(options.get("specific_suit", "s"))),
        hits_soft_17=_soft17(configured) == "hit",
    )


def _soft17(configured: ConfiguredGame) -> OptionValue:
    return configured.rules.soft17 if configured.rules else "hit"


def _outcomes(table: PayTable | None, shoe: Shoe, found: WagerOdds) -> Iterator[Outcome]:
    """What can happen, each thing once: rows that may be paid together are told apart."""
    if table is None or found.play:
        yield from _rows_as_outcomes(table, found)
        return
    chances: dict[tuple[int, ...], Fraction] = {}
    for result in results(table, shoe):
        paid = tuple(sorted(map(table.rows.index, result.rows)))
        chances[paid] = chances.get(paid, Fraction(0)) + result.probability
    # A row that pays and never comes is worth knowing too.
    seen = {row for paid in chances for row in paid}
    for row, printed in enumerate(table.rows):
        if row not in seen and printed.pay not in (Plain.LOSS, Plain.NOT_OFFERED):
            chances[row,] = Fraction(0)
    outcomes = [
        _outcome(tuple(table.rows[row] for row in paid), chances[paid])
        for paid in sorted(chances, key=lambda paid: (not paid, paid))
    ]
    assert sum((o.probability for o in outcomes), Fraction(0)) == 1, table.id
    assert sum((o.returned for o in outcomes), Fraction(0)) == 1 - found.edge, table.id
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


def _rows_as_outcomes(table: PayTable | None, found: WagerOdds) -> Iterator[Outcome]:
    """The rows of a wager that is paid at most once, and the rest."""
    pays = {(row.name, row.column): row.pay for row in table.rows} if table else {}
    for row in found.rows:
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
    rest = 1 - sum((row.probability for row in found.rows), Fraction(0))
    yield Outcome(name=NOTHING, pays="–", probability=rest, net=Fraction(-1))


_PAIRS_OF_HANDS = "bad-beat"
_HAND = 5


def _deals(table: PayTable | None, shoe: Shoe) -> int | None:
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
    ("first", "second", "third", "fourth"): "the first two cards of the player's two hands",
}
"""The cards of the deal that a family looks at -> their words."""


def _dealt(table: PayTable | None) -> str:
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


def _by_decks(configured: ConfiguredGame, spot: Spot, found: WagerOdds) -> Iterator[DeckCount]:
    """The table at every deck count the wager is offered with, whether approved there or not."""
    game, table = configured.game, spot.table
    if len(game.decks) == 1 or (table and table.family in FIVE_CARD):
        return
    if found.play:
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


def _alike(found: Iterable[WagerMaths]) -> Iterator[WagerMaths]:
    """Put wagers on different spots together that are paid alike."""
    merged: dict[object, WagerMaths] = {}
    for it in found:
        alone = it.wagers[0].id if it.spot.jackpot else ""
        key = (it.odds.table, it.odds.edge, it.odds.play, alone)
        known = merged.get(key)
        merged[key] = replace(known, wagers=(*known.wagers, *it.wagers)) if known else it
    yield from merged.values()


def _jackpots(wagers: Iterable[WagerMaths]) -> Iterator[JackpotMaths]:
    for it in wagers:
        meter, jackpot = it.odds.meter, it.spot.jackpot
        if meter is not None and jackpot is not None:
            base = it.table.base_wager if it.table else None
            yield JackpotMaths(
                wager=it,
                jackpot=jackpot,
                stake=jackpot.wager or base or CENTS_PER_DOLLAR,
                share=meter.share,
                full=meter.full_awards,
            )


def _super_bonus(configured: ConfiguredGame) -> tuple[WagerOdds, ...]:
    if configured.game.super_bonus is None:
        return ()
    return odds(configured.game.id, wager=SUPER_BONUS, decks=_decks(configured))
