"""Requests and answers about shared jackpots."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.jackpot.commands import Adjust, Close, PermitRemoval, Transfer, Units, Why
from pitboss.server.requests.forms import body_of

Dollars = Annotated[str, Meta(description='In dollars, to four decimals: "5000.0000".')]

AMOUNTS = ("seed", "ceiling", "reserve_limit", "hand_pay_from", "contribution_max")
"""Terms in dollars, by their names in requests, files and `Terms`."""
SHARES = {
    "contribution": "rate",
    "reserve": "hidden_share",
    "second_contribution": "secondary_rate",
}
"""Terms that are parts of a wager: name in requests and files -> field of `Terms`."""
Share = Annotated[str, Meta(max_length=40, description='A part of each wager: "21%".')]


class PendingHit(Struct, frozen=True):
    """An award that is locked and not paid yet."""

    hit: int
    table: str
    seat: int
    amount: Dollars


class JackpotSummary(Struct, frozen=True):
    """A shared jackpot."""

    id: str
    title: str
    scheme: Annotated[str, Meta(description='"progressive": the players\' money; "house".')]
    amount: Annotated[Dollars, Meta(description="What it shows now; 0 for a house jackpot.")]
    prizes: Annotated[dict[str, Dollars], Meta(description="Of a house jackpot.")]
    open: Annotated[bool, Meta(description="Whether its wager is taken.")]
    stale: Annotated[
        bool, Meta(description="The amount may be old: there was no news for a while.")
    ]
    tables: list[str]
    pending: list[PendingHit]
    disclosures: Annotated[list[str], Meta(description="What must be posted beside it.")]


class Jackpots(Struct, frozen=True):
    """All shared jackpots of the floor."""

    jackpots: list[JackpotSummary]


class TermsSeen(Struct, frozen=True, omit_defaults=True):
    """The terms of a jackpot; shares are fractions of one."""

    seed: Dollars
    contribution: str
    reserve: str
    award_order: str
    hand_pay_from: Dollars
    may_be_removed: bool
    ceiling: Dollars | None = None
    reserve_limit: Dollars | None = None
    second_contribution: str | None = None
    contribution_max: Dollars | None = None
    wager_cents: int | None = None


class JackpotSeen(Struct, frozen=True):
    """A shared jackpot with its terms."""

    jackpot: JackpotSummary
    terms: TermsSeen
    next_terms: Annotated[
        TermsSeen | None, Meta(description="The terms after its top award is won.")
    ]
    hits: Annotated[int, Meta(description="The number of hits.")]
    paid: Dollars


class HitSeen(Struct, frozen=True):
    """One hit, as everybody may know it."""

    hit: int
    table: str
    round: int
    seat: int
    wager: str
    percent: Annotated[int, Meta(description="0: a fixed prize.")]
    amount: Dollars
    at: str
    outcome: str


class Hits(Struct, frozen=True):
    """The last hits of a jackpot, the latest first."""

    hits: list[HitSeen]


class ProposalSeen(Struct, frozen=True):
    """Something that waits for a second person."""

    number: int
    by: str
    at: str
    operation: dict[str, Any]


class RemovalSeen(Struct, frozen=True):
    """A permission of the regulator."""

    reference: str
    date: str
    at: Annotated[str, Meta(description="When it was recorded.")]
    by: Annotated[list[str], Meta(description="Who recorded it.")]


class JackpotBooks(Struct, frozen=True):
    """The money of a jackpot, in units of 1/10,000 of a dollar.

    seeded + contributed + adjusted = display + reserve + overflow + pending + paid + booked.
    """

    id: str
    collected: Annotated[int, Meta(description="Shares of wagers on their way to it.")]
    seeded: int
    contributed: int
    adjusted: int
    display: int
    reserve: int
    overflow: int
    pending: int
    paid: int
    booked: int
    conserved: bool
    open: bool
    closed: bool
    may_be_removed: Annotated[bool, Meta(description="Whether it may be moved or closed now.")]
    removal: Annotated[
        RemovalSeen | None,
        Meta(description="The regulator's permission to remove it before its top award is won."),
    ]
    proposals: list[ProposalSeen]


class WinnerOfHit(Struct, frozen=True):
    """Who won a hit that is paid by hand, for the payout slip."""

    name: str
    document: str
    address: str
    tax_number: str
    withheld_cents: int


class HitEvidence(Struct, frozen=True):
    """The evidence of a hit."""

    hit: HitSeen
    account: str
    stake_cents: int
    before: Dollars
    after: Dollars
    by: list[str]
    taxed: Annotated[bool, Meta(description="A form W-2G is due.")]
    keeps_shoe: Annotated[bool, Meta(description="Hand and shoe are kept for seven days.")]
    round: Annotated[
        dict[str, Any] | None, Meta(description="The round's record; null while it is open.")
    ]
    shuffles: Annotated[
        list[dict[str, Any]], Meta(description="Commitments, and the entropy that was shown.")
    ]
    hand: Annotated[str, Meta(description="The row that won, as the felt has it.")] = ""
    cards: Annotated[str, Meta(description="The seat's first cards, then the dealer's.")] = ""
    winner: Annotated[WinnerOfHit | None, Meta(description="Who won it, if written down.")] = None


JackpotWhy = body_of("JackpotWhy", Close, "why", doc="Why.")
PermitJackpotRemoval = body_of("PermitJackpotRemoval", PermitRemoval, "reference", "date", "why")
AdjustJackpot = body_of("AdjustJackpot", Adjust, "units", "reason", "why")
TransferJackpot = body_of("TransferJackpot", Transfer, "to", "why")


class SwitchJackpot(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the wagers of a jackpot are taken."""

    on: bool
    why: Why


class NewJackpotTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """Terms that are to change; what is left out stays."""

    why: Why
    seed: Units | None = None
    contribution: Share | None = None
    reserve: Share | None = None
    second_contribution: Share | None = None
    ceiling: Units | None = None
    reserve_limit: Units | None = None
    hand_pay_from: Units | None = None
    contribution_max: Units | None = None
    may_be_removed: Annotated[
        bool | None,
        Meta(description="Whether it may be moved or closed before its top award is won."),
    ] = None
