"""Bets being put down: an amount for every spot, a cursor, and the chips they are made of."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.engine.setup import Setup
from pitboss.tui.bots import is_required, legal_amount
from pitboss.tui.session import SeatBets
from pitboss.tui.words import cents_of, spots_before_deal

CHIPS_CENTS = (100, 500, 2_500, 10_000)
_FIRST_BET_CENTS = 1000
_DIGITS_MAX = 7


class BetSlip:
    """Every spot of your seats, and what lies on it."""

    def __init__(self, setup: Setup, seats: Sequence[int]) -> None:
        """Lay out the spots, with a main wager on every seat to begin with."""
        self.spots = spots_before_deal(setup)
        self.wagers = tuple(self.spots)
        self.seats = tuple(seats)
        self.row = self.column = 0
        self.chip = CHIPS_CENTS[1]
        self.typed = ""
        """Digits of the amount being typed."""
        self._amounts: dict[tuple[int, str], int] = {}
        for seat in self.seats:
            for wager, spot in self.spots.items():
                if wager == "main" or is_required(spot, setup.configured.options):
                    self.put(seat, wager, legal_amount(spot, _FIRST_BET_CENTS))

    @property
    def wager(self) -> str:
        """The wager under the cursor."""
        return self.wagers[self.row]

    @property
    def seat(self) -> int:
        """The seat under the cursor."""
        return self.seats[self.column]

    @property
    def total(self) -> int:
        """Everything that lies on the spots, in cents."""
        return sum(self._amounts.values())

    @property
    def bets(self) -> SeatBets:
        """Seat -> wager -> cents, empty spots left out."""
        return {
            seat: {w: self.on(seat, w) for w in self.wagers if self.on(seat, w)}
            for seat in self.seats
        }

    def on(self, seat: int, wager: str) -> int:
        """Return the cents on a spot."""
        return self._amounts.get((seat, wager), 0)

    def put(self, seat: int, wager: str, cents: int) -> None:
        """Set a spot; one with a single amount takes that, and what equals it follows it."""
        spot = self.spots[wager]
        if cents and spot.jackpot is not None and spot.jackpot.wager is not None:
            cents = spot.jackpot.wager
        if cents and spot.wager.equals:
            cents = self.on(seat, spot.wager.equals)
        self._amounts[seat, wager] = max(0, cents)
        for other, other_spot in self.spots.items():
            if other_spot.wager.equals == wager and self.on(seat, other):
                self._amounts[seat, other] = self.on(seat, wager)

    def move(self, rows: int, columns: int) -> None:
        """Move the cursor; it goes round at the edges."""
        self.typed = ""
        self.row = (self.row + rows) % len(self.wagers)
        self.column = (self.column + columns) % len(self.seats)

    def point_at(self, seat: int, wager: str) -> None:
        """Put the cursor on a spot."""
        self.typed = ""
        self.row, self.column = self.wagers.index(wager), self.seats.index(seat)

    def add(self, chips: int) -> None:
        """Add chips to the spot under the cursor, or take them away."""
        self.typed = ""
        self._put_here(self.on(self.seat, self.wager) + chips * self.chip)

    def toggle(self) -> None:
        """Put the smallest sensible bet on an empty spot, or clear it."""
        self.typed = ""
        empty = not self.on(self.seat, self.wager)
        self._put_here(legal_amount(self.spots[self.wager], self.chip) if empty else 0)

    def type(self, character: str) -> None:
        """Take one more character of an amount in dollars; what is no part of one is left out."""
        longer = self.typed + character
        whole, _, cents = longer.partition(".")
        if len(whole) <= _DIGITS_MAX and len(cents) <= 2 and longer.count(".") <= 1:
            self.typed = longer
        self._put_typed()

    def erase(self) -> None:
        """Take back the last character typed, or empty the spot."""
        self.typed = self.typed[:-1]
        self._put_typed()

    def _put_typed(self) -> None:
        digits = self.typed.rstrip(".")
        cents = cents_of(f"0{digits}") if digits else 0
        self._put_here(cents)
        if self.on(self.seat, self.wager) != cents:
            self.typed = ""  # the spot takes one amount only, and that is there now

    def _put_here(self, cents: int) -> None:
        self.put(self.seat, self.wager, cents)

    def change_chip(self, steps: int) -> None:
        """Take a larger or smaller chip in hand."""
        index = CHIPS_CENTS.index(self.chip) + steps
        self.chip = CHIPS_CENTS[max(0, min(index, len(CHIPS_CENTS) - 1))]

    def clear(self) -> None:
        """Take everything off the spots."""
        self.typed = ""
        self._amounts.clear()

    def repeat(self, bets: SeatBets) -> None:
        """Put the same down again."""
        self.clear()
        for seat, wagers in bets.items():
            for wager, cents in wagers.items():
                self.put(seat, wager, cents)
