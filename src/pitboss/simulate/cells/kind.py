"""Kinds of round that end in cells, in the simulator."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.engine.actions import Action, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate.cells.job import cell_job
from pitboss.simulate.cells.layout import CellLayout
from pitboss.simulate.job import Job
from pitboss.simulate.simulated_kind import SimulatedKind


def cell_kind(
    lay_out: Callable[[Setup, str], CellLayout],
    decide: Callable[[CellLayout, State, Question], Action],
    names: tuple[str, ...],
    standing: Callable[[Setup], CellLayout] | None = None,
) -> SimulatedKind:
    """Return a kind whose strategies have names, not files.

    *standing* lays a table out for a player who takes no card, if that needs no solution.
    """

    def job(setup: Setup, strategy: str) -> Job:
        if strategy not in names:
            message = f"{strategy!r} is no strategy of this game; choose {choice(names)}"
            raise RulesError([Problem(code="strategy/unknown", key="strategy", message=message)])
        return cell_job(lay_out(setup, strategy))

    stand_always = None if standing is None else lambda setup: cell_job(standing(setup))
    return SimulatedKind(strategies=names, job=job, decide=decide, stand_always=stand_always)
