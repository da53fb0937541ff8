"""Results of an account in the last day, and its time at tables.

Tallies are cached: each look reads only the entries since the last one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from pitboss.pit.past import NOW, SITTINGS_MAX, Place, read_past
from pitboss.server.accounts.sessions import DAY, MINUTE
from pitboss.store import Sat, Store
from pitboss.strain import strained

BREAK: Final = 30 * MINUTE
"""A player away from all tables for so long begins a new session with the next seat."""
ACCOUNTS_KEPT: Final = 2_000
_ITEMS_AT_ONCE: Final = 500
_OVERLAP: Final = MINUTE
"""The part to read again: two tables may write in another order than their clocks."""


@dataclass
class _Tally:
    """The gains of an account in the last day, round by round."""

    gains: dict[Place, int] = field(default_factory=dict)
    read_to: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Tallies:
    """The tallies of accounts."""

    def __init__(self, store: Store) -> None:
        """Start empty."""
        self._store = store
        self._kept: OrderedDict[str, _Tally] = OrderedDict()

    async def sittings(self, account: str) -> list[Sat]:
        """Return the sittings of an account, the latest first."""
        return await self._store.sittings(account, limit=SITTINGS_MAX)

    async def recent_gain(self, account: str, since: int, now: int) -> int:
        """Return the cents that an account gained since a moment of the last day."""
        tally = self._kept.setdefault(account, _Tally())
        self._kept.move_to_end(account)
        if len(self._kept) > strained("cache.tallies", ACCOUNTS_KEPT):
            self._kept.popitem(last=False)
        async with tally.lock:
            await self._read(account, tally, now)
        return sum(cents for place, cents in tally.gains.items() if place.at >= since)

    async def _read(self, account: str, tally: _Tally, now: int) -> None:
        start = now - DAY
        until = Place(max(start, tally.read_to - _OVERLAP), 0, "")
        before: Place | None = NOW
        while before is not None:
            page = await read_past(
                self._store, account, before=before, until=until, limit=_ITEMS_AT_ONCE
            )
            tally.gains |= {item.place: item.gain for item in page.items if item.kind == "round"}
            before = page.next if page.next is not None and page.next > until else None
        tally.gains = {place: cents for place, cents in tally.gains.items() if place.at >= start}
        tally.read_to = max((place.at for place in tally.gains), default=start)


def at_tables(sittings: Iterable[Sat], since: int, now: int) -> int:
    """Return the time at tables in microseconds; two seats at once count once.

    >>> at_tables([Sat("t", 1, 1, "a", 10, 5, 30), Sat("t", 2, 2, "a", 20, 9, 40)], 15, 100)
    25
    """
    total = 0
    end = since
    for begun, ended in sorted((sitting.begun, min(sitting.ended, now)) for sitting in sittings):
        total += max(0, ended - max(begun, end))
        end = max(end, ended)
    return total


def session_start(sittings: Iterable[Sat], now: int) -> int | None:
    """Return when a player's time at tables began, short breaks ignored; None: not playing.

    >>> seats = [Sat("t", 1, 9, "a", 100 * MINUTE, 20, 110 * MINUTE)]
    >>> seats.append(Sat("t", 1, 1, "a", 60 * MINUTE, 5, 80 * MINUTE))
    >>> session_start(seats, 120 * MINUTE) == 60 * MINUTE, session_start(seats, 150 * MINUTE)
    (True, None)
    """
    start = now
    for sitting in sorted(sittings, key=lambda sitting: sitting.ended, reverse=True):
        if min(sitting.ended, now) < start - BREAK:
            break
        start = min(start, sitting.begun)
    return start if start < now else None
