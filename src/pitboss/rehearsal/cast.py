"""The staff of a rehearsal, and their roles."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.office.core import HOUSE
from pitboss.office.people import AssignDealer, GiveRole
from pitboss.office.roles import Role
from pitboss.rehearsal.floor import Floor

FLOORS = ("floor-1", "floor-2", "floor-3")
SHIFTS = ("shift-1", "shift-2")
CASHIERS = ("cashier-1", "cashier-2")
COUNTERS = ("counter-1", "counter-2")
ACCOUNTANTS = ("accountant-1", "accountant-2")
"""The first runs the day, the second verifies the count."""
JACKPOTS = ("jackpots-1",)
SECURITY = ("security-1", "security-2")


def table_dealer(table: str) -> str:
    """Return the dealer of a table."""
    return f"dealer-{table}"


def roles(tables: list[str]) -> Iterator[tuple[str, Role]]:
    """Return the role of each member of staff."""
    yield from ((table_dealer(table), Role.DEALER) for table in tables)
    for people, role in (
        (FLOORS, Role.FLOOR),
        (SHIFTS, Role.SHIFT),
        (CASHIERS, Role.CAGE),
        (COUNTERS, Role.COUNT),
        (ACCOUNTANTS, Role.ACCOUNTING),
        (JACKPOTS, Role.JACKPOTS),
        (SECURITY, Role.SECURITY),
    ):
        yield from ((account, role) for account in people)


async def hire(floor: Floor) -> None:
    """Give each member of staff a role."""
    for account, role in roles([table.state.id for table in floor.tables]):
        await floor.order(GiveRole(account, role), HOUSE)
    for table in floor.tables:
        name = table.state.id
        await floor.order(AssignDealer(name, table_dealer(name)), FLOORS[0])
