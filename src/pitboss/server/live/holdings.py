"""The seats and chips of an account at the tables of this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, structs

from pitboss.floor.terms import TableTerms
from pitboss.pit.frames import account_chips, account_seats
from pitboss.pit.table import LiveTable
from pitboss.server.accounts.own_limits import committed_cents
from pitboss.server.live import wire
from pitboss.server.services import Services
from pitboss.sitting.amounts import least_wagers
from pitboss.sitting.bankroll import least_bet


class Holdings(Struct, frozen=True):
    """The seats and chips of an account at some tables."""

    chips_cents: int
    felt_cents: int
    """Cents on the felt, with bets for the next round."""
    practice_tables: int
    seats: int = 0
    """Seats at tables of the floor; those of practice tables are nobody else's."""


def holdings(services: Services, account: str) -> Holdings:
    """Return the seats and chips of an account at the tables of this process."""
    states = [table.state for table in services.hall.tables.values()]
    worth = [state for state in states if not state.terms.has_own_chips]
    return Holdings(
        sum(account_chips(state, account) for state in worth),
        sum(committed_cents(state, account) for state in worth),
        sum(state.terms.owner == account for state in states),
        sum(len(account_seats(state, account)) for state in worth),
    )


def add_holdings(*parts: Holdings) -> Holdings:
    """Return the holdings at the tables of several processes together.

    >>> add_holdings(Holdings(5, 1, 0), Holdings(2, 0, 1))
    Holdings(chips_cents=7, felt_cents=1, practice_tables=1, seats=0)
    """
    rows = map(structs.astuple, (Holdings(0, 0, 0), *parts))
    return Holdings(*map(sum, zip(*rows, strict=True)))


def summaries(services: Services, account: str) -> list[wire.TableSummary]:
    """Return the tables of this process that an account may see."""
    tables = services.hall.tables.values()
    return [_summary(table) for table in tables if table.state.terms.owner in ("", account)]


def _summary(table: LiveTable) -> wire.TableSummary:
    state = table.state
    return structs.replace(
        unreachable_summary(state.terms),
        taken=sorted(state.seats),
        stage="deciding" if state.round else "betting",
        closed=state.closed,
        paused=state.paused,
    )


def unreachable_summary(terms: TableTerms) -> wire.TableSummary:
    """Return the known facts of a table whose process does not answer."""
    return wire.TableSummary(
        id=terms.id,
        name=terms.name,
        game=terms.house.game,
        seats=terms.seats,
        taken=[],
        least_cents=least_bet(terms.setup),
        least_wagers=least_wagers(terms.setup),
        stage="betting",
        practice=bool(terms.owner),
    )


ANSWERS: dict[str, Callable[[Services, str], Any]] = {
    "holdings": holdings,
    "summaries": summaries,
}
"""The functions that answer other processes about an account, by name."""
