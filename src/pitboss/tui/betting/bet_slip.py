"""The bets before a deal: an amount for every spot, a cursor, and the chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.engine.events import TIP
from pitboss.engine.setup import Setup
from pitboss.rulebook.configured import Spot
from pitboss.sitting.amounts import (
    legal_amount,
    main_wagers,
    spots_before_deal,
    tip_spots,
)
from pitboss.sitting.bets import SeatBets
from pitboss.text.actions import parse_cents

CHIPS_CENTS = (100, 500, 2_500, 10_000)
_FIRST_BET_CENTS = 1000
_DIGITS_MAX = 7


class BetSlip:
    """Every spot of your seats, and the cents on it."""

    def __init__(self, setup: Setup, seats: Sequence[int]) -> None:
        """Lay out the spots, with a main wager on every seat to begin with."""
        self._own = spots_before_deal(setup)
        self._tips = tip_spots(setup)
        self.mains = setup.mains
        self.tipping = False
        """Whether the spots for tips are shown."""
        self.seats = tuple(seats)
        self.row = self.column = 0
        self.chip = CHIPS_CENTS[1]
        self.typed = ""
        """Digits of the amount being typed."""
        self._amounts: dict[tuple[int, str], int] = {}
        self.closed: Mapping[str, str] = {}
        """The wagers that cannot be made now, with the reason."""
        for seat in self.seats:
            for wager, cents in main_wagers(setup, _FIRST_BET_CENTS).items():
                self.put(seat, wager, cents)
            for wager, spot in self._own.items():
                if wager not in self.mains and wager in setup.required:
                    self.put(seat, wager, legal_amount(spot, _FIRST_BET_CENTS))

    @property
    def takes_tips(self) -> bool:
        """Whether this table takes tips anywhere."""
        return bool(self._tips)

    @property
    def spots(self) -> dict[str, Spot]:
        """The visible spots, by name; "tip:main" is the one for a tip beside main."""
        return {**self._own, **(self._tips if self.tipping else {})}

    @property
    def wagers(self) -> tuple[str, ...]:
        """The names of the visible spots."""
        return tuple(self.spots)

    def show_tips(self, *, shown: bool) -> None:
        """Show the spots for tips, or take the tips back and hide them."""
        self.tipping = shown
        if not shown:
            self.typed = ""
            self.row = min(self.row, len(self._own) - 1)
            for key in [key for key in self._amounts if key[1] in self._tips]:
                del self._amounts[key]

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
        """The cents on all spots."""
        return sum(self._amounts.values())

    @property
    def bets(self) -> SeatBets:
        """Seat -> wager -> cents, without empty spots."""
        return {
            seat: {w: self.on(seat, w) for w in self.wagers if self.on(seat, w)}
            for seat in self.seats
        }

    def on(self, seat: int, wager: str) -> int:
        """Return the cents on a spot."""
        return self._amounts.get((seat, wager), 0)

    def close_spots(self, closed: Mapping[str, str]) -> None:
        """Take everything off the spots of wagers that cannot be made now."""
        self.closed = closed
        for seat, wager in [*self._amounts]:
            if wager.removeprefix(TIP) in closed:
                self._amounts[seat, wager] = 0

    def put(self, seat: int, wager: str, cents: int) -> None:
        """Set a spot; one with a single amount takes that, and spots that must equal it follow.

        The main wagers of a game with two hands are set together. A closed spot takes nothing.
        """
        if wager.removeprefix(TIP) in self.closed:
            cents = 0
        if wager.startswith(TIP):
            most = self._tips[wager].tip_max
            self._amounts[seat, wager] = max(0, cents if most is None else min(cents, most))
            return
        spot = self._own[wager]
        if cents and spot.jackpot is not None and spot.jackpot.wager is not None:
            cents = spot.jackpot.wager
        if wager in self.mains:
            self._amounts |= {(seat, main): max(0, cents) for main in self.mains}
        elif cents and spot.wager.equals:
            cents = self.on(seat, spot.wager.equals)
        self._amounts[seat, wager] = max(0, cents)
        for other, other_spot in self._own.items():
            if other_spot.wager.equals == wager and self.on(seat, other):
                self._amounts[seat, other] = self.on(seat, wager)

    def move(self, rows: int, columns: int) -> None:
        """Move the cursor; it wraps at the edges."""
        self.typed = ""
        self.row = (self.row + rows) % len(self.wagers)
        self.column = (self.column + columns) % len(self.seats)

    def point_at(self, seat: int, wager: str) -> None:
        """Put the cursor on a spot."""
        self.typed = ""
        self.row, self.column = self.wagers.index(wager), self.seats.index(seat)

    def add(self, chips: int) -> None:
        """Add chips to the spot under the cursor, or remove them."""
        self.typed = ""
        self._put_here(self.on(self.seat, self.wager) + chips * self.chip)

    def toggle(self) -> None:
        """Put the usual bet on an empty spot, or clear it."""
        self.typed = ""
        empty = not self.on(self.seat, self.wager)
        self._put_here(self._sensible() if empty else 0)

    def _sensible(self) -> int:
        """Return the usual bet on the spot under the cursor."""
        if self.wager.startswith(TIP):
            return min(self.chip, self.on(self.seat, self.wager.removeprefix(TIP)))
        return legal_amount(self.spots[self.wager], self.chip)

    def type(self, character: str) -> None:
        """Add one character of an amount in dollars; ignore others."""
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
        cents = parse_cents(f"0{digits}") if digits else 0
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
        """Repeat the same bets."""
        self.clear()
        self.tipping |= any(w.startswith(TIP) for wagers in bets.values() for w in wagers)
        for seat, wagers in bets.items():
            for wager, cents in wagers.items():
                self.put(seat, wager, cents)
