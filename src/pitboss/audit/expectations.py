"""The expected win of a table's wagers: exact edges and exact standard deviations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from msgspec import json

from pitboss.engine.setup import Setup, prepare
from pitboss.exact.kinds import is_solved
from pitboss.report.catalogue.edges import EdgeEntry
from pitboss.report.kinds import main_entries
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport, maths
from pitboss.report.maths.wager_maths import WagerMaths
from pitboss.rulebook.house import House, house_data, house_from
from pitboss.rulebook.model import Moment
from pitboss.sitting.amounts import spots_before_deal

LATE = "made after the hands are played: its edge depends on the hand"
UNSOLVED = "depends on a strategy that is not solved"


@dataclass(frozen=True, kw_only=True)
class Price:
    """The expected result of one wager, or of several that are played for together."""

    id: str
    title: str
    wagers: frozenset[str] = frozenset()
    """Whose lines are its result."""
    first: frozenset[str] = frozenset()
    """Those of them that are made before the deal; a seat that bets these plays for it."""
    stakes: int = 1
    """How many equal wagers are made before the deal for one unit."""
    edge: Fraction | float | None = None
    """The house's expected win for one unit; shares of a meter left out."""
    deviation: float | None = None
    """The standard deviation of one unit."""
    unpriced: str = ""
    """Why there is no edge."""


@dataclass(frozen=True)
class Prices:
    """All wagers of a table."""

    mains: tuple[Price, ...]
    """The main game in every way it can be bet on."""
    sides: Mapping[str, Price]
    """Wager -> its price."""

    def main_prices(self, bets: Mapping[str, int]) -> tuple[Price, ...]:
        """Return what a seat plays for with its bets; none where the main game is not priced so.

        Wagers that are played for together must be equal where their edge is that of equal ones.
        """
        made = {wager for price in self.mains for wager in price.first} & bets.keys()
        for price in self.mains:
            if price.first == made:
                is_equal = len({bets[wager] for wager in made}) == 1
                return (price,) if is_equal or price.stakes == 1 else ()
        parts = tuple(price for price in self.mains if price.first and price.first <= made)
        covered = [wager for price in parts for wager in price.first]
        return parts if sorted(covered) == sorted(made) else ()

    @property
    def main_wagers(self) -> frozenset[str]:
        """Every wager that is part of the main game."""
        return frozenset(wager for price in self.mains for wager in price.wagers)


def price_house(house: House) -> Prices:
    """Return the prices of a house, each worked out once.

    >>> from pitboss.rulebook.ready import ready_tables
    >>> prices = price_house(ready_tables()["co/pai-jack"].house)
    >>> prices.mains[0].edge, prices.sides["pai-jack-bonus"].title
    (Fraction(3341486419, 199332305172), 'Pai Jack Bonus')
    """
    return _price(json.encode(house_data(house), order="sorted"))


@lru_cache(maxsize=256)
def _price(text: bytes) -> Prices:
    house = house_from(json.decode(text))
    setup = prepare(house)
    return price_wagers(house, main_entries(setup) if is_solved(setup) else ())


def price_wagers(house: House, entries: Sequence[EdgeEntry]) -> Prices:
    """Return the expected result of every wager at a table; *entries* are of its main game."""
    setup = prepare(house)
    report = maths(house, proven=False)
    titles = {wager.id: wager.title for wager in report.configured.game.wagers}
    before = frozenset(spots_before_deal(setup))
    mains = tuple(_main(entry, titles, before) for entry in entries)
    known = {wager for price in mains for wager in price.wagers}
    sides = {price.id: price for price in _sides(report, setup, entries, known)}
    return Prices(mains, sides)


def _main(entry: EdgeEntry, titles: Mapping[str, str], before: frozenset[str]) -> Price:
    wagers = frozenset(entry.wagers)
    edge = entry.house_edge_fraction
    return Price(
        id="+".join(entry.wagers),
        title=" + ".join(titles.get(wager, wager) for wager in entry.wagers),
        wagers=wagers,
        first=wagers & before,
        stakes=entry.stakes,
        edge=entry.house_edge if edge is None else edge,
        deviation=entry.standard_deviation,
    )


def _sides(
    report: MathsReport, setup: Setup, entries: Sequence[EdgeEntry], known: set[str]
) -> Iterator[Price]:
    """Yield every wager beside the main game, and units that ride with its wager."""
    main = next(iter(entries), None)
    riding = {wager.id for wager in report.main_wagers} - known
    jackpots = {wager.id: jackpot for jackpot in report.jackpots for wager in jackpot.wager.wagers}
    solved = {wager.id: maths for maths in reversed(report.wagers) for wager in maths.wagers}
    for id_, spot in setup.configured.spots.items():
        price = price_alone(id_, spot.wager.title)
        if id_ in riding and main is not None:
            yield replace(price, edge=main.house_edge, deviation=main.standard_deviation)
        elif id_ in solved and spot.wager.made is not Moment.AFTER_HANDS:
            edge, deviation = _odds(solved[id_], jackpots.get(id_))
            yield replace(price, edge=edge, deviation=deviation)
        else:
            yield replace(price, unpriced=LATE if id_ in solved else UNSOLVED)


def price_alone(id_: str, title: str) -> Price:
    """Return a wager that is made before the deal and settled by itself, without its edge."""
    return Price(id=id_, title=title, wagers=frozenset({id_}), first=frozenset({id_}))


def _odds(maths: WagerMaths, jackpot: JackpotMaths | None) -> tuple[Fraction, float]:
    """Return edge and deviation; a house jackpot's posted prizes are part of its result."""
    if jackpot is not None and jackpot.jackpot.scheme == "house":
        return jackpot.edge_with_prizes, jackpot.house_deviation
    return maths.edge, maths.deviation
