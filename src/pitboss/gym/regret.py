"""What every legal action is worth, and what a choice cost: exact, by the solver.

Values are those of `pitboss advise`: for the cards that the seat can see, in units of the first
wager, with the best play afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.engine.actions import Action, Question, RefusedError
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.decisions import Decisions
from pitboss.gym.kinds import KINDS


class ActionValues:
    """Values the actions of one table."""

    def __init__(self, setup: Setup) -> None:
        """Value decisions at a table; what is solved once is kept."""
        self._decisions = Decisions(setup)
        self._size = len(KINDS[setup.round].actions)

    def none(self) -> Array:
        """Return the values where nothing is asked."""
        return np.full(self._size, np.nan)

    def of(self, state: State, question: Question, legal: Mapping[int, Action | None]) -> Array:
        """Return the value of each action by its number; NaN where it is not legal.

        Nobody values a wager that is offered in mid-round: there all are NaN.
        """
        values = self.none()
        try:
            worth = self._decisions.worth(state, question)
        except RefusedError as error:
            if error.refusal.code != "decision/not-valued":
                raise
            return values
        known = {(it.action, frozenset(it.low or ())): float(it.value) for it in worth.values}
        for number, action in legal.items():
            if action is not None:
                values[number] = known.get((action.kind, frozenset(action.low or ())), np.nan)
        return values


def regret(values: Array, action: int) -> float:
    """Return what an action cost against the best; NaN where it is not valued.

    >>> regret(np.array([np.nan, -0.5, -0.25]), 1), regret(np.array([np.nan, 1.0]), 1)
    (0.25, 0.0)
    """
    if np.isnan(values[action]):
        return float("nan")
    return float(np.nanmax(values) - values[action])
