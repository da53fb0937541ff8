"""Departures from basic strategy: whether a player makes the index plays of a count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pitboss.advantage.detect.observe import SeenRound, SeenTable, seat_names
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.cards import Card
from pitboss.counts import find_system
from pitboss.counts.index_play import INSURANCE, UPS
from pitboss.engine.actions import ActionKind
from pitboss.engine.events import ActionTaken, CardDealt, Place
from pitboss.patterns.totals import value as value_of

_ACE, _TEN, _SOFT, _BUST = 1, 10, 10, 21


@dataclass(frozen=True, slots=True)
class Departures:
    """The plays of a player where basic strategy and the count disagree."""

    made: int
    due: int
    """The number of decisions where the count departs from basic strategy."""

    @property
    def share(self) -> float | None:
        """The part of them that was made; None if none was due."""
        return self.made / self.due if self.due else None


def departures(table: SeenTable, name: str, plays: Iterable[RatedPlay]) -> Departures:
    """Count the index plays of Hi-Lo that were due to a player, and those that were made."""
    by_place = {(play.hand, play.up): play for play in plays}
    made = due = 0
    for round_ in table.rounds:
        if name not in round_.players:
            continue
        for row, action, count in _decisions(table, round_, name):
            play = next((by_place[place] for place in row if place in by_place), None)
            if play is None or action not in {play.action, play.otherwise}:
                continue
            usual = play.action if play.difference > 0 else play.otherwise
            wanted = play.action if play.play.applies(count) else play.otherwise
            due += wanted is not usual
            made += wanted is not usual and action is wanted
    return Departures(made, due)


def _decisions(
    table: SeenTable, round_: SeenRound, name: str
) -> Iterator[tuple[list[tuple[str, str]], ActionKind, int]]:
    """Yield the names of a hand and its up card, the action, and the count at that moment.

    Hands that were split are left out: what may be done with them differs.
    """
    system, shoe = find_system("hi-lo"), table.setup.shoe
    seats = {seat for seat, player in seat_names(round_.replay).items() if player == name}
    unseen, up, hands, split = round_.unseen, None, dict[int, list[Card]](), set[int]()
    events: Iterable[Any] = round_.replay.round.events
    for event in events:
        if isinstance(event, CardDealt):
            if event.place is Place.DEALER and up is not None:
                continue  # face down until the hands have been played
            unseen = unseen.without(event.card)
            if event.place is Place.DEALER:
                up = event.card
            elif event.place is Place.HAND:
                hands.setdefault(event.seat, []).append(event.card)
        elif isinstance(event, ActionTaken) and event.seat in seats and up is not None:
            cards = hands.get(event.seat, [])
            if event.seat not in split and len(cards) > 1:
                count = int(system.true(unseen, shoe))
                yield _names(cards, up, event.action), event.action, count
            if event.action in {ActionKind.SPLIT, ActionKind.FREE_SPLIT}:
                split.add(event.seat)


def _names(cards: list[Card], up: Card, action: ActionKind) -> list[tuple[str, str]]:
    """Return how index plays name a hand, the most special name first."""
    values = [value_of(card) for card in cards]
    against = UPS[-1] if value_of(up) == _ACE else UPS[value_of(up) - 2]
    if action in {ActionKind.INSURE, ActionKind.DECLINE}:
        return [(INSURANCE, against)]
    total, names = sum(values), []
    if len(values) == 2 and values[0] == values[1]:
        letter = "A" if values[0] == _ACE else "T" if values[0] == _TEN else str(values[0])
        names.append((f"{letter},{letter}", against))
    if _ACE in values and total + _SOFT <= _BUST:
        names.append((f"A,{total - 1}", against))
    else:
        names.append((str(total), against))
    return names
