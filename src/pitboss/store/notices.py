"""Processes that share the books, the tables that each runs, and notices between them.

A notice is a hint to read the books again, never the only record: a notice may be lost with a
connection, and then every listener gets `MISSED`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Protocol

Heard = Callable[[str], None]
"""Takes the text of a notice; it must not wait."""
MISSED = ""
"""The text of a notice that says only that some may have been lost."""


class Notices(Protocol):
    """Sends notices to all processes on the same books, this one included."""

    def listen(self, topic: str, heard: Heard) -> None:
        """Call *heard* with every notice of a topic, and with `MISSED` after a gap."""

    async def tell(self, topic: str, text: str) -> None:
        """Send a notice; a topic is one word, and the text is short."""

    async def close(self) -> None:
        """Stop sending and receiving."""


class Listeners:
    """The listeners of each topic."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._heard: dict[str, list[Heard]] = {}

    def listen(self, topic: str, heard: Heard) -> None:
        """Call *heard* with every notice of a topic, and with `MISSED` after a gap."""
        self._heard.setdefault(topic, []).append(heard)

    def pass_on(self, topic: str, text: str) -> None:
        """Pass a notice on to the listeners of its topic."""
        for heard in tuple(self._heard.get(topic, ())):
            heard(text)

    def say_missed(self) -> None:
        """Tell every listener that a notice may have been missed."""
        for topic in tuple(self._heard):
            self.pass_on(topic, MISSED)


class LocalNotices(Listeners):
    """Notices for a process that has the books to itself.

    >>> async def example():
    ...     notices, heard = LocalNotices(), []
    ...     notices.listen("meter", heard.append)
    ...     await notices.tell("meter", "bad-beat")
    ...     await asyncio.sleep(0)
    ...     return heard
    >>> asyncio.run(example())
    ['bad-beat']
    """

    async def tell(self, topic: str, text: str) -> None:
        """Send a notice; it arrives soon after, like that of another process."""
        asyncio.get_running_loop().call_soon(self.pass_on, topic, text)

    async def close(self) -> None:
        """Do nothing: no connection is open."""


class Place(NamedTuple):
    """The address of a worker, and the fingerprint of its key file."""

    machine: str
    key: str
    """The fingerprint of the key file: workers take over tables only under the same one."""
    path: str
    """A Unix socket, for workers on the same machine."""
    address: str
    """HOST:PORT, for those on others; "": none."""


class Worker(NamedTuple):
    """A process that shares the books."""

    number: int
    place: Place
    is_draining: bool
    """It gives its tables away and takes none."""


class Lease(NamedTuple):
    """The worker that runs a table."""

    stream: str
    worker: int | None
    epoch: int
