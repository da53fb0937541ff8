"""The commands for a table: the same messages over HTTP and over the WebSocket."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pitboss.server.requests.wire import Cents, GameId, SetUpData

Seat = Annotated[int, Meta(ge=1, le=100, description="The seat, from 1.")]

Minutes = Annotated[int, Meta(ge=0, le=1440, description="In any 24 hours.")]


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is asked of a table."""


class Sit(Request, frozen=True):
    """Take a seat with chips bought from the wallet."""

    seat: Seat
    cents: Cents
    nickname: Annotated[
        str,
        Meta(
            max_length=24,
            description="What a guest is called at the table, as names are; nobody keeps it.",
        ),
    ] = ""


class BuyIn(Request, frozen=True):
    """Buy more chips, between two rounds."""

    seat: Seat
    cents: Cents


class Leave(Request, frozen=True):
    """Give up a seat; its chips go back to the wallet when its hand is over."""

    seat: Seat


class Cut(Request, frozen=True):
    """Commit to a seed for the next shuffle; reveal it when the commitments are fixed."""

    seat: Seat
    commitment: Annotated[
        str,
        Meta(
            pattern="^([0-9a-f]{64})?$",
            description="The SHA-256 of the seed and its place, in hex (see The floor).",
        ),
    ] = ""
    shuffle: Annotated[int, Meta(ge=0, description="`shuffles.cut.shuffle` of the table.")] = 0
    attempt: Annotated[int, Meta(ge=1, description="`shuffles.cut.attempt` of the table.")] = 1
    seed: Annotated[
        str,
        Meta(
            max_length=128,
            description="Of earlier versions. It is refused: commit to the seed first.",
        ),
    ] = ""


class Reveal(Request, frozen=True):
    """Reveal the seed that this seat committed to, once the commitments are fixed."""

    seat: Seat
    seed: Annotated[
        str, Meta(pattern="^([0-9a-f]{2}){32,64}$", description="32 to 64 random bytes, in hex.")
    ]


class Bet(Request, frozen=True):
    """Replace the wagers of a seat; when everybody is ready, the round is dealt."""

    seat: Seat
    wagers: Annotated[
        dict[str, Cents],
        Meta(max_length=100, description='Wager -> cents; "tip:main" is for the dealer.'),
    ]
    ready: Annotated[bool, Meta(description="True: this seat needs no more time.")] = True
    round: Annotated[
        int | None,
        Meta(description="The round of the bet; a late bet does not count for the next one."),
    ] = None


class Act(Request, frozen=True):
    """Answer the open question."""

    seat: Seat
    n: Annotated[int, Meta(description="The number of the question.")]
    action: str
    amount: Cents | None = None
    tip: Cents | None = None
    low: Annotated[str, Meta(description="The cards of the low hand, where one is set.")] = ""


class SitOut(Request, frozen=True):
    """Sit out for a while, or play again."""

    seat: Seat
    out: bool


class Emote(Request, frozen=True):
    """Say one of a few things from your seat, to everybody who watches the table."""

    seat: Seat
    emote: Literal["good-luck", "nice-hand", "well-played", "thank-you", "wow", "ouch"]


class Bots(Request, frozen=True):
    """Have some bots play at a private table that you opened; others leave."""

    count: Annotated[int, Meta(ge=0, le=6, description="How many; fewer where seats are taken.")]


REQUESTS: dict[str, type[Request]] = {
    "sit": Sit,
    "buy-in": BuyIn,
    "leave": Leave,
    "cut": Cut,
    "reveal": Reveal,
    "bet": Bet,
    "act": Act,
    "sit-out": SitOut,
    "emote": Emote,
    "bots": Bots,
}
"""Everything that a player may ask of a table, by its name on the wire."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of one's own, with chips that are worth nothing elsewhere."""

    game: GameId
    house: SetUpData = {}
    invites: Annotated[
        bool, Meta(description="Whoever knows its id may watch it and sit down; else only you.")
    ] = False


class TableSummary(Struct, frozen=True, omit_defaults=True):
    """One table of the floor."""

    id: str
    name: str
    game: str
    seats: int
    taken: list[int]
    least_cents: Annotated[int, Meta(description="The least bet of a round.")]
    least_wagers: Annotated[dict[str, int], Meta(description="The wagers of the least bet.")]
    stage: str
    practice: bool = False
    closed: Annotated[bool, Meta(description="The office has closed it; no bets are taken.")] = (
        False
    )
    paused: Annotated[bool, Meta(description="It stands still: no bets, no decisions.")] = False


class Tables(Struct, frozen=True):
    """The tables of the floor."""

    tables: list[TableSummary]


class TableTerms(Struct, frozen=True):
    """The terms of a table."""

    id: str
    name: str
    house: Annotated[dict[str, Any], Meta(description="Its set-up, as a house file has it.")]
    seats: int
    absent: Annotated[str, Meta(description="How the hand of an absent player is played.")]
    betting_ms: Annotated[int | None, Meta(description="From the first bet; null: no clock.")]
    decision_ms: int | None
    digest: Annotated[str, Meta(description="Identifies the rules.")]
