"""The protocol of `kinds.KINDS`: what the simulator needs of a kind of round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitboss.engine.actions import Action, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.cells.job import CellLayout, cell_job
from pitboss.simulator.job import Job


def always(_: Setup) -> bool:
    """Return that every table can be simulated."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedKind:
    """One kind of round."""

    strategies: tuple[str, ...]
    """Their names, the best play first."""
    job: Callable[[Setup, str], Job]
    """Lays a table out for a strategy: one seat, and a fresh shoe every round."""
    decide: Callable[[Any, State, Question], Action]
    """Decides at the table engine as the strategy of a layout does."""
    is_simulated: Callable[[Setup], bool] = always
    """Whether tables of this kind can be simulated: some are not solved."""
    stand_always: Callable[[Setup], Job] | None = None
    """Lays a table out for a player who takes no card; None: it cannot be without a solution."""


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
