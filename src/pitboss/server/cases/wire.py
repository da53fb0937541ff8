"""Requests and answers about exclusions, limits of the house, disputes, voids and pace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.office.exclusions import DAYS_MAX, TEXT_LENGTH_MAX
from pitboss.office.state import Dispute, Exclusion, ImposedLimits
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.server.requests.wire import moment_text, show

Words = Annotated[str, Meta(min_length=1, max_length=TEXT_LENGTH_MAX)]
Days = Annotated[int, Meta(ge=0, le=DAYS_MAX, description="0: without an end.")]
AccountId = Annotated[str, Meta(min_length=1, max_length=64)]
Number = Annotated[int, Meta(ge=1, le=10**15)]


class OwnExclusion(Struct, frozen=True, forbid_unknown_fields=True):
    """The length of a player's own exclusion."""

    days: Days


class ExclusionAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to exclude, how long and why."""

    account: AccountId
    days: Days
    reason: Words


class PlayerAndReason(Struct, frozen=True, forbid_unknown_fields=True):
    """A player, and why."""

    account: AccountId
    reason: Words


class LimitsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """What the house lets a player do; what is left out or null is not limited."""

    reason: Words
    limits: ImposedLimits


class ExclusionSeen(Struct, frozen=True):
    """A player who may not play."""

    account: str
    since: str
    until: Annotated[str | None, Meta(description="Null: it has no end.")]
    own: Annotated[bool, Meta(description="It was the player's own wish.")]
    reason: str


class LimitsSeen(Struct, frozen=True):
    """What the house lets a player do."""

    account: str
    limits: ImposedLimits


class Restricted(Struct, frozen=True):
    """Everybody who is excluded or limited by the house now."""

    exclusions: list[ExclusionSeen]
    limits: list[LimitsSeen]


class DisputeAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which round went wrong, and how."""

    table: Annotated[str, Meta(min_length=1, max_length=100)]
    round: Number
    text: Words


class DisputeText(Struct, frozen=True, forbid_unknown_fields=True):
    """A statement or an answer."""

    text: Words


class DisputeDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """What the player is paid, and why."""

    award_cents: Annotated[int, Meta(ge=0)]
    text: Words


class StatementSeen(Struct, frozen=True):
    """A statement."""

    by: Annotated[str, Meta(description='An account, or "the house".')]
    at: str
    text: str


class DisputeSeen(Struct, frozen=True):
    """A dispute."""

    number: int
    account: str
    table: str
    round: int
    stage: str
    award_cents: int
    statements: list[StatementSeen]
    evidence: Annotated[list[str], Meta(description="The hashes of the round's entries.")]
    request: Annotated[
        int | None,
        Meta(description="The request to award money, while it waits for a second person."),
    ] = None


class Disputes(Struct, frozen=True):
    """Disputes, the latest first."""

    disputes: list[DisputeSeen]


class DisputeEvidence(Struct, frozen=True):
    """A dispute with the record of its round."""

    dispute: DisputeSeen
    record: Annotated[dict[str, Any], Meta(description="The round as a record, every card in it.")]
    intact: Annotated[bool, Meta(description="The entries are unchanged since the dispute.")]


class VoidAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which round to void, and why."""

    round: Number
    reason: Words
    seat: Annotated[int, Meta(ge=0, le=100, description="0: every seat.")] = 0


class TableLimitsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Other limits of one wager at a table, from when, and why; what is left out stays."""

    wager: Annotated[str, Meta(min_length=1, max_length=64, description="Such as `main`.")]
    reason: Words
    min_cents: Annotated[int, Meta(ge=1, le=CENTS_MAX)] | None = None
    max_cents: Annotated[int, Meta(ge=1, le=CENTS_MAX)] | None = None
    aggregate_cents: Annotated[int, Meta(ge=1, le=CENTS_MAX)] | None = None
    starts: Annotated[
        str,
        Meta(
            max_length=40,
            description="A time on the house's clock (`18:00`), or a date and time with its zone; "
            "empty: the next round.",
        ),
    ] = ""


class RoundAndReason(Struct, frozen=True, forbid_unknown_fields=True):
    """A round of a table, and why."""

    round: Number
    reason: Words


class RulingAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which irregularity of the open round to rule on, and why."""

    round: Number
    irregularity: Annotated[
        str,
        Meta(min_length=1, max_length=64, description="A kind of the game, such as `dead-hand`."),
    ]
    reason: Words
    seat: Annotated[int, Meta(ge=0, le=100, description="0: it concerns no seat by itself.")] = 0
    hand: Annotated[int, Meta(ge=1, le=100, description="The hand it happened to.")] = 1


class RequestMade(Struct, frozen=True):
    """A request that waits for a second person."""

    request: int
    until: str


class VoidAskSeen(Struct, frozen=True):
    """A requested void."""

    table: str
    round: int
    reason: str
    by: str
    at: str


class VoidAsks(Struct, frozen=True):
    """Voids that wait for a supervisor."""

    voids: list[VoidAskSeen]


class Paused(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a table's clocks stand still."""

    paused: bool


class Switched(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether bets are taken, and why."""

    on: Annotated[bool, Meta(description="False: no bets; rounds under way are finished.")]
    reason: Words


def show_exclusion(account: str, exclusion: Exclusion) -> ExclusionSeen:
    """Return an exclusion as it is answered."""
    until = moment_text(exclusion.until) if exclusion.until else None
    return ExclusionSeen(
        account, moment_text(exclusion.since), until, exclusion.is_own, exclusion.reason
    )


def show_dispute(
    dispute: Dispute, *, to_player: bool, awards: Mapping[int, int] | None = None
) -> DisputeSeen:
    """Return a dispute for its reader.

    A player reads the house's answer and decision, and not who wrote them, nor what staff wrote
    for the house: where a camera is, or what is known of somebody.

    *awards*: the disputes whose award waits for a second person, with its request.
    """
    return show(
        DisputeSeen,
        dispute,
        statements=[
            StatementSeen(
                "the house" if to_player and statement.by != dispute.account else statement.by,
                moment_text(statement.at),
                statement.text,
            )
            for statement in dispute.statements
            if not (to_player and statement.is_inner)
        ],
        evidence=list(dispute.evidence),
        request=(awards or {}).get(dispute.number) if dispute.is_open else None,
    )
