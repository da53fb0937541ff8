"""Play the hands of absent players by exact values, which another process computes.

Solving a table takes seconds the first time. So a table asks the solver before the deadline and
waits no longer than `WAIT_S`. If there is no answer by then, the house plays by its second policy
and says so.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Final

from msgspec import json

from pitboss.engine.actions import Action
from pitboss.engine.values import replace
from pitboss.floor.commands import Advised
from pitboss.floor.deadlines import absent_choices, decision_deadline, is_forced
from pitboss.floor.state import OpenRound, TableState
from pitboss.floor.terms import SECOND
from pitboss.late import LateFunction
from pitboss.pit.position import write_position
from pitboss.pit.workers import end_workers, start_workers
from pitboss.rulebook.house import house_data

AHEAD: Final = 8 * SECOND
"""The time before a deadline at which a table asks the solver."""
WAIT_S: Final = 2.0
"""Seconds that a table waits for the solver after a deadline."""
QUESTIONS_MAX: Final = 256
"""Questions that may wait for the solver; one more is not answered."""

Best = asyncio.Future[Action | None]
_best_choice: LateFunction[[bytes, bytes], Action | None] = LateFunction(
    "pitboss.pit.best_choice:best_choice"  # only the solver's own process imports the solver
)


class AbsentSolver:
    """Chooses how to play the hands of absent players, for all tables of a process."""

    def __init__(self) -> None:
        """Start no process yet: it starts with the first question."""
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    def ask(self, state: TableState, current: OpenRound) -> Best:
        """Return the best choice without more money; None if the solver has no answer."""
        loop = asyncio.get_running_loop()
        if self._waiting >= QUESTIONS_MAX:
            none: Best = loop.create_future()
            none.set_result(None)
            return none
        house = json.encode(house_data(state.terms.house))
        question = replace(current.due, choices=absent_choices(current))
        answer = self._send(loop, house, write_position(current.state, question))
        self._waiting += 1
        answer.add_done_callback(self._end)
        return answer

    def _send(self, loop: asyncio.AbstractEventLoop, house: bytes, position: bytes) -> Best:
        """Send a question to the other process, or to a new one if that was killed."""
        if self._pool is not None:
            with suppress(BrokenProcessPool):
                return loop.run_in_executor(self._pool, _best_choice, house, position)
        self._pool = start_workers(1)
        return loop.run_in_executor(self._pool, _best_choice, house, position)

    def _end(self, answer: Best) -> None:
        self._waiting -= 1
        if not answer.cancelled() and isinstance(answer.exception(), BrokenProcessPool):
            self._pool = None  # somebody killed it: the next question starts another

    def close(self) -> None:
        """End the other process, even in the middle of its work."""
        if self._pool is not None:
            end_workers(self._pool)


class AbsentPlay:
    """The solver's answer to the open question of one table."""

    def __init__(self, solver: AbsentSolver) -> None:
        """Start without a question."""
        self._solver = solver
        self._question = (0, 0)
        self._best: Best | None = None

    def wakes_at(self, state: TableState, due: int) -> int:
        """Return when the table must wake to ask the solver before a deadline."""
        current = state.round
        is_asked = current is None or self._question == (current.number, current.n)
        return due if is_asked else due - AHEAD

    def begin(self, state: TableState, now: int) -> None:
        """Ask the solver, once, when a deadline is near."""
        current = state.round
        due = decision_deadline(state, current) if current else None
        if current is None or due is None or due - AHEAD > now:
            return
        if self._question != (current.number, current.n):
            self._question = (current.number, current.n)
            forced = is_forced(absent_choices(current))
            self._best = None if forced else self._solver.ask(state, current)

    async def advise(self, state: TableState, now: int) -> Advised | None:
        """Return the solver's answer to the open question, after a short wait if needed."""
        self.begin(state, now)
        if state.round is None or self._best is None:
            return None
        question = self._question
        action = None
        with suppress(TimeoutError, BrokenProcessPool):
            async with asyncio.timeout(WAIT_S):
                action = await asyncio.shield(self._best)
        return Advised(*question, action)
