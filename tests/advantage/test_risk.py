"""Risk of a bankroll: formulas, the exact walk and simulated trips agree with each other."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import exp, isclose, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.advantage.risk.formulas import (
    Drift,
    double_before_half,
    falls_to,
    kelly_for_risk,
    risk_for_kelly,
)
from pitboss.advantage.risk.trips import play_trips
from pitboss.advantage.risk.walk import GainDistribution, Walk, growth_rate, kelly_fraction
from tests.tiers import by_day

drifts = st.builds(
    lambda mean, sd: Drift(expectation=mean, sd=sd), st.floats(-0.5, 0.5), st.floats(0.5, 5)
)
amounts = st.floats(1, 500)

GAME: Mapping[Fraction, Fraction] = {
    Fraction(-2): Fraction(1, 10),
    Fraction(-1): Fraction(4, 10),
    Fraction(1, 2): Fraction(1, 10),
    Fraction(1): Fraction(3, 10),
    Fraction(2): Fraction(1, 10),
}
"""Steps of half a unit, jumps over the end of the bank, and an edge against the player."""
WINNING: Mapping[Fraction, Fraction] = {
    **GAME,
    Fraction(-1): Fraction(3, 10),
    Fraction(1): Fraction(4, 10),
}


def walk_of(game: Mapping[Fraction, Fraction]) -> Walk:
    return Walk(
        GainDistribution.from_pairs([(gain, float(chance)) for gain, chance in game.items()])
    )


def tree(
    game: Mapping[Fraction, Fraction], bank: Fraction, goal: Fraction | None, rounds: int
) -> tuple[Fraction, Fraction, Fraction]:
    """Return ruin, goal and mean result by walking every path, in fractions."""

    @cache
    def from_here(result: Fraction, left: int) -> tuple[Fraction, Fraction, Fraction]:
        if result <= -bank:
            return Fraction(1), Fraction(0), result
        if goal is not None and result >= goal:
            return Fraction(0), Fraction(1), result
        if not left:
            return Fraction(0), Fraction(0), result
        paths = [(chance, from_here(result + gain, left - 1)) for gain, chance in game.items()]
        ruin, won, mean = (
            sum((chance * path[which] for chance, path in paths), Fraction(0)) for which in range(3)
        )
        return ruin, won, mean

    return from_here(Fraction(0), rounds)


@pytest.mark.parametrize("goal", [None, Fraction(3)])
def test_a_trip_is_that_of_the_whole_tree(goal: Fraction | None) -> None:
    for game in (GAME, WINNING):
        for bank in (Fraction(1), Fraction(5, 2), Fraction(4)):
            ruin, won, mean = tree(game, bank, goal, 12)
            trip = walk_of(game).within(float(bank), 12, None if goal is None else float(goal))
            assert trip is not None
            expected = (float(ruin), float(won), float(mean))
            assert (trip.lost, trip.won, trip.mean) == pytest.approx(expected, abs=1e-12)


def test_ruin_at_any_time_is_where_long_trips_lead() -> None:
    walk = walk_of(WINNING)
    trip = walk.within(10, 4000)
    before = walk.within(10, 4000, 20)
    assert trip is not None
    assert before is not None
    assert walk.ruin_ever(10) == pytest.approx(trip.lost, abs=1e-9)
    assert walk.ruin_before(10, 20) == pytest.approx(before.lost, abs=1e-9)
    assert before.lost + before.won == pytest.approx(1, abs=1e-9)
    assert walk_of(GAME).ruin_ever(10) == 1


def test_behind_counts_the_paths_below_zero() -> None:
    results: dict[Fraction, Fraction] = {Fraction(0): Fraction(1)}
    for _ in range(9):
        moved: dict[Fraction, Fraction] = {}
        for result, chance in results.items():
            for gain, part in GAME.items():
                moved[result + gain] = moved.get(result + gain, Fraction(0)) + chance * part
        results = moved
    behind = sum(chance for result, chance in results.items() if result < 0)
    assert walk_of(GAME).behind(9) == pytest.approx(float(behind), abs=1e-12)


def test_the_formulas_are_the_limit_of_a_coin_with_small_steps() -> None:
    """Goal: each formula is right. Method: a coin of ever smaller steps with the same drift.

    The steps of a coin never jump over a border; what is left is the size of a step against the
    spread, so the difference shrinks with it: by half when steps are halved.
    """
    drift = Drift(expectation=0.02, sd=1.0)
    bank = 12.0
    goal = 8.0
    rounds = 60
    formulas = (
        drift.ruin_within(bank, rounds),
        drift.mean_within(bank, rounds),
        drift.lost_within(bank, goal, rounds),
        drift.won_within(bank, goal, rounds),
        drift.ruin_ever(bank),
        drift.ruin_before(bank, goal),
    )
    for parts in (2, 4, 8):
        # `parts` squared steps of 1 / parts a round: the same variance.
        step = 1 / parts
        up = 0.5 + drift.expectation * step / 2
        coin = Walk(GainDistribution.from_pairs([(step, up), (-step, 1 - up)]))
        free = coin.within(bank, rounds * parts**2)
        held = coin.within(bank, rounds * parts**2, goal)
        assert free is not None
        assert held is not None
        values = (
            *(free.lost, free.mean, held.lost, held.won),
            *(coin.ruin_ever(bank), coin.ruin_before(bank, goal)),
        )
        assert values == pytest.approx(formulas, abs=0.04 / parts)


@given(drifts, amounts, amounts, st.integers(1, 10**6))
def test_formulas_hang_together(drift: Drift, bank: float, goal: float, rounds: int) -> None:
    trip = drift.ruin_within(bank, rounds)
    ever = drift.ruin_ever(bank)
    lost = drift.lost_within(bank, goal, rounds)
    won = drift.won_within(bank, goal, rounds)
    before = drift.ruin_before(bank, goal)
    slack = 1e-9
    assert 0 <= lost <= trip + slack <= ever + 2 * slack <= 1 + 2 * slack
    assert 0 <= won <= 1 - before + slack
    assert lost <= before + slack
    assert lost + won <= 1 + slack
    assert -bank - slack <= drift.mean_within(bank, rounds)
    if drift.expectation > 0:
        assert drift.mean_within(bank, rounds) <= drift.expectation * rounds + slack
    far = drift.lost_within(bank, 1e7, rounds)
    assert isclose(far, trip, abs_tol=1e-6)


@given(st.floats(0.001, 0.5), st.floats(0.5, 5), st.floats(1e-6, 0.9))
def test_a_bank_for_a_risk_has_that_risk(mean: float, sd: float, risk: float) -> None:
    drift = Drift(expectation=mean, sd=sd)
    assert isclose(drift.ruin_ever(drift.bank_for(risk)), risk, rel_tol=1e-9)
    assert isclose(risk_for_kelly(kelly_for_risk(risk)), risk, rel_tol=1e-9)
    # A unit that is `kelly_for_risk(risk)` times the Kelly bet is a bank with that risk.
    bank = 1 / (drift.kelly * kelly_for_risk(risk))
    assert isclose(drift.ruin_ever(bank), risk, rel_tol=1e-9)


def test_simulated_trips_are_within_their_error_of_the_exact_walk() -> None:
    walk = walk_of(WINNING)
    for seed in range(by_day(1, 5)):
        free = play_trips(walk.outcomes, rounds=200, bank=10, seed=seed)
        held = play_trips(walk.outcomes, rounds=200, bank=10, goal=15, seed=seed)
        exact = walk.within(10, 200)
        towards = walk.within(10, 200, 15)
        assert free is not None
        assert held is not None
        assert held.won is not None
        assert exact is not None
        assert towards is not None
        for share, expected in (
            (free.lost, exact.lost),
            (held.lost, towards.lost),
            (held.won, towards.won),
        ):
            assert abs(share.mean - expected) < 5 * share.standard_error
        assert abs(free.mean - exact.mean) < 5 * free.mean_error
    again = play_trips(walk.outcomes, rounds=200, bank=10, seed=seed)
    assert free is not None
    assert again is not None
    assert (again.fan == free.fan).all()
    assert play_trips(walk.outcomes, rounds=10**9, bank=10) is None


def test_the_kelly_bet_grows_fastest_and_a_jackpot_needs_the_exact_one() -> None:
    jackpot = GainDistribution.from_pairs([(5000.0, 0.0003), (-1.0, 0.9997)])
    best = kelly_fraction(jackpot.pairs)
    rates = [growth_rate(jackpot.pairs, best * part) for part in (0.5, 0.99, 1, 1.01, 2)]
    assert max(rates) == rates[2]
    assert rates[2] > 0
    assert kelly_fraction(walk_of(GAME).outcomes.pairs) == 0
    # A bet that can lose nothing has no end; neither has one that wins for certain.
    assert kelly_fraction([(1.0, 1.0)]) == float("inf")
    coin = GainDistribution.from_pairs([(1.0, 0.51), (-1.0, 0.49)])
    assert kelly_fraction(coin.pairs) == pytest.approx(0.02)
    assert growth_rate([(-1.0, 0.5), (2.0, 0.5)], 1.0) == float("-inf")


def test_bets_that_follow_the_bank_are_those_of_the_logarithm() -> None:
    """The logarithm of the bank is Brownian motion; the same borders give the same odds."""
    for part in (0.25, 0.5, 1.0, 1.5):
        log_bank = Drift(expectation=part - part**2 / 2, sd=part)
        assert falls_to(0.3, part) == pytest.approx(log_bank.ruin_ever(-log(0.3)))
        ruin = log_bank.ruin_before(log(2), log(2))
        assert double_before_half(part) == pytest.approx(1 - ruin)
    assert risk_for_kelly(1.0) == exp(-2)
    assert Drift(expectation=0.01, sd=1.0).growth(1.0) == pytest.approx(1 / (2 * 1e4))
    assert Drift(expectation=0.0, sd=1.0).ruin_before(10, 30) == 0.75
    assert sqrt(Drift(expectation=0.01, sd=1.0).score) == pytest.approx(10)


def test_extreme_bets_have_probabilities_too() -> None:
    """Nothing overflows within the limits of what may be asked."""
    wrong = []
    for mean in (-1e9, -1e-9, 0.0, 1e-9, 1e9):
        for sd in (1e-6, 1.0, 1e9):
            drift = Drift(expectation=mean, sd=sd)
            for amount in (1e-6, 1e9):
                for rounds in (1, 10**12):
                    chances = (
                        drift.ruin_ever(amount),
                        drift.ruin_within(amount, rounds),
                        drift.ruin_before(amount, 1e9),
                        drift.lost_within(amount, 1e9, rounds),
                        drift.won_within(amount, 1e9, rounds),
                        drift.behind(rounds),
                    )
                    wrong += [(mean, sd, amount, rounds)] * (
                        not all(0 <= chance <= 1 for chance in chances)
                    )
                    drift.mean_within(amount, rounds)
    assert wrong == []
