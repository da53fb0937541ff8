"""The routes of shared jackpots."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from fractions import Fraction
from typing import Any

from pitboss.engine.meter import format_units
from pitboss.engine.values import replace
from pitboss.jackpot import commands as ask
from pitboss.jackpot.operations import JackpotError
from pitboss.jackpot.state import Hit, Jackpot
from pitboss.office.roles import Permission
from pitboss.pit.jackpot_desk import JackpotDesk, read_dealers
from pitboss.pit.live_jackpot import LiveJackpot
from pitboss.rulebook.house import parse_share
from pitboss.server.jackpots import views, wire
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import BASE, Access, Call, Handler, Route, Routes

NUMBER_DIGITS_MAX = 15

JACKPOT_ROUTES = Routes("jackpot")
"""Everything about shared jackpots."""


def _live(call: Call) -> LiveJackpot:
    live = call.services.keeper.jackpots.get(call.path["jackpot"])
    if live is None:
        raise ApiError("jackpot/unknown", "there is no such jackpot")
    return live


def _number(call: Call, name: str) -> int:
    text = call.path[name]
    if not text.isdecimal() or len(text) > NUMBER_DIGITS_MAX:
        raise ApiError(f"{name}/unknown", f"{name} is a number")
    return int(text)


def _hit(call: Call, jackpot: Jackpot) -> Hit:
    number = _number(call, "hit")
    for hit in (*jackpot.recent, *jackpot.pending):
        if hit.number == number:
            return hit
    raise ApiError("hit/unknown", "there is no such hit, or it was long ago")


# -- what everybody may know ---------------------------------------------------------------------


@JACKPOT_ROUTES.get("/jackpots", access=Access.ANYONE)
async def jackpots(call: Call) -> wire.Jackpots:
    """List the jackpots that tables share, with what they show and what waits."""
    shown = [live for live in call.services.keeper.jackpots.values() if not live.state.is_closed]
    return wire.Jackpots(await views.summaries(call.services, shown))


@JACKPOT_ROUTES.get("/jackpots/{jackpot}", codes=("jackpot/unknown",), access=Access.ANYONE)
async def jackpot(call: Call) -> wire.JackpotSeen:
    """Return a shared jackpot with its terms."""
    live = _live(call)
    state = live.state
    (summary,) = await views.summaries(call.services, [live])
    return wire.JackpotSeen(
        jackpot=summary,
        terms=views.show_terms(state.terms),
        next_terms=views.show_terms(state.waiting) if state.waiting else None,
        hits=state.hits,
        paid=format_units(state.paid),
    )


@JACKPOT_ROUTES.get("/jackpots/{jackpot}/hits", codes=("jackpot/unknown",), access=Access.ANYONE)
async def hits(call: Call) -> wire.Hits:
    """Return the last hits of a shared jackpot, the last first."""
    return wire.Hits([views.show_hit(hit) for hit in reversed(_live(call).state.recent)])


# -- what the staff do ---------------------------------------------------------------------------


@JACKPOT_ROUTES.get(
    "/staff/jackpots/{jackpot}/books", needs=Permission.READ_HITS, codes=("jackpot/unknown",)
)
async def jackpot_books(call: Call) -> wire.JackpotBooks:
    """Return the money of a shared jackpot, and what waits for a second person."""
    live = _live(call)
    await call.services.keeper.refresh([live.state.id])
    return views.books(live)


@JACKPOT_ROUTES.get(
    "/staff/jackpots/{jackpot}/hits/{hit}",
    needs=Permission.READ_HITS,
    codes=("jackpot/unknown", "hit/unknown"),
)
async def hit_evidence(call: Call) -> wire.HitEvidence:
    """Return the evidence of a hit: its round, its cards, the proof of its shoe."""
    state = _live(call).state
    return await views.evidence(call.services, _hit(call, state))


Wants = Callable[[Call, Jackpot], ask.Operation]


def _doing(
    name: str, do: Callable[[Call, JackpotDesk, LiveJackpot], Awaitable[Jackpot]]
) -> Handler:
    async def answer(call: Call) -> wire.JackpotBooks:
        live = _live(call)
        keeper, store, office = call.services.keeper, call.services.store, call.services.desk.office
        dealers = await read_dealers(store)

        def may_propose(account: str, operation: ask.Operation) -> bool:
            is_of_hit = isinstance(operation, ask.ConfirmHit | ask.RejectHit)
            needs = Permission.SETTLE_HIT if is_of_hit else Permission.PROPOSE_JACKPOT
            return office.may(account, needs)

        desk = JackpotDesk(keeper, store, dealers, may_propose)
        try:
            await do(call, desk, live)
        except JackpotError as error:
            raise ApiError(error.code, str(error)) from None
        return views.books(live)

    answer.__name__ = name
    return answer


def _signing(name: str, wants: Wants) -> Handler:
    """Propose something about a hit, or agree to it where another person has proposed the same."""

    async def sign(call: Call, desk: JackpotDesk, live: LiveJackpot) -> Jackpot:
        await call.services.keeper.refresh([live.state.id])
        operation = wants(call, live.state)
        for proposal in live.state.proposals:
            if not _is_same(ask.read_operation(proposal.operation), operation):
                continue
            if not desk.holds(live.state, proposal, call.services.settings.clock()):
                key = f"{call.key}/{proposal.number}"
                await desk.withdraw(live.state.id, proposal.number, call.account, key)
                continue
            if proposal.by == call.account:
                return live.state  # signed already
            return await desk.approve(live.state.id, proposal.number, call.account, call.key)
        return await desk.propose(live.state.id, operation, call.account, call.key)

    return _doing(name, sign)


def _is_same(one: ask.Operation, other: ask.Operation) -> bool:
    return type(one) is type(other) and getattr(one, "number", 0) == getattr(other, "number", 0)


def _confirm(call: Call, jackpot: Jackpot) -> ask.Operation:
    return ask.ConfirmHit(number=_hit(call, jackpot).number)


def _reject(call: Call, jackpot: Jackpot) -> ask.Operation:
    body: wire.JackpotWhy = call.body
    return ask.RejectHit(number=_hit(call, jackpot).number, why=body.why)


def _proposing(name: str, wants: Wants) -> Handler:
    async def propose(call: Call, desk: JackpotDesk, live: LiveJackpot) -> Jackpot:
        operation = wants(call, live.state)
        return await desk.propose(live.state.id, operation, call.account, call.key)

    return _doing(name, propose)


def _terms(call: Call, jackpot: Jackpot) -> ask.Operation:
    body: wire.NewJackpotTerms = call.body
    changes: dict[str, Any] = {
        name: units
        for name in ("seed", "ceiling", "reserve_limit", "hand_pay_from", "contribution_max")
        if (units := getattr(body, name)) is not None
    }
    shares = {"contribution": "rate", "reserve": "hidden_share"}
    shares["second_contribution"] = "secondary_rate"
    for key, name in shares.items():
        if (text := getattr(body, key)) is not None:
            try:
                changes[name] = Fraction(parse_share(text))
            except ValueError as error:
                raise ApiError("jackpot/terms", f"{key}: {error}") from None
    terms = replace(jackpot.waiting or jackpot.terms, **changes)
    return ask.ChangeTerms(terms=terms, why=body.why)


def _adjust(call: Call, _: Jackpot) -> ask.Operation:
    body: wire.AdjustJackpot = call.body
    return ask.Adjust(units=body.units, reason=body.reason, why=body.why)


def _transfer(call: Call, _: Jackpot) -> ask.Operation:
    body: wire.TransferJackpot = call.body
    return ask.Transfer(to=body.to, why=body.why)


def _close(call: Call, _: Jackpot) -> ask.Operation:
    body: wire.JackpotWhy = call.body
    return ask.Close(why=body.why)


async def _approve(call: Call, desk: JackpotDesk, live: LiveJackpot) -> Jackpot:
    number = _number(call, "proposal")
    await call.services.keeper.refresh([live.state.id])
    for proposal in live.state.proposals:
        if proposal.number == number and proposal.kind in {"confirm-hit", "reject-hit"}:
            raise ApiError("proposal/unknown", "a hit is confirmed or rejected by its own route")
    return await desk.approve(live.state.id, number, call.account, call.key)


async def _withdraw(call: Call, desk: JackpotDesk, live: LiveJackpot) -> Jackpot:
    number = _number(call, "proposal")
    return await desk.withdraw(live.state.id, number, call.account, call.key)


async def _switch(call: Call, desk: JackpotDesk, live: LiveJackpot) -> Jackpot:
    body: wire.SwitchJackpot = call.body
    return await desk.switch(live.state.id, on=body.on, why=body.why, by=call.account, key=call.key)


_PUBLIC = f"{BASE}/jackpots"
_STAFF = f"{BASE}/staff/jackpots/{{jackpot}}"
_CODES = ("jackpot/unknown", "jackpot/busy", "jackpot/closed")
_HIT_CODES = (*_CODES, "hit/unknown", "hit/order", "approval/same-person", "approval/involved")


def _staff_route(
    path: str,
    handler: Handler,
    summary: str,
    body: type | None,
    needs: Permission,
    codes: tuple[str, ...],
) -> Route:
    return Route(
        method="POST",
        path=f"{_STAFF}/{path}",
        handler=handler,
        summary=summary,
        body=body,
        answer=wire.JackpotBooks,
        needs=needs,
        step_up=needs is not Permission.DISABLE_JACKPOT,
        moves=True,
        codes=codes,
        tag="jackpot",
    )


JACKPOT_ROUTES.extend(
    (
        _staff_route(
            "hits/{hit}/confirm",
            _signing("confirm", _confirm),
            "Confirm a hit; when a second person does, it is paid into the winner's wallet.",
            None,
            Permission.SETTLE_HIT,
            _HIT_CODES,
        ),
        _staff_route(
            "hits/{hit}/reject",
            _signing("reject", _reject),
            "Reject a hit; when a second person does, its money goes back to the jackpot.",
            wire.JackpotWhy,
            Permission.SETTLE_HIT,
            (*_HIT_CODES, "jackpot/unexplained"),
        ),
        _staff_route(
            "terms",
            _proposing("terms", _terms),
            "Propose other terms: a seed and rates hold once the top award is won.",
            wire.NewJackpotTerms,
            Permission.PROPOSE_JACKPOT,
            (*_CODES, "jackpot/terms", "jackpot/ceiling", "proposal/too-many"),
        ),
        _staff_route(
            "adjust",
            _proposing("adjust", _adjust),
            "Propose to put money in or take it out, for a reason that the law lists.",
            wire.AdjustJackpot,
            Permission.PROPOSE_JACKPOT,
            (*_CODES, "jackpot/adjustment", "jackpot/short", "proposal/too-many"),
        ),
        _staff_route(
            "transfer",
            _proposing("transfer", _transfer),
            "Propose to move all the money to another jackpot, and close this one.",
            wire.TransferJackpot,
            Permission.PROPOSE_JACKPOT,
            (*_CODES, "jackpot/on", "jackpot/kept", "jackpot/odds", "hit/pending", "round/open"),
        ),
        _staff_route(
            "close",
            _proposing("close", _close),
            "Propose to close a jackpot that owes nobody anything.",
            wire.JackpotWhy,
            Permission.PROPOSE_JACKPOT,
            (*_CODES, "jackpot/on", "jackpot/kept", "jackpot/owed", "hit/pending", "round/open"),
        ),
        _staff_route(
            "proposals/{proposal}/approve",
            _doing("approve", _approve),
            "Agree to a proposal of another person, which is then carried out.",
            None,
            Permission.APPROVE_JACKPOT,
            (
                *_CODES,
                "proposal/unknown",
                "approval/same-person",
                "request/lapsed",
                "request/expired",
            ),
        ),
        _staff_route(
            "proposals/{proposal}/withdraw",
            _doing("withdraw", _withdraw),
            "Withdraw a proposal.",
            None,
            Permission.PROPOSE_JACKPOT,
            (*_CODES, "proposal/unknown"),
        ),
        _staff_route(
            "switch",
            _doing("switch", _switch),
            "Switch the wagers of a jackpot on or off.",
            wire.SwitchJackpot,
            Permission.DISABLE_JACKPOT,
            (*_CODES, "jackpot/unexplained"),
        ),
    )
)
