"""Hunters of one meter: simulated against exact values, every cent accounted for."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss.advantage.hunting.hunt import Hunt, compute_spread, hunt
from pitboss.advantage.hunting.meter import (
    SITTING,
    FedTables,
    Felt,
    HunterBets,
    MeterRun,
    feed_meter,
    hidden_word,
)
from pitboss.advantage.hunting.terms import HuntSettings
from pitboss.advantage.jackpots import JackpotValue, MustHit
from pitboss.api.tables import Table
from pitboss.cards import FRENCH, Shoe, Unseen
from pitboss.engine.setup import open_meters
from pitboss.exact.any_wager.wager_value import WagerValue, table_value, wager_value
from pitboss.patterns.families import FAMILIES
from pitboss.questions.runs import CounterSettings
from pitboss.rulebook.pays import fixed_ratio, keeps_stake
from pitboss.rulebook.reading.library import game
from pitboss.simulator.backends import cpu
from pitboss.simulator.counting.kernel import CARDS_GONE
from pitboss.simulator.counting.trips import shoes_of_rounds
from pitboss.simulator.export.rounds import shoe_of_run
from pitboss.simulator.settings import RunSettings, make_job
from tests.rows import every_row

ROOT = Path(__file__).parents[2]
ALWAYS = -1e9
"""Nobody waits for a better value than this."""
WAGER = "21-plus-3-progressive"


def table_of(**terms: str) -> Table:
    """Return a table of 21+3 whose meter is won whole or not at all."""
    fed = {"scheme": "progressive", "wager": 100, "contribution": "25%", "seed": "5000"} | terms
    return pitboss.table("co/21-plus-3", also={WAGER: "PT-BJS-213-01"}, jackpots={WAGER: fed})


def spanish_21() -> Table:
    """Return a table of the example whose meter pays parts of itself, and fixed prizes."""
    return pitboss.table(house=ROOT / "examples" / "wa-spanish-21.toml")


def value_of(table: Table, wager: str = WAGER) -> WagerValue:
    """Return the value of a wager for any cards left."""
    return wager_value(table.setup, table.setup.configured.spots[wager])


def simulated(
    table: Table, terms: HuntSettings, *, wager: str = WAGER, meter: int | None = None
) -> Hunt:
    """Simulate hunters at a table."""
    cut = table.setup.shoe.size * 5 // 6
    return hunt(table.house, table.setup, value_of(table, wager), terms, cut=cut, meter=meter)


@every_row(
    "terms, meter",
    [
        ({"seed": 1}, 1_400_000),
        ({"seed": 2, "tables": 3, "hunters": 2, "seats": 3}, None),
        ({"seed": 3, "must_hit_by": 9000}, None),
        ({"seed": 4, "must_hit_by": "$15,000", "tables": 2, "seats": 7}, 1_200_000),
        ({"seed": 5, "least": ALWAYS, "seats": 1}, None),
    ],
)
def test_hunters_win_what_their_wagers_are_worth(terms: dict[str, Any], meter: int | None) -> None:
    hunt = simulated(table_of(), HuntSettings(rounds=60_000, **terms), meter=meter)
    assert abs(hunt.per_100 - hunt.expected_per_100) <= 4 * hunt.standard_error
    assert hunt.is_conserved
    assert hunt.bets == hunt.hunters.wagered // hunt.stake
    if hunt.terms.least == 0:
        assert 0 < hunt.bets < hunt.watched
        assert hunt.expected > 0
    else:
        assert hunt.bets == hunt.watched


@every_row("wager", ["jackpot-1", "jackpot-2"])
def test_smaller_awards_and_prizes_from_the_meter_are_accounted_for(wager: str) -> None:
    table = spanish_21()
    terms = HuntSettings(rounds=20_000, tables=2, hunters=2, seats=5, seed=8)
    hunt = simulated(table, terms, wager=wager, meter=5_000_000)
    drawn = [row for row in value_rows(table, wager) if row.from_jackpot]
    assert bool(hunt.drawn) == bool(drawn)
    assert hunt.drawn or hunt.players.awards
    assert hunt.is_conserved
    assert abs(hunt.per_100 - hunt.expected_per_100) <= 4 * hunt.standard_error


def value_rows(table: Table, wager: str) -> tuple[Any, ...]:
    """Return the rows of a wager's pay table."""
    pays = table.setup.configured.spots[wager].table
    assert pays is not None
    return pays.rows


def test_a_reserve_waits_for_the_next_seed_and_is_accounted_for() -> None:
    terms = HuntSettings(rounds=30_000, must_hit_by=6000, seed=3)
    hunt = simulated(table_of(reserve="40%"), terms)
    assert hunt.hits > 20
    assert hunt.after.reserve
    assert hunt.is_conserved


def test_who_always_bets_wins_by_the_formula_from_the_seed_to_the_hit() -> None:
    """The formula follows the mean meter, and counts nothing: so does a hunter who always bets."""
    table = table_of()
    jackpot = JackpotValue(value_of(table))
    hunt = simulated(table, HuntSettings(rounds=400_000, seats=6, least=ALWAYS, seed=1))
    exact = jackpot.hunter(Fraction(1, 4), wagers=6, start=500_000)
    assert exact is not None
    for figure in (hunt.cycles.won, hunt.cycles.expected):
        assert figure.count > 60
        assert figure.mean is not None
        assert figure.standard_error is not None
        assert abs(figure.mean - exact) <= 4 * figure.standard_error


def test_who_always_bets_wins_by_the_formula_where_the_meter_must_hit() -> None:
    table = table_of()
    must_hit = MustHit(JackpotValue(value_of(table)), Fraction(1, 4), 600_000)
    for wagers in (1, 4):
        terms = HuntSettings(rounds=400_000, seats=wagers, least=ALWAYS, must_hit_by=6000, seed=2)
        hunt = simulated(table, terms)
        exact = must_hit.hunter(500_000, wagers=wagers)
        assert exact is not None
        for figure in (hunt.cycles.won, hunt.cycles.expected):
            assert figure.count > 100
            assert figure.mean is not None
            assert figure.standard_error is not None
            assert abs(figure.mean - exact) <= 4 * figure.standard_error
        assert hunt.by_ceiling > hunt.hits / 2


@every_row("ceiling", [None, 12_000])
def test_a_hunter_who_counts_wins_no_less_than_one_who_does_not(ceiling: int | None) -> None:
    """By formula from break-even on, times how often a meter gets there from its seed."""
    terms = HuntSettings(rounds=100_000, tables=4, seats=6, seed=4, must_hit_by=ceiling)
    study = table_of().count(WAGER, design=1, hunt=terms).study.hunt
    assert study is not None
    assert study.until_hit is not None
    assert study.reached is not None
    expected = study.hunt.cycles.expected
    assert expected.mean is not None
    assert expected.standard_error is not None
    assert expected.mean > study.reached * study.until_hit - 4 * expected.standard_error
    assert 0 < study.hunt.bets < study.hunt.watched


@every_row("ceiling", [None, 1_300_000])
def test_who_always_bets_wins_on_the_way_and_from_there_on(ceiling: int | None) -> None:
    """What is won from the seed on is what is won up to an amount, and then if it is reached."""
    jackpot = JackpotValue(value_of(table_of()))
    fed = Fraction(1, 4)
    seed = 500_000
    middle = 800_000
    must_hit = None if ceiling is None else MustHit(jackpot, fed, ceiling)
    full = jackpot.wager.full
    hit = float(jackpot.full_awards(full))
    fixed = float(jackpot.wager.average(full, None).gain)
    still = 1.0
    won = 0.0
    for meter in range(seed, middle, 25):
        falls = hit
        chance = 0.0
        if ceiling is not None:
            chance = 25 / (ceiling - meter)
            falls = 1 - (1 - hit) * (1 - chance)
        # Without a ceiling the formula values a wager at the meter before it is fed.
        shown = meter + 25 if ceiling else meter
        won += still * (fixed + (hit + chance) * shown / 100)
        still *= 1 - falls
    if must_hit is None:
        first, then = (jackpot.hunter(fed, start=start) for start in (seed, middle))
        reached = jackpot.reaches(fed, seed, middle)
    else:
        first = must_hit.hunter(seed)
        then = must_hit.hunter(middle)
        reached = must_hit.reaches(seed, middle)
    assert first is not None
    assert then is not None
    assert reached == pytest.approx(still, rel=1e-9)
    assert first == pytest.approx(won + still * then, rel=1e-6)


def test_a_hunter_wins_wager_by_wager_with_other_players_at_the_meter() -> None:
    """The sum of the formula, taken one wager after the other; smaller awards take of the meter."""
    pays = next(t for t in game("co/trilux").tables_of("trilux-progressive") if 6 in t.decks)
    jackpot = JackpotValue(table_value(pays, Shoe(FRENCH, 6)))
    full = jackpot.wager.full
    fed = Fraction(21, 100)
    stake = jackpot.wager.stake
    hit = float(jackpot.full_awards(full))
    share = float(jackpot.share(full))
    even = (jackpot.break_even(full) or 0) / stake
    start = 4000.0
    meter = start
    still = 1.0
    won = 0.0
    assert share > hit
    for wager in range(1_500_000):
        if wager % 5 == 0:
            won += still * share * (meter - even)
        meter = meter * (1 - (share - hit) / (1 - hit)) + float(fed)
        still *= 1 - hit
    assert jackpot.hunter(fed, wagers=5, start=start * stake) == pytest.approx(won, rel=1e-6)


def test_what_a_meter_pays_at_fixed_odds_does_not_grow_it() -> None:
    """The second jackpot of the example pays 40 for 1 out of its meter."""
    jackpot = JackpotValue(value_of(spanish_21(), "jackpot-2"))
    paid = jackpot.wager.paid_by_meter
    assert paid == 40 * Fraction(188, 779779)
    less = JackpotValue(replace(jackpot.wager, paid_by_meter=Fraction(0)))
    fed = Fraction(189, 1000)
    assert jackpot.hunter(fed) == less.hunter(fed - paid)
    assert jackpot.reaches(fed, 0.0, 1e6) is None
    assert MustHit(jackpot, fed, 10**6).hunter(1) is None


def test_a_meter_that_must_hit_breaks_even_where_its_value_is_nothing() -> None:
    jackpot = JackpotValue(value_of(table_of()))
    for ceiling in (500_100, 1_000_000, 5_000_000):
        must_hit = MustHit(jackpot, Fraction(1, 4), ceiling)
        even = Fraction(must_hit.break_even())
        assert float(must_hit.value(even)) == pytest.approx(0, abs=1e-9)
        assert must_hit.value(even - 100) < 0 < must_hit.value(even + 100)
        assert even < Fraction(jackpot.break_even(must_hit.full) or 0)
    assert must_hit.chance(Fraction(ceiling - 10)) == 1


def test_the_exact_sum_of_a_meter_that_must_hit_is_that_of_every_hidden_amount() -> None:
    """Every hidden amount by itself, wager by wager, with the cards' own chance of a hit."""
    jackpot = JackpotValue(value_of(table_of()))
    full = jackpot.wager.full
    start = 500_000
    ceiling = 500_600
    hit = float(jackpot.full_awards(full))
    fixed = float(jackpot.wager.average(full, None).gain)
    totals = []
    for point in range(start + 1, ceiling + 1):
        meter = start
        still = 1.0
        total = 0.0
        while meter < point:
            meter += 25
            total += still * (fixed + hit * meter / 100 + (meter >= point) * meter / 100)
            still *= 1 - hit
        totals.append(total)
    won = MustHit(jackpot, Fraction(1, 4), ceiling).hunter(start)
    assert won == pytest.approx(sum(totals) / len(totals), rel=1e-9)


def test_no_sum_is_given_where_smaller_awards_take_from_the_meter_or_it_has_no_end() -> None:
    assert (
        MustHit(JackpotValue(value_of(spanish_21(), "jackpot-1")), Fraction(1), 10**7).hunter(1)
        is None
    )
    assert MustHit(JackpotValue(value_of(table_of())), Fraction(1, 100), 10**12).hunter(1) is None


def test_values_and_results_of_rounds_are_those_of_the_cards_that_were_dealt() -> None:
    """Shoes are dealt again card by card: what was seen values the wager, the deal decides it."""
    table = table_of()
    rounds = 60
    sitting_number = 3
    seats = 3
    terms = RunSettings(
        rounds=rounds, seed=11, seats=seats, penetration=0.5, strategy="chart",
        counter=CounterSettings(count="hi-lo"),
    )  # fmt: skip
    job = make_job(table.house, table.setup, terms)
    value = value_of(table)
    tables = FedTables(job, value, tables=4, hunters=2)
    sitting = tables.sit(sitting_number, rounds)
    shoes = shoes_of_rounds(job, SITTING)
    journal = job.count_layout.journal(rounds)
    number = (sitting_number * 4 + 1) * shoes
    cpu.play(job, number, shoes, rounds, journal)
    starts = journal[:, CARDS_GONE].tolist()
    shoe = shoe_of_run(job)
    before = 10**6
    won = {-tables.wager.stake}
    for turn, start in enumerate(starts):
        if start <= before:
            shoe.open(job.seed, number)
            number, before, left = number + 1, job.burn, Unseen.from_shoe(table.setup.shoe)
        left = left.without(*(shoe.card(place) for place in range(before, start)))
        before = start
        average = value.average(left, None)
        assert sitting.gains[turn, 1] == pytest.approx(float(average.gain), rel=1e-12)
        assert sitting.shares[turn, 1] == pytest.approx(float(average.share), rel=1e-12)
        # A card to each seat, the up card, a second one to each seat: the hunter's are the first.
        first, up, second = (shoe.card(start + place) for place in (0, seats, seats + 1))
        ((_, kind),) = FAMILIES["three-card-poker"].classify(first, second, up, 0)
        row = tables.wager.side.by_class[0].get(kind)
        gain = -1 if row is None else fixed_ratio(row.pay) - (not keeps_stake(row.pay))
        assert sitting.nets[turn, 1] == gain * tables.wager.stake
        won.add(int(sitting.nets[turn, 1]))
    assert len(won) > 1, "some wagers were won"
    assert starts.count(job.burn) > 1, "more than one shoe was dealt"


def test_the_variance_of_a_wager_from_a_full_shoe_is_that_of_its_outcomes() -> None:
    for table, wager in ((table_of(), WAGER), (spanish_21(), "jackpot-1")):
        value = value_of(table, wager)
        average = value.average(value.full, None)
        meter = 1_300_000
        felt = Felt(1, 1, 1, 0, 0, float(value.stake * 100), ALWAYS, compute_spread(value))
        bets = HunterBets(
            np.array([[float(average.gain)]]), np.array([[float(average.share)]]),
            np.zeros((1, 1), dtype=np.uint8), np.zeros((1, 1)), np.zeros((1, 1)),
        )  # fmt: skip
        state = np.array([meter * 100, meter * 100, -1, 0, 0], dtype=np.int64)
        feed_meter(felt, bets, state, 0, 0, 0)
        gains = JackpotValue(value).gains(value.full, meter)
        mean = sum(gain * chance for gain, chance in gains)
        spread = sum((gain - mean) ** 2 * chance for gain, chance in gains)
        assert bets.values[0, 0] == pytest.approx(mean, rel=1e-9)
        assert bets.variances[0, 0] == pytest.approx(spread, rel=1e-9)


def test_hidden_amounts_are_everywhere_between_the_meter_and_its_ceiling() -> None:
    """Chi-square over sixteen parts: below 45 but once in ten thousand seeds."""
    counts = np.bincount([hidden_word(7, cycle) >> 60 for cycle in range(16_000)], minlength=16)
    assert ((counts - 1000) ** 2 / 1000).sum() < 45
    table = table_of()
    meter = open_meters(table.setup, {}, {})[WAGER]
    wager = FedTables(
        make_job(table.house, table.setup, RunSettings(rounds=1, strategy="chart")),
        value_of(table), 1, 1,
    ).wager  # fmt: skip
    for seed in range(200):
        run = MeterRun(
            HuntSettings(seed=seed, must_hit_by="5000.02"),
            wager,
            meter,
            compute_spread(value_of(table)),
        )
        assert 50_000_000 < run._state[2] <= 50_000_200  # noqa: SLF001


def test_the_same_seed_hunts_the_same() -> None:
    table = table_of()
    terms = HuntSettings(rounds=20_000, tables=2, must_hit_by=8000, seed=5)
    one, same = (simulated(table, terms).as_json() for _ in range(2))
    assert one == same
    assert one != simulated(table, replace(terms, seed=6)).as_json() | {"seed": 5}


def test_the_library_answers_as_the_command_line() -> None:
    hunting = pitboss.HuntSettings(hunters=1, tables=2, rounds=2000, seed=1)
    study = table_of().count(WAGER, design=1, meter=14_000, hunt=hunting)
    assert study.hunt is not None
    record = study.as_json()["hunt"]
    assert record["per_100"] == study.hunt.per_100
    assert (record["start"], record["tables"], record["rounds"]) == (1_400_000, 2, 2000)
    assert record["money"]["meter"]["conserved"]
    assert record["at_start"]["per_100"] == study.as_json()["perfect"]["per_100"]
