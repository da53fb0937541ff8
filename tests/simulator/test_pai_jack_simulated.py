"""Pai Jack simulated: what was solved and what the odds say, within statistical error."""

from __future__ import annotations

from functools import cache
from math import sqrt

import pytest

from pitboss import simulate
from pitboss.exact.pai_jack.settings import (
    LOSE,
    PAI_JACK,
    PUSH,
    TOLD_IN_WORDS,
    WIN,
    SettingFigures,
    SettingRules,
)
from pitboss.exact.pai_jack.solution import pai_jack_solution
from pitboss.rulebook.house import House
from pitboss.simulator.pai_jack.layout import STRATEGIES, distinct_sums
from pitboss.simulator.result import Simulation

GAME = "co/pai-jack"
ROUNDS = 1_000_000
ERRORS_MAX = 4.5
LOST = ("lose", "bust", "dealer Pai Jack")


@cache
def simulation(strategy: str, seats: int = 1) -> Simulation:
    house = House(game=GAME, tables={"pai-jack-bonus": "1"})
    return simulate(
        GAME, house=house, rounds=ROUNDS // seats, seed=3, strategy=strategy, seats=seats
    )


def exact(strategy: str) -> SettingFigures:
    solution = pai_jack_solution(simulation(strategy).job.setup)
    chart = SettingRules(solution).figures(TOLD_IN_WORDS)
    return {"optimal": solution.best, "house-way": solution.house_way, "chart": chart}[strategy]


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("seats", [1, 7])
def test_the_edge_is_the_one_that_was_solved(strategy: str, seats: int) -> None:
    edge = simulation(strategy, seats).house_edge
    assert abs(edge.mean - exact(strategy).house_edge) < ERRORS_MAX * edge.standard_error


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_outcomes_come_as_often_as_they_were_counted(strategy: str) -> None:
    events = simulation(strategy).events
    lost = sum(events[name] for name in LOST)
    counts = {PAI_JACK: events["Pai Jack"], WIN: events["win"], PUSH: events["push"], LOSE: lost}
    for outcome, chance in exact(strategy).probabilities.items():
        error = sqrt(ROUNDS * chance * (1 - chance))
        assert abs(counts[outcome] - ROUNDS * chance) < ERRORS_MAX * error, outcome
    assert sum(counts.values()) == ROUNDS


def test_a_low_ace_of_either_value_is_simulated_as_it_is_solved() -> None:
    """Ruling P2: the rounds are the same shoes, and some hands are set otherwise."""
    house = House(game=GAME, options={"low_hand_ace": "either"})
    run = simulate(GAME, house=house, rounds=ROUNDS, seed=3)
    exactly = pai_jack_solution(run.job.setup).best
    edge = run.house_edge
    assert abs(edge.mean - exactly.house_edge) < ERRORS_MAX * edge.standard_error
    assert dict(run.events) != dict(simulation("optimal").events)


def test_the_spread_is_the_one_that_was_solved() -> None:
    assert simulation("optimal").standard_deviation == pytest.approx(
        exact("optimal").standard_deviation, rel=0.003
    )
    assert simulation("optimal").average_wager == 1


def test_sums_of_steps_tell_hands_apart() -> None:
    steps = distinct_sums(10, 5).tolist()
    assert steps[-1] == 0
    assert len(set(steps)) == 10
    assert max(steps) * 5 < 1 << 16
