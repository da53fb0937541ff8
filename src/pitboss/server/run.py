"""Run the server on a port until a signal stops it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from pitboss.pit.loop import collect_seldom
from pitboss.pit.loop import run as run_loop
from pitboss.server.app import create_app
from pitboss.server.audit.components import watch_components
from pitboss.server.connections import bounded_protocol, raise_file_limit
from pitboss.server.requests.limits import BODY_BYTES_MAX
from pitboss.server.services import Services, Settings

SHUTDOWN_S = 5
"""Seconds that requests under way are given when the server stops."""

Announce = Callable[[str], None]
"""Called with the address once requests are answered."""


def bind(host: str, port: int) -> socket.socket:
    """Bind a port, 0 for any free one; raise `OSError` if that fails."""
    family, kind, protocol, _, place = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    opened = socket.socket(family, kind, protocol)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(place)
        opened.listen(2048)
    except OSError:
        opened.close()
        raise
    return opened


def browser_address(listening: socket.socket) -> str:
    """Return the address that a browser opens."""
    host, port, *_ = listening.getsockname()
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - read, not bound
    return f"http://{shown}:{port}/"


def run(settings: Settings, listening: socket.socket, announce: Announce) -> None:
    """Serve until SIGTERM or Ctrl-C; raise any error of the start, before anything began."""
    os.umask(0o077)  # books, backups and copies of checkpoints are for this user alone
    app = create_app(settings, parts=(watch_components,))
    raise_file_limit()
    server = _Server(
        make_config(app, settings),
        lambda: announce(browser_address(listening)),
        lambda: drain(app),
    )

    async def serve() -> None:
        async with app.router.lifespan_context(app):
            collect_seldom()
            await server.serve(sockets=[listening])

    # uvicorn has handlers of its own while it serves, and repeats the signal when it is done: by
    # then it has had its effect, and the books are about to be closed.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: server.stop())
    with listening, suppress(KeyboardInterrupt):
        run_loop(serve())


def make_config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """Return how uvicorn serves an application."""
    return uvicorn.Config(
        app,
        access_log=False,
        http=bounded_protocol(settings, app.state.metrics),
        h11_max_incomplete_event_size=2 * BODY_BYTES_MAX,
        lifespan="off",  # `run` does it, and so sees why a start fails
        log_config=None,
        proxy_headers=False,  # the guard does it
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_S,
        timeout_keep_alive=30,
        ws="websockets-sansio",
        ws_max_size=BODY_BYTES_MAX,
        ws_per_message_deflate=False,  # a small frame must not unpack into a large one
    )


async def drain(app: Starlette) -> None:
    """Hand the tables and their players over to other processes, if there are any."""
    services: Services = app.state.services
    services.is_ready = False
    if services.leases is not None and await services.leases.drain():
        await services.lines.say_goodbye()


class _Server(uvicorn.Server):
    """A server that says when it has started, and drains before it stops."""

    def __init__(
        self,
        config: uvicorn.Config,
        started: Callable[[], None],
        drain: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(config)
        self._announce = started
        self._drain = drain
        self._told = 0
        self._draining: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to drain; at the second signal, stop at once."""
        self._told += 1
        if self._told > 1:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Check for signals; uvicorn calls this ten times a second."""
        if self._told and self._draining is None:
            for server in self.servers:
                server.close()  # new connections go to other processes on this port
            self._draining = asyncio.get_running_loop().create_task(self._drain_and_stop())
        return await super().on_tick(counter)

    async def _drain_and_stop(self) -> None:
        try:
            await self._drain()
        finally:
            self.should_exit = True

    def stop(self) -> None:
        """Finish the open requests and stop."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()
