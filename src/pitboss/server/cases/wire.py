"""Requests and answers about exclusions, limits of the house, disputes, voids and pace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.office.disputes import DecideDispute, OpenDispute, StateDispute
from pitboss.office.exclusions import Exclude, ExcludeMe, ImposeLimits, ProposeExclusion
from pitboss.office.fields import Words
from pitboss.office.state import Dispute, Exclusion, ImposedLimits
from pitboss.office.switches import SwitchAll
from pitboss.office.voids import AskVoid, RuleOnRound, TakeBackRound
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.server.requests.forms import body_of
from pitboss.server.requests.wire import moment_text, show

OwnExclusion = body_of("OwnExclusion", ExcludeMe, "days")
ExclusionAsked = body_of("ExclusionAsked", Exclude, "account", "days", "reason")
PlayerAndReason = body_of(
    "PlayerAndReason", ProposeExclusion, "account", "reason", doc="A player, and why."
)
LimitsAsked = body_of("LimitsAsked", ImposeLimits, "reason", "limits")
DisputeAsked = body_of("DisputeAsked", OpenDispute, "table", "round", "text")
DisputeText = body_of("DisputeText", StateDispute, "text", doc="A statement or an answer.")
DisputeDecision = body_of("DisputeDecision", DecideDispute, "award_cents", "text")
RoundAndReason = body_of(
    "RoundAndReason", AskVoid, "round", "reason", doc="A round of a table, and why."
)
RulingAsked = body_of("RulingAsked", RuleOnRound, "round", "irregularity", "reason", seat=0, hand=1)
VoidAsked = body_of("VoidAsked", TakeBackRound, "round", "reason", seat=0)
Switched = body_of("Switched", SwitchAll, "on", "reason", doc="Whether bets are taken, and why.")


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


class Paused(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a table's clocks stand still."""

    paused: bool


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


def show_exclusion(account: str, exclusion: Exclusion) -> ExclusionSeen:
    """Return an exclusion as it is answered."""
    until = moment_text(exclusion.until) if exclusion.until else None
    return ExclusionSeen(
        account=account,
        since=moment_text(exclusion.since),
        until=until,
        own=exclusion.is_own,
        reason=exclusion.reason,
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
