"""Routes of the caller's own second factor, and of set-up links."""

from __future__ import annotations

from pitboss.office.roles import Permission, may
from pitboss.server.accounts.sessions import NAMED
from pitboss.server.requests.routes import Access, Call, Reply, Routes
from pitboss.server.requests.wire import Welcome
from pitboss.server.requests.words import moment_text
from pitboss.server.staff import wire
from pitboss.server.staff.factors import STEP_UP, is_fresh
from pitboss.server.staff.setup_links import set_up as accept

_SECOND = 1_000_000


_OWN = "only one's own session"

OWN_STAFF_ROUTES = Routes("staff")
"""Second factors and set-up."""


@OWN_STAFF_ROUTES.post(
    "/setup",
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
)
async def set_up(call: Call) -> Reply:
    """Take up the link that `pitboss serve` prints for the first manager."""
    body: wire.SetUp = call.body
    welcome = await accept(call.services, body.token, body.name, body.password)
    return Reply(welcome, token=welcome.token, token_age_s=NAMED.absolute // _SECOND)


@OWN_STAFF_ROUTES.get("/me/staff", own=_OWN)
async def own_staff(call: Call) -> wire.OwnStaff:
    """Return the caller's roles, what they allow, and whether they count now."""
    assert call.session is not None
    roles = (await call.services.desk.refresh()).roles(call.account)
    fresh = is_fresh(call.session, call.services.settings.clock())
    return wire.OwnStaff(
        roles=sorted(roles),
        permissions=sorted(permission for permission in Permission if may(roles, permission)),
        factor=await call.services.factors.has(call.account),
        verified=call.session.stepped_up > 0,
        stepped_up_until=moment_text(call.session.stepped_up + STEP_UP) if fresh else None,
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
    assert call.session is not None
    body: wire.PasswordChange = call.body
    welcome = await call.services.accounts.change_password(call.session, body.old, body.new)
    return Reply(welcome, token=welcome.token, token_age_s=NAMED.absolute // _SECOND)


@OWN_STAFF_ROUTES.post(
    "/me/factor",
    body=wire.OwnPassword,
    own=_OWN,
    rate="password",
    codes=("account/nameless", "factor/enrolled", "step-up/refused", "server/busy"),
)
async def begin_factor(call: Call) -> wire.FactorBegun:
    """Begin a second factor: codes of an authenticator (TOTP)."""
    secret = await call.services.factors.begin(call.account, call.body.password)
    return wire.FactorBegun(secret.secret, secret.link)


@OWN_STAFF_ROUTES.post(
    "/me/factor/confirm",
    body=wire.FactorCode,
    answer=wire.FactorConfirmed,
    own=_OWN,
    rate="password",
    codes=("factor/none", "factor/enrolled", "factor/lost", "step-up/refused"),
)
async def confirm_factor(call: Call) -> Reply:
    """Confirm the second factor with a code; it counts from then on."""
    assert call.session is not None
    token, codes = await call.services.factors.confirm(call.session, call.body.code)
    return _with_token(call, wire.FactorConfirmed(token, codes), token)


@OWN_STAFF_ROUTES.post(
    "/step-up",
    summary="Give password and code: roles count in this session, and for 5 minutes also for"
    " what needs a second person.",
    body=wire.StepUp,
    answer=wire.SteppedUp,
    own=_OWN,
    rate="password",
    codes=("factor/missing", "factor/lost", "step-up/refused", "server/busy"),
)
async def step_up(call: Call) -> Reply:
    """Open the roles of a session by password and code."""
    assert call.session is not None
    body: wire.StepUp = call.body
    token = await call.services.factors.step_up(call.session, body.password, body.code)
    until = moment_text(call.services.settings.clock() + STEP_UP)
    return _with_token(call, wire.SteppedUp(token, until), token)


def _with_token(call: Call, answer: wire.SteppedUp | wire.FactorConfirmed, token: str) -> Reply:
    assert call.session is not None
    left = call.session.until - call.services.settings.clock()
    return Reply(answer, token=token, token_age_s=left // _SECOND)
