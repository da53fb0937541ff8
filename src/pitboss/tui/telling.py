"""A round told as it goes: what happened since the last time, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from pitboss.cards import pretty_card
from pitboss.engine.events import CardDealt, Event, Phase, Place, WagerSettled
from pitboss.engine.fold import apply
from pitboss.engine.state import State
from pitboss.engine.table import Round
from pitboss.report.story import told
from pitboss.tui.seen import is_face_down


class Line(NamedTuple):
    """One thing that happened, in words."""

    text: str
    seat: int = 0
    """Whose wager was settled, if this says so."""
    net: int = 0
    """What its player gained."""


class Telling:
    """Follows a round; a player hears nothing that lies face down before others."""

    def __init__(self, this: Round, yours: Collection[int]) -> None:
        """Begin before the first wager."""
        self._round = this
        self._yours = yours
        self._count = 0
        self._state = this.opening

    def news(self) -> Iterator[Line]:
        """Yield what happened since the last time."""
        while self._count < len(self._round.events):
            event = self._round.events[self._count]
            before, self._state = self._state, apply(self._state, event)
            self._count += 1
            turned = self._turned(before)
            # A hand that is settled is turned first; one whose turn comes, afterwards.
            of_event = [line for seat, line in turned if seat == getattr(event, "seat", 0)]
            yield from of_event
            yield from self._told(before, event)
            yield from (line for _, line in turned if line not in of_event)

    def _told(self, before: State, event: Event) -> Iterator[Line]:
        text = told(before, self._state, event)
        if self._is_secret(event):
            assert isinstance(event, CardDealt)
            yield Line(f"seat {event.seat}  a card face down")
        elif text and isinstance(event, WagerSettled):
            yield Line(text, event.seat, event.net if event.is_players else 0)
        elif text:
            yield Line(text)

    def _is_secret(self, event: Event) -> bool:
        if not isinstance(event, CardDealt) or event.place != Place.HAND:
            return False
        dealt = self._state.setup.face_down and self._state.phase == Phase.DEAL
        return dealt and event.seat not in self._yours

    def _turned(self, before: State) -> list[tuple[int, Line]]:
        """The hands of others that were face down a moment ago and are no longer."""
        if not before.setup.face_down or before.phase == Phase.DEAL:
            return []
        lines = []
        for seat in before.seats:
            now = self._state.seat(seat.number)
            for hand in seat.hands if seat.number not in self._yours else ():
                if is_face_down(before, seat, hand) and not is_face_down(
                    self._state, now, now.hand(hand.number)
                ):
                    cards = " ".join(map(pretty_card, hand.cards))
                    words = f"seat {seat.number}  turns {cards}: {hand.total}"
                    lines.append((seat.number, Line(words)))
        return lines
