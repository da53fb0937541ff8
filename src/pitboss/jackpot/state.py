"""A jackpot as a value. Every unit that was ever in it is somewhere, after every operation."""

from __future__ import annotations

from pitboss.engine.values import Value
from pitboss.jackpot.terms import Terms


class Hit(Value, frozen=True, kw_only=True):
    """An award that is locked: nobody else can win it, and it is not paid yet."""

    number: int
    """Hits are numbered in the order in which they were locked; that is the order of paying."""
    table: str
    round: int
    seat: int
    wager: str
    percent: int
    """How much of the display was won; 0: a fixed prize."""
    amount: int
    """In units, a whole number of cents."""
    seeded: int = 0
    """What the house put in to start the meter again."""
    from_reserve: int = 0
    from_overflow: int = 0
    """What the pools put in for that."""


class Jackpot(Value, frozen=True, kw_only=True):
    """One jackpot.

    Always: seeded + contributed + adjusted
    = display + reserve + overflow + pending + paid + booked.
    """

    id: str
    terms: Terms
    waiting: Terms | None = None
    """Terms that hold once the whole of it is won: a rate may not change before (GLI-19 2.4.2)."""
    display: int = 0
    reserve: int = 0
    overflow: int = 0
    pending: tuple[Hit, ...] = ()
    """Locked hits, in their order."""
    hits: int = 0
    """How many were ever locked."""
    seeded: int = 0
    contributed: int = 0
    adjusted: int = 0
    paid: int = 0
    booked: int = 0
    """What became the house's, lawfully."""
    is_enabled: bool = True
    is_closed: bool = False

    @property
    def pending_amount(self) -> int:
        """What locked hits hold."""
        return sum(hit.amount for hit in self.pending)

    @property
    def is_conserved(self) -> bool:
        """Whether every unit is accounted for, and no pool owes anything."""
        came = self.seeded + self.contributed + self.adjusted
        went = self.paid + self.booked
        there = self.display + self.reserve + self.overflow + self.pending_amount
        pools = (self.display, self.reserve, self.overflow)
        return came == there + went and min(pools) >= 0

    @property
    def is_full(self) -> bool:
        """Whether the display has reached its ceiling."""
        return self.terms.ceiling is not None and self.display >= self.terms.ceiling
