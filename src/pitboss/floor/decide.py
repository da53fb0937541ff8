"""Answer every command of a table."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.actions import RefusedError
from pitboss.floor import commands as ask
from pitboss.floor import playing, running, seating
from pitboss.floor.commands import Answer, Handler
from pitboss.floor.links import Reading
from pitboss.floor.rounds import Orders, Outside
from pitboss.floor.state import TableState

_ANSWERS: Mapping[type, Handler] = {**seating.ANSWERS, **playing.ANSWERS, **running.ANSWERS}


def decide(
    table: TableState,
    command: ask.Command,
    now: int,
    orders: Orders,
    readings: Mapping[str, Reading] | None = None,
) -> Answer:
    """Answer a command at a moment; *orders* shuffles.

    Raise `MetersDueError` if a shared jackpot is won and *readings* lacks it.
    """
    account: str = getattr(command, "account", "")
    if account in table.absences:  # a player who sends a command is present
        table = table.without_absence(account)
    try:
        return _ANSWERS[type(command)](table, command, now, Outside(orders, readings))
    except RefusedError as refused:
        return refused.refusal
