"""Meters and limits are followed through a run, wherever it is cut, in memory that stays flat."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import groupby, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solver import Rules
from pitboss.rulebook.house import house_from
from pitboss.simulator import meters
from pitboss.simulator.backends import cpu
from pitboss.simulator.blackjack.job import BlackjackJob, make_job
from pitboss.simulator.meter_pass import apply_deferred, final_meters, meters_at_start
from pitboss.simulator.meters import ALL, Awards, MetersSoFar, round_to_level
from pitboss.simulator.result import Simulation
from pitboss.simulator.run import RunProgress, Threads, play
from pitboss.simulator.tally import Tally
from tests.simulator.random_strategies import random_strategy

HOUSE = {
    "game": "wa/spanish-21",
    "options": {"decks": 4, "soft17": "hit"},
    "tables": {"match-up": "2", "match-down": "2", "jackpot-1": "3a-3", "jackpot-2": "3a-2"},
    "jackpots": {
        "jackpot-1": {"scheme": "progressive", "wager": 500, "seed": "5000.00"},
        "jackpot-2": {
            "scheme": "progressive",
            "wager": 101,
            "seed": "0",
            "contribution": "33.33%",
            "reserve": "10%",
        },
    },
    "pays": {"jackpot-2": {"alternate": "3-alt-2", "3-Card Suited Match: 2s - Ks": "$0.33"}},
    "limits": {
        "match-up": {"min": 500, "max": 100000, "aggregate": 5000},
        "match-down": {"min": 1, "max": 33333, "aggregate": 777},
    },
}
"""Two meters, and two wagers whose limits are passed now and then."""
SHOES = 6_000

awards = st.lists(st.tuples(st.integers(0, 10**12), st.integers(0, 10**11)), max_size=60)


@cache
def job() -> BlackjackJob:
    setup = prepare(house_from(HOUSE))
    return make_job(
        random_strategy(Rules.from_setup(setup), random.Random(5)), seats=7, seed=3, cut=150
    )


@cache
def play_piece(first: int, shoes: int) -> Tally:
    return cpu.play(job(), first, shoes)


def test_the_house_of_these_tests_hits_every_meter_and_passes_every_limit() -> None:
    """Otherwise nothing below would be about anything."""
    meters = final_meters(job(), play_piece(0, SHOES))
    assert set(meters.meters) == {"jackpot-1", "jackpot-2"}
    assert all(history.awarded and history.awards for history in meters.meters.values())
    assert set(meters.over_limit) == {"match-up", "match-down"}
    assert all(meters.over_limit.values())


@pytest.mark.nightly
@given(st.lists(st.integers(0, SHOES), max_size=4), st.randoms(use_true_random=False))
def test_a_run_cut_anywhere_is_followed_to_the_same_end(
    cuts: list[int], rng: random.Random
) -> None:
    """Pieces are followed one by one, or some of them together."""
    places = sorted({0, SHOES, *(cut - cut % 1_000 for cut in cuts)})
    tally = play_piece(0, 0)
    for first, end in pairwise(places):
        tally += play_piece(first, end - first)
        if rng.random() < 0.5:
            tally = apply_deferred(job(), tally)
            assert not len(tally.hits)
    whole = play_piece(0, SHOES)
    assert final_meters(job(), tally) == final_meters(job(), whole)
    assert Simulation(job(), tally).digest == Simulation(job(), whole).digest


def test_a_run_tells_of_meters_and_limits_by_its_digest() -> None:
    """Of two runs with the same counts, one with the meter hit elsewhere is another run."""
    whole = play_piece(0, SHOES)
    hits = whole.hits.copy()
    hits[-1, 0] += 1
    other = Tally(whole.rounds, whole.counts, hits)
    assert Simulation(job(), other).digest != Simulation(job(), whole).digest


def test_one_thread_and_two_keep_no_hits_and_agree() -> None:
    ends = []
    for threads in (1, 2):
        with Threads(threads) as pool:
            runs = list(play(job(), 60_000, pool))
        assert all(not len(run.tally.hits) for run in runs)
        ends.append(Simulation(job(), runs[-1].tally))
    one, two = ends
    assert one.digest == two.digest
    assert one.rounds == 60_000
    assert one.wagers == two.wagers


def test_what_was_followed_goes_through_json_and_on() -> None:
    half = apply_deferred(job(), play_piece(0, SHOES // 2))
    assert half.meters_so_far is not None
    record = json.loads(json.dumps(half.meters_so_far.as_json()))
    again = Tally(half.rounds, half.counts, half.hits, MetersSoFar.from_json(record))
    assert again.meters_so_far == half.meters_so_far
    rest = play_piece(SHOES // 2, SHOES - SHOES // 2)
    assert final_meters(job(), again + rest) == final_meters(job(), play_piece(0, SHOES))


def test_a_run_goes_on_from_one_that_was_followed() -> None:
    with Threads(1) as pool:
        *_, short = play(job(), 20_000, pool)
        kept = RunProgress(short.shoes, short.whole, short.whole, done=False)
        *_, resumed = play(job(), 60_000, pool, kept)
        *_, at_once = play(job(), 60_000, pool)
    assert Simulation(job(), resumed.tally).digest == Simulation(job(), at_once.tally).digest


def test_only_a_tally_from_the_first_round_on_is_followed() -> None:
    later = apply_deferred(job(), play_piece(1_000, 1_000))
    with pytest.raises(AssertionError):
        play_piece(0, 1_000) + later


def test_every_unit_of_a_meter_is_accounted_for() -> None:
    for history in final_meters(job(), play_piece(0, SHOES)).meters.values():
        assert history.meter is not None
        assert history.meter.is_conserved
        assert history.fed == play_piece(0, SHOES).rounds
        wager = next(wager for wager in job().wagers if wager.id == history.wager)
        share = history.meter.wager_share(wager.stake)
        assert history.meter.contributed == share * history.fed * job().seats
        assert history.meter.seeded == history.meter.seed * (1 + history.full.count)


def test_c74_a_limit_keeps_back_what_the_pays_of_a_round_have_beyond_it() -> None:
    """Round by round in plain Python, against all rounds at once."""
    tally = play_piece(0, SHOES)
    over_limit = final_meters(job(), tally).over_limit
    for number, wager in enumerate(job().wagers):
        if wager.limit:
            kept = 0
            mine = [hit for hit in tally.hits.tolist() if hit[2] == number]
            for _, together in groupby(mine, key=lambda hit: hit[0]):
                pays = [wager.paid_cents(hit[3]) for hit in together]
                if sum(pays) > wager.limit:
                    kept += sum(pay - pay * wager.limit // sum(pays) for pay in pays)
            assert over_limit[wager.id] == kept


def test_nothing_played_leaves_meters_at_their_seeds() -> None:
    seeds = final_meters(job(), play_piece(0, 0))
    assert seeds == meters_at_start(job())
    assert seeds.meters["jackpot-1"].full.mean is None
    assert seeds.meters["jackpot-1"].full.quantile(0.5) is None


@given(awards, st.lists(st.integers(0, 60)))
def test_awards_added_in_any_pieces_are_the_same(
    won: list[tuple[int, int]], cuts: list[int]
) -> None:
    places = sorted({0, len(won), *(min(cut, len(won)) for cut in cuts)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(meters, "KEPT_MOST", 8)
        total = Awards()
        for first, end in pairwise(places):
            total = total.after(won[first:end])
        assert total == Awards().after(won)
        assert total.kept == tuple(won[:: total.step])
        assert len(total.kept) <= 8
        assert total.step == 1 or len(total.kept) > 4


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=40), st.floats(0.01, 1))
def test_a_quantile_is_the_exact_one_to_a_thousandth(units: list[int], share: float) -> None:
    quantile = Awards().after([(0, shown) for shown in units]).quantile(share)
    exact = sorted(units)[int(np.ceil(share * len(units))) - 1]
    assert quantile == round_to_level(exact) / 10_000
    assert round_to_level(exact) <= exact <= round_to_level(exact) * (1 + 2**-10)


def test_levels_of_a_meter_are_few_whatever_it_shows() -> None:
    """From a cent to ten million dollars: what is kept of awards does not grow with them."""
    shown = np.unique(np.geomspace(100, 10**11, 300_000).astype(np.int64)).tolist()
    awards = Awards().after([(0, number) for number in shown])
    assert len(awards.levels) < 40_000
    assert len(awards.kept) <= meters.KEPT_MOST
    assert awards.count == len(shown)
    assert awards.mean == pytest.approx(float(np.mean(shown)) / 10_000)


def test_the_whole_meter_is_100_percent_of_it() -> None:
    history = final_meters(job(), play_piece(0, SHOES)).meters["jackpot-2"]
    full = [units for _, units in history.awards[ALL].kept] if ALL in history.awards else []
    assert history.full.count == len(full)
    assert history.full.mean == (sum(full) / len(full) / 10_000 if full else None)
