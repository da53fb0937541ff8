"""The routes of one's own second factor, and of the link that sets somebody up."""

from __future__ import annotations

from pitboss.office.roles import Permission, may
from pitboss.server.accounts.sessions import NAMED
from pitboss.server.requests.routes import BASE, Access, Call, Reply, Route
from pitboss.server.requests.wire import Welcome
from pitboss.server.requests.words import moment_text
from pitboss.server.staff import wire
from pitboss.server.staff.factors import STEP_UP, is_fresh
from pitboss.server.staff.setting_up import set_up as accept

_SECOND = 1_000_000


async def set_up(call: Call) -> Reply:
    """Take up a link."""
    body: wire.SetUp = call.body
    welcome = await accept(call.services, body.token, body.name, body.password)
    return Reply(welcome, token=welcome.token, token_age_s=NAMED.absolute // _SECOND)


async def own_staff(call: Call) -> wire.OwnStaff:
    """Return what the caller may do."""
    assert call.session is not None
    roles = (await call.services.desk.refresh()).roles(call.account)
    fresh = is_fresh(call.session, call.services.settings.clock())
    return wire.OwnStaff(
        roles=sorted(roles),
        permissions=sorted(it for it in Permission if may(roles, it)),
        factor=await call.services.factors.has(call.account),
        verified=call.session.stepped_up > 0,
        stepped_up_until=moment_text(call.session.stepped_up + STEP_UP) if fresh else None,
    )


async def change_password(call: Call) -> Reply:
    """Choose another password."""
    assert call.session is not None
    body: wire.PasswordChange = call.body
    welcome = await call.services.accounts.change_password(call.session, body.old, body.new)
    return Reply(welcome, token=welcome.token, token_age_s=NAMED.absolute // _SECOND)


async def begin_factor(call: Call) -> wire.FactorBegun:
    """Draw a secret."""
    found = await call.services.factors.begin(call.account, call.body.password)
    return wire.FactorBegun(found.secret, found.link)


async def confirm_factor(call: Call) -> Reply:
    """Let it count."""
    assert call.session is not None
    token, codes = await call.services.factors.confirm(call.session, call.body.code)
    return _with_token(call, wire.FactorConfirmed(token, codes), token)


async def step_up(call: Call) -> Reply:
    """Take password and code."""
    assert call.session is not None
    body: wire.StepUp = call.body
    token = await call.services.factors.step_up(call.session, body.password, body.code)
    until = moment_text(call.services.settings.clock() + STEP_UP)
    return _with_token(call, wire.SteppedUp(token, until), token)


def _with_token(call: Call, answer: wire.SteppedUp | wire.FactorConfirmed, token: str) -> Reply:
    assert call.session is not None
    left = call.session.until - call.services.settings.clock()
    return Reply(answer, token=token, token_age_s=left // _SECOND)


_OWN = "only one's own session"
OWN_STAFF_ROUTES = (
    Route(
        method="POST",
        path=f"{BASE}/setup",
        handler=set_up,
        summary="Take up the link that `pitboss serve` prints for the first manager.",
        body=wire.SetUp,
        answer=Welcome,
        access=Access.ANYONE,
        rate="password",
        codes=(
            "setup/refused",
            "name/invalid",
            "account/name-taken",
            "password/length",
            "password/common",
            "server/busy",
        ),
        status=201,
        tag="staff",
    ),
    Route(
        method="GET",
        path=f"{BASE}/me/staff",
        handler=own_staff,
        summary="Return the caller's roles, what they allow, and whether they count now.",
        answer=wire.OwnStaff,
        own=_OWN,
        tag="staff",
    ),
    Route(
        method="POST",
        path=f"{BASE}/me/password",
        handler=change_password,
        summary="Choose another password; every session ends, and a new one begins.",
        body=wire.PasswordChange,
        answer=Welcome,
        own=_OWN,
        rate="password",
        codes=("login/refused", "password/length", "password/common", "server/busy"),
        tag="account",
    ),
    Route(
        method="POST",
        path=f"{BASE}/me/factor",
        handler=begin_factor,
        summary="Begin a second factor: codes of an authenticator (TOTP).",
        body=wire.OwnPassword,
        answer=wire.FactorBegun,
        own=_OWN,
        rate="password",
        codes=("account/nameless", "factor/enrolled", "step-up/refused", "server/busy"),
        tag="staff",
    ),
    Route(
        method="POST",
        path=f"{BASE}/me/factor/confirm",
        handler=confirm_factor,
        summary="Confirm the second factor with a code; it counts from then on.",
        body=wire.FactorCode,
        answer=wire.FactorConfirmed,
        own=_OWN,
        rate="password",
        codes=("factor/none", "factor/enrolled", "factor/lost", "step-up/refused"),
        tag="staff",
    ),
    Route(
        method="POST",
        path=f"{BASE}/step-up",
        handler=step_up,
        summary="Give password and code: roles count in this session, and for 5 minutes also for"
        " what needs a second person.",
        body=wire.StepUp,
        answer=wire.SteppedUp,
        own=_OWN,
        rate="password",
        codes=("factor/missing", "factor/lost", "step-up/refused", "server/busy"),
        tag="staff",
    ),
)
"""Second factors and set-up."""
