"""Blackjack, and Blackjack Switch with its two hands, as the simulator has them."""

from __future__ import annotations

from dataclasses import replace

from pitboss.engine.setup import Setup
from pitboss.exact.switch.play import switch_is_solved
from pitboss.simulate.blackjack.engine_player import decide
from pitboss.simulate.blackjack.job import make_job
from pitboss.simulate.job import Job
from pitboss.simulate.simulated_kind import SimulatedKind
from pitboss.simulate.strategies import CHART, OPTIMAL, strategy_named


def _job(setup: Setup, strategy: str) -> Job:
    return make_job(strategy_named(setup, strategy))


KIND = SimulatedKind(strategies=(OPTIMAL, CHART), job=_job, decide=decide)
SWITCH = replace(KIND, is_simulated=switch_is_solved)
