"""The routes of disputes, with the round as evidence."""

from __future__ import annotations

from pitboss.engine.actions import RefusedError
from pitboss.floor.history import round_replay
from pitboss.office.cases import Dispute
from pitboss.office.decide import needs_of
from pitboss.office.disputes import (
    AnswerDispute,
    DecideDispute,
    DisputeOpened,
    OpenDispute,
    StateDispute,
)
from pitboss.office.roles import Permission
from pitboss.pit.past import find_round, list_players
from pitboss.server.cases import wire
from pitboss.server.office.commands import ask_office
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Call, Routes

_DIGITS_MAX = 15
_UNKNOWN = ApiError("dispute/unknown", "there is no such dispute")


_CODES = ("dispute/over", "dispute/own", "dispute/unknown", "text/length")

DISPUTE_ROUTES = Routes("players", moves=True)
"""Disputes."""


@DISPUTE_ROUTES.get("/me/disputes", needs=Permission.DISPUTE, tag="account", moves=False)
async def own_disputes(call: Call) -> wire.Disputes:
    """List your disputes, the last first."""
    office = await call.services.desk.refresh()
    mine = [dispute for dispute in office.disputes.values() if dispute.account == call.account]
    return wire.Disputes([wire.show_dispute(dispute, to_player=True) for dispute in reversed(mine)])


@DISPUTE_ROUTES.post(
    "/me/disputes",
    body=wire.DisputeAsked,
    needs=needs_of(OpenDispute),
    codes=("dispute/many", "dispute/open", "round/unknown", "text/length"),
    tag="account",
)
async def open_dispute(call: Call) -> wire.DisputeSeen:
    """Dispute a round of yours; the house answers and decides."""
    body: wire.DisputeAsked = call.body
    entries = await find_round(call.services.store, body.table, body.round)
    if not entries or call.account not in list_players(entries[0]):
        raise ApiError("round/unknown", "there is no such round of yours that is over")
    evidence = tuple(entry.hash.hex() for entry in entries)
    done = await ask_office(call, OpenDispute(body.table, body.round, body.text, evidence))
    assert isinstance(done.event, DisputeOpened)
    return _show_dispute(call, done.event.number)


@DISPUTE_ROUTES.post(
    "/me/disputes/{number}/statement",
    body=wire.DisputeText,
    needs=Permission.DISPUTE,
    codes=("dispute/full", *_CODES),
    tag="account",
)
async def state_own(call: Call) -> wire.DisputeSeen:
    """Add to a dispute of yours."""
    await call.services.desk.refresh()
    if _dispute(call).account != call.account:
        raise _UNKNOWN
    await ask_office(call, StateDispute(_number(call), call.body.text))
    return _show_dispute(call, _number(call))


@DISPUTE_ROUTES.get("/staff/disputes", needs=Permission.READ_DISPUTES, moves=False)
async def all_disputes(call: Call) -> wire.Disputes:
    """List every dispute, the last first."""
    office = call.services.desk.office
    disputes = [
        dispute
        for dispute in office.disputes.values()
        if office.may_at(call.account, Permission.READ_DISPUTES, dispute.table)
    ]
    return wire.Disputes(
        [wire.show_dispute(dispute, to_player=False) for dispute in reversed(disputes)]
    )


@DISPUTE_ROUTES.get(
    "/staff/disputes/{number}",
    needs=Permission.READ_DISPUTES,
    codes=("dispute/unknown", "round/unknown"),
    moves=False,
)
async def evidence(call: Call) -> wire.DisputeEvidence:
    """Return a dispute with its round as a record."""
    dispute, office = _dispute(call), call.services.desk.office
    if not office.may_at(call.account, Permission.READ_DISPUTES, dispute.table):
        raise _UNKNOWN
    store = call.services.store
    opened = await store.entry(f"table/{dispute.table}", 1)
    entries = await find_round(store, dispute.table, dispute.round)
    if opened is None or not entries:
        raise ApiError("round/unknown", "the round of this dispute cannot be found")
    try:
        record = round_replay(opened, entries).complete_record()
    except RefusedError as error:
        raise ApiError(error.refusal.code, error.refusal.message) from None
    is_intact = tuple(entry.hash.hex() for entry in entries) == dispute.evidence
    return wire.DisputeEvidence(wire.show_dispute(dispute, to_player=False), record, is_intact)


@DISPUTE_ROUTES.post(
    "/staff/disputes/{number}/statement",
    body=wire.DisputeText,
    needs=Permission.STATE_DISPUTE,
    codes=("dispute/full", *_CODES),
)
async def state(call: Call) -> wire.DisputeSeen:
    """Add what you saw to a dispute."""
    await ask_office(call, StateDispute(_number(call), call.body.text))
    return _show_dispute(call, _number(call))


@DISPUTE_ROUTES.post(
    "/staff/disputes/{number}/answer",
    body=wire.DisputeText,
    needs=needs_of(AnswerDispute),
    codes=_CODES,
)
async def answer(call: Call) -> wire.DisputeSeen:
    """Answer the player for the house."""
    await ask_office(call, AnswerDispute(_number(call), call.body.text))
    return _show_dispute(call, _number(call))


@DISPUTE_ROUTES.post(
    "/staff/disputes/{number}/decide",
    body=wire.DisputeDecision,
    needs=needs_of(DecideDispute),
    codes=("dispute/award", *_CODES),
)
async def decide(call: Call) -> wire.DisputeSeen:
    """Decide a dispute: what the player is paid, and why."""
    body: wire.DisputeDecision = call.body
    await ask_office(call, DecideDispute(_number(call), body.award_cents, body.text))
    return _show_dispute(call, _number(call))


def _number(call: Call) -> int:
    text = call.path["number"]
    if not text.isascii() or not text.isdecimal() or len(text) > _DIGITS_MAX:
        raise _UNKNOWN
    return int(text)


def _dispute(call: Call) -> Dispute:
    dispute = call.services.desk.office.disputes.get(_number(call))
    if dispute is None:
        raise _UNKNOWN
    return dispute


def _show_dispute(call: Call, number: int) -> wire.DisputeSeen:
    dispute = call.services.desk.office.disputes[number]
    return wire.show_dispute(dispute, to_player=dispute.account == call.account)
