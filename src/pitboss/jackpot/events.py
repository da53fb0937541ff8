"""The events of a jackpot: written as entries of its stream, and folded into the jackpot.

An event records an operation and its result. Folding repeats the operation, and must give the same
result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from msgspec import json

from pitboss.engine.values import Value, replace
from pitboss.jackpot import operations as do
from pitboss.jackpot.operations import JackpotError, Place, Reason
from pitboss.jackpot.state import RECENT_MAX, Hit, Jackpot, Outcome, Proposal, Removal
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.writing import kebab, read_plain, write


class _Event(Value, frozen=True, kw_only=True, tag=kebab, tag_field="kind"):
    """Something that happened; its kind is that of the journal's entry."""


class Opened(_Event, frozen=True, kw_only=True):
    """The jackpot was opened with its seed."""

    id: str
    title: str
    terms: Terms


class Fed(_Event, frozen=True, kw_only=True):
    """The contributions that tables collected were added."""

    units: int
    display: int
    """What it shows after."""


class HitLocked(_Event, frozen=True, kw_only=True):
    """An award was won: it is locked for the winner, and others play for the rest."""

    hit: Hit


class HitPaid(_Event, frozen=True, kw_only=True):
    """A small award was paid at the table at once."""

    number: int
    table: str


class HitConfirmed(_Event, frozen=True, kw_only=True):
    """Two people confirmed a hit, and it is paid by hand."""

    number: int
    by: tuple[str, ...]


class HitRejected(_Event, frozen=True, kw_only=True):
    """Two people rejected a hit."""

    number: int
    by: tuple[str, ...]
    why: str


class HitVoided(_Event, frozen=True, kw_only=True):
    """The round of a hit was voided: its award goes back."""

    number: int


class TermsChanged(_Event, frozen=True, kw_only=True):
    """The jackpot got new terms, at once or from the next top award on."""

    terms: Terms
    by: tuple[str, ...]
    why: str


class Adjusted(_Event, frozen=True, kw_only=True):
    """Money was added or taken out, for a reason that the law lists."""

    units: int
    reason: Reason
    before: int
    after: int
    """What it showed before and after."""
    by: tuple[str, ...]
    why: str


class Transferred(_Event, frozen=True, kw_only=True):
    """All money went to another jackpot, and this one was closed."""

    to: str
    units: int
    by: tuple[str, ...]
    why: str


class Received(_Event, frozen=True, kw_only=True):
    """The money of another jackpot came in."""

    origin: str
    units: int


class Switched(_Event, frozen=True, kw_only=True):
    """Its wagers were switched on or off."""

    on: bool
    by: str
    why: str


class Closed(_Event, frozen=True, kw_only=True):
    """The jackpot was closed, and owes nobody anything."""

    by: tuple[str, ...]
    why: str


class RemovalPermitted(_Event, frozen=True, kw_only=True):
    """The regulator's permission to remove the jackpot was recorded."""

    reference: str
    date: str
    by: tuple[str, ...]
    why: str


class Proposed(_Event, frozen=True, kw_only=True):
    """One person proposed an operation that a second must agree to."""

    proposal: Proposal


class Withdrawn(_Event, frozen=True, kw_only=True):
    """A proposal was withdrawn or refused."""

    number: int
    by: str


class Kept(_Event, frozen=True, kw_only=True):
    """A copy of the whole jackpot, so a restart reads nothing older."""

    jackpot: Jackpot


Event = (
    Opened
    | Fed
    | HitLocked
    | HitPaid
    | HitConfirmed
    | HitRejected
    | HitVoided
    | TermsChanged
    | Adjusted
    | Transferred
    | Received
    | Switched
    | Closed
    | RemovalPermitted
    | Proposed
    | Withdrawn
    | Kept
)


def entry_kind(event: Event) -> str:
    """Return the kind of an event's entry.

    >>> entry_kind(HitPaid(number=1, table="7"))
    'hit-paid'
    """
    return str(event.__struct_config__.tag)


write_event: Final[Callable[[Event], bytes]] = write
"""Writes the body of an event's entry."""
read_event: Final[Callable[[bytes], Event]] = json.Decoder(Event, dec_hook=read_plain).decode
"""Reads the output of `write_event`; raises `ValueError` for anything else."""


# -- folding -------------------------------------------------------------------------------------


def apply(jackpot: Jackpot | None, event: Event, at: int) -> Jackpot:
    """Return the jackpot after an event; raise `JackpotError` if it cannot have happened."""
    if jackpot is None:
        return _first(event)
    match event:
        case Opened():
            raise JackpotError("jackpot/journal", "a jackpot is opened once")
        case Kept():
            after = jackpot
            _must_equal(jackpot, event.jackpot)
        case HitLocked() | HitPaid() | HitConfirmed() | HitRejected() | HitVoided():
            after = _with_hit(jackpot, event)
        case Proposed():
            proposals = (*jackpot.proposals, event.proposal)
            after = replace(jackpot, proposals=proposals, proposed=event.proposal.number)
        case Withdrawn():
            left = tuple(
                proposal for proposal in jackpot.proposals if proposal.number != event.number
            )
            after = replace(jackpot, proposals=left)
        case _:
            after = _with_house(jackpot, event, at)
    # WAC 230-15-671: progressive money is the players'. Whatever happened, every unit that came in
    # is shown, reserved, locked, paid or booked, and no pool owes anything.
    assert after.is_conserved, event
    return after


def _first(event: Event) -> Jackpot:
    match event:
        case Opened():
            return replace(do.open_jackpot(event.id, event.terms), title=event.title)
        case Kept():
            return event.jackpot
        case _:
            raise JackpotError("jackpot/journal", "a jackpot's first entry opens it")


def _with_hit(
    jackpot: Jackpot, event: HitLocked | HitPaid | HitConfirmed | HitRejected | HitVoided
) -> Jackpot:
    by: tuple[str, ...] = ()
    match event:
        case HitLocked():
            hit, after = lock_like(jackpot, event.hit)
            _must_equal(hit, event.hit)
            recent = (*jackpot.recent, hit)[-RECENT_MAX:]
            return replace(after, pending=(*jackpot.pending, hit), recent=recent)
        case HitPaid():
            after = do.pay(jackpot, event.number)
            outcome = Outcome.PAID
        case HitConfirmed():
            after = do.confirm(jackpot, event.number)
            outcome = Outcome.CONFIRMED
            by = event.by
        case HitRejected():
            after = do.reject(jackpot, event.number)
            outcome = Outcome.REJECTED
            by = event.by
        case HitVoided():
            outcome = Outcome.VOID
            if any(pending.number == event.number for pending in jackpot.pending):
                after = do.put_back(jackpot, event.number)
            else:
                after = do.take_back(jackpot, _paid_hit(jackpot, event.number))
        case _:
            assert_never(event)
    return _with_outcome(after, event.number, outcome, by)


def _paid_hit(jackpot: Jackpot, number: int) -> Hit:
    for hit in jackpot.recent:
        if hit.number == number and hit.outcome is Outcome.PAID:
            return hit
    raise JackpotError("hit/unknown", f"hit {number} was not paid, or long ago")


def lock_like(jackpot: Jackpot, wanted: Hit) -> tuple[Hit, Jackpot]:
    """Lock the share or prize of a hit, with its place and its winner."""
    place = Place(wanted.table, wanted.round, wanted.seat, wanted.wager)
    if wanted.percent and not jackpot.is_house:
        hit, after = do.lock(jackpot, place, wanted.percent)
    else:
        hit, after = do.lock_prize(jackpot, place, wanted.amount)
        hit = replace(hit, percent=wanted.percent)
    hit = replace(
        hit,
        account=wanted.account,
        stake=wanted.stake,
        at=wanted.at,
        before=jackpot.display,
        after=after.display,
    )
    return hit, after


def _with_outcome(jackpot: Jackpot, number: int, outcome: Outcome, by: tuple[str, ...]) -> Jackpot:
    recent = tuple(
        replace(hit, outcome=outcome, by=by) if hit.number == number else hit
        for hit in jackpot.recent
    )
    left = tuple(proposal for proposal in jackpot.proposals if proposal.hit != number)
    return replace(jackpot, recent=recent, proposals=left)


def _with_house(jackpot: Jackpot, event: Event, at: int) -> Jackpot:
    match event:
        case Fed():
            after = do.contribute(jackpot, event.units)
            _must_equal(after.display, event.display)
        case TermsChanged():
            after = do.change_terms(jackpot, event.terms)
        case Adjusted():
            after = do.adjust(jackpot, event.units, event.reason)
            _must_equal((jackpot.display, after.display), (event.before, event.after))
        case Transferred():
            after = do.give_away(jackpot)
            _must_equal(jackpot.units_owed, event.units)
        case Received():
            after = do.adjust(jackpot, event.units, Reason.TRANSFER)
        case Switched():
            after = do.switch(jackpot, on=event.on)
            after = replace(after, off_since=None if event.on else jackpot.off_since or at)
        case Closed():
            after = do.close_empty(jackpot)
        case RemovalPermitted():
            removal = Removal(reference=event.reference, date=event.date, by=event.by, at=at)
            after = do.permit_removal(jackpot, removal)
        case _:
            raise AssertionError(event)
    return after


def _must_equal(computed: object, written: object) -> None:
    if computed != written:
        message = f"the entry says {written}, and it comes to {computed}"
        raise JackpotError("jackpot/journal", message)
