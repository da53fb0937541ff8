"""Jackpot meters as two numbers each: what is displayed, and what is kept for the next seed."""

from __future__ import annotations

from math import floor

from pitboss.engine.drive import Round
from pitboss.rulebook.configured import Jackpot
from tests.engine.audit.felt import Felt

UNITS = 100
"""Meter units to a cent."""


class Meters:
    """The meters of a table, fed and paid in the order of the rulings."""

    def __init__(self, round_: Round) -> None:
        self.displays = {wager: meter.display for wager, meter in round_.opening.meters.items()}
        self.reserves = {wager: meter.reserve for wager, meter in round_.opening.meters.items()}

    def feed(self, felt: Felt, wager: str, jackpot: Jackpot | None) -> None:
        """W25, W34, C57: every wager's share, before anything is awarded."""
        if jackpot is None or wager not in self.displays:
            return
        for seat in felt.seats.values():
            if wager in seat.wagers:
                share = floor(seat.wagers[wager] * UNITS * jackpot.contribution)
                kept = floor(share * jackpot.reserve)
                self.displays[wager] += share - kept
                self.reserves[wager] += kept

    def pay(self, wager: str, cents: int) -> None:
        """W10: a prize the house has put on the meter, as far as the meter goes."""
        if wager in self.displays:
            self.displays[wager] -= min(cents * UNITS, self.displays[wager])

    def award(self, wager: str, jackpot: Jackpot, percent: int) -> int:
        """W19, W25, W34, C28, C58: whole cents; after 100 % seed, reserve and the part left."""
        if wager not in self.displays:
            return jackpot.prizes[percent]  # W20
        amount = self.displays[wager] * percent // 100 // UNITS
        self.displays[wager] -= amount * UNITS
        if percent == 100:
            self.displays[wager] += jackpot.seed * UNITS + self.reserves[wager]
            self.reserves[wager] = 0
        return amount
