"""Requests and answers about the past of an account."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

ITEMS_MAX = 200
Limit = Annotated[int, Meta(ge=1, le=ITEMS_MAX, description="How many at most.")]
Cursor = Annotated[str, Meta(max_length=200, description="`next` of the page before.")]


class PastQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of the past is asked for."""

    before: Cursor = ""
    limit: Limit = 20


class StatementQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of the statement is asked for, and how it is written."""

    before: Cursor = ""
    limit: Limit = 100
    format: Literal["json", "csv"] = "json"


class PlayedRound(Struct, frozen=True, omit_defaults=True):
    """A round that the account played."""

    table: str
    name: Annotated[str, Meta(description="What the table is called.")]
    game: str
    round: int
    at: Annotated[str, Meta(description="When it ended, UTC.")]
    seats: list[int]
    stake_cents: int
    net_cents: Annotated[int, Meta(description="What the wagers gained; tips are not in it.")]
    tips_cents: int = 0
    void: bool = False


class Rounds(Struct, frozen=True):
    """A page of rounds, the last first."""

    rounds: list[PlayedRound]
    next: Annotated[str | None, Meta(description="Ask for `?before=` this; null: that is all.")]


class StatementLine(Struct, frozen=True, omit_defaults=True):
    """Something that moved the account's money."""

    at: str
    kind: Annotated[
        str,
        Meta(description='"round", "void", "buy-in", "cash-out", or the kind of an account entry.'),
    ]
    cents: Annotated[int, Meta(description="What it made the account richer by, chips included.")]
    wallet_cents: Annotated[int, Meta(description="What it put into the wallet.")]
    table: str = ""
    game: str = ""
    round: int = 0
    stake_cents: int = 0
    tips_cents: int = 0


class Statement(Struct, frozen=True):
    """A page of the account's money, the last first, and what it holds now."""

    wallet_cents: int
    chips_cents: Annotated[int, Meta(description="In front of it at tables, and on the felt.")]
    lines: list[StatementLine]
    next: str | None


class GivenRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A round record to be shown step by step."""

    record: Annotated[dict[str, Any], Meta(description="As `pitboss play` keeps it.")]
    seat: Annotated[int | None, Meta(description="Whose view; null: the first seat's.")] = None
