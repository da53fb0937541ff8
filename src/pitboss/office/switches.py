"""Switch one table or all tables off and on (GLI-19 2.4.1).

A table that is off takes no bets and finishes its round. Its tray may be closed besides.
"""

from __future__ import annotations

from typing import Final

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value, replace
from pitboss.office.core import Done, Event, Handler, Outcome, without
from pitboss.office.exclusions import text_problem
from pitboss.office.roles import Permission
from pitboss.office.state import Office

ALL: Final = ""
"""In place of a table: every one."""


class SwitchTable(Value, frozen=True):
    """Switch one table off, or on again."""

    table: str
    on: bool
    reason: str


class SwitchAll(Value, frozen=True):
    """Switch every table off, or on again except those switched off singly."""

    on: bool
    reason: str


class TablesSwitched(Event, frozen=True):
    """A table was switched off or on; every table if none is named."""

    table: str
    on: bool
    reason: str


def _switch_table(office: Office, command: SwitchTable, _by: str, _now: int) -> Outcome:
    return _switch_tables(office, command.table, on=command.on, reason=command.reason)


def _switch_all(office: Office, command: SwitchAll, _by: str, _now: int) -> Outcome:
    return _switch_tables(office, ALL, on=command.on, reason=command.reason)


def _switch_tables(office: Office, table: str, *, on: bool, reason: str) -> Outcome:
    if (table not in office.switched_off) == on:
        return Refusal("table/switched", f"that is {'on' if on else 'off'} already")
    return text_problem(reason) or Done(TablesSwitched(table=table, on=on, reason=reason))


def _apply_tables_switched(office: Office, event: TablesSwitched, _by: str, _at: int) -> Office:
    off = without(office.switched_off, event.table)
    if not event.on:
        off[event.table] = event.reason
    return replace(office, switched_off=off, switches=office.switches + 1)


COMMANDS: Final = {
    SwitchTable: Handler(_switch_table, Permission.DISABLE_TABLE),
    SwitchAll: Handler(_switch_all, Permission.DISABLE_ALL),
}
EVENTS: Final = {TablesSwitched: _apply_tables_switched}
