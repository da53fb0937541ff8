"""Gymnasium environments: one table of every game, and thousands of tables of sixteen games.

Importing this package registers them, so ``gymnasium.make("pitboss/Spanish21-v0")`` works;
``gymnasium.make("pitboss.gym:pitboss/Spanish21-v0")`` imports it by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

try:
    import gymnasium  # noqa: F401 - asked for here, to say what is missing in one sentence
except ModuleNotFoundError as missing:
    from pitboss.rulebook.extras import install_command

    raise ImportError(f"pitboss.gym needs Gymnasium: {install_command('gym')}") from missing

from pitboss.gym.actions import ACTIONS
from pitboss.gym.observations import Phase
from pitboss.gym.registration import environment_ids, register_all
from pitboss.late import LateFunction

__all__ = ["ACTIONS", "Phase", "best_policy", "environment_ids", "register_all"]

if TYPE_CHECKING:
    from pitboss.engine.setup import Setup
    from pitboss.gym.policies import Policy


best_policy: Final[LateFunction[[Setup], Policy]] = LateFunction("pitboss.gym.policies:best_policy")
"""Solves the main game of a table (`env.setup`) and returns its best play as a policy.

A policy answers one observation with one action, and those of many tables with as many. The solver
is heavy, so it is imported by the first call.
"""

register_all()
