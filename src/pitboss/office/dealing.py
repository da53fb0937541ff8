"""Who deals at which table: a supervisor assigns dealers, who act at that table alone."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value, replace
from pitboss.office.core import Apply, Done, Event, Handler, Outcome
from pitboss.office.roles import Permission, Role
from pitboss.office.state import Office


class AssignDealer(Value, frozen=True):
    """Assign the dealer of a table."""

    table: str
    account: str
    """A dealer of another table leaves it; empty: nobody deals here."""


class DealerAssigned(Event, frozen=True):
    """A table has a new dealer, who deals at no other, or has none."""

    table: str
    account: str


def _assign(office: Office, command: AssignDealer, by: str, _now: int) -> Outcome:
    if office.dealers.get(command.table, "") == command.account:
        return Refusal("dealer/there", "that is so already")
    if command.account and Role.DEALER not in office.roles(command.account):
        return Refusal("dealer/role", "only somebody who has the role dealer deals at a table")
    if command.account == by:
        return Refusal("dealer/self", "nobody assigns himself or herself; ask another supervisor")
    return Done(DealerAssigned(table=command.table, account=command.account))


def _apply_dealer_assigned(office: Office, event: DealerAssigned, _by: str, _at: int) -> Office:
    others = {
        table: account
        for table, account in office.dealers.items()
        if table != event.table and account != event.account
    }
    return replace(office, dealers=others | ({event.table: event.account} if event.account else {}))


COMMANDS: Mapping[type, Handler] = {AssignDealer: Handler(_assign, Permission.ASSIGN_DEALER)}
EVENTS: Mapping[type[Event], Apply] = {DealerAssigned: _apply_dealer_assigned}
