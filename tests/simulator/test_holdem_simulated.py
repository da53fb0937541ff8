"""21-Hold 'em simulated: what was solved, within statistical error, and limits to the cent."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from pitboss import simulate
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.setup import make_setup as make_engine_setup
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.charts.derive import derive_chart
from pitboss.exact.holdem.poker import PokerSolution, count_community, poker_pays, poker_solution
from pitboss.exact.holdem.solution import FoldRules
from pitboss.rulebook.house import House, house_from
from pitboss.simulator.backends import cpu
from pitboss.simulator.cells.job import cell_job
from pitboss.simulator.holdem.layout import best_betting, betting_by_rules
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.result import Simulation
from tests.simulator.others_side_by_side import CellKernel, Comparison

GAME = "co/21-holdem"
POKER = {"poker": "poker"}
ROUNDS = 1_000_000
ERRORS_MAX = 4.5


def make_setup(**more: Any) -> Setup:  # noqa: ANN401 - whatever a house may say
    return prepare(house_from({"game": GAME, "tables": POKER} | more))


@cache
def solution() -> PokerSolution:
    return poker_solution(make_setup())


@cache
def rules() -> FoldRules:
    return FoldRules(solution())


@cache
def blackjack() -> BlackjackSolution:
    return solve(make_setup())


@cache
def simulation(strategy: str = "optimal", seats: int = 1) -> Simulation:
    house = House(game=GAME, tables=POKER)
    return simulate(
        GAME, house=house, rounds=ROUNDS // seats, seed=11, strategy=strategy, seats=seats
    )


@pytest.mark.parametrize("seats", [1, 3, 7])
def test_both_edges_are_those_that_were_solved(seats: int) -> None:
    main, poker = (part.house_edge for part in simulation(seats=seats).parts)
    exact = blackjack().house_edge
    assert abs(main.mean - exact) < ERRORS_MAX * main.standard_error
    assert abs(poker.mean - solution().poker_edge) < ERRORS_MAX * poker.standard_error


# By day the best play of both parts is simulated.
@pytest.mark.nightly
def test_a_player_by_the_chart_and_the_rules_fares_as_they_do() -> None:
    main, poker = (part.house_edge for part in simulation("chart").parts)
    charted = blackjack().play_by(derive_chart(blackjack())).house_edge
    assert abs(main.mean - charted) < ERRORS_MAX * main.standard_error
    assert abs(poker.mean - rules().poker_edge) < ERRORS_MAX * poker.standard_error


@pytest.mark.nightly(only=["chart"])
@pytest.mark.parametrize("strategy", ["optimal", "chart"])
def test_poker_ends_as_often_as_was_counted(strategy: str) -> None:
    events = simulation(strategy).events
    hands = simulation(strategy).rounds
    counts = {name: events.get(f"poker: {name}", 0) for name in solution().outcomes}
    for name, (chance, _) in solution().outcomes.items():
        error = sqrt(hands * chance * (1 - chance))
        assert abs(counts[name] - hands * chance) < ERRORS_MAX * error, name
    assert sum(counts.values()) == hands


def test_spread_and_wagers_are_those_that_were_solved() -> None:
    main, poker = simulation().parts
    exact = blackjack()
    assert main.standard_deviation == pytest.approx(exact.standard_deviation, rel=0.003)
    assert main.average_wager == pytest.approx(exact.average_wager, rel=0.001)
    assert poker.average_wager == pytest.approx(float(solution().average_wager), rel=0.002)
    gains = {float(gain) for _, gain in solution().outcomes.values()}
    assert gains >= set(poker.histogram) >= gains - {1500.0}


def test_without_poker_on_the_felt_there_is_blackjack_alone() -> None:
    game = simulate(GAME, house=House(game=GAME, tables={}), rounds=200_000, seed=2)
    assert [part.part.id for part in game.parts] == ["main"]
    assert not any(name.startswith("poker") for name in game.events)
    exact = blackjack().house_edge
    edge = game.house_edge
    assert abs(edge.mean - exact) < ERRORS_MAX * edge.standard_error


def test_runs_cut_in_pieces_count_the_same(tmp_path: Path) -> None:
    house = House(game=GAME, tables=POKER)
    rounds = 150_000

    def play(rounds: int, threads: int, checkpoint: Path | None = None) -> str:
        play = partial(simulate, GAME, house=house, seats=5, seed=8)
        return play(rounds=rounds, threads=threads, checkpoint=checkpoint).digest

    one = play(rounds, 1)
    assert one == play(rounds, 2)
    play(rounds // 3, 2, tmp_path / "run")
    assert one == play(rounds, 1, tmp_path / "run")


def test_sets_of_cards_hold_what_is_bet_on() -> None:
    setup = make_setup()
    rng = random.Random(4)
    deck = setup.shoe.cards()
    betting = best_betting(solution())
    for _ in range(6):
        one, two = rng.sample(deck, 2)
        solved = count_community((one, two), deck, poker_pays(setup))
        first = solved.bets_first
        second = solved.bets_second
        for place, card in enumerate(solved.left):
            assert betting.bets((one, two), (card,)) == first[place]
        for held in permutations(range(len(solved.left)), 2):
            cards = tuple(solved.left[place] for place in held)
            assert betting.bets((two, one), cards) == second[held]


def test_the_rules_bet_on_with_what_the_solver_does() -> None:
    best = best_betting(solution())
    ruled = betting_by_rules(rules())
    assert (best.first == ruled.first).all()
    for number, cards in enumerate(best.second.tolist()):
        pair, first = divmod(number, 52)
        bets = int(best.first[pair]) >> first & 1
        assert ruled.second[number] == (cards if bets else 0)


def test_all_but_the_community_cards_are_shuffled_again() -> None:
    """Wherever a card lies after the blackjack part, it comes next as often as any other."""
    kernel = CellKernel(cell_job(make_named_job(make_setup(), "optimal").layout, seed=21))
    shoes = 4_000
    came = Counter[int]()
    for number in range(shoes):
        dealt = kernel.play(number)
        _, up, _, down = dealt.cards[:4]
        assert {up, down}.isdisjoint(dealt.again)
        deck = kernel.memory[0][: len(kernel.job.full_shoe)].tolist()
        assert sorted(deck) == kernel.job.full_shoe.tolist()
        came[deck.index(dealt.again[0])] += 1
    assert set(came) == set(range(52)) - {1, 3}
    mean = shoes / 50
    freedom = 49
    squares = sum((count - mean) ** 2 / mean for count in came.values())
    assert abs(squares - freedom) < ERRORS_MAX * sqrt(2 * freedom)


LIMITS: list[dict[str, int]] = [
    {"poker": 1, "poker-2": 333, "poker-3": 777},
    {"poker-3": 500},
    {"poker": 100_000},
]


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("limits", LIMITS)
def test_limits_are_shared_out_as_at_the_table(limits: dict[str, int]) -> None:
    """No clause of 2104 allows such a limit; a variant of the game may."""
    configured = make_setup().configured
    spots = {
        name: replace(spot, aggregate=limits.get(name)) for name, spot in configured.spots.items()
    }
    setup = make_engine_setup(replace(configured, spots=spots))
    layout = make_named_job(setup, "optimal").layout
    as_printed = {float(gain) for _, gain in solution().outcomes.values()}
    for seats in (1, 4, 7):
        job = cell_job(layout, seats=seats, seed=seats)
        Comparison(job, f"{limits}, {seats} seats").shoes(0, 60)
        won = Simulation(job, cpu.play(job, 60, 20_000)).parts[1].histogram
        assert (set(won) <= as_printed) == (min(limits.values()) == 100_000)
