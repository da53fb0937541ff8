"""Turn the events of one table into frames for one account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from msgspec import json

from pitboss.floor.commands import Accepted
from pitboss.floor.state import TableState
from pitboss.pit.frames import news, snapshot
from pitboss.pit.table import LiveTable
from pitboss.server.live.commands import check_ours
from pitboss.server.live.scene import add_news, add_scene
from pitboss.text.say import ENGLISH, speaking

_encode: Final = json.Encoder().encode


class Sight(NamedTuple):
    """A frame of a table."""

    table: str
    frame: bytes
    whole: bool
    """It has the whole table, with all that was missed before."""


Put = Callable[[Sight], None]


def view_frame(table: LiveTable, account: str | None) -> dict[str, Any]:
    """Return the whole table as an account may see it."""
    frame = {"t": "view", "table": table.state.id, "v": table.version}
    return frame | snapshot(table.state, account, table.now)


class Watching:
    """One account's view of a table that this process runs."""

    def __init__(self, table: LiveTable, account: str, put: Put) -> None:
        """Watch a table."""
        self.table = table
        self.account = account
        self.scene = False
        """Whether to add scenes and lines, for a page that draws the table."""
        self.language = ENGLISH
        """The language of the scenes and lines."""
        self._put = put
        self._is_shown = False

    def tell(self, table: LiveTable, before: TableState, answer: Accepted) -> None:
        """Put events into a frame, once the whole table was sent."""
        if not self._is_shown:
            return
        frame = {"t": "ev", "table": table.state.id, "v": table.version}
        frame |= news(before, answer, self.account, table.now)
        if self.scene:
            with speaking(self.language):
                add_news(frame, before, answer, self.account)
        self._put(Sight(table.state.id, _encode(frame), whole=False))

    def hear(self, frame: bytes) -> None:
        """Put what somebody says at the table; it changes nothing."""
        if self._is_shown:
            self._put(Sight(self.table.state.id, frame, whole=False))

    @property
    def is_there(self) -> bool:
        """Whether this process still runs the table."""
        return not self.table.is_lost

    async def show(self) -> None:
        """Put the whole table into a frame, and then every event."""
        await self.table.presence.join(self)
        check_ours(self.table)
        self._is_shown = True
        frame = view_frame(self.table, self.account)
        if self.scene:
            with speaking(self.language):
                add_scene(frame, self.table.state, self.account)
        self._put(Sight(self.table.state.id, _encode(frame), whole=True))

    async def part(self, *, bye: bool) -> None:
        """Stop watching."""
        await self.table.presence.part(self, bye=bye)
