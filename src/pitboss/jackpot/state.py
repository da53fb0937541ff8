"""A jackpot as a value. Every unit is accounted for after every operation."""

from __future__ import annotations

from enum import StrEnum

from pitboss.engine.meter import UNITS_PER_CENT, UNITS_PER_DOLLAR
from pitboss.engine.values import Value
from pitboss.jackpot.tax import is_taxed
from pitboss.jackpot.terms import Scheme, Terms

RECENT_MAX = 50
"""Hits that a jackpot lists; regulators ask for 25."""
TOP = 100
"""The percentage of the display that is the top award."""
_KEPT_FROM = 500 * UNITS_PER_DOLLAR


class Outcome(StrEnum):
    """The outcome of a hit."""

    PENDING = "pending"
    PAID = "paid"
    """At once, at the table."""
    CONFIRMED = "confirmed"
    """By hand, after two people looked at it."""
    REJECTED = "rejected"
    VOID = "void"
    """Its round was called off."""


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
    ended: Terms | None = None
    """The terms that held until then, where others had waited for it."""
    account: str = ""
    """Who won it."""
    stake: int = 0
    """What was bet for it, in cents."""
    at: int = 0
    """When it was locked, in microseconds since 1970."""
    before: int = 0
    """What was displayed before."""
    after: int = 0
    """What was displayed at once after."""
    outcome: Outcome = Outcome.PENDING
    by: tuple[str, ...] = ()
    """Who confirmed or rejected it."""

    @property
    def is_taxed(self) -> bool:
        """Whether a form W-2G is due."""
        return is_taxed(self.amount // UNITS_PER_CENT, self.stake, self.at)

    @property
    def keeps_shoe(self) -> bool:
        """Whether hand and shoe must be kept for seven days: from $500 on (WAC 230-15-405)."""
        return self.amount >= _KEPT_FROM


class Proposal(Value, frozen=True, kw_only=True):
    """An operation that one person proposed and a second must agree to."""

    number: int
    kind: str
    """The operation."""
    operation: bytes
    """The operation as written, so people agree to exactly this."""
    by: str
    at: int
    hit: int = 0
    """The hit that it is about; 0: about none."""


class Removal(Value, frozen=True, kw_only=True):
    """The regulator's permission to remove a jackpot before its top award is won (2110(15)(d))."""

    reference: str
    """The number of the letter."""
    date: str
    """The day of the letter: "2026-11-18"."""
    by: tuple[str, ...]
    """Who recorded it."""
    at: int
    """When, in microseconds since 1970."""


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
    won: int = 0
    """The number of the last hit that won the whole and was paid; 0: none."""
    seeded: int = 0
    contributed: int = 0
    adjusted: int = 0
    paid: int = 0
    booked: int = 0
    """The units that lawfully became the house's."""
    is_enabled: bool = True
    is_closed: bool = False
    title: str = ""
    off_since: int | None = None
    """When it was switched off; None: it is on."""
    recent: tuple[Hit, ...] = ()
    """The last hits, the last of them last."""
    proposals: tuple[Proposal, ...] = ()
    """The proposals that wait for a second person."""
    proposed: int = 0
    """How many proposals there ever were."""
    removal: Removal | None = None
    """The permission to remove it; None: there is none."""

    @property
    def pending_amount(self) -> int:
        """The units of locked hits."""
        return sum(hit.amount for hit in self.pending)

    @property
    def is_conserved(self) -> bool:
        """Whether every unit is accounted for, and no pool owes anything."""
        came = self.seeded + self.contributed + self.adjusted
        pools = (self.display, self.reserve, self.overflow)
        return came == self.units_owed + self.paid + self.booked and min(pools) >= 0

    @property
    def units_owed(self) -> int:
        """The units that players may still win or be paid."""
        return self.display + self.reserve + self.overflow + self.pending_amount

    @property
    def is_top_award_won(self) -> bool:
        """Whether the whole of it was won and paid, and no void took that back."""
        if not self.won:
            return False
        listed = {hit.number: hit for hit in self.recent}
        paid = {Outcome.PAID, Outcome.CONFIRMED}
        # A hit that is no longer listed is too old to be voided.
        return self.won not in listed or any(
            hit.percent == TOP and hit.outcome in paid for hit in listed.values()
        )

    @property
    def may_be_removed(self) -> bool:
        """Whether it may be moved or closed now (2110(15)(d))."""
        return self.terms.may_be_removed or self.is_top_award_won or self.removal is not None

    @property
    def takes_wagers(self) -> bool:
        """Whether its wagers may be made now."""
        return self.is_enabled and not self.is_closed

    @property
    def is_house(self) -> bool:
        """Whether it is the house's own money."""
        return self.terms.scheme is Scheme.HOUSE

    @property
    def is_full(self) -> bool:
        """Whether the display has reached its ceiling."""
        return self.terms.ceiling is not None and self.display >= self.terms.ceiling
