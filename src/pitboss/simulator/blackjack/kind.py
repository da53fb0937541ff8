"""Blackjack, and Blackjack Switch with its two hands, in the simulator."""

from __future__ import annotations

from dataclasses import replace

from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.switch.play import switch_is_solved
from pitboss.simulator.blackjack.engine_player import decide
from pitboss.simulator.blackjack.job import make_job
from pitboss.simulator.blackjack.strategy import Strategy
from pitboss.simulator.job import Job
from pitboss.simulator.simulated_kind import SimulatedKind
from pitboss.simulator.strategies import CHART, OPTIMAL, find_strategy


def _job(setup: Setup, strategy: str) -> Job:
    return make_job(find_strategy(setup, strategy))


def _stand_always(setup: Setup) -> Job:
    return make_job(Strategy.empty(Rules.from_setup(setup)))


KIND = SimulatedKind(
    strategies=(OPTIMAL, CHART), job=_job, decide=decide, stand_always=_stand_always
)
SWITCH = replace(KIND, is_simulated=switch_is_solved)
