"""What a review of a finished round is asked and answers."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

Json = dict[str, Any]


class FinishedRound(Struct, frozen=True):
    """A round to review: its record, and whose decisions are judged."""

    record: Json
    seats: list[int]
    at: str


class RoundReview(Struct, frozen=True):
    """The decisions of a round that is over, each with what it cost."""

    game: str
    at: Annotated[str, Meta(description="When the round ended, UTC.")]
    decisions: Annotated[
        list[dict[str, Any]],
        Meta(
            description="decision, seat, hand, action, words, theme, mistake, cost, cents, best, "
            "verdict, choices, why and cell (as in advice); practice: a link to the same cards."
        ),
    ]
    unit_cents: Annotated[int, Meta(description="One unit of the costs, in cents.")]
    mistakes: int
    cost: Annotated[float, Meta(description="Of all mistakes, in units.")]
    cost_cents: float
    summary: Annotated[list[str], Meta(description="The round as the coach sums it up.")]
