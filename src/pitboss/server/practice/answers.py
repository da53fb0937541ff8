"""Answers about practice that take the solver: each is worked out in another process.

The solver is imported there alone, so that the server stays light.
"""

from __future__ import annotations

from pitboss.server.rules.answers import HouseData, refusing


@refusing
def answer_advice(house: HouseData, text: str) -> bytes:
    """Return what the open question of a round is worth, and what its decisions have cost."""
    from pitboss.server.practice.advice import advise  # noqa: PLC0415 - heavy

    return advise(house, text)


@refusing
def answer_drill(house: HouseData, text: str) -> bytes:
    """Judge the last answer of a drill, and deal its next decision."""
    from pitboss.server.practice.drills import step_drill  # noqa: PLC0415 - heavy

    return step_drill(house, text)


@refusing
def answer_chart(house: HouseData, _: str) -> bytes:
    """Return the best play of a table's main game."""
    from pitboss.server.practice.charts import draw_chart  # noqa: PLC0415 - heavy

    return draw_chart(house)


@refusing
def answer_solve(house: HouseData, _: str) -> bytes:
    """Return the solution of a table's main game, as `pitboss solve --json` prints it."""
    from pitboss.server.practice.charts import solve  # noqa: PLC0415 - heavy

    return solve(house)
