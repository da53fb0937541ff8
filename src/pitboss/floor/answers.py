"""The answers of a table to a command: a refusal, or an acceptance with entries to write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value
from pitboss.floor.links import SharedAward
from pitboss.floor.rounds import (
    Outside,
)
from pitboss.floor.state import Steps, TableState
from pitboss.ledger.entry import Draft, Posting

CLOCK = "clock"
HOUSE = "house"


class Accepted(Value, frozen=True):
    """A command that changes the table."""

    table: TableState
    steps: Steps | None = None
    """What happened in the round."""
    kind: str = ""
    """The kind of the journal's entry; empty: nothing that must survive was changed."""
    actor: str = HOUSE
    key: str = ""
    """What the entry is known by where the command has no key of its own."""
    body: bytes = b""
    postings: tuple[Posting, ...] = ()
    policy: str = ""
    """By which the house decided for a player who did not answer; empty: it did not."""
    won: tuple[SharedAward, ...] = ()
    """What was won out of shared jackpots."""
    is_void: bool = False
    """The round was called off."""

    def draft(self, key: str = "") -> Draft:
        """Return what is to be written, under the key the asker gave the command."""
        return Draft(
            self.table.stream, self.kind, self.actor, key or self.key, self.body, self.postings
        )


Answer = Accepted | Refusal

Handler = Callable[[TableState, Any, int, Outside], Answer]
"""Answers a command: the table, the command, the time, and what comes from outside."""
