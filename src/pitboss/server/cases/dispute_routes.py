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
from pitboss.server.office.answers import ask_office
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import BASE, Call, Route

_DIGITS_MAX = 15
_UNKNOWN = ApiError("dispute/unknown", "there is no such dispute")


async def open_dispute(call: Call) -> wire.DisputeSeen:
    """Open a dispute about a round of one's own."""
    body: wire.DisputeAsked = call.body
    entries = await find_round(call.services.store, body.table, body.round)
    if not entries or call.account not in list_players(entries[0]):
        raise ApiError("round/unknown", "there is no such round of yours that is over")
    evidence = tuple(it.hash.hex() for it in entries)
    done = await ask_office(call, OpenDispute(body.table, body.round, body.text, evidence))
    assert isinstance(done.event, DisputeOpened)
    return _show_dispute(call, done.event.number)


async def own_disputes(call: Call) -> wire.Disputes:
    """List one's own disputes."""
    office = await call.services.desk.refresh()
    mine = [it for it in office.disputes.values() if it.account == call.account]
    return wire.Disputes([wire.show_dispute(it, to_player=True) for it in reversed(mine)])


async def all_disputes(call: Call) -> wire.Disputes:
    """List everybody's disputes."""
    office = call.services.desk.office
    found = [
        it
        for it in office.disputes.values()
        if office.may_at(call.account, Permission.READ_DISPUTES, it.table)
    ]
    return wire.Disputes([wire.show_dispute(it, to_player=False) for it in reversed(found)])


async def evidence(call: Call) -> wire.DisputeEvidence:
    """Return a dispute with its round."""
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
    is_intact = tuple(it.hash.hex() for it in entries) == dispute.evidence
    return wire.DisputeEvidence(wire.show_dispute(dispute, to_player=False), record, is_intact)


async def state_own(call: Call) -> wire.DisputeSeen:
    """Add to a dispute of one's own."""
    await call.services.desk.refresh()
    if _dispute(call).account != call.account:
        raise _UNKNOWN
    await ask_office(call, StateDispute(_number(call), call.body.text))
    return _show_dispute(call, _number(call))


async def state(call: Call) -> wire.DisputeSeen:
    """Add what one saw."""
    await ask_office(call, StateDispute(_number(call), call.body.text))
    return _show_dispute(call, _number(call))


async def answer(call: Call) -> wire.DisputeSeen:
    """Answer the player."""
    await ask_office(call, AnswerDispute(_number(call), call.body.text))
    return _show_dispute(call, _number(call))


async def decide(call: Call) -> wire.DisputeSeen:
    """Decide a dispute."""
    body: wire.DisputeDecision = call.body
    await ask_office(call, DecideDispute(_number(call), body.award_cents, body.text))
    return _show_dispute(call, _number(call))


def _number(call: Call) -> int:
    text = call.path["number"]
    if not text.isascii() or not text.isdecimal() or len(text) > _DIGITS_MAX:
        raise _UNKNOWN
    return int(text)


def _dispute(call: Call) -> Dispute:
    found = call.services.desk.office.disputes.get(_number(call))
    if found is None:
        raise _UNKNOWN
    return found


def _show_dispute(call: Call, number: int) -> wire.DisputeSeen:
    dispute = call.services.desk.office.disputes[number]
    return wire.show_dispute(dispute, to_player=dispute.account == call.account)


_CODES = ("dispute/over", "dispute/own", "dispute/unknown", "text/length")
DISPUTE_ROUTES = (
    Route(
        method="GET",
        path=f"{BASE}/me/disputes",
        handler=own_disputes,
        summary="List your disputes, the last first.",
        answer=wire.Disputes,
        needs=Permission.DISPUTE,
        tag="account",
    ),
    Route(
        method="POST",
        path=f"{BASE}/me/disputes",
        handler=open_dispute,
        summary="Dispute a round of yours; the house answers and decides.",
        body=wire.DisputeAsked,
        answer=wire.DisputeSeen,
        needs=needs_of(OpenDispute),
        moves=True,
        codes=("dispute/many", "dispute/open", "round/unknown", "text/length"),
        tag="account",
    ),
    Route(
        method="POST",
        path=f"{BASE}/me/disputes/{{number}}/statement",
        handler=state_own,
        summary="Add to a dispute of yours.",
        body=wire.DisputeText,
        answer=wire.DisputeSeen,
        needs=Permission.DISPUTE,
        moves=True,
        codes=("dispute/full", *_CODES),
        tag="account",
    ),
    Route(
        method="GET",
        path=f"{BASE}/staff/disputes",
        handler=all_disputes,
        summary="List every dispute, the last first.",
        answer=wire.Disputes,
        needs=Permission.READ_DISPUTES,
        tag="players",
    ),
    Route(
        method="GET",
        path=f"{BASE}/staff/disputes/{{number}}",
        handler=evidence,
        summary="Return a dispute with its round as a record.",
        answer=wire.DisputeEvidence,
        needs=Permission.READ_DISPUTES,
        codes=("dispute/unknown", "round/unknown"),
        tag="players",
    ),
    Route(
        method="POST",
        path=f"{BASE}/staff/disputes/{{number}}/statement",
        handler=state,
        summary="Add what you saw to a dispute.",
        body=wire.DisputeText,
        answer=wire.DisputeSeen,
        needs=Permission.STATE_DISPUTE,
        moves=True,
        codes=("dispute/full", *_CODES),
        tag="players",
    ),
    Route(
        method="POST",
        path=f"{BASE}/staff/disputes/{{number}}/answer",
        handler=answer,
        summary="Answer the player for the house.",
        body=wire.DisputeText,
        answer=wire.DisputeSeen,
        needs=needs_of(AnswerDispute),
        moves=True,
        codes=_CODES,
        tag="players",
    ),
    Route(
        method="POST",
        path=f"{BASE}/staff/disputes/{{number}}/decide",
        handler=decide,
        summary="Decide a dispute: what the player is paid, and why.",
        body=wire.DisputeDecision,
        answer=wire.DisputeSeen,
        needs=needs_of(DecideDispute),
        moves=True,
        codes=("dispute/award", *_CODES),
        tag="players",
    ),
)
"""Disputes."""
