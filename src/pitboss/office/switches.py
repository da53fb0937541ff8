"""Switch one table or all tables off and on (GLI-19 2.4.1).

A table that is off takes no bets and finishes its round. Its tray may be closed besides.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value, replace
from pitboss.office.core import Done, Event, Handler, Outcome, copy_fields, without
from pitboss.office.exclusions import text_problem
from pitboss.office.fields import Words
from pitboss.office.roles import Permission
from pitboss.office.state import Office

ALL: Final = ""
"""In place of a table: every one."""
TakesBets = Annotated[bool, Meta(description="False: no bets; rounds under way are finished.")]


class SwitchTable(Value, frozen=True):
    """Switch a table off: it finishes its round and takes no bets. Or switch it on again."""

    table: str
    on: TakesBets
    reason: Words


class SwitchAll(Value, frozen=True):
    """Switch every table off, or on again.

    Those that were switched off singly stay off.
    """

    on: TakesBets
    reason: Words


class TablesSwitched(Event, frozen=True):
    """A table was switched off or on; every table if none is named."""

    table: str
    on: bool
    reason: str


def _switch(office: Office, command: SwitchTable | SwitchAll, _by: str, _now: int) -> Outcome:
    table = command.table if isinstance(command, SwitchTable) else ALL
    if (table not in office.switched_off) == command.on:
        return Refusal("table/switched", f"that is {'on' if command.on else 'off'} already")
    event = copy_fields(command, TablesSwitched, table=table)
    return text_problem(command.reason) or Done(event)


def _apply_tables_switched(office: Office, event: TablesSwitched, _by: str, _at: int) -> Office:
    off = without(office.switched_off, event.table)
    if not event.on:
        off[event.table] = event.reason
    return replace(office, switched_off=off, switches=office.switches + 1)


COMMANDS: Final = {
    SwitchTable: Handler(_switch, Permission.DISABLE_TABLE),
    SwitchAll: Handler(_switch, Permission.DISABLE_ALL),
}
EVENTS: Final = {TablesSwitched: _apply_tables_switched}
