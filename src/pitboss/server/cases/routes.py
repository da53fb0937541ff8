"""The routes of exclusions, limits of the house, disputes, voids, and the pace of tables."""

from __future__ import annotations

from pitboss.api.tables import Table
from pitboss.engine.actions import Refusal
from pitboss.engine.events import IrregularityRuled
from pitboss.engine.irregular import refuse_ruling
from pitboss.floor.commands import Command, DealNow, Pause
from pitboss.floor.history import round_replay
from pitboss.floor.running import ruling_key
from pitboss.office import disputes, exclusions, limits, switches, voids
from pitboss.office.approvals import Requested
from pitboss.office.clock import read_start
from pitboss.office.core import Done
from pitboss.office.decide import needs_of
from pitboss.office.roles import Permission
from pitboss.office.state import Dispute, Exclusion
from pitboss.pit.orders import ALREADY, LimitChanges, Voids, carry_out, is_voided, ruling_command
from pitboss.pit.past import find_round, list_players
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import RulesError
from pitboss.server.cases import wire
from pitboss.server.cases.removal import see_off
from pitboss.server.live.commands import find_table, key_in_books
from pitboss.server.office.commands import (
    CommandRoutes,
    ask_office,
    check_account,
    fill_player,
    fill_table,
    silent,
)
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Call, Reply
from pitboss.server.requests.wire import moment_text, show

_EXCLUSION_CODES = ("account/unknown", "exclusion/longer", "text/length")
_DISPUTE_CODES = ("dispute/over", "dispute/own", "dispute/unknown", "text/length")
_VOID_CODES = ("round/unknown", "table/unknown", "text/length", "void/own")
_LIMIT_CODES = ("limits/invalid", "limits/none", "limits/start", "limits/wager")
_AHEAD_MAX = 31 * 24 * 60 * 60 * 1_000_000
"""How far ahead limits are announced, in microseconds."""
_RULING_CODES = tuple(
    f"irregularity/{name}"
    for name in ("hand", "moment", "option", "over", "seat", "settled", "unknown", "whole-round")
)
_NO_DISPUTE = ApiError("dispute/unknown", "there is no such dispute")

CASE_ROUTES = CommandRoutes("players", moves=True)
"""Cases of single players, and the pace of tables."""


# -- exclusions and limits -------------------------------------------------------------------------


@CASE_ROUTES.get("/staff/exclusions", needs=Permission.READ_EXCLUSIONS, moves=False)
async def list_restricted(call: Call) -> wire.Restricted:
    """List the players who are excluded or limited by the house."""
    office = call.services.desk.office
    now = call.services.settings.clock()
    accounts = dict.fromkeys(account for account, _ in office.exclusions)
    excluded = ((who, office.exclusion(who, now)) for who in accounts)
    return wire.Restricted(
        [wire.show_exclusion(who, exclusion) for who, exclusion in excluded if exclusion],
        [wire.LimitsSeen(who, limits) for who, limits in office.limits.items()],
    )


async def _see_off(call: Call, done: Done) -> wire.ExclusionSeen:
    event = done.event
    assert isinstance(event, exclusions.Excluded)
    office = call.services.desk.office
    now = call.services.settings.clock()
    made = Exclusion(event.until, event.is_own, now, event.reason)  # if it is lifted by now
    exclusion = office.exclusions.get((event.account, event.is_own), made)
    await see_off(call.services, event.account)
    return wire.show_exclusion(event.account, exclusion)


async def _check_limited(call: Call) -> dict[str, object]:
    return {"account": await check_account(call, call.path["account"])}


async def _show_limits(call: Call, _done: Done) -> wire.LimitsSeen:
    return wire.LimitsSeen(call.path["account"], call.body.limits)


CASE_ROUTES.command(
    "/me/exclusion",
    exclusions.ExcludeMe,
    _see_off,
    body=wire.OwnExclusion,
    codes=_EXCLUSION_CODES,
    tag="account",
)
CASE_ROUTES.command(
    "/staff/exclusions",
    exclusions.Exclude,
    _see_off,
    fill=fill_player,
    body=wire.ExclusionAsked,
    codes=_EXCLUSION_CODES,
)
CASE_ROUTES.command(
    "/staff/exclusions/propose",
    exclusions.ProposeExclusion,
    silent,
    fill=fill_player,
    body=wire.PlayerAndReason,
    codes=("account/unknown", "text/length"),
)
CASE_ROUTES.command(
    "/staff/exclusions/lift",
    exclusions.LiftExclusion,
    silent,
    body=wire.PlayerAndReason,
    codes=("exclusion/none", "exclusion/own", "text/length"),
)
CASE_ROUTES.command(
    "/staff/players/{account}/limits",
    exclusions.ImposeLimits,
    _show_limits,
    method="PUT",
    fill=_check_limited,
    body=wire.LimitsAsked,
    codes=("account/unknown", "limit/invalid", "limit/self", "text/length"),
)


# -- disputes --------------------------------------------------------------------------------------


@CASE_ROUTES.get("/me/disputes", needs=Permission.DISPUTE, tag="account", moves=False)
async def own_disputes(call: Call) -> wire.Disputes:
    """List your disputes, the latest first."""
    office = await call.services.desk.refresh()
    mine = [dispute for dispute in office.disputes.values() if dispute.account == call.account]
    return wire.Disputes([wire.show_dispute(dispute, to_player=True) for dispute in reversed(mine)])


async def _find_evidence(call: Call) -> dict[str, object]:
    entries = await find_round(call.services.store, call.body.table, call.body.round)
    if not entries or call.account not in list_players(entries[0]):
        raise ApiError("round/unknown", "there is no such round of yours that is over")
    return {"evidence": tuple(entry.hash.hex() for entry in entries)}


async def _check_own(call: Call) -> dict[str, object]:
    """Refuse the dispute of another player, as one that there is not."""
    await call.services.desk.refresh()
    if _dispute(call).account != call.account:
        raise _NO_DISPUTE
    return {}


async def _shown(call: Call, done: Done) -> wire.DisputeSeen:
    """Return the dispute after a command; an award may wait for a second person."""
    event = done.event
    if isinstance(event, disputes.DisputeOpened):
        return _show_dispute(call, event.number)
    return _show_dispute(call, _number(call))


CASE_ROUTES.command(
    "/me/disputes",
    disputes.OpenDispute,
    _shown,
    fill=_find_evidence,
    body=wire.DisputeAsked,
    codes=("dispute/many", "dispute/open", "round/unknown", "text/length"),
    tag="account",
)
CASE_ROUTES.command(
    "/me/disputes/{number}/statement",
    disputes.StateDispute,
    _shown,
    summary="Add a statement to your dispute.",
    fill=_check_own,
    unknown=_NO_DISPUTE,
    body=wire.DisputeText,
    needs=Permission.DISPUTE,
    codes=("dispute/full", *_DISPUTE_CODES),
    tag="account",
)


@CASE_ROUTES.get("/staff/disputes", needs=Permission.READ_DISPUTES, moves=False)
async def all_disputes(call: Call) -> wire.Disputes:
    """List every dispute, the latest first."""
    awards = _waiting_awards(call)
    shown = [
        dispute
        for dispute in call.services.desk.office.disputes.values()
        if _may_read(call, dispute)
    ]
    return wire.Disputes(
        [wire.show_dispute(dispute, to_player=False, awards=awards) for dispute in reversed(shown)]
    )


def _may_read(call: Call, dispute: Dispute) -> bool:
    office = call.services.desk.office
    return office.may_at(call.account, Permission.READ_DISPUTES, dispute.table)


@CASE_ROUTES.get(
    "/staff/disputes/{number}",
    needs=Permission.READ_DISPUTES,
    codes=("dispute/unknown", "round/unknown"),
    moves=False,
)
async def evidence(call: Call) -> wire.DisputeEvidence:
    """Return a dispute with its round as a record."""
    dispute = _dispute(call)
    store = call.services.store
    if not _may_read(call, dispute):
        raise _NO_DISPUTE
    opened = await store.entry(f"table/{dispute.table}", 1)
    entries = await find_round(store, dispute.table, dispute.round)
    if opened is None or not entries:
        raise ApiError("round/unknown", "the round of this dispute cannot be found")
    record = round_replay(opened, entries).complete_record()
    is_intact = tuple(entry.hash.hex() for entry in entries) == dispute.evidence
    shown = wire.show_dispute(dispute, to_player=False, awards=_waiting_awards(call))
    return wire.DisputeEvidence(shown, record, is_intact)


CASE_ROUTES.command(
    "/staff/disputes/{number}/statement",
    disputes.StateDispute,
    _shown,
    unknown=_NO_DISPUTE,
    body=wire.DisputeText,
    needs=Permission.STATE_DISPUTE,
    codes=("dispute/full", *_DISPUTE_CODES),
)
CASE_ROUTES.command(
    "/staff/disputes/{number}/answer",
    disputes.AnswerDispute,
    _shown,
    unknown=_NO_DISPUTE,
    body=wire.DisputeText,
    codes=_DISPUTE_CODES,
)
CASE_ROUTES.command(
    "/staff/disputes/{number}/decide",
    disputes.DecideDispute,
    _shown,
    unknown=_NO_DISPUTE,
    body=wire.DisputeDecision,
    codes=("dispute/award", "request/too-many", *_DISPUTE_CODES),
)


def _number(call: Call) -> int:
    return call.number("number", _NO_DISPUTE)


def _dispute(call: Call) -> Dispute:
    dispute = call.services.desk.office.disputes.get(_number(call))
    if dispute is None:
        raise _NO_DISPUTE
    return dispute


def _show_dispute(call: Call, number: int) -> wire.DisputeSeen:
    dispute = call.services.desk.office.disputes[number]
    to_player = dispute.account == call.account
    awards = None if to_player else _waiting_awards(call)
    return wire.show_dispute(dispute, to_player=to_player, awards=awards)


def _waiting_awards(call: Call) -> dict[int, int]:
    services = call.services
    return disputes.waiting_awards(services.desk.office, services.settings.clock())


# -- voids -----------------------------------------------------------------------------------------


@CASE_ROUTES.get("/staff/voids", needs=Permission.ASK_VOID, moves=False)
async def void_asks(call: Call) -> wire.VoidAsks:
    """List the requested voids that wait for a supervisor."""
    office = call.services.desk.office
    return wire.VoidAsks(
        [
            show(wire.VoidAskSeen, request, at=moment_text(request.at))
            for request in office.void_asks.values()
            if office.may_at(call.account, Permission.ASK_VOID, request.table)
        ]
    )


CASE_ROUTES.command(
    "/staff/tables/{table}/ask-void",
    voids.AskVoid,
    silent,
    fill=fill_table,
    body=wire.RoundAndReason,
    codes=("table/unknown", "text/length", "void/asked", "void/many"),
)
CASE_ROUTES.command(
    "/staff/tables/{table}/dismiss-void",
    voids.DismissVoid,
    silent,
    body=wire.RoundAndReason,
    codes=("text/length", "void/not-asked"),
)


@CASE_ROUTES.post(
    "/staff/tables/{table}/void-open",
    formerly="/staff/tables/{table}/call-off",
    body=wire.RoundAndReason,
    needs=needs_of(voids.CallOffRound),
    codes=("void/not-open", ALREADY.code, *_VOID_CODES),
)
async def call_off(call: Call) -> Reply:
    """Void the open round: every wager goes back."""
    body = call.body
    table = find_table(call.services, call.path["table"], None)
    current = table.state.round
    if current is None or current.number != body.round:
        raise ApiError("void/not-open", f"round {body.round} is not under way")
    players = tuple(sorted({table.state.seats[seat].account for seat in current.stacks}))
    order = voids.CallOffRound(table.state.id, body.round, body.reason, players)
    await ask_office(call, order)
    refused = await Voids(call.services.hall, call.services.store).call_off(order, call.account)
    if refused is not None:
        raise ApiError.of(refused)
    return Reply(None)


@CASE_ROUTES.post(
    "/staff/tables/{table}/rule",
    body=wire.RulingAsked,
    needs=needs_of(voids.RuleOnRound),
    codes=(*_RULING_CODES, "table/unknown", "text/length", "void/own"),
)
async def rule(call: Call) -> Reply:
    """Rule on an irregularity of the open round: one seat is out, and the others play on."""
    body = call.body
    table = find_table(call.services, call.path["table"], None)
    current = table.state.round
    seats = current.stacks if current else ()
    players = tuple(sorted({table.state.seats[seat].account for seat in seats}))
    place = (body.irregularity, body.seat, body.hand)
    order = voids.RuleOnRound(table.state.id, body.round, body.reason, *place, players)
    key = ruling_key(ruling_command(order, call.account))
    if await call.services.store.find(table.state.stream, key) is None:
        refused = None
        if current is None or current.number != body.round:
            refused = Refusal("irregularity/over", f"round {body.round} is not under way")
        else:
            refused = refuse_ruling(current.state, IrregularityRuled(*place))
        if refused is not None:
            raise ApiError.of(refused)
        await ask_office(call, order)
    refused = await Voids(call.services.hall, call.services.store).rule_on(order, call.account)
    if refused is not None:
        raise ApiError.of(refused)
    return Reply(None)


@CASE_ROUTES.post(
    "/staff/tables/{table}/void-settled",
    formerly="/staff/tables/{table}/take-back",
    body=wire.VoidAsked,
    needs=needs_of(voids.TakeBackRound),
    codes=("request/too-many", ALREADY.code, *_VOID_CODES),
)
async def take_back(call: Call) -> wire.RequestMade:
    """Ask to void a settled round, for one seat or all; another person agrees."""
    body = call.body
    name = call.path["table"]
    entries = await find_round(call.services.store, name, body.round)
    if not entries:
        raise ApiError("round/unknown", "there is no such round that is over")
    players = tuple(sorted(list_players(entries[0])))
    order = voids.TakeBackRound(
        table=name, round=body.round, seat=body.seat, reason=body.reason, players=players
    )
    if await is_voided(call.services.store, entries, order):
        raise ApiError.of(ALREADY)
    done = await ask_office(call, order)
    assert isinstance(done.event, Requested)
    return wire.RequestMade(done.event.number, moment_text(done.event.until))


# -- limits of a table ----------------------------------------------------------------------------


@CASE_ROUTES.post(
    "/staff/tables/{table}/limits",
    body=wire.TableLimitsAsked,
    needs=needs_of(limits.ChangeLimits),
    codes=(*_LIMIT_CODES, "request/too-many", "table/unknown", "text/length"),
)
async def change_limits(call: Call) -> wire.RequestMade:
    """Ask for other limits of a table; another person agrees, and the table announces them."""
    body: wire.TableLimitsAsked = call.body
    services = call.services
    table = find_table(call.services, call.path["table"], None)
    now = services.settings.clock()
    at = 0
    if body.starts:
        zone = services.desk.office.terms.time_zone
        start = read_start(body.starts, zone, now)
        if start is None or not now <= start <= now + _AHEAD_MAX:
            message = (
                "a start is a time on the house's clock, such as 18:00, or a date and time with"
                " its zone, at most 31 days ahead"
            )
            raise ApiError("limits/start", message)
        at = start
    cents = (body.min_cents, body.max_cents, body.aggregate_cents)
    order = limits.ChangeLimits(table.state.id, body.wager, *cents, at, body.reason)
    if refused := LimitChanges(services.hall, refuse_house).refuse(table.state, order):
        raise ApiError.of(refused)
    done = await ask_office(call, order)
    assert isinstance(done.event, Requested)
    return wire.RequestMade(done.event.number, moment_text(done.event.until))


def refuse_house(house: House) -> Refusal | None:
    """Return why nobody may play at a table of a house: its rules, or the law of its profile."""
    try:
        Table.open_to_players(house)
    except RulesError as error:
        return Refusal("limits/invalid", "; ".join(map(str, error.problems)))
    return None


# -- pace and switches -----------------------------------------------------------------------------


@CASE_ROUTES.post(
    "/staff/tables/{table}/pause", body=wire.Paused, needs=Permission.PACE, codes=("table/unknown",)
)
async def pause(call: Call) -> Reply:
    """Pause a table: its clocks stop, and it takes no bets. Or let it go on."""
    return await _tell(call, Pause(call.account, call.body.paused))


@CASE_ROUTES.post(
    "/staff/tables/{table}/deal",
    needs=Permission.PACE,
    codes=("bet/none", "round/open", "table/paused", "table/unknown"),
)
async def deal(call: Call) -> Reply:
    """Close the betting of a table and deal before its time is up."""
    return await _tell(call, DealNow(call.account))


async def _tell(call: Call, command: Command) -> Reply:
    table = find_table(call.services, call.path["table"], None)
    answer = await table.ask(command, key_in_books(call.account, call.key))
    if isinstance(answer, Refusal):
        raise ApiError.of(answer)
    return Reply(None)


async def _switched(call: Call, _done: Done) -> Reply:
    await carry_out(call.services.desk.office, call.services.hall.tables.values())
    return Reply(None)


CASE_ROUTES.command(
    "/staff/tables/{table}/switch",
    switches.SwitchTable,
    _switched,
    fill=fill_table,
    body=wire.Switched,
    codes=("table/switched", "table/unknown", "text/length"),
)
CASE_ROUTES.command(
    "/staff/floor/switch",
    switches.SwitchAll,
    _switched,
    body=wire.Switched,
    codes=("table/switched", "text/length"),
)
