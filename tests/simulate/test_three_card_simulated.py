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
from pitboss.simulate.result import Simulation

GAME, TABLE = "co/3-card-21", "1"
ROUNDS = 2_000_000
ERRORS_MAX = 4.5


@cache
def found(seats: int = 1, strategy: str = "optimal") -> Simulation:
    house = House(game=GAME, tables={BONUS: TABLE})
    return simulate(
        GAME, house=house, rounds=ROUNDS // seats, seed=3, seats=seats, strategy=strategy
    )


@cache
def solved() -> ThreeCardSolution:
    return three_card_solution(found().job.setup)


def agrees(count: int, chance: float, rounds: int = ROUNDS) -> bool:
    """Whether something of that chance may have come so often."""
    return abs(count - rounds * chance) < ERRORS_MAX * sqrt(rounds * chance * (1 - chance))


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("seats", [1, 7])
def test_the_edges_are_those_that_were_solved(seats: int) -> None:
    main, both = found(seats).parts
    exact = solved().house_edge, solved().together(TABLE).house_edge
    for part, edge in zip((main, both), exact, strict=True):
        error = part.house_edge.standard_error
        assert abs(part.house_edge.mean - edge) < ERRORS_MAX * error, part.part.id


def test_the_spread_is_the_one_that_was_solved() -> None:
    main, both = found().parts
    assert main.standard_deviation == pytest.approx(solved().standard_deviation, rel=0.002)
    together = solved().together(TABLE).standard_deviation
    assert both.standard_deviation == pytest.approx(together, rel=0.004)
    assert main.average_wager == pytest.approx(solved().average_wager, rel=0.002)
    assert both.average_wager == main.average_wager + 1


def test_hands_are_split_and_surrendered_as_often_as_was_solved() -> None:
    events, chances = found().events, solved().action_chances()
    assert agrees(events["split"], chances[ActionKind.SPLIT])
    assert agrees(events["surrendered"], chances[ActionKind.SURRENDER])


def test_rounds_without_a_split_end_as_often_as_was_solved() -> None:
    """A dealer blackjack takes every wager but that of a 21 which was paid before."""
    taken = sum(
        float(hand.probability * hand.dealer_blackjack)
        for hand in solved().hands
        if hand.paid is None or hand.is_split
    )
    assert agrees(found().events["dealer blackjack"], taken)
    half = found().main.histogram[-0.5]
    assert half == found().events["surrendered"]


def test_the_bonus_comes_as_the_odds_say() -> None:
    (exact,) = odds(GAME, wager=BONUS, table=TABLE, decks=6)
    (wager,) = found().wagers
    assert abs(wager.edge.mean - float(exact.edge)) < ERRORS_MAX * wager.edge.standard_error
    chances = {row.name: float(row.probability) for row in exact.rows}
    for row in wager.rows:
        assert agrees(row.count, chances[row.name]), row.name


def test_the_wagers_of_both_add_up() -> None:
    main, both = found().parts
    (wager,) = found().wagers
    assert both.total == main.total + wager.total


@pytest.mark.nightly
def test_the_charts_are_worth_a_little_less() -> None:
    """The same shoes: what the two strategies differ in is all that tells them apart."""
    chart, best = found(strategy="chart"), found()
    assert chart.events["split"] == best.events["split"]
    lost = chart.house_edge.mean - best.house_edge.mean
    assert -0.0001 < lost < 0.002
    assert chart.digest != best.digest
