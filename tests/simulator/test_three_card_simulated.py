"""3 Card 21 "N" Done simulated: what was solved and what the odds say, within statistical error."""

from __future__ import annotations

from functools import cache
from math import sqrt

import pytest

from pitboss import simulate
from pitboss.engine.actions import ActionKind
from pitboss.exact.odds.wagers import odds
from pitboss.exact.three_card_21.bonus import BONUS
from pitboss.exact.three_card_21.solution import ThreeCardSolution, three_card_solution
from pitboss.rulebook.house import House
from pitboss.simulator.result import Simulation

GAME = "co/3-card-21"
TABLE = "1"
ROUNDS = 2_000_000
ERRORS_MAX = 4.5


@cache
def simulation(seats: int = 1, strategy: str = "optimal") -> Simulation:
    house = House(game=GAME, tables={BONUS: TABLE})
    return simulate(
        GAME, house=house, rounds=ROUNDS // seats, seed=3, seats=seats, strategy=strategy
    )


@cache
def solve_game() -> ThreeCardSolution:
    return three_card_solution(simulation().job.setup)


def agrees(count: int, chance: float, rounds: int = ROUNDS) -> bool:
    """Whether something of that chance may have come so often."""
    return abs(count - rounds * chance) < ERRORS_MAX * sqrt(rounds * chance * (1 - chance))


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("seats", [1, 7])
def test_the_edges_are_those_that_were_solved(seats: int) -> None:
    main, both = simulation(seats).parts
    exact = solve_game().house_edge, solve_game().together(TABLE).house_edge
    for part, edge in zip((main, both), exact, strict=True):
        error = part.house_edge.standard_error
        assert abs(part.house_edge.mean - edge) < ERRORS_MAX * error, part.part.id


def test_the_spread_is_the_one_that_was_solved() -> None:
    main, both = simulation().parts
    assert main.standard_deviation == pytest.approx(solve_game().standard_deviation, rel=0.002)
    together = solve_game().together(TABLE).standard_deviation
    assert both.standard_deviation == pytest.approx(together, rel=0.004)
    assert main.average_wager == pytest.approx(solve_game().average_wager, rel=0.002)
    assert both.average_wager == main.average_wager + 1


def test_hands_are_split_and_surrendered_as_often_as_was_solved() -> None:
    events = simulation().events
    chances = solve_game().action_chances()
    assert agrees(events["split"], chances[ActionKind.SPLIT])
    assert agrees(events["surrendered"], chances[ActionKind.SURRENDER])


def test_rounds_without_a_split_end_as_often_as_was_solved() -> None:
    """A dealer blackjack takes every wager but that of a 21 which was paid before."""
    taken = sum(
        float(hand.probability * hand.dealer_blackjack)
        for hand in solve_game().hands
        if hand.paid is None or hand.is_split
    )
    assert agrees(simulation().events["dealer blackjack"], taken)
    half = simulation().main.histogram[-0.5]
    assert half == simulation().events["surrendered"]


def test_the_bonus_comes_as_the_odds_say() -> None:
    (exact,) = odds(GAME, wager=BONUS, table=TABLE, decks=6)
    (wager,) = simulation().wagers
    assert abs(wager.edge.mean - float(exact.edge)) < ERRORS_MAX * wager.edge.standard_error
    chances = {row.name: float(row.probability) for row in exact.rows}
    for row in wager.rows:
        assert agrees(row.count, chances[row.name]), row.name


def test_the_wagers_of_both_add_up() -> None:
    main, both = simulation().parts
    (wager,) = simulation().wagers
    assert both.total == main.total + wager.total


@pytest.mark.nightly
def test_the_charts_are_worth_a_little_less() -> None:
    """The same shoes: what the two strategies differ in is all that tells them apart."""
    chart = simulation(strategy="chart")
    best = simulation()
    assert chart.events["split"] == best.events["split"]
    lost = chart.house_edge.mean - best.house_edge.mean
    assert -0.0001 < lost < 0.002
    assert chart.digest != best.digest
