"""One shared jackpot as this process knows it: its state, its journal's end, contributions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from pitboss.floor.shared import fed_event, write_events
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.postings import account, stream
from pitboss.jackpot.state import Jackpot
from pitboss.ledger.book import Head, seal_all
from pitboss.ledger.entry import Entry

KEEP_EVERY: Final = 500
"""Entries after which the whole jackpot is written, so a start reads few."""


@dataclass(slots=True, eq=False)
class LiveJackpot:
    """A jackpot at the last entry of its journal that was read."""

    state: Jackpot
    head: Head
    kept: int
    """The version at which the whole of it was last written down."""
    collected: int = 0
    """What tables had collected for it at that end."""
    read_at: int = 0
    """When this was last known to be so."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while writing, so one process does not overtake itself."""

    @property
    def stream(self) -> str:
        """Where its journal is."""
        return stream(self.state.id)

    @property
    def collecting(self) -> str:
        """The account that tables put shares of wagers into."""
        return account(self.state.id, "in")

    def follow(self, entry: Entry) -> None:
        """Apply an entry of its journal."""
        event = jackpot_events.read_event(entry.body)
        self.state = jackpot_events.apply(self.state, event, entry.at)
        self.head = Head.of(entry)
        if isinstance(event, jackpot_events.Kept):
            self.kept = entry.version

    def with_fed(self, more: int = 0) -> list[jackpot_events.Event]:
        """Return the event that adds the contributions, with *more* of the same write."""
        event = fed_event(self.state, self.collected + more)
        return [] if event is None else [event]

    def seal_events(
        self,
        events: Iterable[jackpot_events.Event],
        at: int,
        *,
        actor: str = "house",
        key: str = "",
    ) -> list[Entry]:
        """Give events their positions at the end; *key* is that of the last one, if any.

        Now and then the whole jackpot is written after them.
        """
        version = self.head.version + 1
        events = list(events)
        written = write_events(self.state, events, version=version, at=at, actor=actor)
        drafts = written.drafts
        if key:
            drafts[-1] = drafts[-1]._replace(key=key)
        if version + len(drafts) - self.kept > KEEP_EVERY:
            kept: list[jackpot_events.Event] = [jackpot_events.Kept(jackpot=written.jackpot)]
            after = version + len(drafts)
            drafts += write_events(written.jackpot, kept, version=after, at=at).drafts
        return seal_all(drafts, self.head, at)


def read_jackpot(entries: Sequence[Entry]) -> LiveJackpot:
    """Return the jackpot of a stream, from its first entry and those since the last copy."""
    tail = entries[1:]
    start = tail if tail and tail[0].kind == "kept" else entries
    first, *rest = start
    state = jackpot_events.apply(None, jackpot_events.read_event(first.body), first.at)
    live = LiveJackpot(state, Head.of(first), kept=first.version)
    for entry in rest:
        live.follow(entry)
    return live
