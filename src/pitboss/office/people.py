"""The people of the house: which account has which roles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value, replace
from pitboss.office.core import Apply, Done, Event, Handler, Outcome, Second
from pitboss.office.roles import TRUSTED_ROLES, Permission, Role, conflicts
from pitboss.office.state import Office

SELF: Final = Refusal("role/self", "nobody gives a role to himself")


class GiveRole(Value, frozen=True):
    """Give an account a role."""

    account: str
    role: Role


class TakeRole(Value, frozen=True):
    """Take a role from an account; it ends at once."""

    account: str
    role: Role


class RoleGiven(Event, frozen=True):
    """An account has a role from now on."""

    account: str
    role: Role


class RoleTaken(Event, frozen=True):
    """An account has a role no more."""

    account: str
    role: Role


def _give(office: Office, asked: GiveRole, by: str, now: int) -> Outcome:
    del now
    held = office.roles(asked.account)
    if asked.role is Role.PLAYER or asked.role in held:
        return Refusal("role/held", f"the account is {asked.role} already")
    if by == asked.account:
        return SELF
    if problems := conflicts({*held, asked.role}):
        return Refusal("role/incompatible", "; ".join(problems))
    return Done(RoleGiven(account=asked.account, role=asked.role))


def _take(office: Office, asked: TakeRole, by: str, now: int) -> Outcome:
    del by, now
    if asked.role not in office.roles(asked.account):
        return Refusal("role/unknown", f"the account is not {asked.role}")
    return Done(RoleTaken(account=asked.account, role=asked.role))


def _is_trusted(office: Office, asked: GiveRole, by: str) -> bool:
    del office, by
    return asked.role in TRUSTED_ROLES


def _not_oneself(office: Office, asked: GiveRole, by: str, second: str) -> Refusal | None:
    del office, by
    return SELF if second == asked.account else None


def _given(office: Office, event: RoleGiven, by: str, at: int) -> Office:
    del by, at
    return _with_roles(office, event.account, office.roles(event.account) | {event.role})


def _taken(office: Office, event: RoleTaken, by: str, at: int) -> Office:
    del by, at
    return _with_roles(office, event.account, office.roles(event.account) - {event.role})


def _with_roles(office: Office, account: str, roles: frozenset[Role]) -> Office:
    staff = {who: it for who, it in office.staff.items() if who != account}
    if roles:
        staff[account] = roles
    return replace(office, staff=staff)


COMMANDS: Mapping[type, Handler] = {
    GiveRole: Handler(
        _give,
        Permission.RUN_STAFF,
        Second(Permission.APPROVE_STAFF, when=_is_trusted, refuses=_not_oneself),
    ),
    TakeRole: Handler(_take, Permission.RUN_STAFF),
}
EVENTS: Mapping[type[Event], Apply] = {RoleGiven: _given, RoleTaken: _taken}
