"""The frames that wait for one client, bounded in number."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final

from pitboss.strain import strained

FRAMES_MAX: Final = 64
BYTES_MAX: Final = 256 * 1024


class Outbox:
    """Frames in order. A client that falls behind loses events, and is sent whole tables instead.

    >>> box = Outbox()
    >>> for number in range(100):
    ...     box.put_event("7", b"event")
    >>> box.behind, len(box)
    ({'7': None}, 0)
    """

    def __init__(self) -> None:
        """Start empty."""
        self._frames: deque[tuple[str, bytes]] = deque()
        self._bytes = 0
        self._has_work = asyncio.Event()
        self.behind: dict[str, None] = {}
        """Tables whose events were dropped: the client needs to see them whole."""

    def __len__(self) -> int:
        """How many frames wait."""
        return len(self._frames)

    def put(self, frame: bytes) -> None:
        """Add an answer, which is never dropped: a client has few commands open."""
        self._add("", frame)

    def put_whole(self, table: str, frame: bytes) -> None:
        """Add a whole table, which includes all dropped events."""
        self.behind.pop(table, None)
        self._add(table, frame)

    def put_event(self, table: str, frame: bytes) -> None:
        """Add an event of a table, unless the client is due the whole table."""
        if table in self.behind:
            return
        if len(self._frames) >= strained("outbox.frames", FRAMES_MAX) or self._bytes + len(
            frame
        ) > strained("outbox.bytes", BYTES_MAX):
            self._drop_events()
            self.behind[table] = None
            self._has_work.set()
            return
        self._add(table, frame)

    def _add(self, table: str, frame: bytes) -> None:
        self._frames.append((table, frame))
        self._bytes += len(frame)
        self._has_work.set()

    def _drop_events(self) -> None:
        self.behind |= dict.fromkeys(table for table, _ in self._frames if table)
        self._keep(kept for kept in self._frames if not kept[0])

    def drop(self, table: str) -> None:
        """Drop the waiting events of a table: the client is due the whole table."""
        self._keep(kept for kept in self._frames if kept[0] != table)

    def take(self, *, tables: bool = True) -> list[bytes]:
        """Return the waiting frames: all, or the answers alone."""
        frames = [frame for table, frame in self._frames if tables or not table]
        self._keep(kept for kept in self._frames if kept[0] and not tables)
        return frames

    def _keep(self, frames: Iterable[tuple[str, bytes]]) -> None:
        self._frames = deque(frames)
        self._bytes = sum(len(frame) for _, frame in self._frames)

    async def wait(self) -> None:
        """Wait until there is something to send."""
        while not self._frames and not self.behind:
            self._has_work.clear()
            await self._has_work.wait()
