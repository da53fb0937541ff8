"""The routes of shared jackpots."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from fractions import Fraction
from hashlib import sha256
from typing import Any

from msgspec import json

from pitboss.engine.meter import UNITS_PER_CENT, format_units
from pitboss.engine.values import replace
from pitboss.jackpot import commands as ask
from pitboss.jackpot.operations import JackpotError
from pitboss.jackpot.state import Hit, Jackpot, Outcome
from pitboss.office.roles import Permission
from pitboss.office.state import Office
from pitboss.pit.jackpot_desk import JackpotDesk, read_dealers
from pitboss.pit.live_jackpot import LiveJackpot
from pitboss.rulebook.house import parse_share
from pitboss.server.jackpots import views, wire
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import BASE, Access, Call, Routes
from pitboss.server.services import Services

_CODES = ("jackpot/unknown", "jackpot/busy", "jackpot/closed")
_HIT_CODES = (*_CODES, "hit/unknown", "hit/order", "approval/same-person", "approval/involved")
_APPROVAL_CODES = ("proposal/unknown", "approval/same-person", "request/lapsed", "request/expired")
_EMPTY_CODES = ("jackpot/on", "jackpot/kept")

JACKPOT_ROUTES = Routes("jackpot", codes=("jackpot/unknown",))
"""The figures of shared jackpots."""
JACKPOT_STAFF_ROUTES = Routes(
    "jackpot",
    base=f"{BASE}/staff/jackpots/{{jackpot}}",
    needs=Permission.PROPOSE_JACKPOT,
    step_up=True,
    moves=True,
)
"""The commands of staff about a shared jackpot."""


def _live(call: Call) -> LiveJackpot:
    live = call.services.keeper.jackpots.get(call.path["jackpot"])
    if live is None:
        raise ApiError("jackpot/unknown", "there is no such jackpot")
    return live


def _number(call: Call, name: str) -> int:
    return call.number(name, ApiError(f"{name}/unknown", f"{name} is a number"))


def _hit(call: Call, jackpot: Jackpot) -> Hit:
    number = _number(call, "hit")
    for hit in (*jackpot.recent, *jackpot.pending):
        if hit.number == number:
            return hit
    raise ApiError("hit/unknown", "there is no such hit, or it was long ago")


# -- what everybody may know ---------------------------------------------------------------------


@JACKPOT_ROUTES.get("/jackpots", codes=(), access=Access.ANYONE)
async def jackpots(call: Call) -> wire.Jackpots:
    """List the shared jackpots with their amounts and the hits that wait."""
    shown = [live for live in call.services.keeper.jackpots.values() if not live.state.is_closed]
    return wire.Jackpots(await views.summaries(call.services, shown))


@JACKPOT_ROUTES.get("/jackpots/{jackpot}", access=Access.ANYONE)
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


@JACKPOT_ROUTES.get("/jackpots/{jackpot}/hits", access=Access.ANYONE)
async def hits(call: Call) -> wire.Hits:
    """Return the last hits of a shared jackpot, the latest first."""
    return wire.Hits([views.show_hit(hit) for hit in reversed(_live(call).state.recent)])


# -- what the staff do ---------------------------------------------------------------------------


@JACKPOT_ROUTES.get("/staff/jackpots/{jackpot}/books", needs=Permission.READ_HITS)
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
    return await views.evidence(call.services, state.id, _hit(call, state))


async def _do(
    call: Call, work: Callable[[JackpotDesk, LiveJackpot], Awaitable[Jackpot]]
) -> wire.JackpotBooks:
    """Do work at the desk of a jackpot, and return the jackpot's books."""
    live = _live(call)
    try:
        await work(await open_desk(call.services), live)
    except JackpotError as error:
        raise ApiError(error.code, str(error)) from None
    return views.books(live)


async def open_desk(services: Services) -> JackpotDesk:
    """Return the desk of the jackpots, for staff as the office knows them now."""
    office = services.desk.office

    def may_propose(account: str, operation: ask.Operation) -> bool:
        is_of_hit = isinstance(operation, ask.ConfirmHit | ask.RejectHit)
        needs = Permission.SETTLE_HIT if is_of_hit else Permission.PROPOSE_JACKPOT
        return office.may(account, needs)

    def withheld(jackpot: str, hit: int) -> int:
        winner = office.winners.get((jackpot, hit))
        return winner.withheld_cents * UNITS_PER_CENT if winner else 0

    dealers = await read_dealers(services.store)
    return JackpotDesk(
        keeper=services.keeper,
        store=services.store,
        dealers=dealers,
        may_propose=may_propose,
        withheld=withheld,
    )


async def _sign(call: Call, make: Callable[[int], ask.Operation]) -> wire.JackpotBooks:
    """Propose something about a hit, or agree to it where another person has proposed the same."""

    async def sign(desk: JackpotDesk, live: LiveJackpot) -> Jackpot:
        await call.services.keeper.refresh([live.state.id])
        operation = make(_hit(call, live.state).number)
        for proposal in live.state.proposals:
            signed = ask.read_operation(proposal.operation)
            if not _is_same(signed, operation):
                continue
            holds = desk.holds(live.state, proposal, call.services.settings.clock())
            if not holds or _is_of_another_winner(signed, operation):
                key = f"{call.key}/{proposal.number}"
                await desk.withdraw(live.state.id, proposal.number, call.account, key)
                continue
            if proposal.by == call.account:
                return live.state  # signed already
            return await desk.approve(live.state.id, proposal.number, call.account, call.key)
        return await desk.propose(live.state.id, operation, call.account, call.key)

    return await _do(call, sign)


def _is_same(one: ask.Operation, other: ask.Operation) -> bool:
    return type(one) is type(other) and getattr(one, "number", 0) == getattr(other, "number", 0)


def _is_of_another_winner(one: ask.Operation, other: ask.Operation) -> bool:
    return isinstance(one, ask.ConfirmHit) and one != other


async def _propose(call: Call, make: Callable[[Jackpot], ask.Operation]) -> wire.JackpotBooks:
    return await _do(
        call,
        lambda desk, live: desk.propose(live.state.id, make(live.state), call.account, call.key),
    )


def _check_winner(call: Call, hit: Hit) -> None:
    """Refuse to pay to nobody: a hit in cash, and a taxed one of a house for money.

    A house that gives play money away has nobody's tax papers to fill in (GLI-19 A.4.3).
    """
    services = call.services
    is_known = (call.path["jackpot"], hit.number) in services.desk.office.winners
    is_play = services.settings.play_money_cents > 0 and hit.account
    if hit.outcome is not Outcome.PENDING or is_known or is_play:
        return
    if hit.is_taxed or not hit.account:
        message = "write down who won it first: name, document, and what is kept back for the tax"
        raise ApiError("winner/missing", message)


@JACKPOT_STAFF_ROUTES.post(
    "/hits/{hit}/confirm", needs=Permission.SETTLE_HIT, codes=(*_HIT_CODES, "winner/missing")
)
async def confirm(call: Call) -> wire.JackpotBooks:
    """Confirm a hit; when a second person does, it is paid into the winner's wallet."""
    services = call.services
    name = call.path["jackpot"]
    async with hold_winner(services, name):
        await services.desk.refresh()
        _check_winner(call, _hit(call, _live(call).state))
        return await _sign(
            call,
            lambda number: ask.ConfirmHit(
                number=number, winner=winner_mark(services.desk.office, name, number)
            ),
        )


def hold_winner(services: Services, jackpot: str) -> AbstractAsyncContextManager[None]:
    """Hold who won the hits of a jackpot: nobody writes another down while one is paid."""
    return services.alone(f"winners/{jackpot}")


def winner_mark(office: Office, jackpot: str, number: int) -> str:
    """Return the hash of who is written down as the winner of a hit; "": nobody is."""
    winner = office.winners.get((jackpot, number))
    return sha256(json.encode(winner, order="sorted")).hexdigest() if winner else ""


@JACKPOT_STAFF_ROUTES.post(
    "/hits/{hit}/reject",
    body=wire.JackpotWhy,
    needs=Permission.SETTLE_HIT,
    codes=(*_HIT_CODES, "jackpot/unexplained"),
)
async def reject(call: Call) -> wire.JackpotBooks:
    """Reject a hit; when a second person does, its money goes back to the jackpot."""
    return await _sign(call, lambda number: ask.RejectHit(number=number, why=call.body.why))


@JACKPOT_STAFF_ROUTES.post(
    "/terms",
    body=wire.NewJackpotTerms,
    codes=(*_CODES, "jackpot/terms", "jackpot/ceiling", "jackpot/kept", "proposal/too-many"),
)
async def terms(call: Call) -> wire.JackpotBooks:
    """Propose new terms; a new seed and new rates hold after the top award is won."""
    return await _propose(call, lambda state: _new_terms(call.body, state))


def _new_terms(body: wire.NewJackpotTerms, jackpot: Jackpot) -> ask.Operation:
    changes: dict[str, Any] = {
        name: units for name in wire.AMOUNTS if (units := getattr(body, name)) is not None
    }
    for key, name in wire.SHARES.items():
        if (text := getattr(body, key)) is not None:
            try:
                changes[name] = Fraction(parse_share(text))
            except ValueError as error:
                raise ApiError("jackpot/terms", f"{key}: {error}") from None
    if body.may_be_removed is not None:
        changes["may_be_removed"] = body.may_be_removed
    new = replace(jackpot.waiting or jackpot.terms, **changes)
    return ask.ChangeTerms(terms=new, why=body.why)


@JACKPOT_STAFF_ROUTES.post(
    "/adjust",
    body=wire.AdjustJackpot,
    codes=(*_CODES, "jackpot/adjustment", "jackpot/short", "proposal/too-many"),
)
async def adjust(call: Call) -> wire.JackpotBooks:
    """Propose to put money in or take it out, for a reason that the law lists."""
    body = call.body
    operation = ask.Adjust(units=body.units, reason=body.reason, why=body.why)
    return await _propose(call, lambda _: operation)


@JACKPOT_STAFF_ROUTES.post(
    "/transfer",
    body=wire.TransferJackpot,
    codes=(*_CODES, *_EMPTY_CODES, "jackpot/odds", "hit/pending", "round/open"),
)
async def transfer(call: Call) -> wire.JackpotBooks:
    """Propose to move all the money to another jackpot, and close this one."""
    return await _propose(call, lambda _: ask.Transfer(to=call.body.to, why=call.body.why))


@JACKPOT_STAFF_ROUTES.post(
    "/close",
    body=wire.JackpotWhy,
    codes=(*_CODES, *_EMPTY_CODES, "jackpot/owed", "hit/pending", "round/open"),
)
async def close(call: Call) -> wire.JackpotBooks:
    """Propose to close a jackpot that owes nobody anything."""
    return await _propose(call, lambda _: ask.Close(why=call.body.why))


@JACKPOT_STAFF_ROUTES.post(
    "/permission",
    body=wire.PermitJackpotRemoval,
    codes=(
        *_CODES,
        "jackpot/removable",
        "jackpot/reference",
        "jackpot/date",
        "jackpot/unexplained",
        "proposal/too-many",
    ),
)
async def permit(call: Call) -> wire.JackpotBooks:
    """Propose to record the regulator's permission to remove it before its top award is won."""
    body = call.body
    operation = ask.PermitRemoval(reference=body.reference, date=body.date, why=body.why)
    return await _propose(call, lambda _: operation)


@JACKPOT_STAFF_ROUTES.post(
    "/proposals/{proposal}/approve",
    needs=Permission.APPROVE_JACKPOT,
    codes=(*_CODES, *_APPROVAL_CODES),
)
async def approve(call: Call) -> wire.JackpotBooks:
    """Agree to a proposal of another person, which is then carried out."""

    async def agree(desk: JackpotDesk, live: LiveJackpot) -> Jackpot:
        number = _number(call, "proposal")
        await call.services.keeper.refresh([live.state.id])
        for proposal in live.state.proposals:
            if proposal.number == number and proposal.kind in {"confirm-hit", "reject-hit"}:
                message = "a hit is confirmed or rejected by its own route"
                raise ApiError("proposal/unknown", message)
        return await desk.approve(live.state.id, number, call.account, call.key)

    return await _do(call, agree)


@JACKPOT_STAFF_ROUTES.post("/proposals/{proposal}/withdraw", codes=(*_CODES, "proposal/unknown"))
async def withdraw(call: Call) -> wire.JackpotBooks:
    """Withdraw a proposal."""

    async def take_back(desk: JackpotDesk, live: LiveJackpot) -> Jackpot:
        return await desk.withdraw(live.state.id, _number(call, "proposal"), call.account, call.key)

    return await _do(call, take_back)


@JACKPOT_STAFF_ROUTES.post(
    "/switch",
    body=wire.SwitchJackpot,
    needs=Permission.DISABLE_JACKPOT,
    step_up=False,
    codes=(*_CODES, "jackpot/unexplained"),
)
async def switch(call: Call) -> wire.JackpotBooks:
    """Switch the wagers of a jackpot on or off."""
    body: wire.SwitchJackpot = call.body
    return await _do(
        call,
        lambda desk, live: desk.switch(
            live.state.id, on=body.on, why=body.why, by=call.account, key=call.key
        ),
    )
