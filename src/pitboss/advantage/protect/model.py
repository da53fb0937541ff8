"""The protection of one table: counters' gains, counter-measures and tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.advantage.detect.score import BetLine, CountGrid, score
from pitboss.advantage.detect.verdict import COUNTING_ERROR
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.advantage.protect.main_game import (
    REFERENCE,
    SPREADS,
    CountedRun,
    MainRow,
    best_index_plays,
    simulate_counter,
    simulate_counters,
    why_main_not_counted,
)
from pitboss.advantage.protect.measures import Before, Measure, main_measures, wager_measures
from pitboss.advantage.protect.terms import ProtectTerms
from pitboss.advantage.protect.wagers import WagerRow, rank_wagers
from pitboss.advantage.removal import Removal, removal
from pitboss.cards import Shoe, Unseen
from pitboss.counts import Ramp, find_system
from pitboss.engine.setup import Setup
from pitboss.rulebook.house import House

PLAYS_WATCHED = 6
Notice = Callable[[str], object]
"""Called with the name of each computation."""
_SHOES = (7, 8, 10, 12, 15, 20, 25, 30, 40, 60)
_SITTINGS = 24
_TOLD = 0.9
"""The share of counters to detect."""
_EXCHANGES = 2499


@dataclass(frozen=True, slots=True, kw_only=True)
class Tells:
    """The index plays to watch."""

    rises_at: int | None
    """The true count of Hi-Lo at which the best ramp first bets more."""
    full_shoe: float
    """The true count of a full shoe: 0 where the count is balanced."""
    plays: tuple[RatedPlay, ...]
    """The index plays that gain most."""
    shoes: int | None
    """Shoes after which bets betray nine of ten counters; None: more than were tried."""
    rounds: int | None

    def as_json(self) -> dict[str, Any]:
        """Return the tells as `pitboss protect --json` prints them."""
        return {
            "rises_at": self.rises_at,
            "full_shoe": self.full_shoe,
            "plays": [play.as_json() for play in self.plays],
            "shoes_to_tell": self.shoes,
            "rounds_to_tell": self.rounds,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Protection:
    """The gains of counters at one table, and the counter-measures."""

    setup: Setup
    terms: ProtectTerms
    wagers: tuple[WagerRow, ...]
    measures: tuple[Measure, ...]
    main: tuple[MainRow, ...] = ()
    """Empty where nothing can be counted."""
    expectation: float | None = None
    """Of the main game with a full shoe, to the player."""
    tells: Tells | None = None
    reason: str = ""
    """Why the main game is not counted."""
    by_cut: tuple[tuple[float, tuple[MainRow, ...]], ...] = ()
    """Hi-Lo with basic strategy by the part of the shoe dealt, one row for each of `SPREADS`."""

    def as_json(self) -> dict[str, Any]:
        """Return everything as `pitboss protect --json` prints it."""
        terms = self.terms
        return {
            "terms": {
                "min_cents": terms.low,
                "max_cents": terms.high,
                "rounds_an_hour": terms.rounds_an_hour,
                "penetrations": list(terms.penetrations),
                "rounds": terms.rounds,
                "seed": terms.seed,
            },
            "wagers": [row.as_json(terms) for row in self.wagers],
            "expectation": self.expectation,
            "main_reason": self.reason or None,
            "main": [row.as_json(terms) for row in self.main],
            "main_by_cut": [
                {"penetration": part, **row.as_json(terms)}
                for part, rows in self.by_cut
                for row in rows
            ],
            "measures": [measure.as_json() for measure in self.measures],
            "tells": None if self.tells is None else self.tells.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Subject:
    """One table: with all its wagers, and with the main game alone."""

    house: House
    setup: Setup
    main_house: House
    main_setup: Setup


def protect(subject: Subject, terms: ProtectTerms, notice: Notice = lambda _: None) -> Protection:
    """Compute the gains of counters at a table, and the effect of counter-measures."""
    notice("valuing the side wagers")
    wagers = rank_wagers(subject.house, subject.setup, terms)
    changed_tables = wager_measures(subject.house, subject.setup, wagers, terms)
    house = subject.main_house
    setup = subject.main_setup
    notice("removing cards from the main game")
    reason = why_main_not_counted(setup)
    effects = None if reason else removal(setup)
    if effects is None:
        return Protection(
            setup=subject.setup,
            terms=terms,
            wagers=wagers,
            measures=tuple(changed_tables),
            reason=reason,
        )
    notice(f"simulating counters, {terms.rounds:,} rounds each")
    runs = tuple(simulate_counters(house, setup, effects, terms))
    before = Before(house=house, setup=setup, terms=terms, run=runs[0], edge=-effects.expectation)
    notice("computing counter-measures")
    return Protection(
        setup=subject.setup,
        terms=terms,
        wagers=wagers,
        main=tuple(row for run in runs for row in run.rows(terms)),
        expectation=effects.expectation,
        measures=(*main_measures(before), *changed_tables),
        tells=_tells(setup, terms, runs[0]),
        by_cut=tuple(_by_cut(before, effects)),
    )


def _by_cut(before: Before, effects: Removal) -> Iterator[tuple[float, tuple[MainRow, ...]]]:
    """Yield the spreads by cut card: earlier ones from the same run, deeper ones from their own."""
    run = before.run
    terms = before.terms
    size = before.setup.shoe.size
    for cut in (*reversed(run.earlier_cuts()), run.cut):
        yield cut / size, tuple(run.row(terms, most, cut=cut) for most in SPREADS)
    known = find_system("hi-lo")
    for part in sorted(terms.penetrations):
        if part > terms.penetration:
            house = before.house
            setup = before.setup
            deeper = simulate_counter(house, setup, effects, known, (), terms, penetration=part)
            yield part, tuple(deeper.row(terms, most) for most in SPREADS)


def _tells(setup: Setup, terms: ProtectTerms, run: CountedRun) -> Tells:
    ramp = run.cube.best_ramp(1, REFERENCE, run.cut)
    rounds = run.rounds_a_shoe()
    shoes = shoes_to_tell(setup.shoe, run.cut, rounds, ramp, terms.seed)
    return Tells(
        rises_at=rises_at(ramp),
        plays=best_index_plays(setup, dealt=terms.penetration)[:PLAYS_WATCHED],
        full_shoe=float(find_system("hi-lo").true(Unseen.from_shoe(setup.shoe), setup.shoe)),
        shoes=shoes,
        rounds=None if shoes is None else round(shoes * rounds),
    )


def rises_at(ramp: Ramp) -> int | None:
    """Return the count at which a ramp first bets more than its least.

    >>> from pitboss.counts import parse_ramp
    >>> rises_at(parse_ramp("1@<=0 2@1 4@2")), rises_at(parse_ramp("1-1"))
    (1, None)
    """
    return next((at for at, units in ramp.steps if units > ramp.low), None)


def shoes_to_tell(shoe: Shoe, cut: int, rounds_a_shoe: float, ramp: Ramp, seed: int) -> int | None:
    """Return the number of shoes after which nine of ten counters with a ramp are detected.

    Shoes are shuffled and cut; the count is Hi-Lo's, off by one as often as not.
    """
    random = np.random.Generator(np.random.Philox(seed))
    for shoes in _SHOES:
        tells = 0
        for _ in range(_SITTINGS):
            line, grid = _sitting(shoe, cut, rounds_a_shoe, ramp, shoes, random)
            result = score(line, grid, exchanges=_EXCHANGES)
            tells += result is not None and result.error <= COUNTING_ERROR
        if tells >= _TOLD * _SITTINGS:
            return shoes
    return None


def _sitting(
    shoe: Shoe, cut: int, rounds_a_shoe: float, ramp: Ramp, shoes: int, random: np.random.Generator
) -> tuple[BetLine, CountGrid]:
    """Return the bets of a counter over some shoes, and the counts."""
    system = find_system("hi-lo")
    tags = np.array([system.tags[card] for card in shoe.cards()])
    step = max(1.0, cut / rounds_a_shoe)
    places = np.arange(0, cut, step).astype(np.int64)
    start = system.starting_count(shoe)
    counts = []
    for _ in range(shoes):
        running = start + np.concatenate([[0], np.cumsum(random.permutation(tags))])[places]
        counts.append(running * system.per / (shoe.size - places))
    table = np.array(counts)
    shown = np.floor(table + random.normal(size=table.shape))
    bets = np.vectorize(ramp.units, otypes=[np.float64])(shown)
    results = random.choice([1.0, 0.0, -1.0], size=table.size, p=[0.43, 0.09, 0.48])
    numbers = np.repeat(np.arange(shoes), len(places))
    orders = np.tile(np.arange(len(places)), shoes)
    line = BetLine(np.log(np.maximum(bets.ravel(), 1.0)), results, numbers, orders)
    return line, CountGrid(table)
