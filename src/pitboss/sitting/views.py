"""The table as a player with one or more seats sees it, with the current choice."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from pitboss.engine.state import State
from pitboss.engine.view import HandView, SeatView, TableView, view
from pitboss.sitting.coach import JudgedDecision
from pitboss.sitting.pai_jack_setting import Setting


@dataclass(frozen=True, slots=True)
class FeltView:
    """A table as the player at the seats *yours* sees it."""

    table: TableView
    yours: Collection[int]
    setting: Setting | None = None
    """The low hand that is being chosen."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Wager -> its name on the felt."""
    verdicts: Mapping[tuple[int, int], JudgedDecision] = field(default_factory=dict)
    """Seat and hand -> the last decision about it that has been judged."""

    def seat(self, number: int) -> SeatView:
        """Return the seat with that number."""
        return next(seat for seat in self.table.seats if seat.number == number)

    def hand(self, seat: int, number: int) -> HandView:
        """Return a hand of a seat."""
        return next(hand for hand in self.seat(seat).hands if hand.number == number)

    def is_at_turn(self, seat: int, hand: int) -> bool:
        """Return whether a hand must be decided now."""
        return self.table.turn == (seat, hand)


def rides(seat: SeatView) -> frozenset[str]:
    """Return the wagers of a seat that are doubled, split and settled with its hands."""
    return frozenset(unit for hand in seat.hands for unit in hand.units)


def dealt_hands(seat: SeatView) -> int:
    """Return how many hands a seat is dealt; split hands ride on the same wagers."""
    return len({hand.units for hand in seat.hands})


def view_table(state: State, yours: Collection[int]) -> FeltView:
    """Return the table as a player at the seats *yours* sees it."""
    titles = {wager: spot.wager.title for wager, spot in state.setup.configured.spots.items()}
    return FeltView(view(state, min(yours)), yours, titles=titles)
