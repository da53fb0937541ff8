"""The office at one moment: a value that an event replaces and never changes.

It has records about single players: exclusions, limits of the house, disputes, voids.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value, asdict
from pitboss.office.papers import (
    Box,
    Count,
    Day,
    Drawer,
    Notice,
    OfficeTerms,
    PaymentKind,
    Progressives,
    Slip,
    SlipKind,
    Tray,
    TrayState,
    Withdrawal,
)
from pitboss.office.roles import Permission, Role, may
from pitboss.rulebook.limits import CENTS_MAX


class Exclusion(Value, frozen=True):
    """A player may not play."""

    until: int
    """In microseconds since 1970; 0: it has no end."""
    is_own: bool
    """It was the player's wish."""
    since: int
    reason: str = ""

    def holds(self, now: int) -> bool:
        """Return whether the exclusion holds at a time."""
        return not self.until or now < self.until

    def is_shorter_than(self, until: int) -> bool:
        """Return whether the exclusion ends before another would.

        >>> Exclusion(5, True, 0).is_shorter_than(9), Exclusion(0, True, 0).is_shorter_than(9)
        (True, False)
        """
        return bool(self.until) and (not until or self.until < until)


class ImposedLimits(Value, frozen=True, kw_only=True):
    """The most that the house lets a player do; None: no limit of the house."""

    wager_cents: int | None = None
    """In a round."""
    loss_cents: int | None = None
    """In 24 hours."""
    deposit_cents: int | None = None
    """In 24 hours."""
    minutes: int | None = None
    """At tables in 24 hours."""

    def problem(self) -> Refusal | None:
        """Return the problem with these limits, if there is one."""
        wrong = [
            name for name, cents in asdict(self).items() if cents and not 0 < cents <= CENTS_MAX
        ]
        wrong += [name for name, cents in asdict(self).items() if cents == 0]
        if not wrong:
            return None
        return Refusal("limit/invalid", f"{', '.join(wrong)}: 1 to {CENTS_MAX}, or null for none")


class DisputeStage(StrEnum):
    """How far a dispute is."""

    OPEN = "open"
    ANSWERED = "answered"
    DECIDED = "decided"


class Statement(Value, frozen=True):
    """A statement about a dispute."""

    by: str
    at: int
    text: str
    is_inner: bool = False
    """Staff wrote it for the house: the player does not read it."""


class Dispute(Value, frozen=True, kw_only=True):
    """A round that a player says went wrong."""

    number: int
    account: str
    table: str
    round: int
    evidence: tuple[str, ...]
    """The hashes of the round's entries."""
    statements: tuple[Statement, ...]
    stage: DisputeStage = DisputeStage.OPEN
    award_cents: int = 0

    @property
    def is_open(self) -> bool:
        """Whether the dispute is undecided."""
        return self.stage is not DisputeStage.DECIDED


class VoidAsk(Value, frozen=True):
    """A round that somebody at the table wants voided."""

    table: str
    round: int
    reason: str
    by: str
    at: int


class Request(Value, frozen=True, kw_only=True):
    """A command of one person that another has to agree to."""

    number: int
    command: str
    """Its kind."""
    terms: Mapping[str, Any]
    """Its fields."""
    by: str
    at: int
    until: int
    """The moment from which nobody can agree."""
    second: Permission
    """The permission that the second person needs."""
    approver: str = ""
    """Who agreed; a table or a jackpot still has to carry it out."""


class PhysicalTable(Value, frozen=True):
    """A table with real cards and chips, of which the server deals no round."""

    id: str
    name: str
    house: dict[str, Any]
    """Its rules, wagers and limits, as a house file has them."""
    links: Mapping[str, str]
    """Wager -> the shared jackpot that it feeds."""
    rounds: int = 0
    """Rounds with jackpot wagers that were locked."""
    wagers: Mapping[str, tuple[int, ...]] = {}
    """Wager -> the seats that made it in the last of them."""
    fed: Mapping[str, int] = {}
    """Jackpot -> what that round fed it, in units."""
    hands: int = 0
    """Hands that were keyed in and confirmed."""


class Rating(Value, frozen=True, kw_only=True):
    """A player who is rated at a physical table."""

    number: int
    table: str
    seat: int
    player: str
    buy_in_cents: int
    opened: int
    bets: tuple[int, ...] = ()
    """Main wagers that were noted, in cents."""


class Winner(Value, frozen=True):
    """Who won a hit that is paid by hand."""

    name: str
    document: str
    address: str
    tax_number: str
    withheld_cents: int


class Office(Value, frozen=True, kw_only=True):
    """The whole office. Each of its parts has its fields here."""

    staff: Mapping[str, frozenset[Role]] = {}
    """Account -> its roles, of those that have any."""
    disabled: frozenset[str] = frozenset()
    """Accounts whose roles count for nothing now."""
    requests: Mapping[int, Request] = {}
    """By number: requests without an answer, and those still to be carried out."""
    request_count: int = 0
    """The number of requests so far; they are numbered from 1."""
    exclusions: Mapping[tuple[str, bool], Exclusion] = {}
    """(account, whether it was the player's wish) -> the last one; neither ends the other."""
    """Account -> its exclusion, also one that is over."""
    limits: Mapping[str, ImposedLimits] = {}
    """Account -> the limits that the house imposes."""
    disputes: Mapping[int, Dispute] = {}
    """Number -> dispute, also those that are decided."""
    void_asks: Mapping[tuple[str, int], VoidAsk] = {}
    """Table and round -> the request to void it."""

    terms: OfficeTerms = OfficeTerms()

    day: Day | None = None
    """The gambling day that is open."""
    days: int = 0
    """How many were opened."""
    date: str = ""
    """That of the day opened last."""

    numbers: Mapping[SlipKind, int] = {}
    """Kind -> the last number that was used."""
    first_numbers: Mapping[SlipKind, int] = {}
    """Kind -> the first number of the day."""
    slips: Mapping[tuple[SlipKind, int], Slip] = {}
    """Those of the day; those of closed days are in the journal only."""

    switched_off: Mapping[str, str] = {}
    """Table -> why it is off; "" is every table."""
    switches: int = 0
    """The number of switches so far."""
    dealers: Mapping[str, str] = {}
    """Table -> who deals there."""
    trays: Mapping[str, Tray] = {}
    """Table -> its tray, of the tables that the office runs."""
    ratings: Mapping[int, Rating] = {}
    """Number -> an open rating."""
    rating_count: int = 0
    winners: Mapping[tuple[str, int], Winner] = {}
    """Jackpot and hit -> who won it, where that was written down."""
    physical: Mapping[str, PhysicalTable] = {}
    """Table -> the physical table of that name; it has a tray too."""
    differences: Mapping[str, tuple[int, ...]] = {}
    """Table -> when counts of its tray showed a difference, lately."""
    notices: Mapping[int, Notice] = {}
    """The notices that are not filed yet."""
    notice_count: int = 0

    boxes: Mapping[int, Box] = {}
    """The uncounted boxes, and those of the day."""
    box_count: int = 0
    count: Count | None = None
    """The count of the day."""
    preparers: frozenset[str] = frozenset()
    """The people who signed papers of the day, and so may not count its boxes."""

    withdrawals: Mapping[int, Withdrawal] = {}
    """Number -> the waiting withdrawal."""
    payment_count: int = 0
    paid: Mapping[tuple[PaymentKind, str], int] = {}
    """Kind and payee -> the cents of the gambling day."""
    bought_back: Mapping[str, int] = {}
    """Cashier -> the cents of the chips that he bought back in the gambling day."""
    deposits: Mapping[str, tuple[tuple[int, int], ...]] = {}
    """Account -> the times and cents of its deposits in the last 24 hours."""
    progressives: Progressives = Progressives()
    drawer: Drawer | None = None
    """The cash drawer of the cage; None: it was never counted."""

    def roles(self, account: str) -> frozenset[Role]:
        """Return the enabled roles of an account."""
        return frozenset() if account in self.disabled else self.staff.get(account, frozenset())

    def may(self, account: str, permission: Permission) -> bool:
        """Return whether an account has a permission."""
        return may(self.roles(account), permission)

    def may_at(self, account: str, permission: Permission, table: str) -> bool:
        """Return whether an account has a permission at a table."""
        is_own = self.dealers.get(table) == account
        return may(self.roles(account), permission, is_own=is_own)

    def is_closed(self, table: str) -> bool:
        """Return whether a table takes no bets: it is off, or its tray is not open."""
        tray = self.trays.get(table)
        is_off = "" in self.switched_off or table in self.switched_off
        return is_off or (tray is not None and tray.state is not TrayState.OPEN)

    def turn(self, table: str) -> int:
        """Return a number that grows whenever a table may have been opened or closed."""
        tray = self.trays.get(table)
        return (tray.turn if tray else 0) + self.switches

    def exclusion(self, account: str, now: int) -> Exclusion | None:
        """Return the exclusion that holds for an account; the longer one, if there are two."""
        own = self.exclusion_by(account, now, is_own=True)
        imposed = self.exclusion_by(account, now, is_own=False)
        if own is None or imposed is None:
            return own or imposed
        return imposed if own.is_shorter_than(imposed.until) else own

    def exclusion_by(self, account: str, now: int, *, is_own: bool) -> Exclusion | None:
        """Return the exclusion that holds by the player's own wish, or that of the house."""
        last = self.exclusions.get((account, is_own))
        return last if last is not None and last.holds(now) else None

    @property
    def day_number(self) -> int:
        """The number of the open day, or of the next day if none is open."""
        return self.day.number if self.day else self.days + 1
