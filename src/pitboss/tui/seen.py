"""The table as a player sees it: the engine's view, and what lies on each hand beside its cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pitboss.engine.events import Phase
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.view import SeatView, TableView, view


@dataclass(frozen=True, slots=True, kw_only=True)
class OnHand:
    """What is known of one hand."""

    units: tuple[str, ...]
    """The wagers that ride on it; none where the seat made side wagers only."""
    blackjack: bool
    switched: bool
    made_free: bool
    """It was started by a lammer."""
    hidden: bool
    """Its cards lie face down before somebody else."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A table as the player at the seats *yours* sees it."""

    table: TableView
    yours: Collection[int]
    hands: Mapping[tuple[int, int], OnHand]
    """By seat and number of the hand."""

    def on(self, seat: int, hand: int) -> OnHand:
        """Return what is known of a hand."""
        return self.hands[seat, hand]

    def seat(self, number: int) -> SeatView:
        """Return the seat with that number."""
        return next(seat for seat in self.table.seats if seat.number == number)

    def rides(self, seat: int) -> frozenset[str]:
        """Return the wagers of a seat that are doubled, split and settled with its hands."""
        return frozenset(u for (at, _), on in self.hands.items() if at == seat for u in on.units)

    def dealt_hands(self, seat: int) -> int:
        """Return how many hands a seat is dealt; those it splits off ride on the same wagers."""
        return len({on.units for (at, _), on in self.hands.items() if at == seat})


def seen(state: State, yours: Collection[int]) -> Seen:
    """Return the table as somebody at the seats *yours* sees it."""
    hands = {
        (seat.number, hand.number): OnHand(
            units=seat.units_on(hand) if seat.units else (),
            blackjack=hand.is_blackjack,
            switched=hand.switched,
            made_free=hand.made_free,
            hidden=seat.number not in yours and is_face_down(state, seat, hand),
        )
        for seat in state.seats
        for hand in seat.hands
    }
    return Seen(view(state, min(yours)), yours, hands)


def is_face_down(state: State, seat: Seat, hand: Hand) -> bool:
    """2115(3)(b): cards dealt face down are turned up in turn, or when they are settled."""
    if not state.setup.face_down or state.exposed or hand.status != Status.PLAYING:
        return False
    at_turn = next(s for s in state.seats if any(h.status == Status.PLAYING for h in s.hands))
    return state.phase < Phase.HANDS or seat.number != at_turn.number
