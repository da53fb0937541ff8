"""Dealers and supervisors do not play where they work."""

from __future__ import annotations

from typing import Final

from pitboss.office.roles import Role
from pitboss.pit.table import LiveTable
from pitboss.server.live import wire
from pitboss.server.requests.errors import ApiError
from pitboss.server.services import Services

WORKS_AT_TABLES: Final = frozenset({Role.DEALER, Role.FLOOR, Role.SHIFT})
_STAKES: Final = (wire.Sit, wire.BuyIn, wire.Bet)
_REFUSED: Final = ApiError(
    "role/plays", "whoever deals or supervises does not play at the tables of the house"
)


def check_not_staff(
    services: Services, table: LiveTable, account: str, asked: wire.Request
) -> None:
    """Refuse new stakes of those who work at tables; a practice table of one's own is open."""
    is_stake = isinstance(asked, _STAKES) and not table.state.terms.owner
    if is_stake and services.desk.office.roles(account) & WORKS_AT_TABLES:
        raise _REFUSED
