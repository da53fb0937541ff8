"""News between the processes that share the books: who runs a table, a meter, a permission.

A notice is a hint to look at the books again, never the only word of anything: one may be lost with
a connection, and then everybody who listens is told to look.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

Heard = Callable[[str], None]
"""Is told the text of a notice; it must not wait."""
MISSED = ""
"""The text of a notice that says only that some may have been lost."""


class Notices(Protocol):
    """Tells all processes on the same books something, this one included."""

    def listen(self, topic: str, heard: Heard) -> None:
        """Have *heard* called with every notice of a topic, and with `MISSED` after a gap."""

    async def tell(self, topic: str, text: str) -> None:
        """Send a notice; a topic is one word, and the text is short."""

    async def close(self) -> None:
        """Send and hear nothing more."""


class Listeners:
    """Who listens to what."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._heard: dict[str, list[Heard]] = {}

    def add(self, topic: str, heard: Heard) -> None:
        """Add a listener."""
        self._heard.setdefault(topic, []).append(heard)

    def pass_on(self, topic: str, text: str) -> None:
        """Tell those who listen to a topic."""
        for heard in tuple(self._heard.get(topic, ())):
            heard(text)

    def say_missed(self) -> None:
        """Tell everybody that something may have been missed."""
        for topic in tuple(self._heard):
            self.pass_on(topic, MISSED)


class LocalNotices:
    """Notices where one process has the books to itself.

    >>> async def example():
    ...     notices, heard = LocalNotices(), []
    ...     notices.listen("meter", heard.append)
    ...     await notices.tell("meter", "bad-beat")
    ...     await asyncio.sleep(0)
    ...     return heard
    >>> asyncio.run(example())
    ['bad-beat']
    """

    def __init__(self) -> None:
        """Begin with nobody who listens."""
        self._listeners = Listeners()

    def listen(self, topic: str, heard: Heard) -> None:
        """Have *heard* called with every notice of a topic."""
        self._listeners.add(topic, heard)

    async def tell(self, topic: str, text: str) -> None:
        """Send a notice; it is heard soon after, as one of another process would be."""
        asyncio.get_running_loop().call_soon(self._listeners.pass_on, topic, text)

    async def close(self) -> None:
        """Nothing is open."""
