"""The commands of staff for a jackpot; two people must agree, except to switch it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, date, datetime
from typing import Annotated, Final, NamedTuple, assert_never

from msgspec import Meta, json

from pitboss.engine.values import Value
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot import operations as do
from pitboss.jackpot.operations import JackpotError, Reason
from pitboss.jackpot.state import Jackpot, Proposal
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.writing import kebab, read_plain, write
from pitboss.rulebook.limits import METER_DOLLARS_MAX
from pitboss.strain import strained

WORDS_MAX: Final = 500
"""Characters of an explanation."""
REFERENCE_MAX: Final = 100
"""Characters of the number of a letter."""
PROPOSALS_MAX: Final = 20
"""Proposals of one jackpot that wait at once."""
VALID_FOR: Final = 24 * 60 * 60 * 1_000_000
"""Microseconds in which a second person may agree to a proposal."""
OFF_BEFORE_CLOSING: Final = 60 * 1_000_000
"""Microseconds from switching a jackpot off until its money may be moved: no bet is on its way."""


Why = Annotated[str, Meta(min_length=1, max_length=WORDS_MAX, description="The explanation.")]
_UNITS_MAX: Final = METER_DOLLARS_MAX * 10_000
Units = Annotated[
    int, Meta(ge=-_UNITS_MAX, le=_UNITS_MAX, description="In units of 1/10,000 of a dollar.")
]


class _Operation(Value, frozen=True, kw_only=True, tag=kebab, tag_field="kind"):
    """An operation that staff propose."""


class ConfirmHit(_Operation, frozen=True, kw_only=True):
    """Pay a hit by hand."""

    number: int
    winner: str = ""
    """The hash of who is written down as its winner: two people sign for the same one."""


class RejectHit(_Operation, frozen=True, kw_only=True):
    """Reject a false hit: its award goes back."""

    number: int
    why: Why


class ChangeTerms(_Operation, frozen=True, kw_only=True):
    """Change the terms."""

    terms: Terms
    why: Why


class Adjust(_Operation, frozen=True, kw_only=True):
    """Add money or take it out."""

    units: Units
    reason: Reason
    why: Why


class Transfer(_Operation, frozen=True, kw_only=True):
    """Move all its money to another jackpot, and close it."""

    to: Annotated[str, Meta(max_length=40)]
    why: Why


class Close(_Operation, frozen=True, kw_only=True):
    """Close an empty jackpot."""

    why: Why


class PermitRemoval(_Operation, frozen=True, kw_only=True):
    """Record the regulator's permission to remove it before its top award is won."""

    reference: Annotated[
        str, Meta(min_length=1, max_length=REFERENCE_MAX, description="The number of the letter.")
    ]
    date: Annotated[str, Meta(max_length=10, description='The day of the letter: "2026-11-18".')]
    why: Why


Operation = ConfirmHit | RejectHit | ChangeTerms | Adjust | Transfer | Close | PermitRemoval
"""What two people decide."""

read_operation: Final[Callable[[bytes], Operation]] = json.Decoder(
    Operation, dec_hook=read_plain
).decode
"""Reads the operation of a proposal; raises `ValueError` for anything else."""


class Moment(NamedTuple):
    """The time and the author of a command."""

    by: str
    at: int
    dealers: Collection[str] = ()
    """Who has dealt at the table of a hit."""
    taker: Jackpot | None = None
    """The jackpot that another's money goes to."""
    gone: Collection[str] = ()
    """Authors of proposals who may no longer propose them."""


def propose(jackpot: Jackpot, operation: Operation, moment: Moment) -> jackpot_events.Proposed:
    """Return the event of a proposal; its operation must be possible now."""
    most = strained("cap.proposals", PROPOSALS_MAX)
    if len(jackpot.proposals) >= most:
        message = f"{most} proposals wait; they are decided first"
        raise JackpotError("proposal/too-many", message)
    carry_out(jackpot, operation, (moment.by, ""), moment)
    return jackpot_events.Proposed(
        proposal=Proposal(
            number=jackpot.proposed + 1,
            kind=str(operation.__struct_config__.tag),
            operation=write(operation),
            by=moment.by,
            at=moment.at,
            hit=operation.number if isinstance(operation, ConfirmHit | RejectHit) else 0,
        )
    )


def approve(jackpot: Jackpot, number: int, moment: Moment) -> list[jackpot_events.Event]:
    """Return the event of the agreement of a second person."""
    proposal = find_proposal(jackpot, number)
    if proposal.by == moment.by:
        message = "nobody approves their own proposal; a second person does"
        raise JackpotError("approval/same-person", message)
    if refusal := refuse_proposal(proposal, moment):
        raise refusal
    operation = read_operation(proposal.operation)
    done = carry_out(jackpot, operation, (proposal.by, moment.by), moment)
    return [jackpot_events.Withdrawn(number=number, by=moment.by), done]


def refuse_proposal(proposal: Proposal, moment: Moment) -> JackpotError | None:
    """Return why a proposal can no longer be approved; None: it can."""
    if proposal.by in moment.gone:
        message = "its author may no longer propose it; propose it again"
        return JackpotError("request/lapsed", message)
    if moment.at >= proposal.at + VALID_FOR:
        message = f"nobody agreed to proposal {proposal.number} in time; propose it again"
        return JackpotError("request/expired", message)
    return None


def withdraw(jackpot: Jackpot, number: int, by: str) -> jackpot_events.Withdrawn:
    """Return the withdrawal of a proposal, by its author or by another person."""
    find_proposal(jackpot, number)
    return jackpot_events.Withdrawn(number=number, by=by)


def find_proposal(jackpot: Jackpot, number: int) -> Proposal:
    """Return a waiting proposal."""
    for proposal in jackpot.proposals:
        if proposal.number == number:
            return proposal
    raise JackpotError("proposal/unknown", f"no proposal {number} of this jackpot waits")


def switch(jackpot: Jackpot, *, on: bool, why: str, by: str) -> jackpot_events.Switched:
    """Return the event that switches wagers on or off; one person suffices, for speed."""
    _check_words(why)
    do.switch(jackpot, on=on)
    return jackpot_events.Switched(on=on, by=by, why=why)


def carry_out(
    jackpot: Jackpot, operation: Operation, by: tuple[str, ...], moment: Moment
) -> jackpot_events.Event:
    """Return the event of an operation; raise `JackpotError` if it is not allowed."""
    event: jackpot_events.Event
    if not isinstance(operation, ConfirmHit):
        _check_words(operation.why)
    match operation:
        case ConfirmHit():
            _refuse_the_involved(jackpot, operation.number, moment)
            event = jackpot_events.HitConfirmed(number=operation.number, by=by)
        case RejectHit():
            _refuse_the_involved(jackpot, operation.number, moment)
            event = jackpot_events.HitRejected(number=operation.number, by=by, why=operation.why)
        case ChangeTerms():
            event = jackpot_events.TermsChanged(terms=operation.terms, by=by, why=operation.why)
        case Adjust():
            if operation.reason is Reason.TRANSFER:
                raise JackpotError("jackpot/adjustment", "money is moved by a transfer")
            after = do.adjust(jackpot, operation.units, operation.reason)
            event = jackpot_events.Adjusted(
                units=operation.units,
                reason=operation.reason,
                before=jackpot.display,
                after=after.display,
                by=by,
                why=operation.why,
            )
        case Transfer():
            _check_off(jackpot, moment.at)
            _check_taker(jackpot, operation.to, moment.taker)
            event = jackpot_events.Transferred(
                to=operation.to, units=jackpot.units_owed, by=by, why=operation.why
            )
        case Close():
            _check_off(jackpot, moment.at)
            event = jackpot_events.Closed(by=by, why=operation.why)
        case PermitRemoval():
            _check_letter(operation, moment.at)
            event = jackpot_events.RemovalPermitted(
                reference=operation.reference, date=operation.date, by=by, why=operation.why
            )
        case _:
            assert_never(operation)
    jackpot_events.apply(jackpot, event, moment.at)
    return event


def _check_words(why: str) -> None:
    if not why.strip() or len(why) > WORDS_MAX:
        raise JackpotError("jackpot/unexplained", f"say why, in 1 to {WORDS_MAX} characters")


def _check_letter(operation: PermitRemoval, at: int) -> None:
    """Refuse a permission without its number, or with a day that has not come."""
    if not operation.reference.strip() or len(operation.reference) > REFERENCE_MAX:
        message = f"give the number of the letter, in 1 to {REFERENCE_MAX} characters"
        raise JackpotError("jackpot/reference", message)
    try:
        day = date.fromisoformat(operation.date)
    except ValueError:
        message = 'the date of the letter is a day such as "2026-11-18"'
        raise JackpotError("jackpot/date", message) from None
    if day > datetime.fromtimestamp(at / 1_000_000, UTC).date():
        raise JackpotError("jackpot/date", "the date of the letter has not come yet")


def _refuse_the_involved(jackpot: Jackpot, number: int, moment: Moment) -> None:
    hit = next((pending for pending in jackpot.pending if pending.number == number), None)
    if hit is None:
        raise JackpotError("hit/unknown", f"no hit {number} of this jackpot waits")
    if moment.by == hit.account or moment.by in moment.dealers:
        message = "neither the winner nor the dealer of the table decides about a hit"
        raise JackpotError("approval/involved", message)


def _check_off(jackpot: Jackpot, at: int) -> None:
    if jackpot.off_since is None or at - jackpot.off_since < OFF_BEFORE_CLOSING:
        seconds = OFF_BEFORE_CLOSING // 1_000_000
        raise JackpotError("jackpot/on", f"it is switched off first, {seconds} seconds before")


def _check_taker(jackpot: Jackpot, to: str, taker: Jackpot | None) -> None:
    """Refuse a target that is harder for players to win (WAC 230-15-710)."""
    if taker is None or taker.id != to or to == jackpot.id:
        raise JackpotError("jackpot/unknown", f"there is no other jackpot {to!r}")
    if taker.is_house or taker.is_closed:
        message = f"jackpot {to} takes no money of players"
        raise JackpotError("jackpot/house" if taker.is_house else "jackpot/closed", message)
