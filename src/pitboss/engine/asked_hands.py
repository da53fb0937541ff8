"""Which hands a question is about."""

from __future__ import annotations

from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.state import Hand, State


def asked_hands(state: State, asked: Question) -> tuple[Hand, ...]:
    """Return the hands that are decided: one, or both where their cards may be switched."""
    seat = state.seat(asked.seat)
    switches = any(choice.kind is ActionKind.SWITCH for choice in asked.choices)
    return seat.hands if switches else (seat.hand(asked.hand),)
