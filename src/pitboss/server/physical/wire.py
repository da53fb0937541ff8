"""Requests and answers about physical tables and the signs over tables."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.office.physical import NAME_LENGTH_MAX, SEATS_MAX
from pitboss.office.ratings import CloseRating, NoteBet, OpenRating
from pitboss.rulebook.limits import REASON_LENGTH_MAX
from pitboss.server.lab.settling import LINE_LENGTH_MAX, SettledHand
from pitboss.server.requests.forms import body_of
from pitboss.server.requests.wire import GameId, Word

Seat = Annotated[int, Meta(ge=1, le=SEATS_MAX)]
Reason = Annotated[str, Meta(min_length=1, max_length=REASON_LENGTH_MAX, description="Why.")]
TableName = Annotated[str, Meta(min_length=1, max_length=40, description="Its id: bj-1.")]


RatingAsked = body_of("RatingAsked", OpenRating, "seat", "player", buy_in_cents=0)
RatedBet = body_of("RatedBet", NoteBet, "cents")
RatingEnd = body_of("RatingEnd", CloseRating, hands=0, out_cents=0)


class PhysicalTableAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A physical table: its rules as a house file has them, or a game's ready table."""

    id: TableName
    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH_MAX)]
    reason: Reason
    text: Annotated[
        str, Meta(max_length=50_000, description="The house file; empty: the ready table.")
    ] = ""
    game: Annotated[GameId, Meta(description="Without a house file: its ready table.")] = ""
    links: Annotated[
        str,
        Meta(
            max_length=500,
            description="The shared jackpot of each jackpot wager: jackpot-1=mtd, jackpot-2=mtd-2.",
        ),
    ] = ""


class WagersAtDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """The jackpot wagers of a round, as a button or a sensor counted them at the deal."""

    wagers: Annotated[
        dict[Word, list[Seat]],
        Meta(max_length=20, description="Wager -> the seats that made it."),
    ]


class HitEntered(Struct, frozen=True, forbid_unknown_fields=True):
    """A hit of a jackpot at a physical table."""

    wager: Word
    seat: Seat
    row: Annotated[str, Meta(max_length=200, description="The row of the pay table that was hit.")]


class WinnerSeen(Struct, frozen=True, forbid_unknown_fields=True):
    """Who won a hit that is paid by hand."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    document: Annotated[str, Meta(min_length=1, max_length=100, description="What proves it.")]
    address: Annotated[str, Meta(max_length=200)] = ""
    tax_number: Annotated[str, Meta(max_length=4, description="Its last four digits.")] = ""
    withheld_cents: Annotated[int, Meta(ge=0, description="Kept back for the tax office.")] = 0


class HandLine(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a hand at a physical table."""

    line: Annotated[str, Meta(max_length=LINE_LENGTH_MAX)]
    n: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="How many lines there are: so a second try changes nothing."),
    ] = None
    at: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="Put it in place of this line, to correct it; null: at the end."),
    ] = None
    insert: Annotated[bool, Meta(description="Before that line, where a card is missing.")] = False


class MeterOnSign(Struct, frozen=True):
    """A jackpot as its sign shows it."""

    id: str
    title: str
    amount: Annotated[str, Meta(description="Dollars.")]
    open: bool
    stale: Annotated[bool, Meta(description="The amount may be old.")]
    pending: Annotated[list[str], Meta(description="Awards that wait, in dollars, with places.")]
    hits: Annotated[int, Meta(description="It grows with every hit.")]


class SignLimit(Struct, frozen=True):
    """The limits of one wager."""

    title: str
    limits: str


class TableSign(Struct, frozen=True):
    """Everything that a sign over a table shows."""

    id: str
    name: str
    title: str
    main: Annotated[str, Meta(description="The limits of the main wager: $5 to $400.")]
    others: list[SignLimit]
    rules: list[str]
    open: bool
    meters: list[MeterOnSign]


class RatingSeen(Struct, frozen=True):
    """A player who is rated now."""

    rating: int
    seat: int
    player: str
    buy_in_cents: int
    since: str
    bets_cents: Annotated[list[int], Meta(description="Main wagers that were noted.")]


class PhysicalTableSeen(Struct, frozen=True):
    """A physical table as staff see it."""

    id: str
    name: str
    game: str
    title: str
    state: str
    dealer: str
    links: dict[str, str]
    rounds: Annotated[int, Meta(description="Rounds whose jackpot wagers were locked.")]
    locked: Annotated[dict[str, list[int]], Meta(description="Wager -> seats of the last one.")]
    hands: Annotated[int, Meta(description="Hands that were keyed in and confirmed.")]
    rows: Annotated[
        dict[str, list[str]], Meta(description="Jackpot wager -> the rows that its meter pays.")
    ]
    house: dict[str, Any]
    ratings: list[RatingSeen]


class PhysicalTables(Struct, frozen=True):
    """Every physical table."""

    tables: list[PhysicalTableSeen]


class HandAtTable(Struct, frozen=True):
    """The hand of a physical table as it lies there now."""

    table: str
    hand: SettledHand
    lines: list[str]
    order: Annotated[
        list[int], Meta(description="Seats in the order in which the dealer settles them.")
    ]


class HandKept(Struct, frozen=True):
    """A hand that the dealer confirmed."""

    hand: int
    hits: Annotated[list[str], Meta(description="Hits that it locked, jackpot and number.")]
