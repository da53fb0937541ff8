"""How simulated hands made by a split are played, and what the record says of it."""

from __future__ import annotations

import pytest

from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.kinds import solve_split_play
from pitboss.exact.solution import Solution
from pitboss.exact.switch.solution import SwitchSolution
from pitboss.rulebook.house import house_from
from pitboss.simulator.backends import cpu
from pitboss.simulator.blackjack.best_play import make_strategy, switch_strategy
from pitboss.simulator.blackjack.job import make_job
from pitboss.simulator.blackjack.strategy import Strategy
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.result import Simulation

ROUNDS = 100_000


def table(game: str, **options: object) -> Setup:
    return prepare(house_from({"game": game, "options": options, "tables": {}}))


def digest(setup: Setup, play: SplitPlay | None) -> str:
    """The digest of a run by the strategy of that play; None: by the one called optimal."""
    if play is None:
        job = make_named_job(setup, "optimal")
    else:
        job = make_job(strategy(solve_split_play(setup, play)))
    return Simulation(job, cpu.play(job, 0, ROUNDS)).digest


def strategy(solution: Solution) -> Strategy:
    if isinstance(solution, SwitchSolution):
        return switch_strategy(solution.game)
    assert isinstance(solution, BlackjackSolution)
    return make_strategy(solution)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("game", "decks", "differs"),
    [
        ("reference/blackjack", 1, True),
        ("reference/blackjack", 6, False),
        ("co/blackjack-switch", 6, True),
    ],
)
def test_the_best_play_counts_otherwise_where_it_differs(
    game: str, decks: int, *, differs: bool
) -> None:
    """In blackjack with six decks no hand that comes is played otherwise."""
    setup = table(game, decks=decks)
    optimal = digest(setup, None)
    best = digest(setup, SplitPlay.BEST)
    assert optimal == best
    assert (best != digest(setup, SplitPlay.AS_UNSPLIT)) == differs


@pytest.mark.parametrize(
    ("game", "strategy", "split_play"),
    [
        ("reference/blackjack", "optimal", "best"),
        ("reference/blackjack", "chart", None),
        ("co/blackjack-switch", "optimal", "best"),
        ("co/pai-jack", "optimal", None),
    ],
)
def test_the_record_names_the_play(game: str, strategy: str, split_play: str | None) -> None:
    job = make_named_job(table(game), strategy)
    run = Simulation(job, cpu.play(job, 0, 10), strategy=strategy)
    assert run.as_json()["split_play"] == split_play
