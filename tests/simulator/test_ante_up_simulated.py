"""Ante Up 21 simulated: what was solved and what the odds say, within statistical error."""

from __future__ import annotations

import random
from functools import cache, partial
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from pitboss import simulate
from pitboss.compiled import action_codes
from pitboss.engine.setup import prepare
from pitboss.exact.ante_up.play import Objective
from pitboss.exact.ante_up.solution import (
    DEALER_BLACKJACK,
    FOLDED,
    JOINT_ERROR,
    POKER_ERROR,
    POKER_OUTCOMES,
    AnteUpSolution,
    ante_up_solution,
)
from pitboss.exact.ante_up.solution import SPLIT as SPLIT_UP
from pitboss.exact.ante_up.splits import Split
from pitboss.exact.odds.wagers import odds
from pitboss.rulebook.house import House
from pitboss.simulator.ante_up.layout import STRATEGIES, lay_out
from pitboss.simulator.ante_up.looks import DOUBLE, HIT, SPLIT, STAND, TWO_AT
from pitboss.simulator.ante_up.strategy import SplitMoves
from pitboss.simulator.cells.job import cell_job
from pitboss.simulator.figures import PartResult
from pitboss.simulator.result import Simulation
from tests.simulator.others_side_by_side import Comparison
from tests.simulator.random_ante_up import random_play
from tests.tiers import by_day

GAME = "co/ante-up-21"
BONUS = "poker-bonus"
TABLE = "A"
HOUSE = House(game=GAME, tables={BONUS: TABLE})
ROUNDS = by_day(300_000, 1_000_000)
ERRORS_MAX = 4.5
AIMS = dict(zip(STRATEGIES, (Objective.BOTH, Objective.TWENTY_ONE, Objective.POKER), strict=True))


@cache
def simulation(strategy: str = "optimal", seats: int = 1) -> Simulation:
    return simulate(
        GAME, house=HOUSE, rounds=ROUNDS // seats, seed=4, strategy=strategy, seats=seats
    )


def solution() -> AnteUpSolution:
    return ante_up_solution(simulation().job.setup)


def is_near(part: PartResult, exact: float, error: float) -> bool:
    """Whether an edge is within what chance does, and what the solver says it may be off."""
    edge = part.house_edge
    return abs(edge.mean - exact) < ERRORS_MAX * edge.standard_error + error


def comes_as_often(count: int, chance: float, rounds: int) -> bool:
    return abs(count - rounds * chance) < ERRORS_MAX * sqrt(rounds * chance * (1 - chance))


# To lay a strategy of it out takes ten seconds; by day any play comes out as at the table,
# and the best play is folded as it was solved.
@pytest.mark.nightly
@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("strategy", "seats"), [("optimal", 1), ("optimal", 3), ("for-21", 1), ("for-poker", 1)]
)
def test_edges_are_those_that_were_solved(strategy: str, seats: int) -> None:
    main, poker, both = simulation(strategy, seats).parts
    exact = solution().figures(AIMS[strategy])
    for_21 = strategy == "for-21"
    assert is_near(main, exact.house_edge, 0 if for_21 else POKER_ERROR)
    assert is_near(poker, exact.poker_edge, POKER_ERROR)
    assert is_near(both, exact.joint_edge, JOINT_ERROR if strategy == "optimal" else POKER_ERROR)


@pytest.mark.nightly(but=["optimal"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_is_folded_is_what_was_solved(strategy: str) -> None:
    chance = solution().figures(AIMS[strategy]).fold_probability
    assert comes_as_often(simulation(strategy).events[FOLDED], chance, ROUNDS)


def test_poker_ends_as_often_as_was_solved() -> None:
    events = simulation().events
    outcomes = solution().outcomes
    for name, chance in outcomes.items():
        assert comes_as_often(events[name], chance, ROUNDS), name
    assert sum(events[name] for name in outcomes) == ROUNDS


def test_wagers_of_both_parts_add_up() -> None:
    main, poker, both = simulation().parts
    assert main.total + poker.total == both.total
    assert main.average_wager + poker.average_wager == pytest.approx(both.average_wager)
    assert poker.average_wager == pytest.approx(2 - simulation().events[FOLDED] / ROUNDS)
    assert set(poker.histogram) == {-2.0, -1.0, 0.0, 1.0, 2.0}


def test_the_spread_is_no_smaller_than_with_hands_of_a_split_apart() -> None:
    """The solver takes the hands of a split as independent, which all meet one dealer's hand."""
    exact = solution().standard_deviation
    assert exact < simulation().parts[2].standard_deviation < 1.03 * exact


def test_the_bonus_comes_as_the_odds_say() -> None:
    (exact,) = odds(GAME, wager=BONUS, table=TABLE, decks=6)
    (wager,) = simulation().wagers
    assert abs(wager.edge.mean - float(exact.edge)) < ERRORS_MAX * wager.edge.standard_error
    chances = {row.name: float(row.probability) for row in exact.rows}
    for row in wager.rows:
        error = sqrt(ROUNDS * chances[row.name])
        # One more, for rows so rare that an error is less than one of them.
        assert abs(row.count - ROUNDS * chances[row.name]) < ERRORS_MAX * error + 1, row.name


def test_runs_cut_in_pieces_count_the_same(tmp_path: Path) -> None:
    play = partial(simulate, GAME, house=HOUSE, seats=5, seed=8, penetration=0.75)
    rounds = 100_000
    one = play(rounds=rounds, threads=1).digest
    assert one == play(rounds=rounds, threads=2).digest
    play(rounds=rounds // 3, threads=2, checkpoint=tmp_path / "run")
    assert one == play(rounds=rounds, threads=1, checkpoint=tmp_path / "run").digest


@pytest.mark.parametrize("aim", [Objective.BOTH, Objective.POKER])
def test_moves_of_a_split_are_those_of_the_solver(aim: Objective) -> None:
    """Eights against a king: every hand, however many are made, after whatever was seen."""
    pair = tuple(2 if rank == 7 else 0 for rank in range(13))
    play = Split(solution().against[12].up, pair).play(aim, keep=True)
    packed = SplitMoves.from_play(play)
    kinds = {
        STAND: action_codes.STAND,
        HIT: action_codes.HIT,
        DOUBLE: action_codes.DOUBLE,
        SPLIT: action_codes.SPLIT,
    }
    done = set()
    for (made, waiting, sight), bits in np.ndenumerate(packed.moves):
        word = int(bits)
        for place in range(10):
            kind = kinds[word >> TWO_AT + 2 * place & 3]
            assert kind == max(action_codes.STAND, play.two[made + 2, waiting, place, sight])
            done.add(kind)
        for hard in range(22):
            for ace in range(2):
                kind = kinds[word >> 2 * hard + ace & 1]
                assert kind == max(
                    action_codes.STAND, play.more[made + 2, waiting, hard, ace, sight]
                )
    assert done >= {action_codes.STAND, action_codes.HIT, action_codes.SPLIT}


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("decks", [2, 6])
def test_whatever_is_decided_comes_out_as_at_the_table(decks: int) -> None:
    """Any legal play: splits of every pair to four hands, bets and folds of any two cards."""
    rng = random.Random(decks)
    seen = set()
    for seats in (1, 2, 5):
        options = {"decks": decks, "resplit_aces": seats > 1}
        tables = {BONUS: TABLE} if decks == 6 else {}
        setup = prepare(House(game=GAME, options=options, tables=tables))
        layout = lay_out(setup, random_play(setup, rng))
        job = cell_job(layout, seats=seats, seed=seats, cut=None if seats == 5 else 40)
        result = Comparison(job, f"{decks} decks, {seats} seats").shoes(0, 60)
        assert result.rounds >= 60
        seen |= set(result.seen)
    assert seen >= {FOLDED, DEALER_BLACKJACK, SPLIT_UP, *POKER_OUTCOMES.values()}
