"""Side wagers come as often, and cost as much, in a simulation as exact odds say.

Every side wager of every game lies on one felt at its first pay table, and is played from fresh
shoes beside the best play of the main game, with fixed seeds. Every row's count is held against its
exact probability, and the edge, shares of a meter apart, against the exact one.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt

import numpy as np
import pytest

from pitboss.compiled import action_codes
from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.blackjack.super_bonus import SEVEN, super_bonus
from pitboss.exact.goodness import tail
from pitboss.exact.odds.play_dependent.wagers import play_dependent_odds
from pitboss.exact.odds.wager_odds import WagerOdds, depends_on_play
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import Moment
from pitboss.rulebook.reading.library import game as game_of
from pitboss.simulator.backends import cpu
from pitboss.simulator.blackjack.best_play import make_strategy
from pitboss.simulator.blackjack.job import BlackjackJob, make_job
from pitboss.simulator.blackjack.strategy import FIRST, Strategy
from pitboss.simulator.buffers import SLOTS_ROOM
from pitboss.simulator.figures import WagerResult
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.result import Simulation
from pitboss.simulator.side_wagers import Wager
from pitboss.simulator.tally import HIT_FIELDS, UNLIMITED
from tests.exact.felts import Felt, felt
from tests.simulator import others_side_by_side, side_by_side
from tests.tiers import by_day

GAMES = (*side_by_side.GAMES, *others_side_by_side.GAMES)
ROUNDS = by_day(200_000, 1_000_000)
CHANCE_MIN = 1e-6
"""Chance alone passes this less than once in a thousand suites, were the seeds not fixed."""
ERRORS_MAX = 4.5
LATE_ROUNDS = by_day(10_000, 30_000)
SUPER_ROUNDS = 20_000_000


@cache
def lay_felt(game_id: str) -> Felt:
    """Everything there is, at its first pay table, with as many decks as most tables are for."""
    game = game_of(game_id)
    decks = max(game.decks, key=lambda count: (len(felt(game_id, count, turn=0).tables), count))
    return felt(game_id, decks, turn=0)


@cache
def simulate_game(game_id: str) -> Simulation:
    """One seat with every wager on the felt."""
    job = make_named_job(lay_felt(game_id).setup, "optimal", seed=2026)
    return Simulation(job, cpu.play(job, 0, ROUNDS))


def exact_odds(game_id: str, wager: Wager) -> WagerOdds:
    """Return the odds of a wager under the best play of the main game."""
    at = lay_felt(game_id)
    if depends_on_play(wager.side.family, wager.side.spot.wager):
        return play_dependent_odds(at.setup, wager.id)
    (exact,) = at.odds(wager.id)
    return exact


def late_wagers() -> list[tuple[str, str]]:
    """Every game with a wager that is made after the hands, and the wager."""
    at = [
        (game_id, lay_felt(game_id).setup.wager_offered_at(Moment.AFTER_HANDS)) for game_id in GAMES
    ]
    return [(game_id, side.id) for game_id, side in at if side is not None]


def tail_chance(count: int, mean: float, hits: int) -> float:
    """How often a row is counted so often or so rarely, if it is expected *mean* times.

    By Poisson, from whichever side the count is on; where a row may be paid several times in a
    round, counts and means of whole rounds are compared.
    """
    count = count // hits
    mean = mean / hits
    less = tail(2 * mean, 2 * (count + 1))
    more = 1 - tail(2 * mean, 2 * count) if count else 1.0
    return 2 * min(less, more)


@pytest.mark.nightly(every=6)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_wager_of_a_game_is_paid_as_often_as_computed(game_id: str) -> None:
    """Row by row, and all rows together; what a wager costs follows from both."""
    run = simulate_game(game_id)
    for wager, result in zip(run.job.wagers, run.wagers, strict=True):
        if wager.side.spot.wager.made != Moment.AFTER_HANDS:
            exact = exact_odds(game_id, wager)
            hold_rows(wager, result, exact)
            chance = float(exact.hit_frequency)
            error = sqrt(chance * (1 - chance) / result.made)
            assert abs(result.hit_frequency - chance) < ERRORS_MAX * error, (wager.id, chance)
            assert abs(errors_of_edge(result, exact)) < ERRORS_MAX, (wager.id, result.edge)


def hold_rows(wager: Wager, result: WagerResult, exact: WagerOdds) -> None:
    """Hold the count of every row against its probability."""
    expected = {(row.name, row.column): float(row.probability) for row in exact.rows}
    for printed, row in zip(wager.rows, result.rows, strict=True):
        mean = expected[printed.name, printed.column] * result.made
        assert tail_chance(row.count, mean, len(wager.lists)) > CHANCE_MIN, (wager.id, row, mean)


def errors_of_edge(result: WagerResult, exact: WagerOdds) -> float:
    """By how many of its exact standard errors the edge is off, shares of a meter apart."""
    awarded = result.meter.awarded if result.meter else 0
    edge = -(result.total - awarded) / result.made / result.stake
    return (edge - float(exact.edge)) / (exact.standard_deviation / sqrt(result.made))


@pytest.mark.parametrize(("game_id", "wager_id"), late_wagers())
def test_a_late_wager_is_paid_as_often_as_computed(game_id: str, wager_id: str) -> None:
    """Two seats stand on everything; whichever has no blackjack may make the wager.

    So it is made in all rounds but one in a hundred or fewer, and what the dealer's hand comes to
    is what it comes to without anybody. Of two seats that make it one is looked at.
    """
    at = lay_felt(game_id)
    job = make_job(Strategy.empty(Rules.from_setup(at.setup)), seats=2, seed=5)
    number = next(n for n, side in enumerate(job.wagers) if side.id == wager_id)
    wager = job.wagers[number]
    combinations = first_combinations(job, number, LATE_ROUNDS)
    exact = exact_odds(game_id, wager)
    rows = Counter[tuple[str, str]]()
    for combination, count in Counter(combinations).items():
        for row in wager.combination_rows(combination):
            rows[row.name, row.column] += count
    assert len(combinations) > 0.9 * LATE_ROUNDS
    for exact_row in exact.rows:
        mean = float(exact_row.probability) * len(combinations)
        assert tail_chance(rows[exact_row.name, exact_row.column], mean, 1) > CHANCE_MIN, (
            exact_row,
            mean,
        )


def first_combinations(job: BlackjackJob, number: int, rounds: int) -> list[int]:
    """What came of one wager in each round, at the first seat that made it."""
    begins = job.sections.full.combinations + sum(
        wager.combinations for wager in job.wagers[:number]
    )
    ends = begins + job.wagers[number].combinations
    counts = np.zeros(job.sections.full_size, dtype=np.int64)
    played = np.zeros(rounds, dtype=np.int64)
    hits = np.zeros((0, HIT_FIELDS), dtype=np.int64)
    trace = np.zeros((rounds, SLOTS_ROOM), dtype=np.int64)
    cpu.play_shoes(job, 0, rounds, UNLIMITED, counts, played, hits, trace)
    marks = trace - 1
    is_of = (marks >= begins) & (marks < ends)
    made = np.nonzero(is_of.any(axis=1))[0]
    combinations: list[int] = (marks[made, is_of[made].argmax(axis=1)] - begins).tolist()
    return combinations


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("decks", [2, 6])
def test_the_super_bonus_comes_as_often_as_computed(decks: int) -> None:
    """Its hands are rare: many rounds of the main wager alone, sevens played for the prize."""
    options = {"decks": decks, "soft17": "hit"}
    setup = prepare(house_from({"game": "wa/spanish-21", "options": options, "tables": {}}))
    solution = solve(setup)
    bonus = super_bonus(solution, 500)
    assert bonus is not None
    strategy = make_strategy(solution)
    classes = strategy.classes.class_of
    for hand in bonus.hands:
        if hand.is_hit:
            seven = 4 * (SEVEN - 1)
            suits = (hand.up_suit, *hand.suits)
            up, one, two = (classes[seven + suit] for suit in suits)
            strategy.two[FIRST][up, one, two] = action_codes.HIT
    job = make_job(strategy, seed=77)
    run = Simulation(job, cpu.play(job, 0, SUPER_ROUNDS))
    count = run.events.get("super bonus", 0)
    mean = bonus.probability * SUPER_ROUNDS
    assert mean > 20
    assert tail_chance(count, mean, 1) > CHANCE_MIN, (count, mean)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game_id", ["wa/spanish-21", "co/21-plus-3"])
def test_insurance_would_win_as_often_as_computed(game_id: str) -> None:
    run = simulate_game(game_id)
    assert run.insurance is not None
    offered, won = run.insurance
    (exact,) = lay_felt(game_id).odds("insurance")
    chance = float(exact.hit_frequency)
    assert offered > ROUNDS / 20
    assert abs(won - offered * chance) < ERRORS_MAX * sqrt(offered * chance * (1 - chance))


def test_a_row_that_is_paid_too_often_is_noticed() -> None:
    assert tail_chance(1000, 1000.0, 1) > 0.5
    assert tail_chance(1200, 1000.0, 1) < CHANCE_MIN
    assert tail_chance(800, 1000.0, 1) < CHANCE_MIN
    assert tail_chance(0, 20.0, 1) < CHANCE_MIN
    assert tail_chance(3, 0.001, 1) < CHANCE_MIN
    assert tail_chance(1, 0.001, 1) > CHANCE_MIN
