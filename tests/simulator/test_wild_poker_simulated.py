"""Deuces Wild Xtreme simulated: what was solved, what the odds say, and the table to the cent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.wild_poker.solution import Folding, WildSolution, wild_solution
from pitboss.rulebook.house import house_from
from pitboss.simulator.backends import cpu
from pitboss.simulator.buffers import (
    SEATS_MAX,
    WAGERS_ROOM,
    counter_buffers,
    round_buffers,
)
from pitboss.simulator.cells.job import CellJob, cell_job
from pitboss.simulator.cells.round import count_combinations
from pitboss.simulator.figures import PartResult
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.result import Simulation
from pitboss.simulator.wild_poker.layout import STRATEGIES, decide
from tests.exact.felts import Felt, felt
from tests.exact.never_folding import never_folding
from tests.simulator.others_side_by_side import Comparison

GAME = "co/deuces-wild-xtreme"
ROUNDS = 1_000_000
ERRORS_MAX = 4.5
ENVY_TURN = 11
"""The felt on which the Five-Card Linked Progressive has a table with envy pays."""


@cache
def full_felt() -> Felt:
    """Every wager at once."""
    laid = felt(GAME, 1, ENVY_TURN)
    assert laid.tables["five-card-linked"] == "PT-BJS-5CL-E01"
    return laid


@cache
def make_job_named(strategy: str, seats: int = 1) -> CellJob:
    return cell_job(make_named_job(full_felt().setup, strategy).layout, seats=seats, seed=6)


@cache
def simulation(strategy: str = "optimal", seats: int = 1) -> Simulation:
    job = make_job_named(strategy, seats)
    return Simulation(job, cpu.play(job, 0, ROUNDS // seats))


@cache
def solution() -> WildSolution:
    return wild_solution(full_felt().setup)


def folding(strategy: str) -> Folding:
    return solution().with_odds if strategy == "optimal" else solution().without_odds


def part(strategy: str, name: str, seats: int = 1) -> PartResult:
    return next(result for result in simulation(strategy, seats).parts if result.part.id == name)


def is_near(result: PartResult, exact: float) -> bool:
    edge = result.house_edge
    return abs(edge.mean - exact) < ERRORS_MAX * edge.standard_error


@pytest.mark.parametrize("seats", [1, 7])
def test_the_edge_is_the_one_that_was_solved(seats: int) -> None:
    assert is_near(part("optimal", "main", seats), float(solution().house_edge))


@pytest.mark.parametrize("seats", [1, 7])
@pytest.mark.parametrize("strategy", ["optimal", "without-odds"])
def test_every_wager_costs_what_was_solved(strategy: str, seats: int) -> None:
    for wager, exact in folding(strategy).by_wager.items():
        assert is_near(part(strategy, wager, seats), float(exact)), wager


def test_who_never_folds_wins_as_often_as_the_dealer_and_is_paid_odds_for_it() -> None:
    exact = float(never_folding(full_felt(), "odds").edge)
    assert "fold" not in simulation("never-fold").events
    assert is_near(part("never-fold", "ante"), 0)
    assert is_near(part("never-fold", "play"), 0)
    assert is_near(part("never-fold", "odds"), exact)
    assert is_near(part("never-fold", "main"), exact)


@pytest.mark.parametrize("strategy", ["optimal", "without-odds"])
def test_rounds_end_as_often_as_was_counted(strategy: str) -> None:
    events = simulation(strategy).events
    exact = folding(strategy)
    chances = {name: float(chance) for name, chance in exact.ends.items()}
    for rank, won in exact.wins.items():
        chances[f"win, {rank.name.replace('_', ' ').lower()}"] = float(won)
    for name, chance in chances.items():
        error = sqrt(ROUNDS * chance * (1 - chance))
        assert abs(events.get(name, 0) - ROUNDS * chance) <= ERRORS_MAX * error, name
    assert set(events) <= set(chances)


def test_the_spread_and_what_is_wagered_are_those_that_were_solved() -> None:
    exact = solution().with_odds
    assert simulation().average_wager == pytest.approx(float(exact.average_wager), rel=0.002)
    # Five wilds are rare and weigh much: more of the spread is known without what they win.
    gains = {gain: n for gain, n in simulation().histogram.items() if gain < 1000}
    mean = sum(gain * n for gain, n in gains.items()) / ROUNDS
    square = sum(gain**2 * n for gain, n in gains.items()) / ROUNDS
    usual = {gain: chance for gain, chance in exact.distribution.items() if gain < 1000}
    exact_mean = sum(gain * chance for gain, chance in usual.items())
    exact_square = sum(gain**2 * chance for gain, chance in usual.items())
    assert square - mean**2 == pytest.approx(float(exact_square - exact_mean**2), rel=0.01)


@pytest.mark.parametrize("wager_id", [side.id for side in full_felt().setup.side_wagers])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_bonus_wagers_come_to_their_odds_whoever_folds(strategy: str, wager_id: str) -> None:
    wager = next(side for side in simulation(strategy).job.wagers if side.id == wager_id)
    result = next(side for side in simulation(strategy).wagers if side.id == wager_id)
    (exact,) = full_felt().odds(wager_id)
    chances = {(row.name, row.column): float(row.probability) for row in exact.rows}
    for printed, row in zip(wager.rows, result.rows, strict=True):
        chance = chances[printed.name, printed.column]
        error = sqrt(ROUNDS * chance * (1 - chance))
        # One more, for rows so rare that an error is less than one of them.
        assert abs(row.count - ROUNDS * chance) <= ERRORS_MAX * error + 1, row
    awarded = result.meter.awarded if result.meter else 0
    edge = -(result.total - awarded) / ROUNDS / result.stake
    error = exact.standard_deviation / sqrt(ROUNDS)
    assert abs(edge - float(exact.edge)) < ERRORS_MAX * error


@pytest.mark.nightly(only=["without-odds"])
@pytest.mark.parametrize("strategy", ["optimal", "without-odds"])
def test_every_hand_is_folded_that_the_solver_folds(strategy: str) -> None:
    turns = make_job_named(strategy).layout.tables.turns
    exact = folding(strategy)
    plays = np.searchsorted(turns, exact.met.value, "right") & 1 == 1
    assert np.array_equal(plays, exact.plays)
    assert 0 < sum(plays) < len(plays)


# What a house posts, and hands in which several seats win


def make_setup(**more: Any) -> Setup:  # noqa: ANN401 - whatever a house may say
    house = {"game": GAME, "tables": {"odds": "PT-FLT-DWHF-ODS-01"}}
    return prepare(house_from(house | more))


SIDE_LIMITS = {"bad-beat": 950, "trips-plus-wild": 777, "goin-wild": 1200}
FULL: dict[str, Any] = {
    "tables": {
        "odds": "PT-FLT-DWHF-ODS-01",
        "bad-beat": "PT-FLT-DWHF-BBX-01",
        "trips-plus-wild": "PT-FLT-DWHF-TPW-02",
        "goin-wild": "PT-FLT-TW-GW-01",
        "five-card-linked": "PT-BJS-5CL-E02",
    },
    "jackpots": {
        "five-card-linked": {
            "scheme": "progressive",
            "wager": 300,
            "contribution": "33.33%",
            "reserve": "10%",
            "seed": "750.00",
        }
    },
}


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("limit", [1, 250, 1000, 100_000])
def test_a_limit_of_odds_is_shared_out_as_at_the_table(limit: int) -> None:
    setup = make_setup(limits={"odds": {"aggregate": limit}})
    layout = make_named_job(setup, "optimal").layout
    for seats in (1, 2, SEATS_MAX):
        Comparison(cell_job(layout, seats=seats, seed=limit), f"{limit}").shoes(0, 60)


def test_a_limit_changes_nothing_that_is_solved() -> None:
    limited = make_setup(limits={"odds": {"aggregate": 5000}})
    assert wild_solution(limited).house_edge == solution().house_edge


def test_limits_and_meters_and_envy_are_those_of_the_table() -> None:
    limits = {name: {"aggregate": most} for name, most in SIDE_LIMITS.items()}
    layout = make_named_job(make_setup(limits=limits, **FULL), "optimal").layout
    job = cell_job(layout, seats=SEATS_MAX, seed=12)
    linked = next(n for n, wager in enumerate(job.wagers) if wager.id == "five-card-linked")
    hits = cpu.play(job, 0, 100_000).hits
    envied = [number for number, _, wager, _ in hits.tolist() if wager == linked]
    assert len(envied) > 4
    for number in envied:
        Comparison(job, f"shoe {number}").shoes(number, 1)
    Comparison(job, "from the first on").shoes(0, 150)


@dataclass
class Won:
    """What is won on the Five-Card Linked Progressive in one round, by the table engine."""

    rows: list[str]
    envy: dict[int, int]


def at_the_table(job: CellJob, hands: str) -> Won:
    placed = dict.fromkeys(job.layout.placed, 100) | {wager.id: wager.stake for wager in job.wagers}
    bets = [Bets(seat, placed) for seat in range(1, job.seats + 1)]
    cards = iter(parse_cards(hands))
    state = Round.start(job.setup, bets).play(
        cards, lambda *question: decide(job.layout, *question)
    )
    lines = sorted(state.settled, key=lambda line: line.seat)
    return Won(
        [line.outcome for line in lines if line.wager == "five-card-linked"],
        {line.seat: line.net for line in lines if line.wager == "envy"},
    )


ROYAL = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
FOUR = "9s 9d 9c Jk 3d"
NOTHING = "Kd Jc 8d 6c 4s"
DEALER = "Qd Td 7c 5d 3c 3h"
"""The dealer's cards, and one that stands for the joker."""


@pytest.mark.parametrize(
    "hands",
    [
        (NOTHING, ROYAL, STRAIGHT_FLUSH, FOUR),
        (STRAIGHT_FLUSH, FOUR, NOTHING),
        (ROYAL, STRAIGHT_FLUSH),
        (FOUR, NOTHING),
    ],
)
def test_envy_goes_by_the_best_row_to_all_who_won_none(hands: tuple[str, ...]) -> None:
    """Two such hands in one round are too rare to wait for: known hands are laid before it."""
    layout = make_named_job(make_setup(**FULL), "never-fold").layout
    job = cell_job(layout, seats=len(hands))
    won = at_the_table(job, " ".join((*hands, DEALER)))
    linked = next(n for n, wager in enumerate(job.wagers) if wager.id == "five-card-linked")
    numbers = {row.name: place for place, row in enumerate(job.wagers[linked].rows, start=1)}
    rows = round_buffers().rows
    counters = counter_buffers()
    for seat, name in enumerate(won.rows):
        rows[seat * WAGERS_ROOM + linked] = numbers.get(name, 0)
    count, _ = count_combinations(job.game, rows, counters, 0)
    slots = counters.slots[:count]
    paid = slots[slots >= job.sections.envy] - job.sections.envy
    assert [job.wagers[linked].envies[place].cents for place in paid] == list(won.envy.values())
    winners = sum(hand in {ROYAL, STRAIGHT_FLUSH} for hand in hands)
    assert len(won.envy) == (len(hands) - winners if winners else 0)
