"""Who dealt at the table of a hit, from the journal of the office: not who deals there now."""

from __future__ import annotations

from typing import Final

from pitboss.jackpot.state import Jackpot
from pitboss.office.core import STREAM, event_kind
from pitboss.office.dealing import DealerAssigned
from pitboss.office.decide import apply
from pitboss.office.state import Office
from pitboss.store import Store

_ASSIGNED: Final = event_kind(DealerAssigned)


async def dealers_of_hits(store: Store, jackpot: Jackpot) -> dict[str, set[str]]:
    """Return who dealt at the tables of hits that wait, from the first of each table on."""
    since: dict[str, int] = {}
    for hit in jackpot.pending:
        since[hit.table] = min(hit.at, since.get(hit.table, hit.at))
    found: dict[str, set[str]] = {table: set() for table in since}
    if not since:
        return found
    office = Office()
    async for entry in store.entries(STREAM):
        if entry.kind != _ASSIGNED:
            continue
        for table, at in since.items():
            if entry.at > at:
                found[table].add(office.dealers.get(table, ""))
        office = apply(office, entry)
    return {table: (who | {office.dealers.get(table, "")}) - {""} for table, who in found.items()}
