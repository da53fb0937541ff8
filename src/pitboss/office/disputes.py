"""Disputes: a player says that a round went wrong, the house answers, and a manager decides.

The evidence is the round itself: its entries are named by their hashes, so nobody can claim later
that it was another round. A payment that settles a dispute is no loss of the table; like every
correction of a wallet it needs a second person, and the player is neither of the two.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from msgspec import Meta

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.values import Value, replace
from pitboss.ledger.entry import Draft, Posting
from pitboss.office.core import (
    Done,
    Event,
    Handler,
    Outcome,
    Second,
    check,
    copy_fields,
    event_kind,
)
from pitboss.office.exclusions import text_problem
from pitboss.office.fields import RoundNumber, TableId, Words
from pitboss.office.roles import Permission
from pitboss.office.state import Dispute, DisputeStage, Office, Statement
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.strain import strained

OPEN_MAX: Final = 20
"""Disputes that one player may have open at a time."""
STATEMENTS_MAX: Final = 100
_OWN: Final = Refusal("dispute/own", "nobody decides a dispute of his own")


class OpenDispute(Value, frozen=True):
    """Dispute a round that you played; the house answers and decides."""

    table: TableId
    round: RoundNumber
    text: Words
    evidence: tuple[str, ...]
    """The hashes of the round's entries, which the process that read them adds."""


class _OfDispute(Value, frozen=True):
    """A command or an event that adds a statement to a dispute."""

    number: int
    text: Words


class _OfDecision(Value, frozen=True):
    """A command or an event that decides a dispute."""

    number: int
    award_cents: Annotated[int, Meta(ge=0)]
    """The player's payment, which may be nothing."""
    text: Words


class StateDispute(_OfDispute, frozen=True):
    """Add what you saw to a dispute."""


class AnswerDispute(_OfDispute, frozen=True):
    """Answer the player for the house."""


class DecideDispute(_OfDecision, frozen=True):
    """Decide a dispute: what the player is paid, and why; money waits for a second person."""


class DisputeOpened(Event, frozen=True):
    """A player disputes a round."""

    number: int
    account: str
    table: str
    round: int
    text: str
    evidence: tuple[str, ...]


class DisputeStated(_OfDispute, Event, frozen=True):
    """A person added a statement."""


class DisputeAnswered(_OfDispute, Event, frozen=True):
    """The house answered the player."""


class DisputeDecided(_OfDecision, Event, frozen=True):
    """A manager decided a dispute."""


def _open(office: Office, command: OpenDispute, by: str, _now: int) -> Outcome:
    check(text_problem(command.text))
    mine = [
        dispute for dispute in office.disputes.values() if dispute.account == by and dispute.is_open
    ]
    if any((dispute.table, dispute.round) == (command.table, command.round) for dispute in mine):
        return Refusal("dispute/open", "you have a dispute about this round already")
    most = strained("cap.disputes", OPEN_MAX)
    if len(mine) >= most:
        return Refusal("dispute/many", f"you have {most} disputes open; wait for an answer")
    number = len(office.disputes) + 1
    return Done(copy_fields(command, DisputeOpened, number=number, account=by))


def _find_open(office: Office, command: StateDispute | AnswerDispute | DecideDispute) -> Dispute:
    dispute = office.disputes.get(command.number)
    if dispute is None:
        raise RefusedError("dispute/unknown", f"there is no dispute {command.number}")
    if not dispute.is_open:
        raise RefusedError("dispute/over", f"dispute {command.number} is decided")
    check(text_problem(command.text))
    return dispute


def _state(office: Office, command: StateDispute, by: str, _now: int) -> Outcome:
    dispute = _find_open(office, command)
    if by != dispute.account and not office.may_at(by, Permission.STATE_DISPUTE, dispute.table):
        return Refusal("dispute/unknown", f"there is no dispute {command.number}")
    most = strained("cap.statements", STATEMENTS_MAX)
    if len(dispute.statements) >= most:
        return Refusal("dispute/full", f"a dispute has at most {most} statements")
    return Done(copy_fields(command, DisputeStated))


def _answer(office: Office, command: AnswerDispute, by: str, _now: int) -> Outcome:
    if by == _find_open(office, command).account:
        return Refusal("dispute/own", "nobody answers a dispute of his own")
    return Done(copy_fields(command, DisputeAnswered))


def _decide(office: Office, command: DecideDispute, by: str, _now: int) -> Outcome:
    dispute = _find_open(office, command)
    cents = command.award_cents
    if by == dispute.account:
        return _OWN
    if not 0 <= cents <= CENTS_MAX:
        return Refusal("dispute/award", f"award 0 to {CENTS_MAX} cents")
    event = copy_fields(command, DisputeDecided)
    return Done(event, also=_pay_player(dispute, cents, by) if cents else ())


def _has_award(_office: Office, command: DecideDispute, _by: str) -> bool:
    return command.award_cents > 0


def _check_second(office: Office, command: DecideDispute, _by: str, second: str) -> None:
    check(_OWN if second == _find_open(office, command).account else None)


def _pay_player(dispute: Dispute, cents: int, by: str) -> tuple[Draft, ...]:
    """Pay a player by an entry of the account's own stream, for the player's statement."""
    units = cents * UNITS_PER_CENT
    lines = Posting("house:disputes", -units), Posting(f"wallet:{dispute.account}", units)
    body = b'{"dispute":%d}' % dispute.number
    key = f"dispute/{dispute.number}"
    return (
        Draft(
            stream=f"account/{dispute.account}",
            kind="dispute-paid",
            actor=by,
            key=key,
            body=body,
            postings=lines,
        ),
    )


def waiting_awards(office: Office, now: int) -> dict[int, int]:
    """Return the disputes whose award waits for a second person -> the latest request of each."""
    return {
        request.terms["number"]: request.number
        for request in office.requests.values()
        if request.command == event_kind(DecideDispute) and now < request.until
    }


def _apply_dispute_opened(office: Office, event: DisputeOpened, by: str, at: int) -> Office:
    first = Statement(by, at, event.text)
    return _with(office, copy_fields(event, Dispute, statements=(first,)))


def _apply_dispute_decided(office: Office, event: DisputeDecided, by: str, at: int) -> Office:
    stage = DisputeStage.DECIDED
    cents = event.award_cents
    return _with_statement(office, event, by, at, stage=stage, award_cents=cents)


def _with_statement(
    office: Office, event: _OfDispute | _OfDecision, by: str, at: int, **changes: object
) -> Office:
    dispute = office.disputes[event.number]
    is_inner = isinstance(event, DisputeStated) and by != dispute.account
    statements = (*dispute.statements, Statement(by, at, event.text, is_inner))
    return _with(office, replace(dispute, statements=statements, **changes))


def _with(office: Office, dispute: Dispute) -> Office:
    return replace(office, disputes={**office.disputes, dispute.number: dispute})


COMMANDS: Final = {
    OpenDispute: Handler(_open, Permission.DISPUTE),
    StateDispute: Handler(_state, None),
    AnswerDispute: Handler(_answer, Permission.ANSWER_DISPUTE),
    DecideDispute: Handler(
        _decide,
        Permission.DECIDE_DISPUTE,
        Second(Permission.ADJUST_WALLET, when=_has_award, checks=_check_second),
    ),
}
EVENTS: Final = {
    DisputeOpened: _apply_dispute_opened,
    DisputeStated: _with_statement,
    DisputeAnswered: partial(_with_statement, stage=DisputeStage.ANSWERED),
    DisputeDecided: _apply_dispute_decided,
}
