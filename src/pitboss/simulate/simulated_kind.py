"""The protocol of `kinds.KINDS`: what the simulator needs of a kind of round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitboss.engine.actions import Action, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.simulate.job import Job


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
