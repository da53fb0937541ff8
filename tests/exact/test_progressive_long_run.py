"""Meters in the long run: against the meter itself, fed and paid round by round, and by algebra."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterOdds, MeterValue, WagerOdds
from pitboss.exact.odds.wagers import odds
from pitboss.rulebook.pays import meter_share
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import games

PROGRESSIVES = [
    ("wa/spanish-21", "jackpot-1", "3c-5", 6),
    ("wa/spanish-21", "jackpot-2", "6-3", 6),
    ("ilani/spanish-21", "jackpot-1", "progressive", 8),
    ("co/21-plus-3", "21-plus-3-progressive", "PT-BJS-213-01", 6),
    ("co/straight-jack-progressive", "straight-jack", "SJP1", 6),
    ("co/trilux", "trilux-progressive", "progressive-01", 6),
    ("co/deuces-wild-xtreme", "five-card-linked", "PT-BJS-5CL-E01", 1),
    ("co/ride-free", "lucky-ladies-progressive", "PT-BJS-LL-34", 6),
]
HOUSE = MeterValue(contribution=Fraction(21, 100), seed=1234_56)


def records(game: str, wager: str, table: str, decks: int) -> list[WagerOdds]:
    """Return the odds of a progressive; of one that play decides, its bounds."""
    items = odds(game, wager=wager, table=table, decks=decks, solved=False)
    return [item for item in items if item.meter is not None]


def shares(item: WagerOdds) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield the probability of each row that pays from the meter, and how much of it."""
    table = next(t for t in game_of(item.game).tables_of(item.wager) if t.id == item.table)
    pays = {(row.name, row.column): Fraction(meter_share(row.pay), 100) for row in table.rows}
    for row in item.rows:
        yield row.probability, pays[row.name, row.column]


@pytest.mark.parametrize(("game", "wager", "table", "decks"), PROGRESSIVES)
def test_at_its_mean_a_round_leaves_the_meter_where_it_is(
    game: str, wager: str, table: str, decks: int
) -> None:
    """One round from the mean: fed, then paid by each row, seeded after 100 %: the same again."""
    for item in records(game, wager, table, decks):
        value = meter_value(item, HOUSE)
        assert value.mean_meter is not None
        assert HOUSE.contribution is not None
        fed = HOUSE.contribution * value.wager
        after = Fraction(0)
        nothing = Fraction(1)
        won = Fraction(0)
        full = value.mean_meter * 100  # cents, this round's contribution in it (rulings W25, C57)
        for chance, share in shares(item):
            left = full * (1 - share) + (HOUSE.seed or 0) * (share == 1)
            after = after + chance * left
            nothing = nothing - chance
            won = won + chance * share
        assert after + nothing * full + fed == full
        # And there the wager costs what it costs in the long run.
        assert value.long_run_edge == item.edge - won * full / value.wager


@given(
    contribution=st.fractions(0, 1, max_denominator=1000),
    more=st.fractions(0, 1, max_denominator=1000),
    seed=st.integers(0, 10**8),
)
def test_what_is_fed_and_seeded_comes_off_the_edge(
    contribution: Fraction, more: Fraction, seed: int
) -> None:
    (item,) = records(*PROGRESSIVES[0])
    assert item.meter is not None

    def edge(fed: Fraction, start: int) -> Fraction:
        long_run = meter_value(item, MeterValue(contribution=fed, seed=start)).long_run_edge
        assert long_run is not None
        return long_run

    assert edge(contribution, seed) - edge(contribution + more, seed) == more
    assert edge(contribution, 0) - edge(contribution, seed) == item.meter.full_awards * seed / 100


def test_every_printed_seed_and_increment_gives_a_long_run() -> None:
    """TriLux prints both; where a table has them, nothing needs to be given."""
    printed = [
        (game.id, wager.id, table)
        for game in games()
        for wager in game.wagers
        for table in game.tables_of(wager.id)
        if table.seed and table.increment
    ]
    assert {table.id for _, _, table in printed} == {
        f"progressive-0{number}" for number in (1, 5, 6, 7)
    }
    for game_id, wager_id, table in printed:
        for item in odds(game_id, wager=wager_id, table=table.id):
            value = meter_value(item, MeterValue())
            assert value.feeding.contribution_from == value.feeding.seed_from == "printed"
            assert value.mean_meter is not None
            assert value.long_run_edge is not None
            # It costs something in the long run exactly if the meter stands below break-even.
            assert (value.long_run_edge > 0) == (value.mean_meter < value.break_even)


def test_who_says_how_a_meter_is_fed() -> None:
    """Washington's contribution follows from its printed figures; in Colorado the house decides."""
    (washington,) = records(*PROGRESSIVES[0])
    inferred = meter_value(washington, MeterValue()).feeding
    assert (inferred.contribution_from, inferred.seed_from) == ("inferred", None)
    assert meter_value(washington, HOUSE).feeding.contribution_from == "given"
    (colorado,) = records(*PROGRESSIVES[3])
    unknown = meter_value(colorado, MeterValue())
    assert unknown.long_run_edge is None
    assert unknown.mean_meter is None


ROUNDS = 60_000
WAGER = 500
OFTEN = {100: Fraction(1, 200), 25: Fraction(1, 40), 10: Fraction(1, 20)}
"""Awards in percent -> how often; a jackpot for people in a hurry."""


def frequent() -> WagerOdds:
    """Return a progressive for $5 that is hit often."""
    (item,) = records(*PROGRESSIVES[5])
    share = sum((chance * percent / 100 for percent, chance in OFTEN.items()), Fraction(0))
    return replace(item, meter=MeterOdds(share=share, full_awards=OFTEN[100]))


@pytest.mark.parametrize("reserve", [Fraction(0), Fraction(3, 10)])
def test_a_meter_that_is_played_for_ever_pays_what_was_computed(reserve: Fraction) -> None:
    """The engine's own meter, to the cent, through three hundred awards of 100 %.

    Cycles from one of these to the next are independent, so that their spread gives the standard
    error; four of them are allowed. A reserve changes neither figure.
    """
    known = MeterValue(contribution=Fraction(24, 100), seed=500_00)
    value = meter_value(frequent(), known)
    assert value.wager == WAGER
    assert value.mean_meter is not None
    cycles = played_cycles(known, reserve, random.Random(f"meter {reserve}"))
    paid, shown, rounds = zip(*cycles, strict=True)
    fed_and_seeded = frequent().edge - (value.long_run_edge or 0)
    assert near(paid, rounds, float(fed_and_seeded * WAGER))
    assert near(shown, rounds, float(value.mean_meter * 100))


def played_cycles(
    known: MeterValue, reserve: Fraction, rng: random.Random
) -> list[tuple[int, float, int]]:
    """Return cents paid, the sum of what was shown when a round could win, and rounds, by cycle."""
    meter = Meter.open(
        seed=(known.seed or 0) * UNITS_PER_CENT,
        contribution=known.contribution or Fraction(0),
        reserve_share=reserve,
    )
    kinds = [*OFTEN, 0]
    weights = [float(chance) for chance in OFTEN.values()]
    drawn = rng.choices(kinds, [*weights, 1 - sum(weights)], k=ROUNDS)
    cycles = []
    paid = 0
    shown = 0.0
    rounds = 0
    for percent in drawn:
        meter = meter.contribute(WAGER)
        shown = shown + meter.display / UNITS_PER_CENT
        rounds = rounds + 1
        if percent:
            cents, meter = meter.award(percent)
            paid += cents
        if percent == 100:
            cycles.append((paid, shown, rounds))
            paid = 0
            shown = 0.0
            rounds = 0
    assert meter.is_conserved
    return cycles


def near(sums: tuple[float, ...], rounds: tuple[int, ...], mean: float) -> bool:
    """Whether sums by cycle come to *mean* a round, within four standard errors."""
    off = [total - mean * count for total, count in zip(sums, rounds, strict=True)]
    return abs(sum(off)) <= 4 * sqrt(sum(part**2 for part in off))
