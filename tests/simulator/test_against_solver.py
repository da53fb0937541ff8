"""What a simulation of the best play finds is what the solver computed.

Every rule set is played from fresh shoes, with fixed seeds. Edge, variance and average wager must
lie within so many standard errors of the exact ones that all of them together would fail by chance
less than once in a hundred suites, were the seeds not fixed. The spread of a solved round takes
the hands of a split to be independent given the dealer's: what that leaves out is far smaller than
the errors here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import sqrt
from operator import add
from statistics import fmean, stdev

import pytest

from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.results import PlayFigures
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.switch.solution import SwitchSolution, switch_solution
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import OptionValue, RoundKind
from pitboss.simulator.backends import cpu
from pitboss.simulator.blackjack.best_play import make_strategy, switch_strategy
from pitboss.simulator.blackjack.job import make_job
from pitboss.simulator.blackjack.strategy import Strategy
from pitboss.simulator.result import Simulation
from pitboss.simulator.tally import Tally
from tests.tiers import by_day

Options = dict[str, OptionValue]
BATCHES = 25
ROUNDS = by_day(40_000, 60_000)
ERRORS_MAX = 4.0

WASHINGTON: list[Options] = [
    {"decks": decks, "soft17": soft17, "redouble": redouble}
    for decks, (soft17, redouble) in product(
        (2, 4, 5, 6, 8), (("stand", False), ("hit", False), ("hit", True))
    )
]
EARLIER: list[Options] = [{"decks": 6, "soft17": soft17} for soft17 in ("stand", "hit")]
REFERENCE: list[Options] = [
    {},
    {"decks": 1},
    {"decks": 2, "soft17": "stand", "resplit_aces": True},
    {"decks": 8, "surrender": "late", "hit_split_aces": True},
    {"decks": 4, "double": "9-11", "das": False, "max_hands": 2},
    {"decks": 6, "double_cards": "any", "blackjack": "6:5", "max_hands": 3},
]
CASES: list[tuple[str, Options]] = [
    *(("wa/spanish-21", options) for options in WASHINGTON),
    *(("wa/spanish-21-v003", options) for options in EARLIER),
    *(("wa/spanish-21-v002", options) for options in EARLIER),
    ("ilani/spanish-21", {}),
    ("bet-bigger/spanish-21", {}),
    *(("reference/blackjack", options) for options in REFERENCE),
    *((game, {}) for game in ("co/free-bet", "co/ride-free", "co/21-plus-3", "co/trilux")),
    ("co/free-bet", {"decks": 5, "surrender": True, "soft17": "stand"}),
    ("co/blackjack-switch", {}),
    ("co/blackjack-switch", {"decks": 8, "soft17": "stand"}),
]


def case_name(case: object) -> str:
    """Say which case it is."""
    if isinstance(case, dict):
        return " ".join(f"{name}={value}" for name, value in case.items()) or "as printed"
    return str(case)


def solve_game(setup: Setup) -> tuple[BlackjackSolution | SwitchSolution, Strategy]:
    """Solve a game; return the figures and the strategy."""
    if setup.round == RoundKind.SWITCH:
        switch = switch_solution(setup)
        return switch, switch_strategy(switch.game)
    solution = solve(setup)
    return solution, make_strategy(solution)


@dataclass(frozen=True)
class Figures:
    """What batches of a simulation found."""

    whole: Simulation
    batches: tuple[Simulation, ...]

    def errors_of_edge(self, exact: PlayFigures) -> float:
        """By how many standard errors the edge is off."""
        edge = self.whole.house_edge
        return (edge.mean - exact.house_edge) / edge.standard_error

    def errors_of_variance(self, exact: PlayFigures) -> float:
        """The same of the variance, whose own spread comes from the fourth moment."""
        results = self.whole.histogram
        rounds = self.whole.rounds
        mean = -self.whole.house_edge.mean
        fourth = sum(count * (gain - mean) ** 4 for gain, count in results.items()) / rounds
        error = sqrt((fourth - self.whole.variance**2) / rounds)
        return (self.whole.variance - exact.variance) / error

    def errors_of_average_wager(self, exact: PlayFigures) -> float:
        """The same of the average wager, whose spread is that of the batches."""
        wagers = [batch.average_wager for batch in self.batches]
        return (fmean(wagers) - exact.average_wager) / (stdev(wagers) / sqrt(len(wagers)))


def play_rounds(strategy: Strategy, seed: int) -> Figures:
    """Play rounds from fresh shoes, in batches."""
    job = make_job(strategy, seed=seed)
    tallies = [cpu.play(job, number * ROUNDS, ROUNDS) for number in range(BATCHES)]
    whole: Tally = reduce(add, tallies)
    assert whole.rounds == BATCHES * ROUNDS
    return Figures(Simulation(job, whole), tuple(Simulation(job, tally) for tally in tallies))


def compare(game: str, options: Options) -> None:
    """Hold a rule set's simulation against its solution."""
    setup = prepare(house_from({"game": game, "options": options, "tables": {}}))
    exact, strategy = solve_game(setup)
    run = play_rounds(strategy, seed=2026)
    about = (game, options, exact.house_edge, run.whole.house_edge)
    assert abs(run.errors_of_edge(exact)) < ERRORS_MAX, about
    assert abs(run.errors_of_variance(exact)) < ERRORS_MAX, about
    # Of 25 batches the standard error is itself a guess: Student's limit is wider.
    assert abs(run.errors_of_average_wager(exact)) < 1.25 * ERRORS_MAX, about


@pytest.mark.nightly(
    but=[
        "reference/blackjack-decks=4",
        "wa/spanish-21-decks=6 soft17=hit redouble=True",
        "co/blackjack-switch-as printed",
    ]
)
@pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)
def test_a_simulation_finds_what_was_solved(game: str, options: Options) -> None:
    compare(game, options)


def test_a_simulation_without_a_peek_finds_what_was_solved() -> None:
    compare("reference/blackjack", {"peek": False})


def test_a_rule_that_is_worth_little_is_noticed() -> None:
    """The dealer hits soft 17 here and stands there: half a percent of the wager, not passed."""
    stands = prepare(
        house_from({"game": "reference/blackjack", "options": {"soft17": "stand"}, "tables": {}})
    )
    hits = prepare(house_from({"game": "reference/blackjack", "options": {}, "tables": {}}))
    exact, _ = solve_game(stands)
    run = play_rounds(solve_game(hits)[1], seed=2026)
    assert abs(run.errors_of_average_wager(exact)) > 2 * ERRORS_MAX


@pytest.mark.parametrize("seats", [2, 7])
def test_seats_of_a_table_have_the_edge_of_one(seats: int) -> None:
    """Whoever sits where: a fresh shoe is worth the same to every seat but for the cards drawn."""
    setup = prepare(house_from({"game": "reference/blackjack", "options": {}, "tables": {}}))
    exact, strategy = solve_game(setup)
    job = make_job(strategy, seats=seats, seed=4)
    run = Simulation(job, cpu.play(job, 0, 200_000))
    edge = run.house_edge
    assert abs(edge.mean - exact.house_edge) < ERRORS_MAX * edge.standard_error
    # Seats share the dealer: the error of their mean is larger than if they did not.
    alone = run.standard_deviation / (seats * run.rounds) ** 0.5
    assert edge.standard_error > alone
