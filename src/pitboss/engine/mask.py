"""An event as one viewer may see it, without the cards that lie face down for the viewer.

`mask_event` agrees with `view`: whoever adds up what it shows knows the cards `view` shows him,
and no other.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.events import (
    ActionTaken,
    CardDealt,
    CardHidden,
    CardsTurned,
    Event,
    HandSet,
    Place,
    Shown,
)
from pitboss.engine.state import Seat, State
from pitboss.engine.terms import Setup
from pitboss.engine.values import replace
from pitboss.engine.view import dealer_shows, is_face_down, is_poker_face_down, seat_owner


def mask_event(before: State, event: Event, after: State, seat: int | None) -> tuple[Shown, ...]:
    """Return what the player of *seat* may see of an event; None: somebody who only watches.

    That is the event, without the cards that lie face down for him, and after it the hands that
    it turns up.
    """
    if _is_open(before, event, after):
        return (event,)
    owner = seat_owner(after, seat or 0)
    return (_hide_cards(before, event, owner), *_find_turned_cards(before, after, owner))


def _is_open(before: State, event: Event, after: State) -> bool:
    """Whether everybody sees all of an event, as of most in games that are dealt face up."""
    if _hands_lie_down(after.setup):
        return False
    if isinstance(event, CardDealt):
        return event.place == Place.HAND or (before.exposed and event.place == Place.DEALER)
    return not after.over  # poker cards are turned up at the end


def _hands_lie_down(setup: Setup) -> bool:
    """Whether players' hands are dealt face down: as packets, or by the house's choice."""
    return setup.blackjack is None or setup.face_down


def _hide_cards(before: State, event: Event, owner: tuple[str, int]) -> Shown:
    match event:
        case CardDealt():
            if _is_dealt_down(before, event, owner):
                return CardHidden(event.place, event.seat, event.hand)
        case ActionTaken() | HandSet() if event.low and event.seat:
            seat = before.seat(event.seat)
            if seat.owner != owner and is_face_down(before, seat, seat.hand(1)):
                return replace(event, low=())
        case _:
            pass
    return event


def _is_dealt_down(before: State, event: CardDealt, owner: tuple[str, int]) -> bool:
    """Whether a card is dealt face down, for anybody but its player."""
    match event.place:
        case Place.DEALER:
            return not before.exposed and len(before.dealer) >= dealer_shows(before)
        case Place.HAND:
            seat = before.seat(event.seat)
            return seat.owner != owner and is_face_down(before, seat, seat.hand(event.hand))
        case Place.POKER:
            return before.seat(event.seat).owner != owner
        case _:
            return False


def _find_turned_cards(
    before: State, after: State, owner: tuple[str, int]
) -> Iterator[CardsTurned]:
    """Yield the hands that lay face down before and lie face up after."""
    is_same = before.phase == after.phase and before.exposed == after.exposed
    if is_same and before.seats is after.seats:
        return
    lie_down = _hands_lie_down(after.setup)
    for seat in after.seats:
        if seat.owner != owner:
            earlier = before.seat(seat.number)
            if lie_down:
                yield from _find_turned_hands(before, earlier, after, seat)
            if is_poker_face_down(before, earlier) and not is_poker_face_down(after, seat):
                yield CardsTurned(Place.POKER, seat.number, 1, seat.poker)


def _find_turned_hands(
    before: State, earlier: Seat, after: State, seat: Seat
) -> Iterator[CardsTurned]:
    for hand in earlier.hands:
        now = seat.hand(hand.number)
        if is_face_down(before, earlier, hand) and not is_face_down(after, seat, now):
            yield CardsTurned(Place.HAND, seat.number, hand.number, now.cards, now.low)
