"""What a review of a finished round is asked and answers."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from pitboss.server.practice.wire import ChartPlace, MadeDecision, ValuedChoice, WhyBest

Json = dict[str, Any]


class FinishedRound(Struct, frozen=True):
    """A round to review: its record, and whose decisions are judged."""

    record: Json
    seats: list[int]
    at: str


class ReviewedDecision(MadeDecision, frozen=True, kw_only=True):
    """A decision of a finished round, and what it cost."""

    theme: Annotated[str, Meta(description="The kind of decision, as training names it.")]
    choices: list[ValuedChoice] | UnsetType = UNSET
    why: WhyBest | UnsetType = UNSET
    cell: ChartPlace | None = None
    practice: Annotated[
        str | UnsetType, Meta(description="A link to the same cards before the decision.")
    ] = UNSET


class RoundReview(Struct, frozen=True):
    """The decisions of a round that is over, each with what it cost."""

    game: str
    at: Annotated[str, Meta(description="When the round ended, UTC.")]
    decisions: list[ReviewedDecision]
    unit_cents: Annotated[int, Meta(description="One unit of the costs, in cents.")]
    mistakes: int
    cost: Annotated[float, Meta(description="Of all mistakes, in units.")]
    cost_cents: float
    summary: Annotated[list[str], Meta(description="The round as the coach sums it up.")]
