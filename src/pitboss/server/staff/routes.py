"""The routes of second factors, of managers of staff, and of requests that need two people."""

from __future__ import annotations

from contextlib import suppress

from pitboss.office.approvals import Approve, Decline, Requested, Withdraw
from pitboss.office.core import Done, event_kind
from pitboss.office.people import (
    Disable,
    Enable,
    GiveRole,
    ResetFactor,
    RoleTaken,
    StaffDisabled,
    TakeRole,
)
from pitboss.office.roles import Permission, may
from pitboss.office.state import Office, Request
from pitboss.pit.binding import PASSWORD_CHANGED, PASSWORD_REPLACED
from pitboss.server.accounts.accounts import account_stream
from pitboss.server.accounts.names import name_key
from pitboss.server.office.commands import CommandRoutes, ask_office
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import sender_address
from pitboss.server.requests.routes import Access, Call, Reply, Routes
from pitboss.server.requests.wire import Welcome, moment_text, show
from pitboss.server.shell_routes import PASSWORD_CODES, SECOND, begin_session
from pitboss.server.staff import wire
from pitboss.server.staff.factors import STEP_UP, is_fresh
from pitboss.server.staff.setup_links import VALID_FOR, invite_by, setup_link
from pitboss.server.staff.setup_links import set_up as accept
from pitboss.store import StoreError

_OWN = "only one's own session"
_OWN_REQUEST = "each request names who may answer it, and shows itself to nobody else"
_CODES = ("account/unknown", "role/self", "step-up/needed")
_REQUEST_CODES = ("request/unknown", "request/closed", "request/expired")
_FACTOR_CODES = ("factor/missing", "step-up/needed")
_ANSWER_CODES = (*_REQUEST_CODES, *_FACTOR_CODES, "permission/missing", "request/own")
_OWNER_CODES = ("account/nameless", "step-up/needed", "step-up/refused", "server/busy")
_NO_REQUEST = ApiError("request/unknown", "there is no such request")

OWN_STAFF_ROUTES = Routes("staff")
"""Second factors and set-up."""
STAFF_ROUTES = CommandRoutes("staff", needs=Permission.RUN_STAFF, moves=True, step_up=True)
"""Those who run the staff."""
REQUEST_ROUTES = CommandRoutes("staff", own=_OWN_REQUEST, moves=True)
"""Requests of two people."""


# -- one's own log-in ------------------------------------------------------------------------------


@OWN_STAFF_ROUTES.post(
    "/setup",
    body=wire.SetUp,
    answer=Welcome,
    access=Access.ANYONE,
    rate="password",
    codes=("setup/refused", "account/name-taken", *PASSWORD_CODES),
    status=201,
)
async def set_up(call: Call) -> Reply:
    """Open the account of the first manager with the link that `pitboss serve` makes."""
    body: wire.SetUp = call.body
    return begin_session(await accept(call.services, body.token, body.name, body.password))


@OWN_STAFF_ROUTES.get("/me/staff", own=_OWN)
async def own_staff(call: Call) -> wire.OwnStaff:
    """Return your roles, your permissions, and whether they are active in this session."""
    roles = (await call.services.desk.refresh()).roles(call.account)
    session = call.own_session
    fresh = is_fresh(session, call.services.settings.clock())
    return wire.OwnStaff(
        roles=sorted(roles),
        permissions=sorted(permission for permission in Permission if may(roles, permission)),
        factor=await call.services.factors.has(call.account),
        verified=session.stepped_up > 0,
        stepped_up_until=moment_text(session.stepped_up + STEP_UP) if fresh else None,
    )


@OWN_STAFF_ROUTES.post(
    "/me/password",
    body=wire.PasswordChange,
    answer=Welcome,
    own=_OWN,
    rate="password",
    codes=("login/refused", "password/length", "password/common", "server/busy"),
    tag="account",
)
async def change_password(call: Call) -> Reply:
    """Choose another password; every session ends, and a new one begins."""
    body: wire.PasswordChange = call.body
    accounts = call.services.accounts
    return begin_session(await accounts.change_password(call.own_session, body.old, body.new))


@OWN_STAFF_ROUTES.post(
    "/me/factor",
    body=wire.OwnPassword,
    own=_OWN,
    rate="password",
    codes=(*_OWNER_CODES, "factor/enrolled"),
)
async def begin_factor(call: Call) -> wire.FactorBegun:
    """Begin to enrol a second factor: codes of an authenticator (TOTP)."""
    return await call.services.factors.begin(call.own_session, call.body.password)


@OWN_STAFF_ROUTES.post(
    "/me/factor/confirm",
    body=wire.FactorCode,
    answer=wire.FactorConfirmed,
    own=_OWN,
    rate="password",
    codes=("factor/none", "factor/enrolled", "factor/lost", "step-up/refused"),
)
async def confirm_factor(call: Call) -> Reply:
    """Confirm the second factor with a code; it is active from then on."""
    token, codes = await call.services.factors.confirm(call.own_session, call.body.code)
    return _with_token(call, wire.FactorConfirmed(token, codes), token)


@OWN_STAFF_ROUTES.get("/me/passkeys", own=_OWN)
async def list_factors(call: Call) -> wire.OwnFactors:
    """List your passkeys, and whether you have an authenticator with codes."""
    return await call.services.factors.list_own(call.account)


@OWN_STAFF_ROUTES.post(
    "/me/passkeys/begin",
    body=wire.OwnPassword,
    own=_OWN,
    rate="password",
    codes=(*_OWNER_CODES, "passkey/host"),
)
async def begin_passkey(call: Call) -> wire.PasskeyOptions:
    """Begin to add a passkey: what your browser needs to make one."""
    factors = call.services.factors
    site = factors.find_site(call.request.scope)
    password = call.body.password
    return wire.PasskeyOptions(await factors.begin_passkey(call.own_session, password, site))


@OWN_STAFF_ROUTES.post(
    "/me/passkeys",
    body=wire.PasskeyMade,
    answer=wire.PasskeyAdded,
    own=_OWN,
    rate="password",
    codes=("passkey/host", "passkey/refused", "passkey/too-many"),
    status=201,
)
async def add_passkey(call: Call) -> Reply:
    """Add the passkey that your browser made; it counts from then on."""
    factors = call.services.factors
    session = call.own_session
    added = await factors.add_passkey(session, call.body, factors.find_site(call.request.scope))
    return _with_token(call, added, added.token)


@OWN_STAFF_ROUTES.post("/me/passkeys/challenge", own=_OWN, rate="password", codes=("passkey/host",))
async def ask_passkey(call: Call) -> wire.PasskeyOptions:
    """Begin to use a passkey, to step up or to log in: the challenge of this session."""
    factors = call.services.factors
    site = factors.find_site(call.request.scope)
    return wire.PasskeyOptions(dict(await factors.passkeys.ask(call.own_session, site)))


@OWN_STAFF_ROUTES.delete(
    "/me/passkeys/{passkey}", own=_OWN, step_up=True, codes=(*_FACTOR_CODES, "passkey/unknown")
)
async def remove_passkey(call: Call) -> wire.OwnFactors:
    """Remove one of your passkeys."""
    await call.services.factors.passkeys.remove(call.account, call.path["passkey"])
    return await call.services.factors.list_own(call.account)


@OWN_STAFF_ROUTES.post(
    "/step-up",
    summary="Give your password with a code or a passkey: your roles become active in this session,"
    " and for 5 minutes also for commands that need a second person.",
    body=wire.StepUp,
    answer=wire.SteppedUp,
    own=_OWN,
    rate="password",
    codes=("factor/missing", "factor/lost", "passkey/host", "step-up/refused", "server/busy"),
)
async def step_up(call: Call) -> Reply:
    """Open the roles of a session by password and second factor."""
    body: wire.StepUp = call.body
    scope = call.request.scope
    session = call.own_session
    factors = call.services.factors
    proof = factors.read_proof(scope, session, body.code, body.passkey)
    token = await factors.step_up(session, body.password, proof, sender_address(scope))
    until = moment_text(call.services.settings.clock() + STEP_UP)
    return _with_token(call, wire.SteppedUp(token, until), token)


def _with_token(
    call: Call, answer: wire.SteppedUp | wire.FactorConfirmed | wire.PasskeyAdded, token: str
) -> Reply:
    left = call.own_session.until - call.services.settings.clock()
    return Reply(answer, token=token, token_age_s=left // SECOND)


# -- managers of staff -----------------------------------------------------------------------------


@STAFF_ROUTES.get("/staff", needs=Permission.READ_STAFF, moves=False, step_up=False)
async def list_staff(call: Call) -> wire.Staff:
    """List the staff with their roles, their last log-in, and who is disabled."""
    store = call.services.store
    now = call.services.settings.clock()
    office = call.services.desk.office
    names = {credential.account: credential for credential in await store.credentials()}
    factors = await store.factor_holders()
    locks = await store.locks(now)
    members = []
    for account, roles in sorted(office.staff.items()):
        name = names.get(account)
        members.append(
            wire.StaffMember(
                account=account,
                name=name.name if name else None,
                roles=sorted(roles),
                disabled=account in office.disabled,
                locked=name is None or now < name.locked_until or account in locks,
                factor=account in factors,
                created=moment_text(name.created) if name and name.created else None,
                seen=moment_text(name.seen) if name and name.seen else None,
                password_changed=await _password_date(call, account),
            )
        )
    return wire.Staff(members)


async def _password_date(call: Call, account: str) -> str | None:
    """Return when somebody's password was last changed or chosen."""
    stream = account_stream(account)
    store = call.services.store
    kinds = (PASSWORD_CHANGED, PASSWORD_REPLACED, "registered")
    moments = [entry.at for kind in kinds if (entry := await store.last(stream, kind))]
    return moment_text(max(moments)) if moments else None


async def _account(call: Call) -> dict[str, object]:
    """Return the account of a name: people of the house are named, and not numbered."""
    credential = await call.services.store.credential(name_key(call.body.name))
    if credential is None:
        raise ApiError("account/unknown", "nobody has this name")
    return {"account": credential.account}


async def _carried(_call: Call, done: Done) -> wire.Carried:
    """Answer whether a command waits for a second person."""
    number = done.event.number if isinstance(done.event, Requested) else None
    return wire.Carried(event_kind(type(done.event)), number)


async def _carried_and_out(call: Call, done: Done) -> wire.Carried:
    """End every session of somebody who lost a role, which is what the event names."""
    assert isinstance(done.event, RoleTaken | StaffDisabled)
    await call.services.sessions.end_all(done.event.account)
    return await _carried(call, done)


@STAFF_ROUTES.post("/staff/invitations", body=wire.Invite, moves=False)
async def invite(call: Call) -> wire.Invited:
    """Invite a new person: make a link that opens an account and asks for its role, once."""
    services = call.services
    now = services.settings.clock()
    token = invite_by(call.account, call.body.role, now, services.keys.binding)
    return wire.Invited(setup_link("", token), moment_text(now + VALID_FOR))


STAFF_ROUTES.command(
    "/staff/roles/give",
    GiveRole,
    _carried,
    fill=_account,
    body=wire.RoleChange,
    codes=(*_CODES, "role/held", "role/incompatible", "request/too-many"),
)
STAFF_ROUTES.command(
    "/staff/roles/take",
    TakeRole,
    _carried_and_out,
    fill=_account,
    body=wire.RoleChange,
    codes=(*_CODES, "role/unknown", "role/last"),
)
STAFF_ROUTES.command(
    "/staff/disable",
    Disable,
    _carried_and_out,
    fill=_account,
    body=wire.StaffAndReason,
    codes=(*_CODES, "staff/unknown", "staff/disabled"),
)
STAFF_ROUTES.command(
    "/staff/enable",
    Enable,
    _carried,
    fill=_account,
    body=wire.StaffAndReason,
    codes=(*_CODES, "staff/enabled", "request/too-many"),
)


@STAFF_ROUTES.post("/staff/unlock", body=wire.StaffAndReason, codes=_CODES)
async def unlock(call: Call) -> wire.Carried:
    """Unlock somebody who is locked after wrong passwords."""
    await call.services.accounts.unlock(call.body.name, call.account)
    return wire.Carried("unlocked")


STAFF_ROUTES.command(
    "/staff/reset-factor",
    ResetFactor,
    _carried,
    fill=_account,
    body=wire.StaffAndReason,
    codes=(*_CODES, "staff/unknown", "request/too-many"),
)


# -- requests of two people ------------------------------------------------------------------------


@REQUEST_ROUTES.get("/staff/requests", codes=_FACTOR_CODES, moves=False)
async def list_requests(call: Call) -> wire.Requests:
    """List the caller's own requests, and those that the caller may agree to."""
    office = await call.services.desk.refresh()
    now = call.services.settings.clock()
    reads_all = office.may(call.account, Permission.READ_STAFF)
    waiting = [
        request
        for request in office.requests.values()
        if not request.approver and now < request.until
    ]
    if any(request.by != call.account for request in waiting) and office.roles(call.account):
        await call.services.factors.check(call.own_session, fresh=False)
    return wire.Requests(
        [
            _show_request(request, office, call.account)
            for request in waiting
            if reads_all or request.by == call.account or office.may(call.account, request.second)
        ]
    )


def _show_request(request: Request, office: Office, account: str) -> wire.RequestSeen:
    own = request.by == account
    return show(
        wire.RequestSeen,
        request,
        terms=dict(request.terms),
        at=moment_text(request.at),
        until=moment_text(request.until),
        own=own,
        may_agree=not own and office.may(account, request.second),
    )


@REQUEST_ROUTES.post(
    "/staff/requests/{number}/approve",
    codes=(*_ANSWER_CODES, "request/lapsed", "limit/deposit"),
)
async def approve(call: Call) -> wire.Carried:
    """Agree to another person's request: it is carried out at once.

    If another process runs the table, the agreement is recorded all the same: it is the order, and
    that process carries it out.
    """
    number = call.number("number", _NO_REQUEST)
    refusal = None
    done = await ask_office(call, Approve(number))
    with suppress(StoreError):
        refusal = await call.services.errands.carry_out(number)
    if refusal is not None:
        raise ApiError.of(refusal)
    return await _carried(call, done)


REQUEST_ROUTES.command(
    "/staff/requests/{number}/decline",
    Decline,
    _carried,
    unknown=_NO_REQUEST,
    body=wire.Because,
    codes=(*_ANSWER_CODES, "reason/invalid"),
)
REQUEST_ROUTES.command(
    "/staff/requests/{number}/withdraw",
    Withdraw,
    _carried,
    unknown=_NO_REQUEST,
    body=wire.Because,
    codes=(*_REQUEST_CODES, "request/not-own", "reason/invalid"),
)
