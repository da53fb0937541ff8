"""The routes for managers of staff."""

from __future__ import annotations

from pitboss.office.core import Done, event_kind
from pitboss.office.people import Disable, Enable, GiveRole, ResetFactor, TakeRole
from pitboss.office.roles import Permission
from pitboss.server.accounts.accounts import PASSWORD_CHANGED, PASSWORD_REPLACED, account_stream
from pitboss.server.office.commands import ask_office
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Call, Routes
from pitboss.server.requests.words import moment_text
from pitboss.server.staff import wire
from pitboss.server.staff.request_routes import describe_outcome

_CODES = ("account/unknown", "role/self", "step-up/needed")

STAFF_ROUTES = Routes("staff", needs=Permission.RUN_STAFF, moves=True, step_up=True)
"""Those who run the staff."""


@STAFF_ROUTES.get("/staff", needs=Permission.READ_STAFF, moves=False, step_up=False)
async def list_staff(call: Call) -> wire.Staff:
    """List the staff: roles, when they were added and last logged in, who is disabled."""
    store, now = call.services.store, call.services.settings.clock()
    office = call.services.desk.office
    names = {credential.account: credential for credential in await store.credentials()}
    factors = {factor.account for factor in await store.factors() if factor.confirmed}
    members = []
    for account, roles in sorted(office.staff.items()):
        name = names.get(account)
        members.append(
            wire.StaffMember(
                account=account,
                name=name.name if name else None,
                roles=sorted(roles),
                disabled=account in office.disabled,
                locked=name is None or now < name.locked_until,
                factor=account in factors,
                created=moment_text(name.created) if name and name.created else None,
                seen=moment_text(name.seen) if name and name.seen else None,
                password_changed=await _password_date(call, account),
            )
        )
    return wire.Staff(members)


async def _password_date(call: Call, account: str) -> str | None:
    """Return when somebody's password was last changed or chosen."""
    stream, store = account_stream(account), call.services.store
    kinds = (PASSWORD_CHANGED, PASSWORD_REPLACED, "registered")
    moments = [entry.at for kind in kinds if (entry := await store.last(stream, kind))]
    return moment_text(max(moments)) if moments else None


@STAFF_ROUTES.post(
    "/staff/roles/give",
    body=wire.RoleChange,
    codes=(*_CODES, "role/held", "role/incompatible", "request/too-many"),
)
async def give_role(call: Call) -> wire.Carried:
    """Give somebody a role; one that handles money or staff needs a second person."""
    body: wire.RoleChange = call.body
    account = await _find_account(call, body.name)
    return describe_outcome(await ask_office(call, GiveRole(account, body.role, body.why)))


@STAFF_ROUTES.post("/staff/roles/take", body=wire.RoleChange, codes=(*_CODES, "role/unknown"))
async def take_role(call: Call) -> wire.Carried:
    """Take a role from somebody; it ends at once, with every session."""
    body: wire.RoleChange = call.body
    account = await _find_account(call, body.name)
    return await _end_sessions(call, account, TakeRole(account, body.role, body.why))


@STAFF_ROUTES.post(
    "/staff/disable", body=wire.StaffAndReason, codes=(*_CODES, "staff/unknown", "staff/disabled")
)
async def disable(call: Call) -> wire.Carried:
    """Disable somebody: the roles no longer count, and every session ends at once."""
    account = await _find_account(call, call.body.name)
    return await _end_sessions(call, account, Disable(account, call.body.why))


@STAFF_ROUTES.post(
    "/staff/enable", body=wire.StaffAndReason, codes=(*_CODES, "staff/enabled", "request/too-many")
)
async def enable(call: Call) -> wire.Carried:
    """Enable somebody's roles again; those that handle money need a second person."""
    account = await _find_account(call, call.body.name)
    return describe_outcome(await ask_office(call, Enable(account, call.body.why)))


@STAFF_ROUTES.post("/staff/unlock", body=wire.StaffAndReason, codes=_CODES)
async def unlock(call: Call) -> wire.Carried:
    """Unlock somebody who is locked after wrong passwords."""
    await call.services.accounts.unlock(call.body.name, call.account)
    return wire.Carried("unlocked")


@STAFF_ROUTES.post(
    "/staff/reset-factor",
    body=wire.StaffAndReason,
    codes=(*_CODES, "staff/unknown", "request/too-many"),
)
async def reset_factor(call: Call) -> wire.Carried:
    """Let somebody who lost the second factor enrol another; needs a second person."""
    account = await _find_account(call, call.body.name)
    return describe_outcome(await ask_office(call, ResetFactor(account, call.body.why)))


async def _end_sessions(call: Call, account: str, command: object) -> wire.Carried:
    done: Done = await ask_office(call, command)
    await call.services.sessions.end_all(account)
    return wire.Carried(event_kind(type(done.event)))


async def _find_account(call: Call, name: str) -> str:
    credential = await call.services.store.credential(name.strip().lower())
    if credential is None:
        raise ApiError("account/unknown", "nobody has this name")
    return credential.account
