"""A real server in a thread of its own, so that a test can be a program without a loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeVar

from pitboss.server.services import Services
from tests.server.listening import listening

_T = TypeVar("_T")


class Served:
    """A server that runs."""

    def __init__(self) -> None:
        self.address = ""
        self.services: Services | None = None
        self.loop: asyncio.AbstractEventLoop | None = None

    def do(self, work: Callable[[Services], Awaitable[_T]]) -> _T:
        """Do something in the server's loop."""

        async def run() -> _T:
            assert self.services is not None
            return await work(self.services)

        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(300)


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[Served]:  # noqa: ANN401 - of `Settings`
    """Serve until the test is over."""
    ready = Event()
    stop = asyncio.Event()
    server = Served()
    failed: list[BaseException] = []

    async def serve() -> None:
        async with listening(folder, **settings) as (address, services):
            server.address = address.rstrip("/")
            server.services = services
            server.loop = asyncio.get_running_loop()
            ready.set()
            await stop.wait()

    def run() -> None:
        try:
            asyncio.run(serve())
        except BaseException as error:  # noqa: BLE001 - the test says it
            failed.append(error)
            ready.set()

    thread = Thread(target=run)
    thread.start()
    assert ready.wait(300)
    try:
        assert not failed, failed
        yield server
    finally:
        if server.loop is not None:
            server.loop.call_soon_threadsafe(stop.set)
        thread.join(600)
        assert not thread.is_alive()
