"""What a round needs next: the vocabulary every kind of round answers in, and what all share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pitboss.engine.actions import Question
from pitboss.engine.events import Event, Phase, PhaseEnded, Place
from pitboss.engine.setup import deal_order
from pitboss.engine.state import State


@dataclass(frozen=True, slots=True)
class CardNeeded:
    """The next card of the shoe goes here."""

    place: Place
    seat: int = 0
    hand: int = 0


Step = tuple[Event, ...] | CardNeeded | Question | None
"""Events that follow by themselves, a card or a decision that is needed, or None at the end."""

Phases = Mapping[Phase, Callable[[State], Step]]
"""The phases of one kind of round, in order, and what each needs next."""


def deal(state: State) -> Step:
    """Deal the first cards in the order the game has."""
    setup = state.setup
    extra = int(setup.replacement) or setup.bonus_cards
    order = deal_order(setup.round, tuple(seat.number for seat in state.seats), extra)
    if state.dealt < len(order):
        return CardNeeded(*order[state.dealt])
    return (PhaseEnded(Phase.DEAL),)


def over(_: State) -> Step:
    """Everything is settled."""
    return None


def seat_by_seat(state: State, events: Iterable[Event]) -> list[Event]:
    """Order what is settled by seats, from the side where the dealer begins."""
    step = -1 if state.setup.settled_from == "dealer's right" else 1
    place = {seat.number: number * step for number, seat in enumerate(state.seats)}
    return sorted(events, key=lambda event: place[getattr(event, "seat", 0)])
