"""The people of the house: their roles, who is disabled, and who deals at which table."""

from __future__ import annotations

from typing import Final

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value, replace
from pitboss.office.core import (
    HOUSE,
    Done,
    Errand,
    Event,
    Handler,
    Outcome,
    Second,
    check,
    copy_fields,
    without,
)
from pitboss.office.roles import TRUSTED_ROLES, Permission, Role, conflicts, may
from pitboss.office.state import Office

SELF: Final = Refusal("role/self", "nobody changes what he himself may do")
NO_STAFF: Final = Refusal("staff/unknown", "the account has no role in this house")


class _OfStaff(Value, frozen=True):
    """A command or an event about the roles of an account."""

    account: str
    why: str = ""


_STAFF: Final = Permission.RUN_STAFF


class _OfRole(Value, frozen=True):
    """A command or an event about one role of an account."""

    account: str
    role: Role
    why: str = ""


class _OfDealer(Value, frozen=True):
    """A command or an event about the dealer of a table."""

    table: str
    account: str
    """A dealer of another table leaves it; empty: nobody deals here."""


class GiveRole(_OfRole, frozen=True):
    """Give somebody a role; one that does more than read needs a second person."""


class TakeRole(_OfRole, frozen=True):
    """Take a role from somebody; it ends at once, with every session."""


class Disable(_OfStaff, frozen=True):
    """Disable somebody: the roles are suspended, and every session ends at once."""


class Enable(_OfStaff, frozen=True):
    """Enable somebody's roles again; those that do more than read need a second person."""


class ResetFactor(_OfStaff, frozen=True):
    """Let somebody who lost the second factor enrol another; needs a second person."""


class AssignDealer(_OfDealer, frozen=True):
    """Assign a dealer to a table: a dealer acts at that table alone."""


class RoleGiven(_OfRole, Event, frozen=True):
    """An account was given a role."""


class RoleTaken(_OfRole, Event, frozen=True):
    """An account lost a role."""


class StaffDisabled(_OfStaff, Event, frozen=True):
    """The roles of an account were disabled."""


class StaffEnabled(_OfStaff, Event, frozen=True):
    """The roles of an account were enabled again."""


class DealerAssigned(_OfDealer, Event, frozen=True):
    """A table has a new dealer, who deals at no other, or has none."""


def _give(office: Office, command: GiveRole, by: str, _now: int) -> Outcome:
    held = office.staff.get(command.account, frozenset())
    if command.role is Role.PLAYER or command.role in held:
        return Refusal("role/held", f"the account is {command.role} already")
    if by == command.account:
        return SELF
    if problems := conflicts({*held, command.role}):
        return Refusal("role/incompatible", "; ".join(problems))
    return Done(copy_fields(command, RoleGiven))


def _take(office: Office, command: TakeRole, by: str, _now: int) -> Outcome:
    held = office.staff.get(command.account, frozenset())
    if command.role not in held:
        return Refusal("role/unknown", f"the account is not {command.role}")
    if by != HOUSE and may(held, _STAFF) and not may(held - {command.role}, _STAFF):
        others = (account for account in office.staff if account != command.account)
        if not any(office.may(account, _STAFF) for account in others):
            message = "nobody else manages the staff; give another person this role first"
            return Refusal("role/last", message)
    return Done(copy_fields(command, RoleTaken))


def _disable(office: Office, command: Disable, by: str, _now: int) -> Outcome:
    if command.account not in office.staff:
        return NO_STAFF
    if command.account in office.disabled:
        return Refusal("staff/disabled", "the account is disabled already")
    if by == command.account:
        return SELF
    return Done(copy_fields(command, StaffDisabled))


def _enable(office: Office, command: Enable, by: str, _now: int) -> Outcome:
    if command.account not in office.disabled:
        return Refusal("staff/enabled", "the account is not disabled")
    assert by != command.account, "the disabled may nothing"
    return Done(copy_fields(command, StaffEnabled))


def _reset(office: Office, command: ResetFactor, by: str, _now: int) -> Outcome:
    if command.account not in office.staff:
        return NO_STAFF
    if by == HOUSE:
        return Refusal("request/house", "two people of the staff decide about this")
    return SELF if by == command.account else Done(Errand())


def _assign(office: Office, command: AssignDealer, by: str, _now: int) -> Outcome:
    if office.dealers.get(command.table, "") == command.account:
        return Refusal("dealer/there", "that is so already")
    if command.account and Role.DEALER not in office.roles(command.account):
        return Refusal("dealer/role", "only somebody who has the role dealer deals at a table")
    if command.account == by:
        return Refusal("dealer/self", "nobody assigns himself or herself; ask another supervisor")
    return Done(copy_fields(command, DealerAssigned))


def _is_trusted(_office: Office, command: GiveRole, _by: str) -> bool:
    return command.role in TRUSTED_ROLES


def _has_trusted(office: Office, command: Enable, _by: str) -> bool:
    return not TRUSTED_ROLES.isdisjoint(office.staff.get(command.account, ()))


def _not_oneself(
    _office: Office, command: GiveRole | Enable | ResetFactor, _by: str, second: str
) -> None:
    check(SELF if second == command.account else None)


def _apply_role_given(office: Office, event: RoleGiven, _by: str, _at: int) -> Office:
    held = office.staff.get(event.account, frozenset())
    return _with_roles(office, event.account, held | {event.role})


def _apply_role_taken(office: Office, event: RoleTaken, _by: str, _at: int) -> Office:
    return _with_roles(office, event.account, office.staff[event.account] - {event.role})


def _with_roles(office: Office, account: str, roles: frozenset[Role]) -> Office:
    """Return the office with new roles of an account; one without roles is not disabled."""
    staff = without(office.staff, account)
    if roles:
        return replace(office, staff={**staff, account: roles})
    return replace(office, staff=staff, disabled=office.disabled - {account})


def _apply_staff_disabled(office: Office, event: StaffDisabled, _by: str, _at: int) -> Office:
    return replace(office, disabled=office.disabled | {event.account})


def _apply_staff_enabled(office: Office, event: StaffEnabled, _by: str, _at: int) -> Office:
    return replace(office, disabled=office.disabled - {event.account})


def _apply_dealer_assigned(office: Office, event: DealerAssigned, _by: str, _at: int) -> Office:
    others = {
        table: account
        for table, account in office.dealers.items()
        if table != event.table and account != event.account
    }
    return replace(office, dealers=others | ({event.table: event.account} if event.account else {}))


_SECOND = Permission.APPROVE_STAFF
COMMANDS: Final = {
    GiveRole: Handler(_give, _STAFF, Second(_SECOND, when=_is_trusted, checks=_not_oneself)),
    TakeRole: Handler(_take, _STAFF),
    Disable: Handler(_disable, _STAFF),
    Enable: Handler(_enable, _STAFF, Second(_SECOND, when=_has_trusted, checks=_not_oneself)),
    ResetFactor: Handler(_reset, _STAFF, Second(_SECOND, checks=_not_oneself)),
    AssignDealer: Handler(_assign, Permission.ASSIGN_DEALER),
}
EVENTS: Final = {
    RoleGiven: _apply_role_given,
    RoleTaken: _apply_role_taken,
    StaffDisabled: _apply_staff_disabled,
    StaffEnabled: _apply_staff_enabled,
    DealerAssigned: _apply_dealer_assigned,
}
