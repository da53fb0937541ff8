"""Limits of a table in the office: one person asks for other ones, and a second agrees.

The table announces them in its own journal, and puts them in force in their time.
"""

from __future__ import annotations

from typing import Final

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value
from pitboss.office.core import Apply, Done, Errand, Handler, Outcome, Second
from pitboss.office.exclusions import text_problem
from pitboss.office.roles import Permission
from pitboss.office.state import Office


class ChangeLimits(Value, frozen=True):
    """Change the limits of one wager at a table."""

    table: str
    wager: str
    min: int | None
    """Cents; None: as it is."""
    max: int | None
    aggregate: int | None
    """The most that all players may bet on it together."""
    at: int
    """From when; 0: from the next round on."""
    reason: str


def _change(_office: Office, command: ChangeLimits, _by: str, _now: int) -> Outcome:
    if command.min is None and command.max is None and command.aggregate is None:
        message = "give a new minimum, maximum or aggregate: nothing would change"
        return Refusal("limits/none", message)
    return text_problem(command.reason) or Done(Errand())


COMMANDS: Final = {
    ChangeLimits: Handler(_change, Permission.SET_LIMITS, Second(Permission.SET_LIMITS)),
}
EVENTS: Final[dict[type, Apply]] = {}
